"""What a chart is: the value of each score in one group of comparable results, in one direction."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from amends import exact, explain
from amends.awards import Artificial
from amends.bridge import Side
from amends.cached import cached_property
from amends.explain import Explained
from amends.laws import law12
from amends.regulations import Regulation
from amends.scoring.columns import Spread, Tally
from amends.scoring.session_score import Claim


@dataclass(frozen=True, slots=True)
class Field:
    """The rows a row is compared with: their tally in the side's own view, and the results that were expected."""

    tally: Tally
    side: Side
    expected: int
    fouled: bool = False
    largest: Fraction = Fraction(0)


class Chart(ABC):
    """The value of each score, in the side's own view: a higher score is a better one.

    Values are integers over `unit`; a method says how they come from the tally and how that is explained.
    """

    half_weights: ClassVar[bool] = False
    """Whether the method knows the one chart in which each award of a split score has half a weight."""

    of_a_match: ClassVar[bool] = False
    """Whether a row is compared with one other table alone, so that nothing can be left out of a field."""

    def __init__(self, field: Field, regulation: Regulation) -> None:
        self.field = field
        self.tally = field.tally
        self.regulation = regulation
        self.unit = self._unit()

    @abstractmethod
    def _unit(self) -> int:
        """What the integers of `values` and `at` are parts of."""

    @abstractmethod
    def _values(self) -> dict[int, int]:
        """The value of each score that occurs, in parts of `1/unit`."""

    @abstractmethod
    def _elsewhere(self, points: int) -> int:
        """The value of a score that did not occur, in parts of `1/unit`."""

    @abstractmethod
    def explain_at(self, points: int) -> Explained:
        """How that value comes about, down to the frequencies."""

    @property
    @abstractmethod
    def average(self) -> Fraction:
        """What a row in the middle gets: the point that rounding looks at."""

    @abstractmethod
    def claim(self, award: Artificial) -> Claim:
        """An artificial score before the session score is looked at."""

    def artificial(self, award: Artificial) -> Explained:
        """The flat value of an artificial score, in points of the board."""
        claim = self.claim(award)
        return claim.points(claim.flat)

    @property
    def mirror(self) -> int | None:
        """What a row's two figures add up to where nothing is split, in parts of `1/unit`; None where they need not."""
        return 0

    def flat(self, award: Artificial) -> Fraction:
        """The same without its parts."""
        claim = self.claim(award)
        return claim.flat.value * claim.available

    @property
    @abstractmethod
    def available(self) -> Fraction:
        """What a row of this chart can have at the most; at IMPs, one board."""

    @cached_property
    def values(self) -> dict[int, int]:
        """The value of each score that occurs, in parts of `1/unit`."""
        return self._values()

    def at(self, points: int) -> int:
        """The value of any score, in parts of `1/unit`."""
        value = self.values.get(points)
        return self._elsewhere(points) if value is None else value

    @classmethod
    def may_leave_out(cls, regulation: Regulation) -> bool:
        """Whether there are rows that the method leaves out of the tally by this regulation."""
        return False

    @classmethod
    def leaves_out(cls, shown: Iterable[Spread | None], regulation: Regulation) -> bool:
        """Whether the method leaves a row out of the tally for what it shows."""
        return False

    def award(self, spread: Spread) -> Fraction:
        """The value of a spread: its scores weighted after they were scored (12C1(c))."""
        total, values = 0, self.values
        for points, share in spread.parts:
            value = values.get(points)
            total += share * (self._elsewhere(points) if value is None else value)
        return Fraction(total, spread.unit * self.unit)

    def explain_award(self, spread: Spread) -> Explained:
        """How the value of a spread comes about."""
        if not spread.weighted:
            return self.explain_at(spread.parts[0][0])
        return law12.weighted(
            "weighted score",
            (
                (Fraction(share, spread.unit), self.shown(points), self.explain_at(points))
                for points, share in spread.parts
            ),
        )

    def shown(self, points: int) -> str:
        """A score in the N-S view, as it stands on a traveller."""
        return exact.signed(points * self.field.side.sign)

    def below(self, points: int) -> Iterator[tuple[int, int]]:
        """The scores that are worse for this side, with their frequencies, worst first."""
        return ((score, times) for score, times in sorted(self.tally.frequencies.items()) if score < points)

    def explain_actual(self) -> Explained:
        """A, with its meaning."""
        clause = "87" if self.field.fouled else ""
        return explain.given(self.tally.actual, f"results that can be compared ({self.field.side.words})", clause)


def percent_of(share: Explained, top: Explained, words: str, clause: str) -> Explained:
    """A share of a top, said as a percentage."""
    return explain.product(f"{words}, {exact.percentage(share.value)} of the top", share, top, clause=clause)
