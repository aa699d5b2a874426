"""Butler: IMPs against the datum, a trimmed and rounded mean of the field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import floor

from amends import exact, explain
from amends.explain import Explained, Operation
from amends.laws import law78
from amends.regulations import Regulation
from amends.scoring.chart import Field
from amends.scoring.columns import Spread
from amends.scoring.methods.cross_imps import ImpChart, explain_imps


class ButlerChart(ImpChart):
    """IMPs of a score against the datum, in the side's own view."""

    def __init__(self, field: Field, regulation: Regulation) -> None:
        super().__init__(field, regulation)
        self.retained = tuple(_retained(field, regulation))
        weight = sum((times for _, times in self.retained), Fraction(0))
        total = sum((points * times for points, times in self.retained), Fraction(0))
        to_unit = exact.nearest if regulation.butler_tie == "away" else exact.nearest_even
        self.datum = to_unit(total / weight if weight else Fraction(0), Fraction(regulation.butler_round_to))

    def _unit(self) -> int:
        return 1

    @classmethod
    def may_leave_out(cls, regulation: Regulation) -> bool:
        """Where the regulation keeps weighted tables out of the datum."""
        return regulation.butler_weighted == "excluded"

    @classmethod
    def leaves_out(cls, shown: Iterable[Spread | None], regulation: Regulation) -> bool:
        """A weighted table, where the regulation keeps it out of the datum."""
        return cls.may_leave_out(regulation) and any(one and one.weighted for one in shown)

    def _values(self) -> dict[int, int]:
        """Every row, trimmed or not, is scored against the datum."""
        return {points: self._elsewhere(points) for points in self.tally.frequencies}

    def _elsewhere(self, points: int) -> int:
        """IMPs of a score against the datum."""
        return law78.imps(points - self.datum) if self.retained else 0

    def explain_at(self, points: int) -> Explained:
        """The difference to the datum, and the datum down to the frequencies."""
        side = self.field.side
        if not self.retained:
            return explain.given(0, "no datum: there is nothing to compare with", "78B")
        score = explain.given(points, f"{self.shown(points)} seen by {side.words}", "77")
        difference = explain.difference("difference to the datum", score, self.explain_datum())
        return explain_imps(f"IMPs of {self.shown(points)} for {side.words}", difference)

    def explain_datum(self) -> Explained:
        """The datum in this side's view."""
        weight = explain.total(
            "retained results",
            *(explain.given(times, f"retained frequency of {self.shown(points)}") for points, times in self.retained),
        )
        points_total = explain.total(
            "points of the retained results",
            *(
                explain.product(
                    f"{self.shown(points)}, {exact.mixed(times)} times",
                    explain.given(points, "points"),
                    explain.given(times, "frequency"),
                )
                for points, times in self.retained
            ),
        )
        mean = explain.quotient(f"mean, trimming {self.regulation.butler_trim}", points_total, weight)
        unit = explain.given(self.regulation.butler_round_to, "rounded to")
        words = f"datum in the view of {self.field.side.words}"
        operation = Operation.NEAREST if self.regulation.butler_tie == "away" else Operation.NEAREST_EVEN
        return explain.rounded(operation, words, mean, unit)


def _retained(field: Field, regulation: Regulation) -> Iterator[tuple[int, Fraction]]:
    """The scores that are in the datum with what is left of their frequencies.

    With `imp_factoring = "expected"` the frequencies of a short board are first raised to the expected results.
    """
    tally = field.tally
    tables, raised = tally.actual, Fraction(1)
    if regulation.imp_factoring == "expected" and tables:
        tables, raised = Fraction(field.expected), field.expected / tally.actual
    trim = _trimmed(tables, regulation.butler_trim)
    low, high, before = Fraction(trim), tables - trim, Fraction(0)
    for points in sorted(tally.frequencies):
        after = before + tally.frequency(points) * raised
        kept = min(after, high) - max(before, low)
        if kept > 0:
            yield points, kept
        before = after


def _trimmed(tables: Fraction, trim: str) -> int:
    """How many results are left out at each end; something is always left."""
    most = max(floor((tables - 1) / 2), 0)
    if trim == "median":
        return most
    wanted = floor(tables * exact.number(trim)) if trim.endswith("%") else int(trim)
    return min(wanted, most)


NAME = "butler"
UNIT = "imps"
CHART = ButlerChart
