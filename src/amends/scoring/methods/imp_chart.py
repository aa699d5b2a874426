"""What the methods that count in IMPs share: the average is 0, and an artificial score is 0 or ±3."""

from __future__ import annotations

from fractions import Fraction

from amends import explain
from amends.awards import Artificial
from amends.explain import Explained, Operation
from amends.laws import law78
from amends.laws.law12 import c2_artificial
from amends.scoring.chart import Chart
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
        return Claim(award, c2_artificial.imps(award, self.regulation))


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
