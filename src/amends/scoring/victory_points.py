"""Victory points: a scale is a table of data or a named generator; margins that are not whole go by regulation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, trunc
from typing import Any

from amends import exact, explain
from amends.explain import Explained, Operation
from amends.faults import refuse
from amends.regulations.load import scale_data

HUNDREDTH = Fraction(1, 100)
MOST_BOARDS = 1000
_RATIO = exact.IRRATIONAL.subtract(exact.root(Fraction(5)), exact.to_decimal(Fraction(2)))
"""R = √5 − 2, by which the WBF scales fall."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale for matches of a number of boards: winner's victory points for whole margins 0, 1, … to the blitz."""

    name: str
    pool: int
    table: tuple[Fraction, ...]
    between: Callable[[Fraction], Fraction] | None = None

    def at(self, margin: Fraction, vp_margin: str = "formula") -> Fraction:
        """The victory points of a side that won by `margin` (lost: negative)."""
        if margin < 0:
            return self.pool - self.at(-margin, vp_margin)
        if vp_margin in ("round-board", "round-match"):
            margin = exact.nearest(margin, Fraction(1))
        whole = floor(margin)
        if whole == margin:
            return self._whole(whole)
        if vp_margin == "interpolate":
            low, high = self._whole(whole), self._whole(whole + 1)
            return low + (high - low) * (margin - whole)
        return self.between(margin) if self.between else self._whole(trunc(margin))

    def _whole(self, margin: int) -> Fraction:
        return self.table[min(margin, len(self.table) - 1)]


def victory_points(margin: Explained, boards: int, scale: str, vp_margin: str = "formula") -> Explained:
    """The victory points of a margin in a match of so many boards.

    >>> str(victory_points(explain.given(14, 'margin'), 16, 'wbf-continuous').value)
    '55/4'
    """
    found = scale_for(scale, boards)
    words = f"victory points on {scale} for {boards} boards"
    if vp_margin in ("round-board", "round-match") and margin.value.denominator != 1:
        unit = explain.given(1, "whole IMPs")
        whole = exact.nearest(margin.value, Fraction(1))
        margin = Explained(whole, Operation.ROUNDED, "margin, rounded", "78D", (margin, unit))
    return Explained(found.at(margin.value, vp_margin), Operation.SCALE, words, "78D", (margin,))


def percentage_points(percentage: Explained, boards: int, scale: str) -> Explained:
    """The victory points of a percentage in a match, on a scale that goes by percentages."""
    data = scale_data(scale)
    if data["by"] != "percentage":
        raise refuse(f"a percentage on the scale {scale!r}", "a margin in IMPs")
    upper = [exact.number(bound) for bound in _table(data, scale, boards)["upper"]]
    value = _by_percentage(percentage.value, upper, data["pool"])
    words = f"victory points on {scale} for {boards} boards"
    return Explained(value, Operation.SCALE, words, "78D", (percentage,))


def _by_percentage(percentage: Fraction, upper: Sequence[Fraction], pool: int) -> Fraction:
    """On a bound the victory points nearer to the middle; below 50% the mirror."""
    shown = exact.nearest(min(max(percentage, Fraction(0)), Fraction(100)), HUNDREDTH)
    if shown < 50:
        return pool - _by_percentage(100 - shown, upper, pool)
    above = sum(shown > bound for bound in upper)
    return Fraction(pool, 2) + above


@lru_cache(maxsize=512)
def scale_for(name: str, boards: int) -> Scale:
    """The scale for matches of so many boards."""
    data = scale_data(name)
    if data["by"] != "margin":
        raise refuse(f"a margin on the scale {name!r}", "a percentage")
    if not 1 <= boards <= MOST_BOARDS:
        raise refuse(f"{boards} boards", f"1 to {MOST_BOARDS} boards")
    pool = data["pool"]
    if "table" in data:
        return Scale(name, pool, _filled(_table(data, name, boards)))
    share = exact.number(data.get("boards_share", 1))
    generator = {"continuous": _continuous, "discrete": _discrete}[data["generator"]]
    return generator(name, pool, boards * share)


def _table(data: Mapping[str, Any], name: str, boards: int) -> Mapping[str, Any]:
    for table in data["table"]:
        if table["boards"][0] <= boards <= table["boards"][1]:
            return dict(table)
    ranges = ", ".join("{}-{}".format(*table["boards"]) for table in data["table"])
    raise refuse(f"{boards} boards on the scale {name!r}", f"boards in one of {ranges}")


def _filled(table: Mapping[str, Any]) -> tuple[Fraction, ...]:
    margins: list[int] = table["margins"]
    return tuple(Fraction(table["vp"][bisect_right(margins, margin) - 1]) for margin in range(margins[-1] + 1))


def _blitz(boards: Fraction) -> Decimal:
    """X = 15√boards: the margin that wins all."""
    return exact.IRRATIONAL.multiply(Decimal(15), exact.root(boards))


def _continuous(name: str, pool: int, boards: Fraction) -> Scale:
    """VP(m) = h + h(1 − R^{m/X})/(1 − R) with h half of the pool, to 0.01; then made concave."""
    blitz, half, context = _blitz(boards), Fraction(pool, 2), exact.IRRATIONAL

    def formula(margin: Fraction) -> Fraction:
        exponent = context.divide(exact.to_decimal(margin), blitz)
        fallen = context.subtract(Decimal(1), context.power(_RATIO, exponent))
        won = Fraction(context.divide(fallen, context.subtract(Decimal(1), _RATIO)))
        return min(exact.nearest(half + half * won, HUNDREDTH), Fraction(pool))

    last = ceil(Fraction(blitz))
    return Scale(name, pool, _concave([formula(Fraction(margin)) for margin in range(last + 2)]), formula)


def _concave(table: list[Fraction]) -> tuple[Fraction, ...]:
    """Add 0.01 wherever a step would be greater than the step before it."""
    margin = 1
    while margin < len(table) - 1:
        if table[margin + 1] - table[margin] > table[margin] - table[margin - 1]:
            table[margin] += HUNDREDTH
            margin = max(margin - 1, 1)
        else:
            margin += 1
    return tuple(table)


def _discrete(name: str, pool: int, boards: Fraction) -> Scale:
    """Whole victory points: the bands of margins, made so that no band is narrower than the one before it."""
    half, blitz, context = pool // 2, _blitz(boards), exact.IRRATIONAL
    falls = context.ln(_RATIO)

    def last_margin(step: int) -> int:
        share = exact.to_decimal(Fraction(2 * step + 1, pool))
        left = context.subtract(Decimal(1), context.multiply(context.subtract(Decimal(1), _RATIO), share))
        return floor(Fraction(context.divide(context.multiply(blitz, context.ln(left)), falls)))

    upper = _widening([last_margin(step) for step in range(half)])
    table = [half + sum(margin > bound for bound in upper) for margin in range(upper[-1] + 2)]
    return Scale(name, pool, tuple(Fraction(points) for points in table))


def _widening(upper: list[int]) -> list[int]:
    """The bands' upper margins, lowered until no band is narrower than the one before it."""
    step = 0
    while step < len(upper) - 1:
        width = 2 * upper[0] + 1 if step == 0 else upper[step] - upper[step - 1]
        if upper[step + 1] - upper[step] < width:
            upper[step] -= 1
            step = 0
        else:
            step += 1
    return upper
