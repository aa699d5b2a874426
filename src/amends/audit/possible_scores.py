"""Every score that a contract can give."""

from __future__ import annotations

from functools import cache

from amends.bridge import Contract, Denomination, Doubling, Result, Seat, Vulnerable
from amends.laws.law77 import points


@cache
def possible(vulnerable: Vulnerable) -> frozenset[int]:
    """Every N-S score that a contract can give, and 0 for a board passed out.

    >>> 420 in possible(Vulnerable.NONE), 410 in possible(Vulnerable.NONE), 620 in possible(Vulnerable.NONE)
    (True, False, False)
    """
    return frozenset(
        {0}
        | {
            points(Result(Contract(level, denomination, doubling), declarer, tricks), vulnerable)
            for level in range(1, 8)
            for denomination in Denomination
            for doubling in Doubling
            for declarer in (Seat.NORTH, Seat.EAST)
            for tricks in range(14)
        }
    )
