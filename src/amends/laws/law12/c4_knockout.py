"""12C4: non-balancing scores in knockout play."""

from __future__ import annotations

from fractions import Fraction

from amends import explain
from amends.explain import Explained


def knockout_average(own: Explained, opponents: Explained, top: Fraction = Fraction(0)) -> Explained:
    """Each contestant's score is calculated by itself, and each gets the average of the two.

    `top` is what two balanced scores add up to: 0 at IMPs. The WBF commentary's example 6, −11 and +4:

    >>> str(knockout_average(explain.given(-11, 'own'), explain.given(4, 'theirs')).value)
    '-15/2'
    """
    if own.value + opponents.value == top:
        return own
    words = "the opponents' score, seen from this side"
    if top:
        seen = explain.difference(words, explain.given(top, "the board"), opponents)
    else:
        seen = explain.negative(words, opponents)
    both = explain.total("the two scores together", own, seen)
    half = explain.given(Fraction(1, 2), "half")
    words = "each team's score calculated separately, the average given to both"
    return explain.product(words, half, both, clause="12C4")
