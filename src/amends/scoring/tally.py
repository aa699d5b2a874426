"""Frequencies of scores as integers over one unit, so that weighted rows stay exact and plain ones stay fast."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

from amends.awards import Mixture
from amends.bridge import Vulnerable
from amends.laws import law77


@dataclass(frozen=True, slots=True)
class Spread:
    """A mixture in points: how many parts of `1/unit` each score has, best for N-S first."""

    parts: tuple[tuple[int, int], ...]
    unit: int

    @property
    def weighted(self) -> bool:
        """Whether more than one score has weight."""
        return len(self.parts) > 1

    def mirrored(self) -> Spread:
        """The same as East-West see it."""
        return Spread(tuple((-points, share) for points, share in reversed(self.parts)), self.unit)


@lru_cache(maxsize=16384)
def spread(mixture: Mixture, vulnerable: Vulnerable) -> Spread:
    """The mixture's North-South scores with their weights, equal scores put together; refuses wrong weights."""
    shares: dict[int, Fraction] = {}
    for weight, outcome in mixture.checked().parts:
        score = law77.points(outcome, vulnerable)
        shares[score] = shares.get(score, Fraction(0)) + weight
    unit = lcm(*(share.denominator for share in shares.values()))
    ordered = sorted(shares.items(), reverse=True)
    return Spread(tuple((score, share.numerator * (unit // share.denominator)) for score, share in ordered), unit)


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each score occurs in one side's own view, in parts of `1/unit`."""

    frequencies: Mapping[int, int]
    unit: int
    weight: int

    @property
    def actual(self) -> Fraction:
        """A: the number of results that can be compared."""
        return Fraction(self.weight, self.unit)

    def frequency(self, points: int) -> Fraction:
        """How often a score occurs."""
        return Fraction(self.frequencies.get(points, 0), self.unit)


def tally(plain: Mapping[int, int], spreads: Iterable[tuple[Spread, int]]) -> Tally:
    """Frequencies of plain scores, each counted whole, and of spreads, each divided by its second part (1, or 2)."""
    kept = list(spreads)
    if not kept:
        return Tally(plain, 1, sum(plain.values()))
    unit = lcm(1, *(spread.unit * divisor for spread, divisor in kept))
    frequencies = dict(plain) if unit == 1 else {points: times * unit for points, times in plain.items()}
    for one, divisor in kept:
        factor = unit // (one.unit * divisor)
        for points, share in one.parts:
            frequencies[points] = frequencies.get(points, 0) + share * factor
    return Tally(frequencies, unit, sum(frequencies.values()))
