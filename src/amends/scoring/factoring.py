"""Factoring: a board with fewer comparable results (A) is made worth as much as one with all that were expected (E).

Each factoring takes matchpoints on the 2-1-0 scale in parts of `1/unit`; `weight` is A in the same parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from amends import explain
from amends.explain import Explained


@dataclass(frozen=True, slots=True)
class Factoring(ABC):
    """How matchpoints in the group become matchpoints on the board."""

    expected: int
    unit: int
    weight: int

    @abstractmethod
    def denominator(self) -> int:
        """What the integers of `apply` are parts of."""

    @abstractmethod
    def apply(self, matchpoints: int) -> int:
        """The factored matchpoints."""

    @abstractmethod
    def explain(self, matchpoints: Explained, actual: Explained) -> Explained:
        """The same as a figure with parts."""

    def top(self) -> Fraction:
        """The most a row can have."""
        return Fraction(2 * (self.expected - 1))

    def _expected(self) -> Explained:
        return explain.given(self.expected, "results expected in the field")


class Neuberg(Factoring):
    """(E/A)(M + 1) − 1."""

    def denominator(self) -> int:
        """A, in parts of the unit."""
        return self.weight

    def apply(self, matchpoints: int) -> int:
        """E(M + 1) − A, over A."""
        return self.expected * (matchpoints + self.unit) - self.weight

    def explain(self, matchpoints: Explained, actual: Explained) -> Explained:
        """Nothing to say where all expected results can be compared."""
        if actual.value == self.expected:
            return matchpoints
        one = explain.given(1, "one")
        factor = explain.quotient("expected over comparable", self._expected(), actual)
        raised = explain.product(
            "times one more than the matchpoints", factor, explain.total("plus one", matchpoints, one)
        )
        return explain.difference("factored (Neuberg)", raised, one)


class TieWithAverage(Factoring):
    """M + (E − A): each missing result is a tie."""

    def denominator(self) -> int:
        """The unit itself."""
        return self.unit

    def apply(self, matchpoints: int) -> int:
        """M + E − A."""
        return matchpoints + self.expected * self.unit - self.weight

    def explain(self, matchpoints: Explained, actual: Explained) -> Explained:
        """The ties, added."""
        missing = explain.difference("missing results, each a tie", self._expected(), actual)
        return explain.total("factored (a tie for each missing result)", matchpoints, missing)


class Proportional(Factoring):
    """M(E − 1)/(A − 1); with one result, half of the top."""

    def denominator(self) -> int:
        """A − 1, in parts of the unit."""
        return max(self.weight - self.unit, 0) or 1

    def apply(self, matchpoints: int) -> int:
        """M(E − 1), over A − 1."""
        if self.weight <= self.unit:
            return self.expected - 1
        return matchpoints * (self.expected - 1)

    def explain(self, matchpoints: Explained, actual: Explained) -> Explained:
        """The proportion of the tops."""
        one = explain.given(1, "one")
        full = explain.difference("comparisons expected", self._expected(), one)
        if self.weight <= self.unit:
            return explain.same("half of the top: there is no comparison", full)
        own = explain.difference("comparisons made", actual, one)
        ratio = explain.quotient("expected over made", full, own)
        return explain.product("factored (in proportion)", matchpoints, ratio)


class Unfactored(Factoring):
    """The board keeps its own top 2(A − 1)."""

    def denominator(self) -> int:
        """The unit itself."""
        return self.unit

    def apply(self, matchpoints: int) -> int:
        """M."""
        return matchpoints

    def explain(self, matchpoints: Explained, actual: Explained) -> Explained:
        """Nothing happens."""
        return matchpoints

    def top(self) -> Fraction:
        """2(A − 1)."""
        return own_top(Fraction(self.weight, self.unit))


def own_top(actual: Fraction) -> Fraction:
    """The top among the comparable results alone: 2(A − 1)."""
    return max(2 * (actual - 1), Fraction(0))


FACTORINGS: dict[str, type[Factoring]] = {
    "neuberg": Neuberg,
    "tie-with-average": TieWithAverage,
    "proportional": Proportional,
    "none": Unfactored,
}
