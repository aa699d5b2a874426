"""Board-a-match: the two tables of a board are a field of two."""

from __future__ import annotations

from amends.regulations import Regulation
from amends.scoring.methods.matchpoints import MatchpointChart


class BoardAMatchChart(MatchpointChart):
    """Win, tie or loss against the other table; half of the board where that has no comparable result."""

    of_a_match = True
    half_weights = False

    def small_groups(self, regulation: Regulation) -> str:
        """A match has none."""
        return "formula"

    def few_results(self, regulation: Regulation) -> str:
        """With one result of two, half of the board."""
        return "factored"

    def factored_by(self, regulation: Regulation) -> str:
        """With one result of two, half of the board."""
        return "neuberg"

    def artificial_top(self, regulation: Regulation) -> str:
        """The board."""
        return "expected"


NAME = "bam"
UNIT = "matchpoints"
CHART = BoardAMatchChart
