"""Exact totals of many contestants: integers over a common denominator where that fits, else fractions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

import numpy as np

from amends.bulk.charts import LARGEST, Integers


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


@dataclass(slots=True)
class ContestantTotals:
    """The total of each contestant and what was available, both in lowest terms; 0 as unit where it does not fit.

    `large` has the fractions of those contestants: total and available.
    """

    points: Integers
    unit: Integers
    available: Integers
    available_unit: Integers
    boards: Integers
    large: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)

    def exact(self, contestant: int) -> tuple[Fraction, Fraction]:
        """A contestant's total, and what was available."""
        if contestant in self.large:
            return self.large[contestant]
        return (
            Fraction(int(self.points[contestant]), int(self.unit[contestant])),
            Fraction(int(self.available[contestant]), int(self.available_unit[contestant])),
        )


def totals(sums: Sums, contestants: int, more: Mapping[int, tuple[Fraction, Fraction, int]]) -> ContestantTotals:
    """Each contestant's total. `more` has what stands outside the columns: points, available, boards."""
    boards = np.zeros(contestants, np.int64)
    np.add.at(boards, sums.contestant, sums.boards)
    units = np.unique(sums.unit).tolist()
    common = lcm(*units) if units else 1
    if not _fits(sums, common, contestants):
        return _apart(sums, contestants, more, boards)
    factor = common // sums.unit
    columns: list[Integers] = []
    for column in (sums.points, sums.top):
        total = np.zeros(contestants, np.int64)
        np.add.at(total, sums.contestant, column * factor)
        columns += _lowest(total, common)
    points_of, unit, available_of, available_unit = columns
    found = ContestantTotals(points_of, unit, available_of, available_unit, boards)
    for contestant, (points, available, count) in more.items():
        own, had = found.exact(contestant)
        _put(found, contestant, own + points, had + available)
        boards[contestant] += count
    return found


def _fits(sums: Sums, common: int, contestants: int) -> bool:
    """Whether every total fits into a column over the common denominator."""
    if common >= LARGEST:
        return False
    factor = common / sums.unit
    for column in (sums.points, sums.top):
        size = np.bincount(sums.contestant, np.abs(column) * factor, minlength=contestants)
        if len(size) and size.max() >= LARGEST:
            return False
    return True


def _lowest(over: Integers, under: int) -> list[Integers]:
    divisor = np.gcd(over, under)
    return [over // divisor, under // divisor]


def _apart(
    sums: Sums, contestants: int, more: Mapping[int, tuple[Fraction, Fraction, int]], boards: Integers
) -> ContestantTotals:
    """The totals where no common denominator fits: each contestant by itself."""
    points_of, unit_of, available_of, available_unit = (np.zeros(contestants, np.int64) for _ in range(4))
    found = ContestantTotals(points_of, unit_of, available_of, available_unit, boards)
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
    if max(abs(total.numerator), total.denominator, available.numerator, available.denominator) < LARGEST:
        found.points[contestant], found.unit[contestant] = total.numerator, total.denominator
        found.available[contestant], found.available_unit[contestant] = available.numerator, available.denominator
        found.large.pop(contestant, None)
    else:
        found.unit[contestant] = found.available_unit[contestant] = 0
        found.large[contestant] = (total, available)
