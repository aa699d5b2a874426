"""Exact totals of many contestants: integers over a common denominator where that fits, else fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from amends.bulk.buffers import BLOCK
from amends.bulk.charts import LARGEST, Integers

Value = TypeVar("Value")

More = Mapping[int, tuple[Fraction, Fraction, int]]
"""By contestant, what stands outside the columns: points, available, boards."""


@dataclass(slots=True)
class Sums:
    """Lines added up: one record for a contestant and a denominator; `contestant` counts from 0.

    `points` and `top` are in parts of `1/unit`; `boards` is how many lines they are. Without `contestant` there is one
    record of each in their order, and `unit` may be one number for all.
    """

    contestant: Integers | None
    points: Integers
    top: Integers
    unit: Integers | int
    boards: Integers

    @property
    def units(self) -> list[int]:
        """The denominators that occur."""
        return [self.unit] if isinstance(self.unit, int) else distinct(self.unit)

    @property
    def most_records(self) -> int:
        """Of one contestant there are no more."""
        return 1 if self.contestant is None else len(self.contestant)

    def records(self) -> tuple[Integers, Integers, Integers, Integers, Integers]:
        """All columns, a number for each record, of those records that have a line."""
        count = len(self.boards)
        contestant = np.arange(count) if self.contestant is None else self.contestant
        unit = np.full(count, self.unit) if isinstance(self.unit, int) else self.unit
        columns = (contestant, self.points, self.top, unit, self.boards)
        if self.boards.all():
            return columns
        has = np.flatnonzero(self.boards)
        contestant, points, top, unit, boards = (column[has] for column in columns)
        return contestant, points, top, unit, boards


@dataclass(slots=True)
class ContestantTotals:
    """The total of each contestant and what was available, both in parts of 1/unit; 0 as unit where they do not fit.

    `large` has the fractions of those contestants: total and available.
    """

    points: Integers
    available: Integers
    unit: Integers
    boards: Integers
    large: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def exact(self, contestant: int) -> tuple[Fraction, Fraction]:
        """A contestant's total, and what was available."""
        if contestant in self.large:
            return self.large[contestant]
        points, available = int(self.points[contestant]), int(self.available[contestant])
        unit = int(self.unit[contestant])
        return Fraction(points, unit), Fraction(available, unit)

    def taken(self, order: Integers) -> ContestantTotals:
        """The same in another order of all."""
        columns = (self.points, self.available, self.unit, self.boards)
        points, available, unit, boards = (each if is_constant(each) else each[order] for each in columns)
        return ContestantTotals(points, available, unit, boards, moved(self.large, order))


def moved(by_contestant: Mapping[int, Value], order: Integers) -> dict[int, Value]:
    """What some contestants have, by their places in an order."""
    if not by_contestant:
        return {}
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    return {int(place[contestant]): value for contestant, value in by_contestant.items()}


def totals(parts: Sequence[Sums], contestants: int, more: More) -> ContestantTotals:
    """Each contestant's total over all parts; `more` stands outside the columns."""
    parts = [each for part in parts for each in _headed(part, contestants)]
    boards = _added(parts, [part.boards for part in parts], [1] * len(parts), contestants)
    common = lcm(*(unit for part in parts for unit in part.units))
    if not _fits(parts, common, contestants):
        return _apart(parts, contestants, more, boards)
    factors = [common // part.unit for part in parts]
    points = _added(parts, [part.points for part in parts], factors, contestants)
    available = _added(parts, [part.top for part in parts], factors, contestants)
    found = ContestantTotals(points, available, np.full(contestants, common, np.int64), boards)
    for contestant, (extra, top, count) in more.items():
        own, had = found.exact(contestant)
        _put(found, contestant, own + extra, had + top)
        boards[contestant] += count
    return found


def _headed(part: Sums, contestants: int) -> Iterator[Sums]:
    """The same; where its first records are one of each contestant in their order, as those of plain rows are, these
    by themselves, and the others.
    """
    who, unit = part.contestant, part.unit
    if not isinstance(unit, int) and is_constant(unit):
        unit = int(unit[0]) if len(unit) else 1
    if who is None or len(who) < contestants or not (who[:contestants] == np.arange(contestants)).all():
        yield replace(part, unit=unit)
        return
    for some in (slice(contestants), slice(contestants, None)):
        own = unit if isinstance(unit, int) else unit[some]
        columns = (part.points[some], part.top[some], own, part.boards[some])
        yield Sums(None if some.start is None else who[some], *columns)


def _added(
    parts: Sequence[Sums], columns: Sequence[Integers], factors: Sequence[Any], contestants: int
) -> NDArray[Any]:
    """The sum of a column of each part, times its factor, for each contestant."""
    values = [column * factor for column, factor in zip(columns, factors, strict=True)]
    in_order = [own for part, own in zip(parts, values, strict=True) if part.contestant is None]
    total = in_order.pop() if in_order else np.zeros(contestants, np.result_type(np.int64, *values[:1]))
    for own in in_order:
        total += own
    for part, own in zip(parts, values, strict=True):
        if part.contestant is not None:
            np.add.at(total, part.contestant, own)
    return total


def is_constant(column: NDArray[np.integer]) -> bool:
    """Whether all values of a column are the same."""
    return bool((column == column[:1]).all())


def summed(key: NDArray[np.integer], values: NDArray[np.integer], size: int) -> Integers:
    """The sum of the values for each key."""
    total = np.zeros(size, np.int64)
    add_to(total, key, values)
    return total


def add_to(total: Integers, key: NDArray[np.integer], values: NDArray[np.integer], more: int = 0) -> None:
    """Add each value, and `more`, to the total of its key: a block at a time, for which nothing large is made."""
    for low in range(0, len(key), BLOCK):
        some = values[low : low + BLOCK].astype(np.int64)
        if more:
            some += more
        np.add.at(total, key[low : low + BLOCK].astype(np.intp), some)


def distinct(column: Integers) -> list[int]:
    """The values of a column, each once.

    >>> distinct(np.array([3, 1, 3]))
    [1, 3]
    """
    values, rest = list[int](), column
    while len(rest):
        if len(values) == _FEW:
            return sorted([*values, *np.unique(rest).tolist()])
        values.append(usual_value(rest))
        rest = rest[rest != values[-1]]
    return sorted(values)


_FEW = 8
"""Values that are looked for one by one, before a column is sorted."""


def usual_value(column: Integers) -> int:
    """The value that most of a column has, where most have the same; 1 for an empty column."""
    values, times = np.unique(column[:: len(column) // 100 + 1], return_counts=True)
    return int(values[times.argmax()]) if len(values) else 1


def _fits(parts: Sequence[Sums], common: int, contestants: int) -> bool:
    """Whether every total fits into a column over the common denominator."""
    if common >= LARGEST:
        return False
    for columns in ([part.points for part in parts], [part.top for part in parts]):
        largest = sum(
            float(magnitude(column)) * (common / min(part.units, default=common)) * part.most_records
            for part, column in zip(parts, columns, strict=True)
        )
        if largest < LARGEST:
            continue
        factors = [common / part.unit for part in parts]
        if _added(parts, list(map(np.abs, columns)), factors, contestants).max(initial=0) >= LARGEST:
            return False
    return True


def magnitude(column: NDArray[np.integer]) -> int:
    """The largest of the absolute values of a column, 0 where it is empty."""
    return max(int(column.max(initial=0)), -int(column.min(initial=0)))


def _apart(parts: Sequence[Sums], contestants: int, more: More, boards: Integers) -> ContestantTotals:
    """The totals where no common denominator fits: each contestant by itself."""
    points_of, available_of, unit_of = (np.zeros(contestants, np.int64) for _ in range(3))
    found = ContestantTotals(points_of, available_of, unit_of, boards)
    total: dict[int, Fraction] = defaultdict(Fraction)
    available: dict[int, Fraction] = defaultdict(Fraction)
    for part in parts:
        columns = part.records()[:4]
        for contestant, points, top, unit in zip(*(column.tolist() for column in columns), strict=True):
            total[contestant] += Fraction(points, unit)
            available[contestant] += Fraction(top, unit)
    for contestant, (points, top, count) in more.items():
        total[contestant] += points
        available[contestant] += top
        boards[contestant] += count
    for contestant in range(contestants):
        _put(found, contestant, total[contestant], available[contestant])
    return found


def _put(found: ContestantTotals, contestant: int, total: Fraction, available: Fraction) -> None:
    """A contestant's figures into the columns, or apart."""
    unit = lcm(total.denominator, available.denominator)
    points, top = int(total * unit), int(available * unit)
    fits = max(abs(points), top, unit) < LARGEST
    found.points[contestant], found.available[contestant] = (points, top) if fits else (0, 0)
    found.unit[contestant] = unit if fits else 0
    if fits:
        found.large.pop(contestant, None)
    else:
        found.large[contestant] = (total, available)
