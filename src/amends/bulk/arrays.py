"""Arrays in memory, the shortest way: contestants are numbers from 0, in one session."""

from __future__ import annotations

from math import lcm

import numpy as np
from numpy.typing import NDArray

from amends.bridge import Side
from amends.bulk.awards import RuledRows
from amends.bulk.charts import Integers
from amends.bulk.figures import BoardFigures
from amends.bulk.totals import ContestantTotals

EXACT_FLOAT = 2.0**53
"""Integers below it are exact as floating point numbers."""


def array_totals(
    figures: BoardFigures, ns: NDArray[np.integer], ew: NDArray[np.integer], contestants: int, ruled: RuledRows,
    board: NDArray[np.integer],
) -> ContestantTotals:  # fmt: skip
    """The totals of all contestants from the figures of their rows."""
    if any(side.large_cells or side.large for side in figures.sides):
        raise OverflowError("boards beyond 64 bits are scored by score_rows")
    units = [_distinct(column) for side in figures.sides for column in (side.denominator, side.slot_under)]
    common = lcm(*(unit for column in units for unit in column if unit))
    points = np.zeros(contestants)
    top = np.zeros(contestants)
    boards = np.zeros(contestants, np.int64)
    plain = None if (figures.position >= 0).all() else np.flatnonzero(figures.position >= 0)
    size = 0.0
    for side, seats in ((Side.NS, ns), (Side.EW, ew)):
        own = figures.sides[side]
        factor = common // own.denominator
        cell_value = (own.cell_value * factor[figures.cells.board]).astype(float)
        cell_top = (own.top * factor).astype(float)
        size = max(size, float(np.abs(cell_value).max(initial=0)), float(cell_top.max(initial=0)))
        position = figures.position if plain is None else figures.position[plain]
        at = seats if plain is None else seats[plain]
        points += np.bincount(at, cell_value[position], minlength=contestants)
        same_top = cell_top[0] if len(cell_top) and (cell_top == cell_top[0]).all() else None
        played = np.bincount(at, minlength=contestants)
        boards += played
        top += (
            played * same_top
            if same_top is not None
            else np.bincount(at, cell_top[figures.cells.board[position]], minlength=contestants)
        )
        has = own.slot_under > 0
        slot_factor = common // np.maximum(own.slot_under, 1) * has
        np.add.at(points, seats[ruled.row], (own.slot_over * slot_factor).astype(float))
        np.add.at(top, seats[ruled.row], (own.slot_top * slot_factor).astype(float))
        np.add.at(boards, seats[ruled.row], has)
    if common >= EXACT_FLOAT or size * int(boards.max(initial=0)) >= EXACT_FLOAT:
        raise OverflowError("sums beyond 53 bits are added up by line_sums")
    over, under = points.astype(np.int64), np.full(contestants, common, np.int64)
    return ContestantTotals(over, under, top.astype(np.int64), under, boards)


def _distinct(column: Integers) -> list[int]:
    """The values of a column, each once."""
    ordered = np.sort(column)
    return [int(value) for value in ordered[np.diff(ordered, prepend=-1) != 0]]
