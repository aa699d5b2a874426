"""Law 78: methods of scoring. A matchpoints, B IMPs."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction

IMP_BOUNDS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900,
    1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""The smallest difference in points for 1, 2, … 24 IMPs."""


def matchpoints(below: int, equal: int, unit: int = 1) -> int:
    """78A: two for each inferior score, one for each equal one.

    `below` and `equal` are frequencies counted in parts of `1/unit`; the row is itself among the equal ones and is
    not compared with itself, hence the one that is subtracted.

    >>> matchpoints(below=4, equal=3)
    10
    """
    return 2 * below + equal - unit


def imps(difference: int | Fraction) -> int:
    """78B: a difference in total points as IMPs.

    >>> [imps(points) for points in (10, 20, -50, 430, 5000)]
    [0, 1, -2, 10, 24]
    """
    return bisect_right(IMP_BOUNDS, difference) if difference >= 0 else -bisect_right(IMP_BOUNDS, -difference)


def board_a_match(difference: int | Fraction) -> int:
    """Win, tie or loss of a board against one other table: 2, 1, 0."""
    return 2 if difference > 0 else 1 if difference == 0 else 0
