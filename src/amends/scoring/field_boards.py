"""Boards in their fields: what is compared with what, and where a contestant's lines stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from amends.awards import NotScored
from amends.bridge import Side
from amends.event import Board, Event, Row
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


def _sat_out(rows: Sequence[Row], orders: Sequence[int]) -> int:
    """How many of the rows were never scheduled."""
    results = [rows[order].table.result for order in orders]
    return sum(not result.expected for result in results if isinstance(result, NotScored))
