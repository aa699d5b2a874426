"""The plain rows of many contestants added up: integers over one unit, both directions."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

import numpy as np
from numpy.typing import NDArray

from amends.bulk.charts import LARGEST, Integers
from amends.bulk.row_figures import RowFigures, SideRows, compiled
from amends.bulk.totals import EXACT_FLOAT, Sums, distinct, summed

Seats = tuple[NDArray[np.integer], NDArray[np.integer]]
"""The contestants North-South and East-West of each row, counted from 0."""


def plain_sums(figures: RowFigures, seats: Seats, contestants: int, *, fast: bool | None = None) -> Sums:
    """The sums of the plain rows, a record for each contestant in their order; nobody stands twice on a board.

    Rows without a plain score, and those whose figure does not fit into a column, are left out.
    """
    fast = compiled(len(figures.board)) if fast is None else fast
    units = {unit for side in figures.sides for unit in distinct(side.unit)}
    common = lcm(*units)
    most = min(len(figures.sides.ns.unit), len(figures.board))
    bound = most * max(_largest(side, common) for side in figures.sides)
    if common >= LARGEST or bound >= LARGEST:
        return _by_unit(figures, seats, contestants)
    factors = [common // side.unit for side in figures.sides]
    add = _with_numba if fast else _with_numpy
    total, count = add(figures, seats, contestants, factors, bound)
    others = left_out(figures)
    for side, seat in enumerate(seats):
        np.subtract.at(count[side], seat[others], 1)
    top = _tops(figures, seats, count, factors)
    boards = np.add(count[0], count[1], out=count[0])
    points = np.add(total[0], total[1], out=total[0])
    return Sums(np.arange(contestants), points, top, np.full(contestants, common, np.int64), boards)


def _largest(side: SideRows, common: int) -> float:
    """No figure of a side, and no top, is larger over the common unit."""
    scale = common / int(side.unit.min(initial=common))
    return max(-side.least, side.most, int(side.top.max(initial=0))) * scale


def left_out(figures: RowFigures) -> Integers:
    """The rows that are not among the plain ones; those with a large figure are large for both sides."""
    large = {*figures.sides.ns.large, *figures.sides.ew.large}
    return np.concatenate([figures.without, np.array(sorted(large), np.int64)])


def _with_numba(
    figures: RowFigures, seats: Seats, contestants: int, factors: Sequence[Integers], bound: float
) -> tuple[Integers, Integers]:
    """Points and number of rows together in one integer each, where that fits."""
    from amends.bulk import fast

    bits = int(2 * bound + 1).bit_length()
    if (len(factors[0]) + 1) << bits >= LARGEST:
        return _with_numpy(figures, seats, contestants, factors, bound)
    kinds = [np.result_type(*columns) for columns in (seats, [side.points for side in figures.sides])]
    seat = tuple(column.astype(kinds[0], copy=False) for column in seats)
    points = tuple(side.points.astype(kinds[1], copy=False) for side in figures.sides)
    each = tuple(factor[:1] if (factor == factor[0]).all() else factor for factor in factors)
    packed = np.zeros((2, contestants), np.int64)
    fast.add_rows(seat, points, figures.board, each, 1 << bits, packed)
    count = packed + (1 << bits - 1)
    count >>= bits
    packed -= count << bits
    return packed, count


def _with_numpy(
    figures: RowFigures, seats: Seats, contestants: int, factors: Sequence[Integers], bound: float
) -> tuple[Integers, Integers]:
    """Points and number of rows together in one floating point number each, where that is exact."""
    boards = len(factors[0])
    one = 2 ** int(bound + 1).bit_length()
    packs = one * (boards + 1.0) < EXACT_FLOAT
    total, count = (np.zeros((2, contestants), np.int64) for _ in range(2))
    for side, (own, seat, factor) in enumerate(zip(figures.sides, seats, factors, strict=True)):
        points = own.points if (factor == 1).all() else factor[figures.board] * own.points
        if packs and own.least >= 0:
            packed = np.bincount(seat, points + float(one), minlength=contestants).astype(np.int64)
            total[side], count[side] = packed & (one - 1), packed >> one.bit_length() - 1
            if count[side].max(initial=0) <= boards:
                continue
        total[side], count[side] = summed(seat, points, contestants), np.bincount(seat, minlength=contestants)
    return total, count


def _tops(figures: RowFigures, seats: Seats, count: Integers, factors: Sequence[Integers]) -> Integers:
    """What each contestant could have; the top is the same on all boards, nearly always."""
    tops = [side.top * factor for side, factor in zip(figures.sides, factors, strict=True)]
    first = int(tops[0][0]) if len(tops[0]) else 0
    if all((top == first).all() for top in tops):
        return np.asarray((count[0] + count[1]) * first, np.int64)
    found = np.zeros(count.shape[1], np.int64)
    others = left_out(figures)
    for seat, top in zip(seats, tops, strict=True):
        each = top[figures.board]
        each[others] = 0
        found += summed(seat, each, count.shape[1])
    return found


def _by_unit(figures: RowFigures, seats: Seats, contestants: int) -> Sums:
    """The same where no common unit fits: a record for each unit that a contestant has, in no order."""
    kept = np.ones(len(figures.board), bool)
    kept[left_out(figures)] = False
    board = figures.board[kept]
    columns = [
        np.concatenate(parts)
        for parts in zip(
            *(
                (seat[kept], own.points[kept], own.top[board], own.unit[board])
                for own, seat in zip(figures.sides, seats, strict=True)
            ),
            strict=True,
        )
    ]
    contestant, points, top, unit = columns
    return add_up(contestant, points, top, unit, contestants)


def add_up(contestant: Integers, points: Integers, top: Integers, unit: Integers, contestants: int) -> Sums:
    """Lines of contestants as sums, one record for each unit that a contestant has."""
    units = np.array(distinct(unit), np.int64)
    which = np.searchsorted(units, unit) if len(units) > 1 else 0
    if contestants * len(units) > _MOST_RECORDS:
        return Sums(contestant, points, top, unit, np.ones(len(unit), np.int64))
    key = contestant * max(len(units), 1) + which
    size = contestants * len(units)
    boards = np.bincount(key, minlength=size)
    found = np.flatnonzero(boards)
    if overflows(points, boards) or overflows(top, boards):
        return Sums(contestant, points, top, unit, np.ones(len(unit), np.int64))
    total, available = (summed(key, column, size)[found] for column in (points, top))
    who, of_unit = np.divmod(found, max(len(units), 1))
    return Sums(who, total, available, units[of_unit], boards[found])


_MOST_RECORDS = 200_000_000


def overflows(column: Integers, times: Integers) -> bool:
    """Whether a sum of so many of them may not fit into 64 bits."""
    return float(np.abs(column).max(initial=0)) * int(times.max(initial=0)) > LARGEST
