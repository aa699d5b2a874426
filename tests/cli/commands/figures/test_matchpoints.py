"""`amends matchpoints`: the chart of a field, and what an award gets on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from support.running import Amends

FIELD = "+420*4 +400*2 +170 +150 -50*3"
AWARD = "1/3 +400; 1/3 -50; 1/6 +420; 1/6 -50"
EXAMPLE_9 = ("matchpoints", FIELD, "--award", AWARD)
"""The WBF commentary of 2017, example 9."""

WHOLE = ("--set", "rounding=favour-non-offending", "--set", "rounding_unit=matchpoints:1")


def by_score(data: Any) -> dict[int, Any]:
    return {line["score"]: line for line in data["chart"]}


def awarded(data: Any) -> tuple[str | None, str | None]:
    return data["award"]["ns"]["matchpoints"], data["award"]["ew"]["matchpoints"]


def test_wbf_example_9_gives_eight_and_a_half_of_22(amends: Amends) -> None:
    data = amends.data(*EXAMPLE_9)
    assert awarded(data) == ("8.5", "13.5")
    assert data["top"] == {"ns": "22", "ew": "22"}


@pytest.mark.parametrize(
    ("score", "times", "ns", "ew"),
    [(420, "25/6", "113/6", "19/6"), (400, "7/3", "37/3", "29/3"), (-50, "3.5", "2.5", "19.5")],
)
def test_wbf_example_9_enters_the_field_by_its_fractions(
    amends: Amends, score: int, times: str, ns: str, ew: str
) -> None:
    line = by_score(amends.data(*EXAMPLE_9))[score]
    assert (line["times"], line["figure"]) == ({"ns": times, "ew": times}, {"ns": ns, "ew": ew})


@pytest.mark.parametrize("words", ["8½ matchpoints of 22", "13½ matchpoints of 22", "38.64%", "61.36%"])
def test_the_award_is_shown_to_people_with_both_sides_figures(amends: Amends, words: str) -> None:
    assert words in amends.shown(*EXAMPLE_9)


@pytest.mark.parametrize("line", ["+420 4⅙ 18⅚ 3⅙", "+400 2⅓ 12⅓ 9⅔", "+170 1 9 13", "+150 1 7 15", "−50 3½ 2½ 19½"])
def test_the_chart_is_shown_to_people_with_its_frequencies(amends: Amends, line: str) -> None:
    assert line in amends.shown(*EXAMPLE_9).splitlines()


def test_both_sides_of_each_score_make_a_top(amends: Amends) -> None:
    assert all(sum(map(Fraction, line["figure"].values())) == 22 for line in amends.data(*EXAMPLE_9)["chart"])


def test_the_field_alone_is_a_chart_without_award(amends: Amends) -> None:
    data = amends.data("matchpoints", "+420*4 -50")
    assert [(line["score"], line["figure"]) for line in data["chart"]] == [
        (420, {"ns": "5", "ew": "3"}),
        (-50, {"ns": "0", "ew": "8"}),
    ]
    assert data["expected"] == 5
    assert data["award"] is None


@pytest.mark.parametrize(
    ("field", "same"),
    [("+420 +420 -50", "+420*2 -50"), ("−50 +420*2", "+420*2 -50"), ("  +420*2\t-50\n", "+420*2 -50")],
)
def test_the_order_and_the_blanks_of_a_field_do_not_matter(amends: Amends, field: str, same: str) -> None:
    assert amends.data("matchpoints", field) == amends.data("matchpoints", same)


@pytest.mark.parametrize(
    ("arguments", "ns", "ew"),
    [
        (["--award", "+420"], "18", "4"),  # two for each of 7 below, one for each of 4 ties
        (["--award", "+430"], "22", "0"),
        (["--award", "A+"], "13.2", "13.2"),
        (["--award", "A"], "11", "11"),
        (["--award", "A-"], "8.8", "8.8"),
        (["--award", "60%"], "13.2", "13.2"),
        (["--award-ns", "A+", "--award-ew", "A-"], "13.2", "8.8"),
        (["--award", "A-", "--award-ns", "A+"], "13.2", "8.8"),
        (["--award", "A+", "--award-ew", "A-"], "13.2", "8.8"),
        (["--award", "100% +430"], "22", "0"),
        (["--award", "50% +430; 50% -100"], "11", "11"),
    ],
)
def test_an_award_gets_what_it_is_worth_on_twelve_tables(
    amends: Amends, arguments: list[str], ns: str, ew: str
) -> None:
    assert awarded(amends.data("matchpoints", FIELD, *arguments)) == (ns, ew)


def test_a_split_score_is_scored_for_each_side_on_its_own_chart(amends: Amends) -> None:
    arguments = ("matchpoints", "+420 -50", "--award-ns", "+420", "--award-ew", "-50")
    data = amends.data(*arguments)
    assert awarded(data) == ("3", "3")
    assert by_score(data)[420]["times"] == {"ns": "2", "ew": "1"}
    assert {"+420 2 1 3 0", "−50 1 2 0 3"} <= set(amends.shown(*arguments).splitlines())


@pytest.mark.parametrize(
    ("arguments", "awards"),
    [
        (["--award", "A60/40"], ("A+", "A-")),
        (["--award", "60/40"], ("60%", "40%")),
        (["--award", "A60/40", "--award-ew", "AVE"], ("A+", "A")),
    ],
)
def test_an_award_to_both_sides_may_be_a_pair(amends: Amends, arguments: list[str], awards: tuple[str, str]) -> None:
    award = amends.data("matchpoints", "+420 -50", *arguments)["award"]
    assert (award["ns"]["award"], award["ew"]["award"]) == awards


def test_a_board_that_fewer_tables_played_is_factored_by_neuberg(amends: Amends) -> None:
    data = amends.data("matchpoints", "+420*4 -50", "--expected", "6")
    assert [line["figure"]["ns"] for line in data["chart"]] == ["6.2", "0.2"]  # (5 + 1) × 6/5 − 1 and (0 + 1) × 6/5 − 1


def test_a_row_that_is_not_played_has_no_matchpoints_and_is_expected(amends: Amends) -> None:
    data = amends.data("matchpoints", "+420*4 -50", "--award", "np")
    assert awarded(data) == (None, None)
    assert data["expected"] == 6


@pytest.mark.parametrize(
    ("arguments", "ns", "ew"),
    [
        ([*WHOLE, "--non-offending", "ns"], "9", "13"),
        ([*WHOLE, "--non-offending", "ew"], "8", "14"),
        ([*WHOLE, "--non-offending", "both"], "9", "14"),
        ([*WHOLE, "--non-offending", "none"], "8", "13"),
        ([*WHOLE], "8.5", "13.5"),
        (["--non-offending", "ns"], "8.5", "13.5"),
        (["--set", "matchpoints_per_win=1"], "4.25", "6.75"),
    ],
)
def test_a_setting_is_changed_for_one_calculation(amends: Amends, arguments: list[str], ns: str, ew: str) -> None:
    assert awarded(amends.data(*EXAMPLE_9, *arguments)) == (ns, ew)


def test_an_excluded_award_leaves_the_frequencies_alone(amends: Amends) -> None:
    chart = by_score(amends.data(*EXAMPLE_9, "--set", "adjusted_field=excluded"))
    assert [chart[score]["times"]["ns"] for score in (420, 400, 170, 150, -50)] == ["4", "2", "1", "1", "3"]


def test_the_explanation_names_clauses_weights_and_frequencies(amends: Amends) -> None:
    shown = amends.shown(*EXAMPLE_9, "--explain")
    for words in ("[12C1(c)]", "[78A]", "frequency of −50: 3½", "weight of +400: ⅓"):
        assert words in shown


@pytest.mark.parametrize(("side", "value"), [("ns", "8.5"), ("ew", "13.5")])
def test_the_explanation_as_data_adds_up(amends: Amends, side: str, value: str) -> None:
    figure = amends.data(*EXAMPLE_9, "--explain")["award"][side]["explanation"]
    assert figure["value"] == value
    assert figure["clause"] == "12C1(c)"
    assert sum(Fraction(part["value"]) for part in figure["parts"]) == Fraction(value)


def test_without_explain_there_is_no_explanation(amends: Amends) -> None:
    assert amends.data(*EXAMPLE_9)["award"]["ns"]["explanation"] is None
    assert "frequency of" not in amends.shown(*EXAMPLE_9)


def test_a_result_is_scored_by_the_vulnerability_of_the_board(amends: Amends) -> None:
    field = ("matchpoints", "+600 +500", "--award", "4H N =")
    assert awarded(amends.data(*field)) == ("0", "4")
    assert awarded(amends.data(*field, "--board", "2")) == ("4", "0")
    assert awarded(amends.data(*field, "--vulnerable", "all")) == ("4", "0")
