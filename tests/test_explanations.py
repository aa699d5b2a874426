"""Every figure of an explanation follows from its parts, and the whole is the figure that was scored."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import prod
from typing import Any

import pytest
from hypothesis import given

import reference
from amends import Explained, Side, Team, percentage_points
from amends.conformance.kinds import boards
from amends.explain import Operation
from amends.formats.common.toml_table import Given
from amends.regulations import default
from amends.scoring import score_match
from support import cases
from support.examples import examples

IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900,
        1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000)  # fmt: skip


def imps(difference: Fraction) -> int:
    won = sum(abs(difference) >= bound for bound in IMPS)
    return won if difference > 0 else -won


def recomputed(figure: Explained) -> bool:
    """Whether the value follows from the parts by the operation, calculated here by other means."""
    values = [part.value for part in figure.parts]
    match figure.operation:
        case Operation.GIVEN:
            return not values
        case Operation.SAME:
            return [figure.value] == values
        case Operation.SUM:
            return figure.value == sum(values)
        case Operation.DIFFERENCE:
            return figure.value + values[1] == values[0]
        case Operation.PRODUCT:
            return figure.value == prod(values)
        case Operation.QUOTIENT:
            return figure.value * values[1] == values[0]
        case Operation.GREATEST:
            return figure.value == sorted(values)[-1]
        case Operation.LEAST:
            return figure.value == sorted(values)[0]
        case Operation.NEGATIVE:
            return [-figure.value] == values
        case Operation.IMPS:
            return figure.value == imps(values[0])
        case Operation.IMPS_CAPPED:
            return abs(figure.value) == min(abs(imps(values[0])), values[1]) and figure.value * values[0] >= 0
        case Operation.UP:
            return multiple(figure, values) and 0 <= figure.value - values[0] < values[1]
        case Operation.DOWN:
            return multiple(figure, values) and 0 <= values[0] - figure.value < values[1]
        case Operation.NEAREST | Operation.NEAREST_EVEN | Operation.HALF_AWAY | Operation.HALF_TOWARDS:
            distance = abs(figure.value - values[0]) * 2
            tie = distance == values[1]
            return multiple(figure, values) and distance <= values[1] and (not tie or tie_is_right(figure, values))
        case Operation.COMPARED:
            return figure.value == (values[1] if values[0] > 0 else values[1] / 2 if values[0] == 0 else 0)
        case Operation.ROOT_QUOTIENT:
            with localcontext() as context:
                context.prec = 40
                root = (Decimal(int(values[1] * (values[1] - 1))) / 2).sqrt()
                return abs(
                    Fraction(Decimal(values[0].numerator) / values[0].denominator / root) - figure.value
                ) <= Fraction(501, 100000)
        case Operation.SCALE:
            return figure.value == on_the_scale(figure, values)


def multiple(figure: Explained, values: list[Fraction]) -> bool:
    return figure.value % values[1] == 0


def tie_is_right(figure: Explained, values: list[Fraction]) -> bool:
    """Where the value lies half way: that it went the way its operation says."""
    match figure.operation:
        case Operation.NEAREST:
            return abs(figure.value) > abs(values[0])
        case Operation.NEAREST_EVEN:
            return figure.value / values[1] % 2 == 0
        case Operation.HALF_AWAY:
            return values[0] == values[2] or abs(figure.value - values[2]) > abs(values[0] - values[2])
        case _:
            return values[0] == values[2] or abs(figure.value - values[2]) < abs(values[0] - values[2])


def on_the_scale(figure: Explained, values: list[Fraction]) -> Fraction:
    name, boards = figure.words.rsplit(" ", 1)[1], int(values[1])
    by = "percentages" if name == "ebu-swiss-pairs" else "margins"
    found = reference.evaluate("vp", {"scale": name, "boards": boards, by: [str(values[0])]}, {})
    value = found["vp"][0]
    assert isinstance(value, Fraction)
    return value


@examples(120, long=400)
@given(case=cases.boards())
def test_a_boards_figures_follow_from_their_parts(case: tuple[dict[str, Any], dict[str, object]]) -> None:
    given, changes = case
    scored, _ = boards.scored(Given(given), default().having(**changes))
    for index in range(len(scored.board.rows)):
        for side in Side:
            value, figure = scored.value(index)[side], scored.explain(index, side)
            assert (figure.value if figure else None) == value
            for part in figure.walk() if figure else ():
                assert recomputed(part), part.text()


@examples(60, long=200)
@given(case=cases.matches())
def test_a_matchs_figures_follow_from_their_parts(case: tuple[dict[str, Any], dict[str, object]]) -> None:
    given, changes = case
    scored = score_match(boards.read(Given(given), default().having(**changes)), default().having(**changes))
    figures = [figure for board in scored.boards for figure in board if figure] + [scored.margin[team] for team in Team]
    if "scale" in given:
        points = scored.victory_points(given["boards"], given["scale"])
        figures += [points[team] for team in Team]
    for figure in figures:
        for part in figure.walk():
            assert recomputed(part), part.text()


@examples(60, long=200)
@given(case=cases.boards())
def test_every_ruled_figure_names_a_clause(case: tuple[dict[str, Any], dict[str, object]]) -> None:
    given, changes = case
    scored, _ = boards.scored(Given(given), default().having(**changes))
    for index in scored.lines.apart:
        for side in Side:
            if figure := scored.explain(index, side):
                assert any(part.clause for part in figure.walk())


@pytest.mark.parametrize(
    "percentage", ["-3", "0", "43.77", "49.999", "50", "56.23", "56.234", "56.235", "75.951", "155"]
)
def test_a_percentage_on_the_swiss_pairs_scale(percentage: str) -> None:
    for part in percentage_points(Fraction(percentage), 8, "ebu-swiss-pairs").walk():
        assert recomputed(part), part.text()


def test_clauses_are_numbered_by_the_edition() -> None:
    given = {
        "scoring": "matchpoints",
        "tables": [
            {"id": "x", "result": "-500", "self_inflicted": {"side": "ns", "normal": "-100", "expected": "-420"}},
            {"id": "y", "result": "-170"},
        ],
    }
    for edition, clause in ((2017, "12C1(e)"), (2007, "12C1(b)"), (1997, "12C2")):
        scored, _ = boards.scored(Given(given), default().having(edition=edition))
        figure = scored.explain(0, Side.NS)
        assert figure is not None
        assert clause in {part.clause for part in figure.walk()}
        assert not {"12C1(e)", "12C1(e)(i)"} & {part.clause for part in figure.walk()} or edition == 2017
