"""The draft that puts an event under another regulation."""

from __future__ import annotations

from collections.abc import Iterable

from amends.desk.confirm import Draft, Drafting
from amends.faults import refuse
from amends.journal.entries import Payload, RegulationChosen
from amends.regulations import Regulation
from amends.regulations.load import regulation_reference


def choosing(regulation: Regulation, reason: str = "") -> Draft:
    """Choose a regulation: one that comes with amends by its name, one of one's own as the settings it changes."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        name, settings = regulation_reference(regulation)
        if (name, settings) == regulation_reference(drafting.opened.event.regulation):
            raise refuse(f"the regulation {regulation.name}, under which the event is played", "another one")
        yield RegulationChosen(name, settings, reason)

    return draft
