"""Boards in their fields: what is compared with what, and where a contestant's lines stand.

The field of a board is its session, with `field = "section"` its section too. In Swiss pairs it is also the round:
numbers that begin anew in each round are other deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from amends.awards import NotScored
from amends.bridge import Side
from amends.event import Board, Event, Form, Row, TableResult
from amends.regulations import Regulation
from amends.scoring.board import ScoredBoard
from amends.scoring.chart import Chart
from amends.scoring.methods import method


@dataclass(slots=True)
class FieldBoard:
    """A board in its field: one session, all sections or one; in Swiss pairs one round."""

    session: str
    section: str
    scored: ScoredBoard
    orders: list[int]
    round: str = ""

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows in force."""
        return self.scored.board.rows

    def chart(self, index: int, side: Side) -> Chart:
        """The chart a row is read from."""
        return self.scored.chart(side, self.rows[index].table.group)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a contestant's line stands."""

    board: FieldBoard
    index: int
    side: Side

    @property
    def row(self) -> Row:
        """The row in force."""
        return self.board.rows[self.index]

    @property
    def order(self) -> int:
        """Where the row stands in the event."""
        return self.board.orders[self.index]


def field_boards(event: Event, rows: Sequence[Row]) -> list[FieldBoard]:
    """The event's boards, each in its field."""
    by_section, by_round = event.regulation.field == "section", event.form is Form.SWISS_PAIRS
    fields: dict[tuple[str, str], dict[tuple[str, int], list[int]]] = defaultdict(lambda: defaultdict(list))
    for order, row in enumerate(rows):
        table = row.table
        field = fields[table.session, table.section if by_section else ""]
        field[table.round if by_round else "", table.board].append(order)
    scoring = method(event.scoring)
    boards = []
    for (session, section), numbers in fields.items():
        expected = _expected(rows, numbers.values(), event.regulation)
        for (in_round, number), orders in numbers.items():
            board = Board(number, event.conditions(number), tuple(rows[order] for order in orders), expected)
            scored = ScoredBoard(board, scoring, event.regulation)
            boards.append(FieldBoard(session, section, scored, orders, in_round))
    return boards


def _expected(rows: Sequence[Row], boards: Iterable[Sequence[int]], regulation: Regulation) -> int:
    """E, one number for a field: the most results scheduled for any of its boards, or the most that were obtained."""
    counts = _was_obtained if regulation.expected_results == "obtained" else _was_scheduled
    return max(sum(counts(rows[order]) for order in orders) for orders in boards)


def _was_scheduled(row: Row) -> bool:
    """Whether a result was to be had there: a sit-out was not."""
    result = row.table.result
    return not isinstance(result, NotScored) or result.expected


def _was_obtained(row: Row) -> bool:
    """Whether a side has a result or an artificial score there."""
    return _was_scheduled(row) and not all(isinstance(award, NotScored) for award in row.awards)


def with_rows(boards: Sequence[FieldBoard], rows: Sequence[Row]) -> list[FieldBoard]:
    """The boards with other rows in force at the same tables; a board whose rows and E stay is as it was."""
    fields: dict[tuple[str, str], list[FieldBoard]] = defaultdict(list)
    for known in boards:
        fields[known.session, known.section].append(known)
    expected = {
        key: _expected(rows, [known.orders for known in field], field[0].scored.regulation)
        for key, field in fields.items()
    }
    found = []
    for known in boards:
        kept = tuple([rows[order] for order in known.orders])
        board, scored, full = known.scored.board, known.scored, expected[known.session, known.section]
        if kept != board.rows or full != board.expected:
            board = replace(board, rows=kept, expected=full)
            known = replace(known, scored=ScoredBoard(board, scored.method, scored.regulation))
        found.append(known)
    return found


def every_place(boards: Iterable[FieldBoard]) -> dict[str, list[Place]]:
    """Each contestant's lines, in the order of the event."""
    found: dict[str, list[Place]] = defaultdict(list)
    for board in boards:
        for index, row in enumerate(board.rows):
            for side in Side:
                for contestant in row.table.seats[side]:
                    found[contestant].append(Place(board, index, side))
    for kept in found.values():
        kept.sort(key=lambda place: place.order)
    return found


def place_at(boards: Iterable[FieldBoard], contestant: str, table: TableResult) -> Place | None:
    """Where a contestant's line of one table stands, found without all the others."""
    for board in boards:
        if (board.scored.board.number, board.session) != (table.board, table.session):
            continue
        for index, row in enumerate(board.rows):
            if row.table.id == table.id:
                sides = [side for side in Side if contestant in row.table.seats[side]]
                return Place(board, index, sides[0]) if sides else None
    return None
