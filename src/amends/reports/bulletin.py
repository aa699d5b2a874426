"""The bulletin of an event's rulings, as it is published: without names, unless somebody asks for them."""

from __future__ import annotations

from dataclasses import dataclass

from amends.bridge import Side
from amends.event import Event
from amends.journal.history import History, RulingState
from amends.reports.dossier import (
    Dossier,
    appeal_rows,
    board_parts,
    decision_rows,
    dossier,
    dossier_data,
    fact_rows,
    given_words,
    result_rows,
    ruling_rows,
    statement_rows,
)
from amends.reports.layout.sheet import Heading, Labelled, Paragraph, Part, Sheet, SheetReport
from amends.reports.poll_section import poll_parts
from amends.wording.names import side_names


@dataclass(frozen=True, slots=True)
class Bulletin(SheetReport):
    """All rulings that were not taken back, each with those it replaced before it."""

    event: Event
    cases: tuple[tuple[Dossier, ...], ...]
    date: str = ""
    names: bool = False

    def sheet(self) -> Sheet:
        """The bulletin in parts."""
        parts: list[Part] = []
        for number, chain in enumerate(self.cases, 1):
            parts += case_parts(number, chain)
        title = " · ".join(filter(None, ["Rulings", self.event.title, self.date]))
        return Sheet(title, parts or [Paragraph("There was no ruling.")])

    def data(self) -> dict[str, object]:
        """The same for programs."""
        cases = [[dossier_data(each) for each in chain] for chain in self.cases]
        return {"event": self.event.title, "date": self.date, "cases": cases}


def bulletin(history: History, event: Event, *, date: str = "", names: bool = False) -> Bulletin:
    """The bulletin; without `names` no player, pair, team, director or reviewer is named anywhere in it."""
    last = [given for given in history.rulings if not given.replaced_by and given.state is not RulingState.WITHDRAWN]
    chains = (history.chain(given.ruling.id) for given in last)
    ordered = sorted(chains, key=lambda chain: chain[0].made.seq)
    cases = tuple(tuple(dossier(history, event, given, names) for given in chain) for chain in ordered)
    return Bulletin(event, cases, date, names)


def case_parts(number: int, chain: tuple[Dossier, ...]) -> list[Part]:
    """What happened, then each ruling with its appeals: the last parts, as many as there are rulings."""
    first = chain[0]
    what = f": {first.case.what_happened}" if first.case and first.facts.happened else ""
    parts: list[Part] = [Heading(f"{number}. Board {first.table.board}{what}"), *board_parts(first)]
    rows = [("Board", f"{first.dealer.name.title()} deals, {first.vulnerable.words}")]
    if not first.anonymous:
        seats = first.table.seats
        rows += [(side.words, side_names(first.event, seats[side])) for side in Side]
    parts.append(Labelled([*rows, *result_rows(first), *fact_rows(first), *statement_rows(first)]))
    if first.given.ruling.poll or (first.case and first.case.polls):
        parts += poll_parts(first)
    for each in chain:
        rows = [("Ruling", given_words(each)), *ruling_rows(each)]
        for appeal in each.appeals:
            rows += appeal_rows(appeal)
            rows += decision_rows(appeal) or [("Decision", "It is not decided yet.")]
        rows += [("Review", each.review)] if each.review else []
        parts.append(Labelled(rows))
    return parts
