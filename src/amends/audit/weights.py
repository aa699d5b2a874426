"""Which weights on which outcomes give printed figures: exact, with the simplest answers first.

Every figure of a board is a weighted sum over the outcomes of a row whose score is hidden: the figure if the row had
that outcome, times its weight. A printed figure is an interval, by its last place. An answer is one outcome or several
with weights that put all sums into their intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb, lcm
from typing import NamedTuple

STEPS = (100, 12, 8, 9, 7)
"""Weights that are looked for: whole percents, and small fractions."""

SIMPLE = (1, 2, 3, 4, 5, 10, 20, 6, 8, 25, 50, 100)
"""Denominators of weights, in the order in which people use them."""

LEAST = Fraction(1, 100)
"""The least weight that is looked for."""

Weights = tuple[tuple[int, Fraction], ...]
"""Outcomes by their number, each with its weight."""


class Bounds(NamedTuple):
    """A printed figure: its value for each outcome, and the least and the most that it stands for; whole numbers."""

    values: tuple[int, ...]
    least: int
    most: int

    @classmethod
    def of(cls, values: Sequence[Fraction], least: Fraction, most: Fraction) -> Bounds:
        """The bounds from fractions, which are brought to one denominator."""
        unit = lcm(least.denominator, most.denominator, *{value.denominator for value in values})
        whole = [int(each * unit) for each in (*values, least, most)]
        return cls(tuple(whole[:-2]), whole[-2], whole[-1])


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers, simplest first; `tried` is the most outcomes of one row that were looked for."""

    found: tuple[Weights, ...]
    tried: int


def rank(weights: Iterable[Fraction]) -> int:
    """How simple weights are: the place of their common denominator among those that people use."""
    unit = lcm(*(weight.denominator for weight in weights))
    return SIMPLE.index(unit) if unit in SIMPLE else len(SIMPLE) + unit


def simplicity(weights: Weights) -> tuple[int, int]:
    """The order of answers: fewer outcomes, then simpler weights."""
    return len(weights), rank(weight for _, weight in weights)


def solve(figures: Sequence[Bounds], outcomes: int, work: int) -> Answers:
    """The answers with up to three outcomes; three are not tried where that takes more than `work` steps."""
    bounds = _distinct(figures)
    usable = possible_outcomes(bounds, range(outcomes))
    found = list(up_to_two(bounds, usable))
    tried = 2
    if comb(len(usable), 3) * len(bounds) <= work // 4:
        triples = [triple for triple in combinations(usable, 3) if all(_straddles(each, triple) for each in bounds)]
        if len(triples) * sum(STEPS) <= work:
            tried = 3
            for triple in triples:
                found += dict.fromkeys(_three(bounds, triple))
    if not found:
        found += _uneven(bounds, usable)
    return Answers(tuple(sorted(found, key=simplicity)), tried)


def _distinct(figures: Iterable[Bounds]) -> list[Bounds]:
    """The figures without repetitions, the narrowest first: they refuse most."""
    kept: dict[tuple[int, ...], Bounds] = {}
    for each in figures:
        known = kept.get(each.values)
        if known is not None:
            each = Bounds(each.values, max(known.least, each.least), min(known.most, each.most))
        kept[each.values] = each
    return sorted(kept.values(), key=lambda each: Fraction(each.most - each.least, 1 + _spread(each)))


def _spread(bounds: Bounds) -> int:
    return max(bounds.values) - min(bounds.values)


def possible_outcomes(bounds: Sequence[Bounds], outcomes: Iterable[int]) -> list[int]:
    """The outcomes that can have the least weight, whatever the others have."""
    usable = list(outcomes)
    while True:
        kept = [each for each in usable if all(_may_have(each, figure, usable) for figure in bounds)]
        if len(kept) == len(usable):
            return kept
        usable = kept


def _may_have(outcome: int, figure: Bounds, usable: Sequence[int]) -> bool:
    value = figure.values[outcome]
    worst, best = min(figure.values[each] for each in usable), max(figure.values[each] for each in usable)
    least = LEAST * value + (1 - LEAST) * worst
    most = LEAST * value + (1 - LEAST) * best
    return least <= figure.most and most >= figure.least


def _straddles(figure: Bounds, outcomes: Sequence[int]) -> bool:
    values = [figure.values[each] for each in outcomes]
    return min(values) <= figure.most and max(values) >= figure.least


def up_to_two(bounds: Sequence[Bounds], usable: Sequence[int]) -> Iterator[Weights]:
    """The answers with one outcome, and those with two and simple weights."""
    for one in usable:
        if all(each.least <= each.values[one] <= each.most for each in bounds):
            yield ((one, Fraction(1)),)
    for one, other in combinations(usable, 2):
        between = interval(bounds, one, other) if _may_mix(bounds, one, other) else None
        if between is not None:
            for weight in dict.fromkeys(_simple(*between)):
                yield (one, weight), (other, 1 - weight)


def _may_mix(bounds: Iterable[Bounds], one: int, other: int) -> bool:
    """Whether each figure lies between those of the two outcomes: quicker than the weights themselves."""
    for values, least, most in bounds:
        a, b = values[one], values[other]
        if (a > most and b > most) or (a < least and b < least):
            return False
    return True


def interval(bounds: Iterable[Bounds], one: int, other: int) -> tuple[Fraction, Fraction] | None:
    """The least and the most weight of `one` beside `other`; None where no weight will do."""
    low, high = Fraction(0), Fraction(1)
    for values, least, most in bounds:
        base, step = values[other], values[one] - values[other]
        if step == 0:
            if not least <= base <= most:
                return None
            continue
        ends = Fraction(least - base, step), Fraction(most - base, step)
        low, high = max(low, min(ends)), min(high, max(ends))
        if low > high:
            return None
    return low, high


def _simple(low: Fraction, high: Fraction, whole: Fraction = Fraction(1)) -> Iterator[Fraction]:
    """The weights between two bounds that are whole percents or small fractions, and leave something of `whole`."""
    for step in STEPS:
        first, last = -(-low.numerator * step // low.denominator), high.numerator * step // high.denominator
        for part in range(max(1, first), last + 1):
            if Fraction(part, step) < whole:
                yield Fraction(part, step)


def _three(bounds: Sequence[Bounds], triple: tuple[int, ...]) -> Iterator[Weights]:
    """The answers with these three outcomes and weights of one step."""
    one, other, third = triple
    for step in STEPS:
        for part in range(1, step - 1):
            low, high = 1, step - part - 1
            for values, least, most in bounds:
                base = part * values[one] + (step - part) * values[third]
                slope = values[other] - values[third]
                least, most = least * step - base, most * step - base
                if slope == 0:
                    if not least <= 0 <= most:
                        high = 0
                elif slope > 0:
                    low, high = max(low, -(-least // slope)), min(high, most // slope)
                else:
                    low, high = max(low, -(-most // slope)), min(high, least // slope)
                if low > high:
                    break
            for second in range(low, high + 1):
                rest = step - part - second
                yield (one, Fraction(part, step)), (other, Fraction(second, step)), (third, Fraction(rest, step))


def _uneven(bounds: Sequence[Bounds], usable: Sequence[int]) -> Iterator[Weights]:
    """Two outcomes with weights that nobody would have chosen: the simplest fraction that will do."""
    for one, other in combinations(usable, 2):
        between = interval(bounds, one, other)
        if between is not None:
            weight = _simplest(*between)
            if 0 < weight < 1:
                yield (one, weight), (other, 1 - weight)


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator between two bounds.

    >>> str(_simplest(Fraction(661, 1000), Fraction(669, 1000)))
    '2/3'
    """
    floor = low.numerator // low.denominator
    if low == floor:
        return Fraction(floor)
    if high >= floor + 1:
        return Fraction(floor + 1)
    return floor + 1 / _simplest(1 / (high - floor), 1 / (low - floor))


# Two rows whose scores are hidden


class PairBounds(NamedTuple):
    """A printed figure where two rows are hidden: its value for each outcome of the one beside each of the other."""

    values: tuple[tuple[int, ...], ...]
    least: int
    most: int

    @classmethod
    def of(cls, values: Sequence[Sequence[Fraction]], least: Fraction, most: Fraction) -> PairBounds:
        """The bounds from fractions, which are brought to one denominator."""
        flat = [value for line in values for value in line]
        bounds = Bounds.of(flat, least, most)
        width = len(values[0])
        lines = tuple(bounds.values[start : start + width] for start in range(0, len(flat), width))
        return cls(lines, bounds.least, bounds.most)

    def beside(self, weights: Weights) -> Bounds:
        """The figure for each outcome of the second row, where the first row has these weights."""
        step = lcm(*(weight.denominator for _, weight in weights))
        shares = [(outcome, int(weight * step)) for outcome, weight in weights]
        columns = range(len(self.values[0]))
        values = tuple(sum(share * self.values[outcome][each] for outcome, share in shares) for each in columns)
        return Bounds(values, self.least * step, self.most * step)


def solve_two(figures: Sequence[PairBounds], outcomes: int, work: int) -> tuple[tuple[Weights, Weights], ...] | None:
    """The answers for two rows with up to two outcomes each, simplest first; None where that is too much work."""
    usable = range(outcomes)
    pairs = list(combinations(usable, 2))
    if (len(pairs) * sum(STEPS) + outcomes) * (len(pairs) + outcomes) > work:
        return None
    first: list[Weights] = [((one, Fraction(1)),) for one in usable]
    simple = list(dict.fromkeys(_simple(LEAST, 1 - LEAST)))
    first += (((one, weight), (other, 1 - weight)) for one, other in pairs for weight in simple)
    found: list[tuple[Weights, Weights]] = []
    for weights in first:
        bounds = []
        for figure in figures:
            each = figure.beside(weights)
            if min(each.values) > each.most or max(each.values) < each.least:
                break
            bounds.append(each)
        else:
            found += ((weights, second) for second in up_to_two(bounds, usable))
    return tuple(sorted(found, key=lambda both: _simplicity_of_two(*both)))


def _simplicity_of_two(one: Weights, other: Weights) -> tuple[int, int, int]:
    ranks = sorted((simplicity(one)[1], simplicity(other)[1]))
    return len(one) + len(other), ranks[1], ranks[0]
