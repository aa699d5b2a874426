"""Printed figures: what they stand for, and whether a value is what was printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.bridge import Side
from amends.event.published import SINGLE_PRECISION, Printed


def agrees(printed: Printed, value: Fraction, cut: bool, unit: Fraction | None) -> bool:
    """Whether a printed figure is that value, rounded to the last place of its column; or cut off there."""
    if cut:
        return printed.value == exact.down(value, unit or printed.unit)
    return printed.agrees(value, unit)


def digits(figure: Printed, column: Fraction | None, own: bool) -> Fraction | None:
    """The unit that a figure is held to: that of its column, or its own where it has decimals."""
    return figure.unit if own and figure.unit < 1 else column


def in_last_digit(
    printed: Iterable[Printed | None],
    values: Iterable[Fraction | None],
    unit: Fraction | None = None,
    *,
    percent: bool = False,
) -> bool:
    """Whether figures are off by at most one in their last place; whole points are never so, whole per cents are.

    >>> in_last_digit([Printed('75.0')], [Fraction('74.94')]), in_last_digit([Printed('75.2')], [Fraction('74.94')])
    (True, False)
    """
    for figure, value in zip(printed, values, strict=True):
        if figure is None:
            continue
        step = unit or figure.unit
        if value is None or (step >= 1 and not percent) or 2 * abs(figure.value - value) > 3 * step:
            return False
    return True


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A printed figure of a line."""

    table: str
    side: Side
    printed: Printed
    unit: Fraction
    percent: bool = False

    def interval(self, cut: bool) -> tuple[Fraction, Fraction]:
        """The least and the most that it stands for."""
        value = self.printed.value
        if cut:
            return value, value + self.unit
        half = max(self.unit, abs(value) / SINGLE_PRECISION) / 2
        return value - half, value + half
