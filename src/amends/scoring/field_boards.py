"""Boards in their fields: what is compared with what, and where a contestant's lines stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from amends.awards import NotScored
from amends.bridge import Side
from amends.event import Board, Event, Row, TableResult
from amends.scoring.board import ScoredBoard
from amends.scoring.chart import Chart
from amends.scoring.methods import method


@dataclass(slots=True)
class FieldBoard:
    """A board in its field: one session, all sections or one."""

    session: str
    section: str
    scored: ScoredBoard
    orders: list[int]

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
    """The event's boards, each in its field; E is the most results scheduled for any board of a field."""
    by_section = event.regulation.field == "section"
    fields: dict[tuple[str, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for order, row in enumerate(rows):
        table = row.table
        fields[table.session, table.section if by_section else ""][table.board].append(order)
    scoring = method(event.scoring)
    boards = []
    for (session, section), numbers in fields.items():
        expected = max(len(orders) - _sat_out(rows, orders) for orders in numbers.values())
        for number, orders in numbers.items():
            kept = tuple(rows[order] for order in orders)
            board = Board(number, event.conditions(number), kept, expected)
            boards.append(FieldBoard(session, section, ScoredBoard(board, scoring, event.regulation), orders))
    return boards


def with_rows(boards: Sequence[FieldBoard], rows: Sequence[Row]) -> list[FieldBoard]:
    """The boards with other rows in force at the same tables. E stays, and a board whose rows stay is as it was."""
    found = []
    for known in boards:
        kept = tuple([rows[order] for order in known.orders])
        if kept != known.rows:
            board, scored = replace(known.scored.board, rows=kept), known.scored
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


def _sat_out(rows: Sequence[Row], orders: Sequence[int]) -> int:
    """How many of the rows were never scheduled."""
    results = [rows[order].table.result for order in orders]
    return sum(not result.expected for result in results if isinstance(result, NotScored))
