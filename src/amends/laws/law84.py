"""Law 84D: the benefit of the doubt. How far the weights of a ruling may lean to the non-offending side.

The WBF commentary's limit: the favourable share may be multiplied by at most a factor (6/5), once, on the compound
probability; the rest is scaled down. Weights may not fall further short of the poll than that either.
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
    bounds = [Fraction(1), factor * share]
    if regulation.benefit_binds == "every":
        bounds.append(share + (factor - 1) * (1 - share))
    return min(bounds)


def least(share: Fraction, regulation: Regulation) -> Fraction:
    """The least that is to be awarded where the poll's share is `share`; the same in every school.

    >>> from amends.regulations import default
    >>> [str(least(Fraction(n, 4), default())) for n in (0, 1, 2, 4)]
    ['0', '1/5', '2/5', '4/5']
    >>> str(least(Fraction(3, 4), default().having(benefit_binds='every')))
    '7/10'
    """
    factor = regulation.benefit_factor
    bounds = [Fraction(0), (2 - factor) * share]
    if regulation.benefit_binds == "every":
        bounds.append(1 - factor * (1 - share))
    return max(bounds)


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


def outside(weights: Sequence[Fraction], shares: Sequence[Fraction], regulation: Regulation) -> tuple[int, bool] | None:
    """How many of the best outcomes together are further from the poll than the benefit of the doubt allows.

    The first such number, and whether they have too much (True) or too little; None if all is within the bounds.
    `weights` and `shares` are those of the same outcomes, best for the non-offenders first; outcomes with the same
    score count as one. The school *likely-probable* awards one result instead of weights, so nothing is outside.

    >>> from amends.regulations import default
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> for first in ('3/5', '61/100', '2/5', '39/100'):
    ...     print(outside([Fraction(first), 1 - Fraction(first)], half, default()))
    None
    (1, True)
    None
    (1, False)
    """
    if regulation.weighting == "likely-probable":
        return None
    for count, (weight, share) in enumerate(zip(accumulate(weights), accumulate(shares), strict=True), 1):
        if weight > limit(share, regulation):
            return count, True
        if weight < least(share, regulation):
            return count, False
    return None
