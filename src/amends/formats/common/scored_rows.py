"""What writers print: each table with the awards in force and its figures, from the event's own standings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from amends.awards import Artificial, BetterOf, Mixture, NotScored, Published, Redress
from amends.bridge import BySide, Side
from amends.event import Event, Form, Row, TableResult
from amends.event.match import room_words
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

    def of_side(table: TableResult, side: Side) -> tuple[Fraction | None, Fraction | None]:
        contestant = next(iter(table.seats[side]), "")
        key = (contestant, table.seats[side.other], table.session, table.round, table.board)
        return figures.get(key, (None, None))

    scored_rows = []
    for row in rows:
        ns, ew = (of_side(row.table, side) for side in Side)
        scored_rows.append(ScoredRow(row, BySide(ns[0], ew[0]), BySide(ns[1], ew[1])))
    return Scored(standings, tuple(scored_rows))


# What a format cannot hold, in words


def where(table: TableResult, form: Form = Form.PAIRS) -> str:
    """A table as a scorer finds it.

    >>> where(TableResult('15/3-11', NotScored(), BySide(('3',), ('11',)), board=15))
    'board 15, pairs 3 and 11'
    """
    session = f"session {table.session}, " if table.session else ""
    room = f", {room_words(table.room)}" if table.room else ""
    names = " and ".join(seat for seats in table.seats for seat in seats)
    return f"{session}board {table.board}, {form.noun}s {names}{room}"


_KINDS = (
    (any, Redress, "score by 12C1(e)"),
    (any, BetterOf, "better of two scores"),
    (any, Published, "awarded figure"),
    (all, NotScored, "board without a score"),
    (all, Artificial, "artificial score"),
)
"""What a score is called where any, or all, of the two sides have an award of a class."""


AWARD_KINDS = (
    *(words for _, _, words in _KINDS),
    "split and weighted score",
    "split score",
    "weighted score",
    "assigned score",
)
"""What `kind` says of a row that is not as it came from the table."""


def kind(row: Row) -> str:
    """What sort of score a row in force has: "result", "assigned score", "weighted score", "split score" …"""
    for sides, award_class, words in _KINDS:
        if sides(isinstance(award, award_class) for award in row.awards):
            return words
    ns, ew = row.awards
    weighted = any(isinstance(award, Mixture) and award.plain is None for award in row.awards)
    if weighted or ns != ew:
        return " and ".join(["split"] * (ns != ew) + ["weighted"] * weighted) + " score"
    return "assigned score" if row.ruled and ns != row.table.result else "result"
