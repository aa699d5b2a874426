"""The draft that puts an event under another regulation."""

from __future__ import annotations

from collections.abc import Iterable

from amends.desk.confirm import Draft, Drafting
from amends.faults import Refusal
from amends.journal.entries import Payload, RegulationChosen
from amends.regulations import Regulation
from amends.regulations.load import regulation_reference


def choosing(regulation: Regulation, reason: str = "") -> Draft:
    """Choose a regulation: one that comes with amends by its name, one of one's own as the settings it changes."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        name, settings = regulation_reference(regulation)
        if (name, settings) == regulation_reference(drafting.opened.event.regulation):
            raise Refusal(
                f"The event is played under {regulation.name} already.", "Choose another regulation or setting."
            )
        yield RegulationChosen(name, settings, reason)

    return draft
