"""Exact totals of many contestants: integers over a common denominator where that fits, else fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from amends.bulk.charts import LARGEST, Integers

EXACT_FLOAT = 2.0**53
"""Integers below it are exact as floating point numbers."""

More = Mapping[int, tuple[Fraction, Fraction, int]]
"""By contestant, what stands outside the columns: points, available, boards."""


@dataclass(slots=True)
class Sums:
    """Lines added up: one record for a contestant and a denominator; `contestant` counts from 0.

    `points` and `top` are in parts of `1/unit`; `boards` is how many lines they are.
    """

    contestant: Integers
    points: Integers
    top: Integers
    unit: Integers
    boards: Integers

    def present(self) -> Sums:
        """Those records that have a line."""
        if self.boards.all():
            return self
        has = np.flatnonzero(self.boards)
        return Sums(self.contestant[has], self.points[has], self.top[has], self.unit[has], self.boards[has])


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


def totals(sums: Sums, contestants: int, more: More) -> ContestantTotals:
    """Each contestant's total; `more` stands outside the columns."""
    ordered = _in_order(sums.contestant, contestants)
    boards = _summed(sums.contestant, sums.boards, contestants, ordered)
    common = lcm(*distinct(sums.unit))
    if not _fits(sums, common, contestants):
        return _apart(sums, contestants, more, boards)
    factor = common // sums.unit
    points, available = (
        _summed(sums.contestant, column * factor, contestants, ordered) for column in (sums.points, sums.top)
    )
    found = ContestantTotals(points, available, np.full(contestants, common, np.int64), boards)
    for contestant, (extra, top, count) in more.items():
        own, had = found.exact(contestant)
        _put(found, contestant, own + extra, had + top)
        boards[contestant] += count
    return found


def _in_order(contestant: Integers, contestants: int) -> bool:
    """Whether the first records are one of each contestant in their order, as they are of plain rows."""
    head = contestant[:contestants]
    return len(head) == contestants and bool((head == np.arange(contestants)).all())


def _summed(contestant: Integers, values: Integers, contestants: int, ordered: bool) -> Integers:
    """The sum of the values for each contestant; where the first are `ordered`, only the others are looked up."""
    if not ordered:
        return summed(contestant, values, contestants)
    found = values[:contestants].copy()
    np.add.at(found, contestant[contestants:], values[contestants:])
    return found


def summed(key: NDArray[np.integer], values: NDArray[np.integer], size: int) -> Integers:
    """The sum of the values for each key; in floating point where that is exact."""
    if float(np.abs(values).max(initial=0)) * len(values) < EXACT_FLOAT:
        return np.bincount(key, values, minlength=size).astype(np.int64)
    total = np.zeros(size, np.int64)
    np.add.at(total, key, values)
    return total


def distinct(column: Integers) -> list[int]:
    """The values of a column, each once.

    >>> distinct(np.array([3, 1, 3]))
    [1, 3]
    """
    others = column[column != column[:1]]
    if not len(others):
        return [int(value) for value in column[:1]]
    low, span = int(column.min()), int(column.max()) - int(column.min())
    if span > 4 * len(column):
        return [int(value) for value in np.unique(column)]
    seen = np.zeros(span + 1, bool)
    seen[others - low] = True
    seen[column[0] - low] = True
    return [int(value) for value in np.flatnonzero(seen) + low]


def _fits(sums: Sums, common: int, contestants: int) -> bool:
    """Whether every total fits into a column over the common denominator."""
    if common >= LARGEST:
        return False
    factor = common / sums.unit
    for column in (sums.points, sums.top):
        if float(np.abs(column).max(initial=0)) * float(factor.max(initial=0)) * len(column) < LARGEST:
            continue
        size = np.bincount(sums.contestant, np.abs(column) * factor, minlength=contestants)
        if size.max(initial=0) >= LARGEST:
            return False
    return True


def _apart(sums: Sums, contestants: int, more: More, boards: Integers) -> ContestantTotals:
    """The totals where no common denominator fits: each contestant by itself."""
    points_of, available_of, unit_of = (np.zeros(contestants, np.int64) for _ in range(3))
    found = ContestantTotals(points_of, available_of, unit_of, boards)
    total: dict[int, Fraction] = defaultdict(Fraction)
    available: dict[int, Fraction] = defaultdict(Fraction)
    columns = (sums.contestant, sums.points, sums.top, sums.unit)
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
