"""Law 87: fouled boards. Those who played the same deal are compared; regulations differ on small groups."""

from __future__ import annotations

from fractions import Fraction

SMALL = 3
"""The largest group that is small."""


def is_small(small_groups: str, actual: Fraction, expected: int, largest: Fraction) -> bool:
    """Whether a group of a fouled board is scored by percentages instead of the formula.

    `actual` is the group's number of comparable results, `largest` that of the largest group.
    """
    if small_groups == "formula" or actual > SMALL:
        return False
    if small_groups == "ebu":
        return actual * 3 <= expected
    return actual <= SMALL - 1 or actual < largest


def percentage(matchpoints: Fraction, actual: Fraction) -> Fraction:
    """The percentage of a row of a small group: 60, and 5 for each matchpoint over or under the group's average.

    >>> [str(percentage(Fraction(mp), Fraction(3))) for mp in (4, 2, 0)]
    ['70', '60', '50']
    """
    return 60 + 5 * (matchpoints - (actual - 1))
