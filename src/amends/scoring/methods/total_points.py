"""Total points (Law 78C): the net score."""

from __future__ import annotations

from fractions import Fraction

from amends import explain
from amends.awards import Artificial
from amends.explain import Explained
from amends.faults import refuse
from amends.scoring.chart import Chart
from amends.scoring.session_score import Claim


class TotalPointsChart(Chart):
    """A score is worth itself."""

    def _unit(self) -> int:
        return 1

    def _values(self) -> dict[int, int]:
        """Each score as it is."""
        return {points: points for points in self.tally.frequencies}

    def _elsewhere(self, points: int) -> int:
        """The score as it is."""
        return points

    def explain_at(self, points: int) -> Explained:
        """Nothing but the score."""
        return explain.given(points, f"{self.shown(points)} seen by {self.field.side.words}", "78C")

    @property
    def average(self) -> Fraction:
        """Nothing won, nothing lost."""
        return Fraction(0)

    @property
    def available(self) -> Fraction:
        """One board."""
        return Fraction(1)

    def claim(self, award: Artificial) -> Claim:
        """The Laws give none."""
        raise refuse(f"{award} at total points", "a result: the Laws know no artificial score at total points")


NAME = "total-points"
UNIT = "points"
CHART = TotalPointsChart
