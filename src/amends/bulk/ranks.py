"""Places of many contestants, decided exactly: floating point sorts, integers decide what is near."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from amends import exact
from amends.bulk.charts import LARGEST, Integers
from amends.bulk.totals import ContestantTotals
from amends.scoring.standings import HUNDREDTH

NEAR = 1e-13
"""Totals that differ by less, in proportion, are compared exactly; floating point errs by a hundredth of that."""


@dataclass(slots=True)
class Places:
    """The place of each contestant, 0 for those who have none, and whether it is shared."""

    rank: Integers
    tied: NDArray[np.bool_]


def places(totals: ContestantTotals, lists: Integers, percent: bool, rank_on: str) -> Places:
    """Places by percentage or by total, within each list of places; equal ones share the better place.

    `lists` has for each contestant the list in which it stands, -1 for none.
    """
    key, ranked = _keys(totals, percent)
    if rank_on == "rounded":
        hundredths = _rounded(key, totals, ranked, percent)
        order = _ordered(hundredths, lists, ranked)
        one, other = order[:-1], order[1:]
        return _numbered(order, (hundredths[one] == hundredths[other]) & (lists[one] == lists[other]), lists)
    order = _ordered(key, lists, ranked)
    return _numbered(order, _same(order, key, totals, lists, percent), lists)


def _ordered(key: NDArray[np.float64] | Integers, lists: Integers, ranked: NDArray[np.bool_]) -> Integers:
    """Those who have a place, list by list, the greatest key first."""
    chosen = np.flatnonzero(ranked & (lists >= 0))
    if len(chosen) and (lists[chosen] == lists[chosen[0]]).all():
        return chosen[np.argsort(-key[chosen])]
    return chosen[np.lexsort((-key[chosen], lists[chosen]))]


def _keys(totals: ContestantTotals, percent: bool) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """A floating point number for each contestant to sort by, and who has a total."""
    total = totals.points / np.maximum(totals.unit, 1)
    available = totals.available / np.maximum(totals.unit, 1)
    for contestant, (points, had) in totals.large.items():
        total[contestant], available[contestant] = float(points), float(had)
    ranked = (totals.boards > 0) & ((available > 0) | (not percent))
    if percent:
        total = total / np.where(available > 0, available, 1.0)
    return total, ranked


def _value(totals: ContestantTotals, contestant: int, percent: bool) -> Fraction:
    total, available = totals.exact(contestant)
    return total / available if percent else total


def _same(
    order: Integers, key: NDArray[np.float64], totals: ContestantTotals, lists: Integers, percent: bool
) -> NDArray[np.bool_]:
    """For each place of the order after the first, whether it has the same value as the one before; mends the order."""
    one, other = order[:-1], order[1:]
    sorted_key = key[order]
    gap = np.abs(sorted_key[:-1] - sorted_key[1:])
    near = (gap <= NEAR * np.maximum(np.abs(sorted_key[:-1]), NEAR)) & (lists[one] == lists[other])
    close = np.flatnonzero(near)
    equal = np.zeros(len(near), bool)
    equal[close] = _equal(order[close], order[close + 1], totals, percent)
    doubtful = np.flatnonzero(near & ~equal)
    if not len(doubtful):
        return equal
    starts = np.flatnonzero(np.concatenate(([True], ~near)))
    for start in np.unique(np.searchsorted(starts, doubtful, "right") - 1).tolist():
        low = int(starts[start])
        high = int(starts[start + 1]) if start + 1 < len(starts) else len(order)
        values = {int(each): _value(totals, int(each), percent) for each in order[low:high]}
        mended = sorted(order[low:high].tolist(), key=lambda each: -values[each])
        order[low:high] = mended
        for place in range(low, high - 1):
            equal[place] = values[mended[place - low]] == values[mended[place - low + 1]]
    return equal


def _equal(one: Integers, other: Integers, totals: ContestantTotals, percent: bool) -> NDArray[np.bool_]:
    """Whether contestants have the same value: cross-multiplied where that fits, and not known to be so elsewhere."""
    points, under = totals.points, totals.available if percent else totals.unit
    known = (totals.unit[one] > 0) & (totals.unit[other] > 0)
    over_the_same = known & (under[one] == under[other])
    fits = known
    for over, by in ((one, other), (other, one)):
        fits = fits & (np.abs(points[over].astype(float)) * under[by] < LARGEST)
    multiplied = fits & (points[one] * under[other] == points[other] * under[one])
    return np.asarray(multiplied | (over_the_same & (points[one] == points[other])))


def _rounded(key: NDArray[np.float64], totals: ContestantTotals, ranked: NDArray[np.bool_], percent: bool) -> Integers:
    """Each percentage or total in hundredths, halves away from zero; what is near a half is decided exactly."""
    about = key * (10_000.0 if percent else 100.0)
    found = (np.sign(about) * np.floor(np.abs(about) + 0.5)).astype(np.int64)
    near = np.abs(np.abs(about) % 1.0 - 0.5) < 1e-9 * np.maximum(1.0, np.abs(about))
    for contestant in np.flatnonzero(near & ranked).tolist():
        value = _value(totals, contestant, percent) * (100 if percent else 1)
        found[contestant] = int(exact.nearest(value, HUNDREDTH) * 100)
    return found


def _numbered(order: Integers, same: NDArray[np.bool_], lists: Integers) -> Places:
    """Numbers from the order of places: those who are equal get the number of the first of them."""
    rank, tied = np.zeros(len(lists), np.int64), np.zeros(len(lists), bool)
    if not len(order):
        return Places(rank, tied)
    index = np.arange(len(order))
    new_list = np.concatenate(([True], lists[order[1:]] != lists[order[:-1]]))
    first_of_list = np.maximum.accumulate(np.where(new_list, index, 0))
    new_place = np.concatenate(([True], ~same))
    first = np.maximum.accumulate(np.where(new_place, index, 0))
    rank[order] = first - first_of_list + 1
    shared = np.concatenate(([False], same)) | np.concatenate((same, [False]))
    tied[order] = shared
    return Places(rank, tied)
