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


def are_few(actual: Fraction, expected: int) -> bool:
    """Whether a board that is not fouled has so few of the expected results that some programs give percentages.

    >>> [are_few(Fraction(actual), 4) for actual in (1, 2, 3)], are_few(Fraction(2), 2)
    ([True, True, False], False)
    """
    return actual <= SMALL - 1 and actual < expected


BASE, STEP = 60, 5
"""Percent for the middle of a small group, and for each matchpoint over or under it."""


def percentage(matchpoints: int, actual: int, unit: int = 1) -> int:
    """The percentage of a row of a small group; all in parts of `1/unit`.

    >>> [percentage(matchpoints, actual=3) for matchpoints in (4, 2, 0)]
    [70, 60, 50]
    """
    return BASE * unit + STEP * (matchpoints - (actual - unit))
