"""Damage (12B1): the table result beside the result expected without the infraction, in the event's own unit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from amends.awards import Mixture
from amends.bridge import BySide, Side
from amends.desk.open_event import OpenEvent
from amends.event import Ruling, TableResult
from amends.event.rows import bound_to
from amends.reports.figures import shown
from amends.rulings.consequences.at_table import BoardFigure, board_figure, without
from amends.scoring.event import score
from amends.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class Compared:
    """Each side's figure with the table result and with the expected one."""

    unit: str
    table: BySide[BoardFigure]
    expected: BySide[BoardFigure]

    def damaged(self, side: Side) -> bool:
        """Whether a side has less at the table than it was to expect; also where there is nothing to compare."""
        table, expected = self.table[side].figure, self.expected[side].figure
        return table is None or expected is None or expected > table

    def words(self, side: Side) -> str:
        """Both figures of a side: N-S have 1 of 12 at the table, 8 were to be expected."""
        table, expected = self.table[side], self.expected[side]
        top = f" of {shown(table.top)}" if table.top else ""
        unit = {"imps": " IMPs", "points": " points"}.get(self.unit, "")
        return (
            f"{side.words} have {shown(table.figure)}{top}{unit} at the table;"
            f" {shown(expected.figure)}{top}{unit} were to be expected"
        )


def compared(opened: OpenEvent, row: TableResult, expected: Mixture) -> Compared:
    """What a result in place of the table's would be worth to both sides."""
    event = without(opened.event, Ruling("", row.board, bound_to(row)))
    before = score(event)
    instead = Ruling("expected", row.board, bound_to(row), BySide(expected, expected))
    after = score(replace(event, rulings=(*event.rulings, instead)))
    return Compared(before.unit, _figures(before, row), _figures(after, row))


def _figures(standings: Standings, row: TableResult) -> BySide[BoardFigure]:
    seats = row.seats
    return BySide.of(lambda side: board_figure(standings, seats[side][0], row) if seats[side] else BoardFigure())
