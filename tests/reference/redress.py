"""Section 11: self-inflicted damage."""

from fractions import Fraction


def case_of(actual: Fraction, normal: Fraction, expected: Fraction) -> str:
    """Name the case, all three in the non-offending side's view and in the unit of scoring."""
    if normal <= actual:
        return "no-damage"
    if normal <= expected:
        return "self-inflicted"
    if expected <= actual:
        return "consequent"
    return "partial"


def non_offenders_get(actual: Fraction, normal: Fraction, expected: Fraction) -> Fraction:
    """A + min(max(B - C, 0), B - A), where there is damage; never less than A (decision 5)."""
    if normal <= actual:
        return actual
    return actual + min(max(normal - expected, Fraction(0)), normal - actual)
