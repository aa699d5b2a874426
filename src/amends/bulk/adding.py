"""The plain rows of many contestants added up: integers over one unit, both directions."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import lcm

import numpy as np
from numpy.typing import NDArray

from amends.bulk.charts import LARGEST, Integers
from amends.bulk.row_figures import RowFigures, SideRows, compiled
from amends.bulk.totals import Sums, add_to, distinct, magnitude, summed, usual_value

Seats = tuple[NDArray[np.integer], NDArray[np.integer]]
"""The contestants North-South and East-West of each row, counted from 0."""


def plain_sums(figures: RowFigures, seats: Seats, contestants: int, *, fast: bool | None = None) -> Sums:
    """The sums of the plain rows, a record for each contestant in their order; nobody stands twice on a board.

    Rows without a plain score, and those whose figure does not fit into a column, are left out.
    """
    fast = compiled(len(figures.board)) if fast is None else fast
    ns, ew = figures.sides
    alike = ew.unit is ns.unit and ew.top is ns.top
    common = lcm(*distinct(ns.unit), *([] if alike else distinct(ew.unit)))
    if common >= LARGEST:
        return _by_unit(figures, seats, contestants)
    most = min(len(ns.unit), len(figures.board))
    bound = most * max(_largest(side, common) for side in figures.sides)
    if bound >= LARGEST:
        return _by_unit(figures, seats, contestants)
    ns_factor = _factors(ns.unit, common)
    factors = [ns_factor, ns_factor if alike else _factors(ew.unit, common)]
    ns_top = ns.top * ns_factor
    tops = [ns_top, ns_top if alike else ew.top * factors[1]]
    points, boards = _points_and_boards(figures, seats, contestants, bound, fast)
    usual = usual_value(ns_factor)
    points *= usual
    rows = _unusual_rows(figures, factors, usual)
    for own, seat, factor, some in zip(figures.sides, seats, factors, rows, strict=True):
        if fast:
            from amends.bulk.fast import add_difference

            add_difference(some, seat, own.points, figures.board, factor, usual, points)
        else:
            np.add.at(points, seat[some].astype(np.intp), own.points[some] * (factor[figures.board[some]] - usual))
    others = left_out(figures)
    for seat in seats:
        np.subtract.at(boards, seat[others], 1)
    return Sums(None, points, _tops(figures, seats, boards, tops), common, boards)


def _unusual_rows(figures: RowFigures, columns: Sequence[Integers], usual: int) -> list[Integers]:
    """The rows of boards that have not the usual value in the column of a side; both sides have one, nearly always."""
    ns, ew = columns
    rows = figures.rows_of(np.flatnonzero(ns != usual))
    return [rows, rows if ew is ns else figures.rows_of(np.flatnonzero(ew != usual))]


def _factors(unit: Integers, common: int) -> Integers:
    """What the figures of each board are multiplied by to be in parts of the common unit."""
    usual = usual_value(unit)
    found = np.full(len(unit), common // usual, np.int64)
    others = np.flatnonzero(unit != usual)
    found[others] = common // unit[others]
    return found


def _largest(side: SideRows, common: int) -> float:
    """No figure of a side, and no top, is larger over the common unit."""
    scale = common / int(side.unit.min(initial=common))
    return max(-side.least, side.most, int(side.top.max(initial=0))) * scale


def left_out(figures: RowFigures) -> Integers:
    """The rows that are not among the plain ones; those with a large figure are large for both sides."""
    large = {*figures.sides.ns.large, *figures.sides.ew.large}
    return np.concatenate([figures.without, np.array(sorted(large), np.int64)])


def _points_and_boards(
    figures: RowFigures, seats: Seats, contestants: int, bound: float, fast: bool
) -> tuple[Integers, Integers]:
    """The points of each contestant and how many rows they are: together in one integer each, where that fits."""
    bits = int(2 * bound + 1).bit_length()
    if (len(figures.sides.ns.unit) + 1) << bits >= LARGEST:
        columns = zip(figures.sides, seats, strict=True)
        points = sum((summed(seat, own.points, contestants) for own, seat in columns), np.zeros(contestants, np.int64))
        return points, sum((np.bincount(seat, minlength=contestants) for seat in seats), np.zeros_like(points))
    sums = np.zeros((2, contestants), np.int64)
    if fast:
        from amends.bulk import fast as compiled_loops

        kinds = [np.result_type(*columns) for columns in (seats, [side.points for side in figures.sides])]
        seat = tuple(column.astype(kinds[0], copy=False) for column in seats)
        own_points = tuple(side.points.astype(kinds[1], copy=False) for side in figures.sides)
        compiled_loops.add_rows(seat, own_points, 1 << bits, sums)
    else:
        with ThreadPoolExecutor(2) as pool:
            points_of = [side.points for side in figures.sides]
            list(pool.map(add_to, sums, seats, points_of, [1 << bits] * 2))
    packed = np.add(sums[0], sums[1], out=sums[0])
    boards = packed + (1 << bits - 1)
    boards >>= bits
    packed -= np.left_shift(boards, bits, out=sums[1])
    return packed, boards


def _tops(figures: RowFigures, seats: Seats, boards: Integers, tops: Sequence[Integers]) -> Integers:
    """What each contestant could have; the top is the same on all boards, nearly always."""
    usual = usual_value(tops[0])
    found = boards * usual
    for seat, top, rows in zip(seats, tops, _unusual_rows(figures, tops, usual), strict=True):
        if len(rows):
            rows = rows[~np.isin(rows, left_out(figures))]
            np.add.at(found, seat[rows].astype(np.intp), top[figures.board[rows]] - usual)
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
    return float(magnitude(column)) * int(times.max(initial=0)) > LARGEST
