"""What a ruling does to those who sat at its table: their figures on the board before and after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from amends.bridge import BySide
from amends.event import Event, Ruling, TableResult
from amends.event.rows import ruled_tables, table_of
from amends.scoring.standings import Standings


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A figure on a board and the top it is of; IMPs and points have no top.

    >>> BoardFigure(Fraction(3), Fraction(4)).percent
    Fraction(75, 1)
    """

    figure: Fraction | None = None
    top: Fraction | None = None

    @property
    def percent(self) -> Fraction | None:
        """The share of the top, where there is one."""
        return self.figure / self.top * 100 if self.figure is not None and self.top else None


@dataclass(frozen=True, slots=True)
class AtTable:
    """A contestant's figure on the board of a ruling, before and after."""

    contestant: str
    before: BoardFigure
    after: BoardFigure

    @property
    def top(self) -> Fraction | None:
        """What the board was worth at the most."""
        return self.after.top or self.before.top


def at_table(before: Standings, after: Standings, table: TableResult) -> BySide[tuple[AtTable, ...]]:
    """The figures of each contestant at a table in two standings."""
    return table.seats.map(
        lambda seats: tuple(
            AtTable(seat, board_figure(before, seat, table), board_figure(after, seat, table)) for seat in seats
        )
    )


def board_figure(standings: Standings, contestant: str, table: TableResult) -> BoardFigure:
    """A contestant's figure at a table."""
    line = standings.line_at(contestant, table)
    if line is None:
        return BoardFigure()
    return BoardFigure(line.figure, line.top if standings.unit == "matchpoints" else None)


def without(event: Event, ruling: Ruling) -> Event:
    """The event with the table result of a ruling: neither that ruling nor any it replaced, and all the others."""
    table = table_of(ruling, event.results).id
    ruled = ruled_tables(event.results, event.rulings)
    kept = (replace(other, replaces=None) for where, other in ruled.items() if where != table)
    return replace(event, rulings=tuple(kept))
