"""`amends points`: Law 77 from the command line."""

from __future__ import annotations

import pytest

from support.running import Amends

RESULTS = [
    # result, vulnerable, the N-S score by Law 77
    ("4Sx N -1", "ns", -200),
    ("4Sx N -1", "none", -100),
    ("4Sx N -1", "ew", -100),
    ("4H N =", "none", 420),
    ("4H N =", "all", 620),
    ("3NT E =", "none", -400),
    ("3NT E =", "ew", -600),
    ("6H W -3", "ns", 150),
    ("2Cx S =", "none", 180),
    ("2Sx N =", "none", 470),
    ("1NTxx S +2", "none", 960),
    ("1NTxx S +2", "all", 1560),
    ("7NT N =", "all", 2220),
    ("7Sx S -13", "all", -3800),
    ("7Sx S 0", "all", -3800),
    ("pass", "all", 0),
    ("+620", "all", 620),
    ("-100", "all", -100),
    ("0", "all", 0),
]

NOTATIONS = ["4♥x N -1", "4h× n −1", "4HX N 9", "4Hx N 9", "4HXN-1", " 4 H x N -1 ", "4♡x n – 1"]

WEIGHTED = "25% 6S N =; 25% 4S N +2; 50% 5S N -1"


@pytest.mark.parametrize(("result", "vulnerable", "points"), RESULTS)
def test_a_result_has_the_score_of_law_77(amends: Amends, result: str, vulnerable: str, points: int) -> None:
    [found] = amends.data("points", result, "--vulnerable", vulnerable)["results"]
    assert (found["ns"], found["ew"], found["weight"]) == (points, -points, "1")


@pytest.mark.parametrize(("result", "vulnerable", "points"), RESULTS)
def test_the_line_for_people_has_the_same_score(amends: Amends, result: str, vulnerable: str, points: int) -> None:
    shown = f"{points:+d}".replace("-", "−") if points else "0"
    assert amends.shown("points", result, "--vulnerable", vulnerable).split()[-1] == shown


@pytest.mark.parametrize("text", NOTATIONS)
def test_each_way_of_writing_a_result_is_read(amends: Amends, text: str) -> None:
    assert amends.data("points", text)["results"] == [
        {"award": 1, "result": "4Hx N -1", "weight": "1", "ns": -100, "ew": 100}
    ]


@pytest.mark.parametrize(
    ("arguments", "vulnerable", "points"),
    [
        (["--board", "1"], "none", 420),
        (["--board", "2"], "ns", 620),
        (["--board", "3"], "ew", 420),
        (["--board", "4"], "all", 620),
        (["--board", "16"], "ew", 420),
        (["--board", "17"], "none", 420),
        (["--board", "2", "--vulnerable", "ew"], "ew", 420),
        ([], "none", 420),
        (["--vulnerable", "NS"], "ns", 620),
    ],
)
def test_the_board_number_says_who_is_vulnerable_unless_it_is_said(
    amends: Amends, arguments: list[str], vulnerable: str, points: int
) -> None:
    found = amends.data("points", "4H N =", *arguments)
    assert (found["vulnerable"], found["results"][0]["ns"]) == (vulnerable, points)


def test_several_results_keep_their_order(amends: Amends) -> None:
    results = ["4H N =", "pass", "-50", "3NT E +1"]
    assert [found["ns"] for found in amends.data("points", *results)["results"]] == [420, 0, -50, -430]
    assert len(amends.shown("points", *results).splitlines()) == 4


def test_a_negative_score_is_an_argument_and_no_option(amends: Amends) -> None:
    assert amends.data("points", "-50")["results"][0]["ns"] == -50
    assert amends.shown("points", "-50") == amends.shown("points", "--", "-50")


def test_the_parts_of_a_weighted_score_are_scored_each(amends: Amends) -> None:
    found = amends.data("points", WEIGHTED)["results"]
    assert [(part["weight"], part["ns"]) for part in found] == [("0.25", 980), ("0.25", 480), ("0.5", -50)]


def test_a_weighted_score_is_shown_line_by_line_in_the_maastricht_form(amends: Amends) -> None:
    lines = amends.shown("points", WEIGHTED).splitlines()
    assert lines[0] == "25% of +980 (6S N =)"
    assert len(lines) == 3
    assert all(line.startswith("plus ") for line in lines[1:])


def test_thirds_stay_fractions(amends: Amends) -> None:
    found = amends.data("points", "1/3 +400; 2/3 -50")["results"]
    assert [part["weight"] for part in found] == ["1/3", "2/3"]


def test_points_that_no_contract_gives_are_refused_unless_they_are_kept(amends: Amends) -> None:
    message = amends.refused("points", "+425", "4H N =", "-620", "--vulnerable", "ns")
    assert "found +425, which cannot occur with N-S vulnerable" in message
    assert "found −620, which cannot occur with N-S vulnerable" in message
    assert "N-S +425" in amends.shown("points", "+425", "--accept-scores")
