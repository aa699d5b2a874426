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
    policy, step = regulation.rounding, regulation.rounding_unit.get(unit_of)
    if policy == "exact" or step is None or (policy == "favour-non-offending" and favoured is None):
        return figure
    unit = explain.given(step, "unit of scoring")
    if policy != "favour-non-offending":
        operation = Operation.HALF_AWAY if policy == "half-away-from-average" else Operation.HALF_TOWARDS
        return explain.rounded(operation, f"rounded, {policy.replace('-', ' ')}", figure, unit, average)
    if favoured:
        return explain.rounded(Operation.UP, "rounded in favour of the non-offending side", figure, unit)
    # The complement of the opponents' rounded score, so that balanced scores stay balanced.
    top = explain.given(2 * average, "what two balanced scores add up to")
    theirs = explain.difference("the opponents' share", top, figure)
    raised = explain.rounded(Operation.UP, "rounded in their favour", theirs, unit)
    return explain.difference("the complement of the opponents' rounded score", top, raised)


def line_rounding(figure: Explained, regulation: Regulation) -> Explained:
    """A line's figure rounded before lines are added up, where the regulation says so."""
    if regulation.line_rounding == "none":
        return figure
    step = explain.given(exact.number(regulation.line_rounding), "each line rounded to")
    return explain.rounded(Operation.NEAREST, "rounded before adding up", figure, step)


def whole_imps(figure: Explained) -> Explained:
    """A board's figure as a whole number of IMPs, for a margin that is to be whole."""
    if figure.value.denominator == 1:
        return figure
    unit = explain.given(1, "whole IMPs")
    return explain.rounded(Operation.NEAREST, "board rounded for the margin", figure, unit)
