"""Cross-IMPs by definition: every table compared with every other one."""

from __future__ import annotations

from collections.abc import Sequence

from amends.laws import law78


def cross_imps(scores: Sequence[int]) -> list[int]:
    """For each table the sum of its IMPs against all tables (against itself they are 0).

    The IMPs of every difference that can occur are looked up in a dictionary made before the loop.
    """
    imps = _look_up(scores)
    return [sum([imps[score - other] for other in scores]) for score in scores]


def _look_up(scores: Sequence[int]) -> dict[int, int]:
    different = set(scores)
    return {one - other: law78.imps(one - other) for one in different for other in different}
