"""What writers print: each table with the awards in force and its figures, from the event's own standings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from amends.awards import Artificial, BetterOf, Mixture, NotScored, Published, Redress
from amends.bridge import BySide, Side
from amends.event import Event, Form, Row, TableResult
from amends.event.rows import rows_in_force
from amends.scoring.event import score
from amends.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class ScoredRow:
    """A row in force; `figures` are in the unit of the event, `tops` what was available on the board."""

    row: Row
    figures: BySide[Fraction | None]
    tops: BySide[Fraction | None]

    @property
    def table(self) -> TableResult:
        """The table result."""
        return self.row.table


@dataclass(frozen=True, slots=True)
class Scored:
    """An event scored for writing: its standings, and its rows in the order of the event."""

    standings: Standings
    rows: tuple[ScoredRow, ...]


def scored(event: Event) -> Scored:
    """The event's standings and rows with their figures."""
    rows = rows_in_force(event.results, event.rulings)
    standings = score(event, rows)
    # A pair may sit at a board more than once, against others: robots do.
    figures: dict[tuple[str, tuple[str, ...], str, str, int], tuple[Fraction | None, Fraction | None]] = {}
    for contestant in {seat for row in rows for seats in row.table.seats for seat in seats}:
        for line in standings.lines(contestant):
            key = (contestant, line.opponents, line.session, line.round, line.board)
            figures[key] = (line.figure, line.top)

    def of(row: Row) -> Iterator[tuple[Fraction | None, Fraction | None]]:
        table = row.table
        for side in Side:
            seats, opponents = table.seats[side], table.seats[side.other]
            key = (seats[0] if seats else "", opponents, table.session, table.round, table.board)
            yield figures.get(key, (None, None))

    made = []
    for row in rows:
        ns, ew = of(row)
        made.append(ScoredRow(row, BySide(ns[0], ew[0]), BySide(ns[1], ew[1])))
    return Scored(standings, tuple(made))


# What a format cannot hold, in words


def where(table: TableResult, form: Form = Form.PAIRS) -> str:
    """A table as a scorer finds it.

    >>> where(TableResult('15/3-11', NotScored(), BySide(('3',), ('11',)), board=15))
    'board 15, pairs 3 and 11'
    """
    session = f"session {table.session}, " if table.session else ""
    room = f", {table.room} room" if table.room else ""
    names = " and ".join(seat for seats in table.seats for seat in seats)
    return f"{session}board {table.board}, {form.noun}s {names}{room}"


def kind(row: Row) -> str:
    """What sort of score a row in force has: "result", "assigned score", "weighted score", "split score" …"""
    ns, ew = row.awards
    if isinstance(ns, Redress) or isinstance(ew, Redress):
        return "score by 12C1(e)"
    if isinstance(ns, BetterOf) or isinstance(ew, BetterOf):
        return "better of two scores"
    if isinstance(ns, Published) or isinstance(ew, Published):
        return "awarded figure"
    if isinstance(ns, NotScored) and isinstance(ew, NotScored):
        return "board without a score"
    if isinstance(ns, Artificial) and isinstance(ew, Artificial):
        return "artificial score"
    weighted = any(isinstance(award, Mixture) and award.plain is None for award in row.awards)
    split = ns != ew
    if weighted or split:
        return (
            f"{'split' if split else ''}{' and ' if split and weighted else ''}{'weighted' if weighted else ''} score"
        )
    return "assigned score" if row.ruled and ns != row.table.result else "result"
