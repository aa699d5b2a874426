"""Cross-IMPs: IMPs against every other table, on the frequencies instead of pair by pair."""

from __future__ import annotations

from fractions import Fraction

from amends import exact, explain
from amends.awards import Artificial, Grade
from amends.explain import Explained, Operation
from amends.laws import law12, law78
from amends.regulations import Regulation
from amends.scoring.chart import Chart, Field
from amends.scoring.columns import Spread
from amends.scoring.session_score import Claim


class ImpChart(Chart):
    """A chart in IMPs."""

    @property
    def average(self) -> Fraction:
        """Nothing won, nothing lost."""
        return Fraction(0)

    @property
    def available(self) -> Fraction:
        """One board."""
        return Fraction(1)

    def claim(self, award: Artificial) -> Claim:
        """12C2(b)."""
        return Claim(award, law12.imps(award, self.regulation))


def explain_imps(words: str, difference: Explained) -> Explained:
    """A difference in points as IMPs."""
    value = Fraction(law78.imps(difference.value))
    return Explained(value, Operation.IMPS, words, "78B", (difference,))


def explain_capped(words: str, difference: Explained, cap: int) -> Explained:
    """A difference in points as IMPs, of which at most `cap` count."""
    value = Fraction(capped(law78.imps(difference.value), cap))
    most = explain.given(cap, "the most IMPs in a comparison")
    return Explained(value, Operation.IMPS_CAPPED, words, "78B", (difference, most))


def capped(imps: int, cap: int) -> int:
    """The IMPs of one comparison, at most the regulation's cap."""
    return max(-cap, min(cap, imps))


class CrossImpChart(ImpChart):
    """The sum over the field, divided as the regulation says.

    A board with fewer results than expected is left as it is, or raised by E/A and divided as a full one.
    """

    def __init__(self, field: Field, regulation: Regulation) -> None:
        self.alone = field.tally.weight <= field.tally.unit
        self.rooted = regulation.cross_imps_divisor == "root"
        self.full = regulation.imp_factoring == "expected"
        self.short = self.full and field.tally.weight != field.expected * field.tally.unit
        # The sums of a fouled group are raised to the number of comparisons of a full field.
        self.raised = field.fouled and regulation.cross_imps_divisor == "sum" and not self.full
        super().__init__(field, regulation)

    def _unit(self) -> int:
        tally, divisor, expected = self.tally, self.regulation.cross_imps_divisor, self.field.expected
        if self.alone:
            return 1
        if self.rooted:
            return 100
        if self.short:
            return tally.weight * {"comparisons": expected - 1, "tables": expected}.get(divisor, 1)
        if self.raised or divisor == "comparisons":
            return tally.weight - tally.unit
        return tally.weight if divisor == "tables" else tally.unit

    def _values(self) -> dict[int, int]:
        """The number of different scores, squared: never the number of tables."""
        return {points: self._elsewhere(points) for points in self.tally.frequencies}

    def _elsewhere(self, points: int) -> int:
        """The divided sum for one score."""
        if self.alone:
            return 0
        if self.rooted:
            return int(self._over_root(Fraction(self._sum(points), self.tally.unit)) * 100)
        if self.short:
            return self._sum(points) * self.field.expected
        return self._sum(points) * (self.field.expected - 1 if self.raised else 1)

    def _sum(self, points: int) -> int:
        """Σ f(t)·IMP(s − t), in parts of the tally's unit."""
        cap, imps = self.regulation.imp_cap, law78.imps
        return sum(times * capped(imps(points - score), cap) for score, times in self.tally.frequencies.items())

    def _over_root(self, imps: Fraction) -> Fraction:
        """Over √(r·c/2) with c = r − 1, rounded to 0.01."""
        results = self.tally.actual
        if self.short:
            imps, results = imps * self.field.expected / results, Fraction(self.field.expected)
        return exact.over_root(imps, results * (results - 1) / 2, Fraction(1, 100))

    def award(self, spread: Spread) -> Fraction:
        """With the root divisor the row is rounded once, not each of its results."""
        if not self.rooted or self.alone:
            return super().award(spread)
        total = sum(share * self._sum(points) for points, share in spread.parts)
        return self._over_root(Fraction(total, spread.unit * self.tally.unit))

    def explain_at(self, points: int) -> Explained:
        """Each comparison with its frequency, then the divisor."""
        return self._divided(self._explain_sum(points))

    def explain_award(self, spread: Spread) -> Explained:
        """The weighted sum is divided once."""
        if not self.rooted or not spread.weighted:
            return super().explain_award(spread)
        parts = (
            (Fraction(share, spread.unit), self.shown(points), self._explain_sum(points))
            for points, share in spread.parts
        )
        return self._divided(law12.weighted("weighted score", parts))

    def _explain_sum(self, points: int) -> Explained:
        score = explain.given(points, f"{self.shown(points)} seen by {self.field.side.words}", "77")
        comparisons = []
        for other in sorted(self.tally.frequencies):
            against = explain.given(other, f"{self.shown(other)} seen by {self.field.side.words}")
            difference = explain.difference(f"difference to {self.shown(other)}", score, against)
            times = explain.given(self.tally.frequency(other), f"frequency of {self.shown(other)}")
            imps = explain_capped(f"IMPs against {self.shown(other)}", difference, self.regulation.imp_cap)
            comparisons.append(explain.product(f"against {self.shown(other)}", times, imps))
        return explain.total(f"IMPs of {self.shown(points)} against the field", *comparisons, clause="78B")

    def _divided(self, figure: Explained) -> Explained:
        """A sum against the field, over the divisor; a short board is raised first."""
        if self.alone:
            return explain.given(0, "no comparison", "78B")
        if not self.short:
            return self._over(figure, self.explain_actual())
        expected = explain.given(self.field.expected, "expected results")
        ratio = explain.quotient("expected over comparable", expected, self.explain_actual())
        return self._over(explain.product("raised to the expected results", figure, ratio, clause="78D"), expected)

    def _over(self, figure: Explained, results: Explained) -> Explained:
        """A sum over the divisor, with so many results in the field."""
        one, divisor = explain.given(1, "one"), self.regulation.cross_imps_divisor
        if self.rooted:
            value = exact.over_root(figure.value, results.value * (results.value - 1) / 2, Fraction(1, 100))
            words = "over √(r(r−1)/2), to 0.01"
            return Explained(value, Operation.ROOT_QUOTIENT, words, "78D", (figure, results))
        comparisons = explain.difference("comparisons", results, one)
        if divisor == "comparisons":
            return explain.quotient("average of the comparisons", figure, comparisons, clause="78D")
        if divisor == "tables":
            return explain.quotient("average over the tables", figure, results, clause="78D")
        if not self.raised:
            return figure
        full = explain.difference("comparisons expected", explain.given(self.field.expected, "expected results"), one)
        ratio = explain.quotient("expected over made", full, comparisons)
        return explain.product("raised to the whole field", figure, ratio, clause="87")

    def claim(self, award: Artificial) -> Claim:
        """For the board; or for each comparison, and then divided like the others."""
        flat = law12.imps(award, self.regulation)
        if self.regulation.average_imps_per == "board" or not isinstance(award.grade, Grade):
            return Claim(award, flat)
        results = explain.given(self.field.expected, "expected results") if self.full else self.explain_actual()
        if results.value <= 1:
            return Claim(award, explain.given(0, "no comparison", "12C2(b)"))
        comparisons = explain.difference("comparisons", results, explain.given(1, "one"))
        total = explain.product("for each comparison", flat, comparisons, clause="12C2(b)")
        return Claim(award, self._over(total, results))


NAME = "cross-imps"
UNIT = "imps"
CHART = CrossImpChart
