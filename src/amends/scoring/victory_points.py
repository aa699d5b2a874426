"""Victory points: a scale is a table of data or a named generator; margins that are not whole go by regulation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any, TypeAlias

from amends import exact, explain
from amends.explain import Explained, Operation
from amends.faults import refuse
from amends.regulations.settings import scale_data

HUNDREDTH = Fraction(1, 100)
MOST_BOARDS = 1000
VP_MARGINS = ("formula", "round-board", "round-match", "interpolate")
Generated: TypeAlias = tuple[tuple[Fraction, ...], Callable[[Fraction], Fraction] | None]
"""The table of whole margins, and a formula for those between, if the scale has one."""

_RATIO = exact.IRRATIONAL.subtract(exact.root(Fraction(5)), exact.to_decimal(Fraction(2)))
"""R = √5 − 2, by which the WBF scales fall."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A scale for matches of a number of boards: winner's victory points for whole margins 0, 1, … to the blitz."""

    name: str
    boards: int
    pool: int
    table: tuple[Fraction, ...]
    between: Callable[[Fraction], Fraction] | None = None

    def at(self, margin: Explained) -> Explained:
        """The victory points of a margin that the scale has an entry or a formula for."""
        words = f"victory points on {self.name}"
        boards = explain.given(self.boards, "boards")
        value = margin.value
        if value.denominator != 1 and self.between:
            points = self.between(value)
        else:
            points = self.table[min(floor(value), len(self.table) - 1)]
        return Explained(points, Operation.SCALE, words, "78D", (margin, boards))

    def won_by(self, margin: Explained, vp_margin: str) -> Explained:
        """The victory points of a side that did not lose."""
        if margin.value.denominator == 1 or (vp_margin == "formula" and self.between):
            return self.at(margin)
        one = explain.given(1, "whole IMPs")
        below = explain.rounded(Operation.DOWN, "the whole margin below", margin, one)
        if vp_margin == "formula":
            return self.at(below)
        above = explain.total("the whole margin above", below, one)
        low, high = self.at(below), self.at(above)
        step = explain.difference("victory points between the two", high, low)
        part = explain.product("in proportion", step, explain.difference("over the lower margin", margin, below))
        return explain.total("interpolated", low, part, clause="78D")


def victory_points(
    margin: Explained | Fraction | int, boards: int, scale: str, vp_margin: str = "formula"
) -> Explained:
    """The victory points of a margin in a match of so many boards.

    >>> str(victory_points(14, 16, 'wbf-continuous').value)
    '55/4'
    """
    if vp_margin not in VP_MARGINS:
        raise refuse(f"vp_margin {vp_margin!r}", f"one of {', '.join(VP_MARGINS)}")
    figure = margin if isinstance(margin, Explained) else explain.given(margin, "margin")
    found = scale_for(scale, boards)
    if vp_margin.startswith("round") and figure.value.denominator != 1:
        figure = explain.rounded(Operation.NEAREST, "margin, rounded", figure, explain.given(1, "whole IMPs"))
    if figure.value >= 0:
        return found.won_by(figure, vp_margin)
    theirs = found.won_by(explain.negative("the opponents' margin", figure), vp_margin)
    return explain.difference("what the winners leave", explain.given(found.pool, "the pool"), theirs, clause="78D")


def percentage_points(percentage: Explained | Fraction | int, boards: int, scale: str) -> Explained:
    """The victory points of a percentage in a match, on a scale that goes by percentages.

    On a bound the victory points nearer to the middle; below 50% the mirror.

    >>> str(percentage_points(Fraction('56.23'), 8, 'ebu-swiss-pairs').value)
    '14'
    """
    data = scale_data(scale)
    if data["by"] != "percentage":
        raise refuse(f"a percentage on the scale {scale!r}", "a margin in IMPs")
    upper = _upper(scale, boards)
    figure = percentage if isinstance(percentage, Explained) else explain.given(percentage, "percentage")
    if not 0 <= figure.value <= 100:
        figure = explain.greatest("at least 0", figure, explain.given(0, "nothing"))
        figure = explain.least("at most 100", figure, explain.given(100, "everything"))
    shown = explain.rounded(Operation.NEAREST, "to two places", figure, explain.given(HUNDREDTH, "two places"))
    if shown.value < 50:
        mirror = explain.difference("the opponents' percentage", explain.given(100, "all"), shown)
        pool = explain.given(data["pool"], "the pool")
        return explain.difference("the mirror", pool, _band(mirror, upper, data["pool"], scale, boards), clause="78D")
    return _band(shown, upper, data["pool"], scale, boards)


@lru_cache(maxsize=512)
def _upper(scale: str, boards: int) -> tuple[Fraction, ...]:
    """The highest percentage of each band of a scale, from the lowest."""
    return tuple(exact.number(bound) for bound in _table(scale_data(scale), scale, boards)["upper"])


def _band(percentage: Explained, upper: Sequence[Fraction], pool: int, scale: str, boards: int) -> Explained:
    points = Fraction(pool, 2) + sum(percentage.value > bound for bound in upper)
    parts = (percentage, explain.given(boards, "boards"))
    return Explained(points, Operation.SCALE, f"victory points on {scale}", "78D", parts)


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
        of_boards = _table(data, name, boards)
        margins: list[int] = of_boards["margins"]
        points = (of_boards["vp"][bisect_right(margins, margin) - 1] for margin in range(margins[-1] + 1))
        return Scale(name, boards, pool, tuple(map(Fraction, points)))
    share = exact.number(data.get("boards_share", 1))
    generator = {"continuous": _continuous, "discrete": _discrete}[data["generator"]]
    table, between = generator(pool, boards * share)
    return Scale(name, boards, pool, table, between)


def has_scale(name: str, boards: int) -> bool:
    """Whether a scale made of tables has one for matches of so many boards: while results come in it may have none."""
    data = scale_data(name)
    return "table" not in data or _table_for(data, boards) is not None


def _table(data: Mapping[str, Any], name: str, boards: int) -> Mapping[str, Any]:
    table = _table_for(data, boards)
    if table is None:
        ranges = ", ".join("{}-{}".format(*table["boards"]) for table in data["table"])
        raise refuse(f"{boards} boards on the scale {name!r}", f"boards in one of {ranges}")
    return table


def _table_for(data: Mapping[str, Any], boards: int) -> Mapping[str, Any] | None:
    return next((table for table in data["table"] if table["boards"][0] <= boards <= table["boards"][1]), None)


def _blitz(boards: Fraction) -> Decimal:
    """X = 15√boards: the margin that wins all."""
    return exact.IRRATIONAL.multiply(Decimal(15), exact.root(boards))


def _continuous(pool: int, boards: Fraction) -> Generated:
    """VP(m) = h + h(1 − R^{m/X})/(1 − R) with h half of the pool, to 0.01; then made concave."""
    blitz, half, context = _blitz(boards), Fraction(pool, 2), exact.IRRATIONAL

    def formula(margin: Fraction) -> Fraction:
        exponent = context.divide(exact.to_decimal(margin), blitz)
        fallen = context.subtract(Decimal(1), context.power(_RATIO, exponent))
        won = Fraction(context.divide(fallen, context.subtract(Decimal(1), _RATIO)))
        return min(exact.nearest(half + half * won, HUNDREDTH), Fraction(pool))

    last = ceil(Fraction(blitz))
    return _concave([formula(Fraction(margin)) for margin in range(last + 2)]), formula


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


def _discrete(pool: int, boards: Fraction) -> Generated:
    """Whole victory points: the bands of margins, made so that no band is narrower than the one before it."""
    half, blitz, context = pool // 2, _blitz(boards), exact.IRRATIONAL
    falls = context.ln(_RATIO)

    def last_margin(step: int) -> int:
        share = exact.to_decimal(Fraction(2 * step + 1, pool))
        left = context.subtract(Decimal(1), context.multiply(context.subtract(Decimal(1), _RATIO), share))
        return floor(Fraction(context.divide(context.multiply(blitz, context.ln(left)), falls)))

    upper = _widening([last_margin(step) for step in range(half)])
    table = [half + sum(margin > bound for bound in upper) for margin in range(upper[-1] + 2)]
    return tuple(Fraction(points) for points in table), None


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
