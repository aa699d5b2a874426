"""Weights as a director writes them: in steps of 5%, or in thirds and sixths, near to the exact ones."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from math import floor

UNITS = (Fraction(1, 20), Fraction(1, 6))
"""All weights of an award are multiples of one of these; of two that are equally near, the first."""


def is_round(weights: Sequence[Fraction]) -> bool:
    """Whether weights are what a director writes: all multiples of 5%, or all thirds and sixths.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> is_round([half, half]), is_round([third, 2 * third]), is_round([third, Fraction(1, 5), Fraction(7, 15)])
    (True, True, False)
    """
    return any(all((weight / unit).denominator == 1 for weight in weights) for unit in UNITS)


def round_weights(
    weights: Sequence[Fraction], shares: Sequence[Fraction], scores: Sequence[int]
) -> tuple[Fraction, ...] | None:
    """The nearest round weights; None where there are none.

    The outcomes stand in the order in which the weights lean, `weights` being those that lean as far as 84D allows
    and `shares` those of the poll. For every k the k best outcomes together get at most their exact weight, which is
    the limit of 84D, and at least their share of the poll, so that no rounding turns the doubt against the
    non-offending side; outcomes with the same score count as one. An outcome has a weight if its exact one is not 0.
    Of all such weights in one unit, these lean furthest for every k at once; of the units the one that loses less.

    >>> def shown(weights, shares):
    ...     rounded = round_weights([*map(Fraction, weights)], [*map(Fraction, shares)], [420, -50, -420])
    ...     return rounded and [str(weight) for weight in rounded]
    >>> shown(['12/25', '12/25', '1/25'], ['2/5', '2/5', '1/5'])
    ['9/20', '1/2', '1/20']
    >>> shown(['12/35', '12/35', '11/35'], ['2/7', '2/7', '3/7'])
    ['1/3', '1/3', '1/3']
    >>> shown(['1/25', '1/2', '23/50'], ['1/30', '23/60', '7/12'])
    """
    groups = [list(group) for _, group in groupby(range(len(scores)), key=lambda place: scores[place])]
    found = (_in_steps(unit, weights, shares, groups) for unit in UNITS)
    return min(
        (each for each in found if each is not None), key=lambda each: _loss(each, weights, groups), default=None
    )


def _in_steps(
    unit: Fraction, weights: Sequence[Fraction], shares: Sequence[Fraction], groups: Sequence[Sequence[int]]
) -> tuple[Fraction, ...] | None:
    """The weights in one unit that lean furthest; None where none fit."""
    kept = [[place for place in group if weights[place]] for group in groups]
    most = [floor(total / unit) for total in _sums(weights, groups)]
    least = [total / unit for total in _sums(shares, groups)]
    ends = [most[-1]]  # how many steps each group has with all better ones, the worst first
    for number in range(len(groups) - 1, 0, -1):
        ends.append(min(most[number - 1], ends[-1] - len(kept[number])))
    ends.reverse()
    sizes = [end - before for before, end in zip([0, *ends], ends, strict=False)]
    if sizes[0] < len(kept[0]) or any(end < low for end, low in zip(ends, least, strict=True)):
        return None
    rounded = [Fraction(0)] * len(weights)
    for places, size in zip(kept, sizes, strict=True):
        for place, steps in zip(places, _divided(size, [weights[place] for place in places]), strict=True):
            rounded[place] = steps * unit
    return tuple(rounded)


def _sums(weights: Sequence[Fraction], groups: Sequence[Sequence[int]]) -> list[Fraction]:
    """What each group has together with all better ones."""
    return list(accumulate(sum((weights[place] for place in group), Fraction(0)) for group in groups))


def _divided(steps: int, weights: Sequence[Fraction]) -> list[int]:
    """Steps divided among outcomes with the same score in proportion to their weights, at least one for each."""
    total = sum(weights, Fraction(0))
    targets = [steps * weight / total for weight in weights]
    counts = [max(1, floor(target)) for target in targets]
    while (left := steps - sum(counts)) != 0:
        sign = 1 if left > 0 else -1
        places = [place for place, count in enumerate(counts) if count + sign >= 1]
        counts[max(places, key=lambda place: (sign * (targets[place] - counts[place]), weights[place]))] += sign
    return counts


def _loss(
    rounded: Sequence[Fraction], weights: Sequence[Fraction], groups: Sequence[Sequence[int]]
) -> tuple[Fraction, Fraction]:
    """How much less the weights lean than the exact ones; then how far they are from them one by one."""
    pairs = zip(_sums(weights, groups), _sums(rounded, groups), strict=True)
    apart = (abs(one - other) for one, other in zip(weights, rounded, strict=True))
    return sum((exact - lower for exact, lower in pairs), Fraction(0)), sum(apart, Fraction(0))
