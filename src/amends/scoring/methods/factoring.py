"""Factoring: a board with fewer comparable results (A) is made worth as much as one with all that were expected (E).

Each factoring is linear: from M, matchpoints (2-1-0) in parts of `1/unit`, to `factor`·M + `offset` in parts of
`1/denominator`; `weight` is A in parts of `1/unit`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction

from amends import explain
from amends.explain import Explained


class Factoring(ABC):
    """How matchpoints in the group become matchpoints on the board."""

    def __init__(self, expected: int, unit: int, weight: int) -> None:
        self.expected = expected
        self.unit = unit
        self.weight = weight
        self.complete = weight == expected * unit
        self.factor, self.offset, self.denominator = self._line()

    @abstractmethod
    def _line(self) -> tuple[int, int, int]:
        """Factor, offset and denominator."""

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

    def _line(self) -> tuple[int, int, int]:
        if self.complete:
            return 1, 0, self.unit
        return self.expected, self.expected * self.unit - self.weight, self.weight or 1

    def explain(self, matchpoints: Explained, actual: Explained) -> Explained:
        """Nothing to say where all expected results can be compared."""
        if self.complete:
            return matchpoints
        one = explain.given(1, "one")
        factor = explain.quotient("expected over comparable", self._expected(), actual)
        raised = explain.product(
            "times one more than the matchpoints", factor, explain.total("plus one", matchpoints, one)
        )
        return explain.difference("factored (Neuberg)", raised, one)


class TieWithAverage(Factoring):
    """M + (E − A): each missing result is a tie."""

    def _line(self) -> tuple[int, int, int]:
        return 1, self.expected * self.unit - self.weight, self.unit

    def explain(self, matchpoints: Explained, actual: Explained) -> Explained:
        """The ties, added."""
        missing = explain.difference("missing results, each a tie", self._expected(), actual)
        return explain.total("factored (a tie for each missing result)", matchpoints, missing)


class Proportional(Factoring):
    """M(E − 1)/(A − 1); with one result, half of the top."""

    def _line(self) -> tuple[int, int, int]:
        if self.weight <= self.unit:
            return 0, self.expected - 1, 1
        return self.expected - 1, 0, self.weight - self.unit

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

    def _line(self) -> tuple[int, int, int]:
        return 1, 0, self.unit

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
