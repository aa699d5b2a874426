"""The Maastricht protocol: a weighted score in N-S scores, best for N-S first, one weight to a line."""

from __future__ import annotations

from fractions import Fraction

from amends import exact
from amends.awards import Mixture
from amends.bridge import Outcome, Points, Vulnerable
from amends.laws import law77


def maastricht(mixture: Mixture, vulnerable: Vulnerable) -> list[str]:
    """The lines of a weighted score.

    >>> from amends.awards import parse_award
    >>> maastricht(parse_award('1/3 -100; 2/3 4H N ='), Vulnerable.NS)
    ['2/3 of +620 (4H N =)', 'plus 1/3 of -100']
    """
    lines: list[str] = []
    for points, weight, outcome in best_first(mixture.checked(), vulnerable):
        result = "" if isinstance(outcome, Points) else f" ({outcome})"
        lines.append(f"{'plus ' if lines else ''}{exact.percentage(weight)} of {Points(points)}{result}")
    return lines


def best_first(mixture: Mixture, vulnerable: Vulnerable) -> list[tuple[int, Fraction, Outcome]]:
    """The N-S score, the weight and the outcome of each part, best for N-S first."""
    scored = ((law77.points(outcome, vulnerable), weight, outcome) for weight, outcome in mixture.parts)
    return sorted(scored, key=lambda part: -part[0])
