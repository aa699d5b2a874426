"""One event from a file of results and a rulings file beside it."""

from __future__ import annotations

from dataclasses import replace

from amends.event import Event, Form
from amends.event.document import Document
from amends.formats.rulings_file import RulingsFile
from amends.regulations import Regulation


def assembled(
    document: Document,
    ruled: RulingsFile,
    *,
    form: Form | None = None,
    scoring: str | None = None,
    regulation: Regulation | None = None,
    winners: int | None = None,
    knockout: bool | None = None,
    title: str = "",
) -> Event:
    """The event of a document with the rulings, penalties, carry-overs and awards of a rulings file after its own.

    What is not given is as the document has it.
    """
    event = document.event
    return replace(
        event,
        form=form or event.form,
        scoring=scoring or event.scoring,
        regulation=regulation or event.regulation,
        winners=winners or event.winners,
        knockout=event.knockout if knockout is None else knockout,
        title=title or event.title,
        rulings=(*event.rulings, *ruled.rulings),
        penalties=(*event.penalties, *ruled.penalties),
        carry_overs=(*event.carry_overs, *ruled.carry_overs),
        awards=(*event.awards, *ruled.awards),
    )
