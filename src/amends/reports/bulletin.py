"""The bulletin of an event's rulings, as it is published: without names, unless somebody asks for them."""

from __future__ import annotations

from dataclasses import dataclass

from amends.bridge import Side
from amends.clock import shown_time
from amends.event import Event, TableReference
from amends.journal.codec import time_text
from amends.journal.history import History, RulingState
from amends.reports import dossier as records
from amends.reports.anonymise import NamedPeople
from amends.reports.dossier import Dossier
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Heading, Labelled, Paragraph, Part, Sheet, SheetReport
from amends.wording.award_text import given_award
from amends.wording.names import number_and_names, ruling_author, side_names


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
        cases = [[records.dossier_data(each) for each in chain] for chain in self.cases]
        return {"event": self.event.title, "date": self.date, "cases": cases}


def bulletin(history: History, event: Event, *, date: str = "", names: bool = False) -> Bulletin:
    """The bulletin; without `names` no player, pair, team, director or reviewer is named anywhere in it."""
    last = [given for given in history.rulings if not given.replaced_by and given.state is not RulingState.WITHDRAWN]
    chains = (history.chain(given.ruling.id) for given in last)
    ordered = sorted(chains, key=lambda chain: chain[0].made.seq)
    people = None if names else NamedPeople.of(event, history)
    cases = tuple(tuple(records.dossier(history, event, given, names, people) for given in chain) for chain in ordered)
    return Bulletin(event, cases, date, names)


def case_parts(number: int, chain: tuple[Dossier, ...]) -> list[Part]:
    """What happened, then each ruling with its appeals: the last parts, as many as there are rulings."""
    first = chain[0]
    what = f": {first.case.what_happened}" if first.case and first.facts.happened else ""
    parts: list[Part] = [Heading(f"{number}. Board {first.table.board}{what}"), *records.board_parts(first)]
    rows = [("Board", f"{first.dealer.name.title()} deals, {first.vulnerable.words}")]
    if not first.anonymous:
        seats = first.table.seats
        rows += [(side.words, side_names(first.event, seats[side])) for side in Side]
    parts.append(
        Labelled([*rows, *records.result_rows(first), *records.fact_rows(first), *records.statement_rows(first)])
    )
    if first.given.ruling.poll or (first.case and first.case.polls):
        parts += records.poll_parts(first)
    for each in chain:
        rows = [("Ruling", records.given_words(each)), *records.ruling_rows(each)]
        for appeal in each.appeals:
            rows += records.appeal_rows(appeal)
            rows += records.decision_rows(appeal) or [("Decision", "It is not decided yet.")]
        rows += [("Review", each.review)] if each.review else []
        parts.append(Labelled(rows))
    return parts


# The log of rulings


def rulings_log(history: History, event: Event) -> Table:
    """A row for each ruling in the order in which they were given; one that replaces another shows the chain."""
    first = history.rulings[0].made.at if history.rulings else None
    rows, data, edition = [], [], event.regulation.edition
    for place, given in enumerate(history.rulings):
        ruling, at = given.ruling, given.ruling.time or given.made.at
        ids = [each.ruling.id for each in history.chain(ruling.id)]
        chain = ids[: ids.index(ruling.id) + 1]
        state = given.state.value + (f" → {given.replaced_by}" if given.replaced_by else "")
        by = ruling_author(history, given)
        time = shown_time(at, first if place else None)
        where = [str(ruling.board), table_words(ruling.table, event)]
        rows.append([" → ".join(chain), time, *where, ", ".join(ruling.laws), given_award(given, edition), state, by])
        data.append(
            {
                "ruling": ruling.id,
                "chain": chain,
                "at": time_text(at),
                "board": ruling.board,
                "ns": ruling.table.ns,
                "ew": ruling.table.ew,
                "laws": list(ruling.laws),
                "award": given_award(given, edition),
                "state": str(given.state),
                "replaced_by": given.replaced_by or None,
                "appeals": list(given.appeals),
                "by": by,
            }
        )
    heads = ["ruling", "time", "board", "table", "laws", "award", "state", "given by"]
    return Table(f"Rulings{f' · {event.title}' if event.title else ''}", heads, rows, (0, 1, 3, 4, 5, 6, 7), data)


def table_words(table: TableReference, event: Event) -> str:
    """Which table it was, with the names of who sat there."""
    if not table.ns and not table.ew:
        return str(table)
    seats = " against ".join(number_and_names(event, seat) if seat else "?" for seat in (table.ns, table.ew))
    return f"{table.table}: {seats}" if table.table else seats
