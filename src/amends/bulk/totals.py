"""Exact totals of many contestants: integers over a common denominator where that fits, else fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from amends.bulk.charts import LARGEST, Integers

EXACT_FLOAT = 2.0**53
"""Integers below it are exact as floating point numbers."""

Value = TypeVar("Value")

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

    def taken(self, order: Integers) -> ContestantTotals:
        """The same in another order."""
        points, available = self.points[order], self.available[order]
        return ContestantTotals(points, available, self.unit[order], self.boards[order], moved(self.large, order))


def moved(by_contestant: Mapping[int, Value], order: Integers) -> dict[int, Value]:
    """What some contestants have, by their places in an order."""
    if not by_contestant:
        return {}
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    return {int(place[contestant]): value for contestant, value in by_contestant.items()}


def totals(parts: Sequence[Sums], contestants: int, more: More) -> ContestantTotals:
    """Each contestant's total over all parts; `more` stands outside the columns."""
    ordered = [_is_ordered(part.contestant, contestants) for part in parts]
    boards, points, available = (np.zeros(contestants, np.int64) for _ in range(3))
    for part, in_order in zip(parts, ordered, strict=True):
        _add(boards, part.contestant, part.boards, in_order)
    common = lcm(*(unit for part in parts for unit in distinct(part.unit)))
    if not _fits(parts, common, contestants):
        return _apart(parts, contestants, more, boards)
    for part, in_order in zip(parts, ordered, strict=True):
        factor = common // (part.unit[:1] if is_constant(part.unit) else part.unit)
        for total, column in ((points, part.points), (available, part.top)):
            _add(total, part.contestant, column if (factor == 1).all() else column * factor, in_order)
    found = ContestantTotals(points, available, np.full(contestants, common, np.int64), boards)
    for contestant, (extra, top, count) in more.items():
        own, had = found.exact(contestant)
        _put(found, contestant, own + extra, had + top)
        boards[contestant] += count
    return found


def _is_ordered(contestant: Integers, contestants: int) -> bool:
    """Whether the first records are one of each contestant in their order, as they are of plain rows."""
    head = contestant[:contestants]
    return len(head) == contestants and bool((head == np.arange(contestants)).all())


def _add(total: Integers, contestant: Integers, values: Integers, in_order: bool) -> None:
    """Add the values to the totals; where the first are in order, only the others are looked up."""
    if in_order:
        total += values[: len(total)]
        contestant, values = contestant[len(total) :], values[len(total) :]
    np.add.at(total, contestant, values)


def is_constant(column: NDArray[np.integer]) -> bool:
    """Whether all values of a column are the same."""
    return bool((column == column[:1]).all())


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
    values, rest = list[int](), column
    while len(rest):
        if len(values) == _FEW:
            return sorted([*values, *np.unique(rest).tolist()])
        values.append(int(rest[0]))
        rest = rest[rest != rest[0]]
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
    for name in ("points", "top"):
        columns = [getattr(part, name) for part in parts]
        factors = [common / int(part.unit.min(initial=common)) for part in parts]
        largest = (
            float(np.abs(column).max(initial=0)) * factor * len(column)
            for column, factor in zip(columns, factors, strict=True)
        )
        if sum(largest) < LARGEST:
            continue
        size = np.zeros(contestants)
        for part, column in zip(parts, columns, strict=True):
            size += np.bincount(part.contestant, np.abs(column) * (common / part.unit), minlength=contestants)
        if size.max(initial=0) >= LARGEST:
            return False
    return True


def _apart(parts: Sequence[Sums], contestants: int, more: More, boards: Integers) -> ContestantTotals:
    """The totals where no common denominator fits: each contestant by itself."""
    points_of, available_of, unit_of = (np.zeros(contestants, np.int64) for _ in range(3))
    found = ContestantTotals(points_of, available_of, unit_of, boards)
    total: dict[int, Fraction] = defaultdict(Fraction)
    available: dict[int, Fraction] = defaultdict(Fraction)
    for part in parts:
        columns = (part.contestant, part.points, part.top, part.unit)
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
