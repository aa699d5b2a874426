"""One event from a file of results and a rulings file beside it."""

from __future__ import annotations

from amends.event import Event, Form
from amends.formats.rulings_file import RulingsFile
from amends.formats.travellers_csv import Travellers
from amends.regulations import Regulation


def assembled(
    read: Travellers,
    ruled: RulingsFile,
    *,
    form: Form,
    scoring: str,
    regulation: Regulation,
    winners: int = 1,
    knockout: bool = False,
    title: str = "",
) -> Event:
    """The event that travellers and rulings make; rulings of the file come after awards in the travellers."""
    return Event(
        form=form,
        scoring=scoring,
        regulation=regulation,
        winners=winners,
        knockout=knockout,
        title=title,
        results=read.results,
        contestants=read.contestants,
        rulings=(*read.rulings, *ruled.rulings),
        penalties=ruled.penalties,
        carry_overs=ruled.carry_overs,
        awards=ruled.awards,
        vulnerable=read.vulnerable,
    )
