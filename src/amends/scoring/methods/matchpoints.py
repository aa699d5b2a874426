"""Matchpoints (Law 78A): 2-1-0 or 1-½-0, factored, with the small groups of a fouled board (Law 87) and few results."""

from __future__ import annotations

from fractions import Fraction

from amends import explain
from amends.awards import Artificial, Grade
from amends.cached import cached_property
from amends.explain import Explained
from amends.laws import law12, law78, law87
from amends.regulations import Regulation
from amends.scoring.chart import Chart, Field, percent_of
from amends.scoring.columns import Tally
from amends.scoring.methods.factoring import FACTORINGS, Factoring, own_top
from amends.scoring.session_score import Claim


class MatchpointChart(Chart):
    """The chart of one group: 2 for each inferior score, 1 for each equal one, then factored."""

    half_weights = True

    def __init__(self, field: Field, regulation: Regulation) -> None:
        tally = field.tally
        self.small = tally.weight > 0 and (
            law87.is_small(self.small_groups(regulation), tally.actual, field.expected, field.largest)
            if field.fouled
            else self.few_results(regulation) == "percentages" and law87.are_few(tally.actual, field.expected)
        )
        self.single = self.small and field.fouled and regulation.small_groups == "ebu" and tally.weight == tally.unit
        self.factoring: Factoring = FACTORINGS[self.factored_by(regulation)](field.expected, tally.unit, tally.weight)
        self.halved = 2 // regulation.matchpoints_per_win
        self._line = self._linear(tally, field.expected - 1, regulation)
        super().__init__(field, regulation)

    def small_groups(self, regulation: Regulation) -> str:
        """How small groups are scored."""
        return regulation.small_groups

    def few_results(self, regulation: Regulation) -> str:
        """How one or two results are scored where more were expected."""
        return regulation.few_results

    def factored_by(self, regulation: Regulation) -> str:
        """How a board with fewer results is factored."""
        return regulation.factoring

    def artificial_top(self, regulation: Regulation) -> str:
        """Which top an artificial percentage is of."""
        return regulation.artificial_top

    def _unit(self) -> int:
        return self._line[2] * self.halved

    def _linear(self, tally: Tally, full: int, regulation: Regulation) -> tuple[int, int, int]:
        """Every value is linear in the group's matchpoints: factor, offset, and what both are parts of."""
        if not tally.weight:
            return 0, int(self.factoring.top()) // 2, 1  # nothing to compare with: half of the top
        if self.single:
            plus = regulation.average_plus_percent
            return 0, plus.numerator * full, 50 * plus.denominator
        if self.small:
            return law87.STEP * full, law87.percentage(0, tally.weight, tally.unit) * full, 50 * tally.unit
        return self.factoring.factor, self.factoring.offset, self.factoring.denominator

    def _values(self) -> dict[int, int]:
        """One pass through the scores, worst first (78A, written out because every board comes here)."""
        factor, offset, _ = self._line
        values, below, frequencies = {}, 0, self.tally.frequencies
        base = offset - factor * self.tally.unit
        for points in sorted(frequencies):
            equal = frequencies[points]
            values[points] = base + factor * (below + equal)
            below += 2 * equal
        return values

    def _elsewhere(self, points: int) -> int:
        """A score that did not occur: between its neighbours."""
        factor, offset, _ = self._line
        below = sum(times for _, times in self.below(points))
        return factor * law78.matchpoints(below, 0, self.tally.unit) + offset

    def explain_at(self, points: int) -> Explained:
        """From the frequencies to the factored figure."""
        if self.small:
            return self._on_scale(self._explain_small(points))
        if not self.tally.weight:
            words = "half of the top: there is nothing to compare with"
            return self._on_scale(explain.given(self.factoring.top() / 2, words, "78A"))
        return self._on_scale(self.factoring.explain(self._explain_matchpoints(points), self.explain_actual()))

    def _explain_matchpoints(self, points: int) -> Explained:
        side = self.field.side.words
        inferior = [
            explain.given(self.tally.frequency(score), f"frequency of {self.shown(score)}")
            for score, _ in self.below(points)
        ]
        below = explain.total(f"results worse for {side}", *inferior)
        equal = explain.given(self.tally.frequency(points), f"frequency of {self.shown(points)}, which ties")
        return explain.total(
            f"matchpoints of {self.shown(points)} for {side}",
            explain.product("two for each inferior score", explain.given(2, "two"), below),
            equal,
            explain.given(-1, "not compared with itself"),
            clause="78A",
        )

    def _explain_small(self, points: int) -> Explained:
        if self.single:
            plus = law12.share(Artificial(Grade.PLUS), self.regulation)
            return percent_of(plus, self._full_top, "a group of one: average plus", "87")
        what, words, clause = "one or two results", "share with one or two results", "78A"
        if self.field.fouled:
            what, words, clause = "small group", "share in a small group", "87"
        one = explain.given(1, "one")
        middle = explain.difference("average of the group", self.explain_actual(), one)
        over = explain.difference("over the group's average", self._explain_matchpoints(points), middle)
        each = explain.given(Fraction(law87.STEP, 100), f"{law87.STEP}%")
        step = explain.product(f"{law87.STEP}% for each matchpoint", each, over)
        base = explain.given(Fraction(law87.BASE, 100), f"{law87.BASE}%")
        share = explain.total(words, base, step, clause=clause)
        return percent_of(share, self._full_top, what, clause)

    @cached_property
    def _full_top(self) -> Explained:
        return explain.given(2 * (self.field.expected - 1), "top of a board with all expected results", "78A")

    def _on_scale(self, figure: Explained) -> Explained:
        if self.halved == 1:
            return figure
        half = explain.given(Fraction(1, 2), "1-½-0 is half of 2-1-0")
        return explain.product("on the scale 1-½-0", half, figure, clause="78A")

    @property
    def top(self) -> Fraction:
        """The most a row of this chart can have, on the scale of the regulation."""
        full = Fraction(2 * (self.field.expected - 1)) if self.small else self.factoring.top()
        return full / self.halved

    @property
    def average(self) -> Fraction:
        """Half of the top."""
        return self.top / 2

    @property
    def mirror(self) -> int | None:
        """The top, but for small groups, from which both sides profit."""
        factor, offset, _ = self._line
        return None if self.small else 2 * (factor * (self.tally.weight - self.tally.unit) + offset)

    @property
    def available(self) -> Fraction:
        """The top."""
        return self.top

    def claim(self, award: Artificial) -> Claim:
        """The percentage of the right top: of what was expected, or of the board's own."""
        top = self._full_top
        if self.artificial_top(self.regulation) == "own":
            top = explain.given(own_top(self.tally.actual), "top among the comparable results", "78A")
        return Claim(award, law12.share(award, self.regulation), self._on_scale(top))


NAME = "matchpoints"
UNIT = "matchpoints"
CHART = MatchpointChart
