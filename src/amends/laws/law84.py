"""Law 84D: the benefit of the doubt. How far the weights of a ruling may lean to the non-offending side.

The WBF commentary's limit: the favourable share may be multiplied by at most a factor (6/5), once, on the compound
probability; the rest is scaled down.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import prod

from amends.regulations import Regulation


def compound(stages: Sequence[Fraction]) -> Fraction:
    """The share of an outcome that needs several things to happen: the product.

    >>> str(compound([Fraction(1, 2), Fraction(1, 2)]))
    '1/4'
    """
    return prod(stages, start=Fraction(1))


def limit(share: Fraction, regulation: Regulation) -> Fraction:
    """The most that may be awarded where the poll's share is `share`.

    >>> from amends.regulations import default
    >>> [str(limit(Fraction(n, 4), default())) for n in (1, 2, 4)]
    ['3/10', '3/5', '1']
    """
    factor = 1 if regulation.weighting == "true" else regulation.benefit_factor
    raised = factor * share
    if regulation.benefit_binds == "every":
        return min(raised, share + (factor - 1) * (1 - share))
    return min(raised, Fraction(1))


def most_favourable(shares: Sequence[Fraction], regulation: Regulation) -> list[Fraction]:
    """The weights that lean as far as allowed: outcomes best for the non-offenders first.

    For every k the k best together get the limit of their share.

    >>> from amends.regulations import default
    >>> [str(weight) for weight in most_favourable([Fraction(1, 4), Fraction(1, 4), Fraction(1, 2)], default())]
    ['3/10', '3/10', '2/5']
    """
    sums = [Fraction(0), *accumulate(shares)]
    limits = [limit(total, regulation) if total < sums[-1] else Fraction(1) for total in sums]
    return [high - low for low, high in pairwise([Fraction(0), *limits[1:]])]


def beyond(weights: Sequence[Fraction], shares: Sequence[Fraction], regulation: Regulation) -> int | None:
    """How many of the best outcomes together have more than their limit; None if all is within it."""
    for count, (given, polled) in enumerate(zip(accumulate(weights), accumulate(shares), strict=True), 1):
        if given > limit(polled, regulation):
            return count
    return None


def least(share: Fraction, regulation: Regulation) -> Fraction:
    """The least that must be awarded where the poll's share is `share`."""
    factor = regulation.benefit_factor
    bound = max(Fraction(0), (2 - factor) * share)
    return max(bound, 1 - factor * (1 - share)) if regulation.benefit_binds == "every" else bound


def outside(weights: Sequence[Fraction], shares: Sequence[Fraction], regulation: Regulation) -> tuple[int, bool] | None:
    """How many of the best outcomes together are outside their limits, and whether above; None if all is within."""
    for count, (given, polled) in enumerate(zip(accumulate(weights), accumulate(shares), strict=True), 1):
        if given > limit(polled, regulation):
            return count, True
        if given < least(polled, regulation):
            return count, False
    return None
