"""Places of many contestants, decided exactly: floating point sorts, integers decide what is near."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from amends import exact
from amends.bulk.charts import LARGEST, Integers
from amends.bulk.totals import ContestantTotals, distinct, magnitude, usual_value
from amends.scoring.standings import HUNDREDTH

NEAR = 1e-13
"""Totals that differ by less, in proportion, are compared exactly; floating point errs by a hundredth of that."""


@dataclass(slots=True)
class Places:
    """The place of each contestant, 0 for those who have none, and whether it is shared.

    `order`, where it is known, has those who have a place, list by list, the best first, equal ones as they stand.
    """

    rank: Integers
    tied: NDArray[np.bool_]
    order: Integers | None = None


def places(totals: ContestantTotals, lists: Integers, percent: bool, rank_on: str, *, fast: bool = False) -> Places:
    """Places by percentage or by total, within each list of places; equal ones share the better place.

    `lists` has for each contestant the list in which it stands, -1 for none. `fast`: with Numba.
    """
    whole = None if rank_on == "rounded" else _whole_keys(totals, percent)
    if whole is not None:
        under = totals.available if percent else totals.unit
        ranked = (totals.boards > 0) & (under > 0)
        if fast and _is_one_list(lists) and lists[0] >= 0:
            who = np.flatnonzero(ranked)
            packed = _packed(whole[who], who, len(whole).bit_length())
            if packed is not None:
                return _numbered_fast(packed, len(whole))
        return _by_whole_numbers(whole, lists, ranked)
    key, ranked = _keys(totals, percent)
    if rank_on == "rounded":
        return _by_whole_numbers(_rounded(key, totals, ranked, percent), lists, ranked)
    order = _ordered(key, lists, ranked)
    return _numbered(order, _same(order, key, totals, lists, percent), lists)


def _whole_keys(totals: ContestantTotals, percent: bool) -> Integers | None:
    """All values as whole numbers over one denominator; None where there are too many denominators for that."""
    under = totals.available if percent else totals.unit
    if totals.large or len(distinct(under[:1000])) > _FEW:
        return None
    denominators = [denominator for denominator in distinct(under) if denominator > 0]
    common, largest = 1, magnitude(totals.points)
    for denominator in denominators:
        common = lcm(common, denominator)
        if common // denominators[0] * largest >= LARGEST:
            return None
    if len(denominators) <= 1:
        return totals.points
    usual = max(usual_value(under), 1)
    key = totals.points * (common // usual)
    if len(denominators) <= _ONE_BY_ONE:
        for denominator in denominators:
            if denominator != usual:
                np.multiply(totals.points, common // denominator, out=key, where=under == denominator)
        return key
    others = np.flatnonzero(under != usual)  # few, mostly: those who played another number of boards
    key[others] = totals.points[others] * (common // np.maximum(under[others], 1))
    return key


_ONE_BY_ONE = 8
"""Denominators up to which each is looked for in the whole column: nothing is divided."""
_FEW = 60
"""Denominators of the first thousand: with more of them it is not worth while to look for a common one."""


def _by_whole_numbers(key: Integers, lists: Integers, ranked: NDArray[np.bool_]) -> Places:
    """Places by numbers that are exact."""
    order = _ordered(key, lists, ranked)
    ordered = key[order]
    same = ordered[1:] == ordered[:-1]
    if not _is_one_list(lists):
        of_order = lists[order]
        same &= of_order[1:] == of_order[:-1]
    return replace(_numbered(order, same, lists), order=order)


def _ordered(key: NDArray[np.float64] | Integers, lists: Integers, ranked: NDArray[np.bool_]) -> Integers:
    """Those who have a place, list by list, the greatest key first, equal ones as they stand."""
    if _is_one_list(lists) and ranked.all():
        return greatest_first(key) if lists[0] >= 0 else np.zeros(0, np.int64)
    chosen = np.flatnonzero(ranked & (lists >= 0))
    if _is_one_list(lists[chosen]):
        return chosen[greatest_first(key[chosen])]
    return chosen[np.lexsort((-key[chosen], lists[chosen]))]


def greatest_first(key: NDArray[np.float64] | Integers) -> Integers:
    """The places of a column, that of the greatest first, equal ones as they stand."""
    bits = len(key).bit_length()
    packed = _packed(key, np.arange(len(key)), bits)
    if packed is None:
        return np.argsort(-key, kind="stable")
    packed &= (1 << bits) - 1
    return packed


def _packed(key: NDArray[np.float64] | Integers, who: Integers, bits: int) -> Integers | None:
    """Each key with who has it in its last `bits`, the greatest key first: sorting numbers is faster than indices.

    None where both do not fit into one number.
    """
    if key.dtype != np.int64 or (int(key.max(initial=0)) - int(key.min(initial=0))).bit_length() + bits > 62:
        return None
    packed: Integers = key.max(initial=0) - key
    packed <<= bits
    packed |= who
    packed.sort()
    return packed


def _numbered_fast(packed: Integers, contestants: int) -> Places:
    """Numbers from keys that are packed with those who have them."""
    from amends.bulk.fast import number_places

    bits = contestants.bit_length()
    found = Places(np.zeros(contestants, np.int64), np.zeros(contestants, bool))
    number_places(packed, bits, found.rank, found.tied)
    packed &= (1 << bits) - 1
    return replace(found, order=packed)


def _is_one_list(lists: Integers) -> bool:
    return bool(len(lists) and (lists == lists[0]).all())


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
    sorted_key = key[order]
    gap = np.abs(sorted_key[:-1] - sorted_key[1:])
    near = gap <= NEAR * np.maximum(np.abs(sorted_key[:-1]), NEAR)
    if not _is_one_list(lists):
        of_order = lists[order]
        near &= of_order[1:] == of_order[:-1]
    close = np.flatnonzero(near)
    equal = np.zeros(len(near), bool)
    equal[close] = _equal(order, close, totals, percent)
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


def _equal(order: Integers, places: Integers, totals: ContestantTotals, percent: bool) -> NDArray[np.bool_]:
    """Whether at these places of the order the next one has the same value: cross-multiplied where that fits.

    False where it does not fit, and is not known.
    """
    under_column = totals.available if percent else totals.unit
    points, under, unit = (column[order] for column in (totals.points, under_column, totals.unit))
    (one, two), (under_one, under_two), (unit_one, unit_two) = (
        (column[places], column[places + 1]) for column in (points, under, unit)
    )
    known = (unit_one > 0) & (unit_two > 0)
    fits = known & (np.abs(one.astype(float)) * under_two < LARGEST) & (np.abs(two.astype(float)) * under_one < LARGEST)
    multiplied = fits & (one * under_two == two * under_one)
    return np.asarray(multiplied | (known & (under_one == under_two) & (one == two)))


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
    first = np.arange(1, len(order) + 1)
    first[1:][same] = 0
    np.maximum.accumulate(first, out=first)
    if not _is_one_list(lists):
        of_order = lists[order]
        new_list = np.concatenate(([True], of_order[1:] != of_order[:-1]))
        first -= np.maximum.accumulate(np.where(new_list, np.arange(len(order)), 0))
    rank[order] = first
    shared = np.concatenate(([False], same))
    shared[:-1] |= same
    tied[order] = shared
    return Places(rank, tied)
