"""Rounding as a named step: of assigned adjusted scores by a policy, of each line before lines are added up."""

from __future__ import annotations

from fractions import Fraction

from amends import exact, explain
from amends.explain import Explained, Operation
from amends.regulations import Regulation


def policy_rounded(
    figure: Explained, regulation: Regulation, unit_of: str, average: Fraction, favoured: bool | None
) -> Explained:
    """A figure rounded to the unit of its scoring; `favoured`: whether its side is non-offending, None if unknown."""
    policy, unit = regulation.rounding, regulation.rounding_unit.get(unit_of)
    if policy == "exact" or unit is None or (policy == "favour-non-offending" and favoured is None):
        return figure
    if policy == "favour-non-offending" and favoured is False:
        # The complement of the opponents' rounded score, so that balanced scores stay balanced.
        value = 2 * average - exact.up(2 * average - figure.value, unit)
    else:
        value = exact.rounded(figure.value, policy, unit, average, favoured)
    words = f"rounded ({policy.replace('-', ' ')})"
    return Explained(value, Operation.ROUNDED, words, "", (figure, explain.given(unit, "unit of scoring")))


def line_rounding(figure: Explained | None, regulation: Regulation) -> Explained | None:
    """A line's figure rounded before lines are added up, where the regulation says so."""
    if figure is None or regulation.line_rounding == "none":
        return figure
    step = exact.number(regulation.line_rounding)
    parts = (figure, explain.given(step, "each line rounded to"))
    return Explained(exact.nearest(figure.value, step), Operation.ROUNDED, "rounded before adding up", "", parts)
