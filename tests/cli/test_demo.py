"""`amends demo`: a board with a weighted, a split and an artificial row."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from amends import exact
from cli.running import Amends


def row(amends: Amends, kind: str) -> Any:
    [found] = [row for row in amends.data("demo") if row["table"].endswith(kind)]
    return found


def plain(amends: Amends, result: str) -> Any:
    return next(row for row in amends.data("demo") if row["award"] == {"ns": result, "ew": result})


def test_the_board_has_each_kind_of_row(amends: Amends) -> None:
    assert "%" in row(amends, "weighted")["award"]["ns"]
    assert row(amends, "split")["award"]["ns"] != row(amends, "split")["award"]["ew"]
    assert row(amends, "artificial")["award"] == {"ns": "A+", "ew": "A-"}


def test_the_weighted_row_is_the_mean_of_its_results(amends: Amends) -> None:
    assert row(amends, "weighted")["award"]["ns"] == "60% 4H N =; 40% 4H N -1"
    for side in ("ns", "ew"):
        made, down = (Fraction(plain(amends, result)["matchpoints"][side]) for result in ("4H N =", "4H N -1"))
        expected = made * Fraction(3, 5) + down * Fraction(2, 5)
        assert Fraction(row(amends, "weighted")["matchpoints"][side]) == expected


def test_the_split_row_gives_each_side_what_its_result_is_worth(amends: Amends) -> None:
    found = row(amends, "split")
    for side in ("ns", "ew"):
        assert found["matchpoints"][side] == plain(amends, found["award"][side])["matchpoints"][side]


def test_the_artificial_row_is_60_and_40_percent_of_the_top(amends: Amends) -> None:
    assert "top 20" in amends.shown("demo")
    assert row(amends, "artificial")["matchpoints"] == {"ns": "12", "ew": "8"}


def test_people_are_shown_the_same_figures(amends: Amends) -> None:
    shown = amends.shown("demo")
    for found in amends.data("demo"):
        figures = " ".join(exact.mixed(Fraction(found["matchpoints"][side])) for side in ("ns", "ew"))
        assert any(line.startswith(found["table"]) and line.endswith(figures) for line in shown.splitlines())


@pytest.mark.parametrize("words", ["[12C1(c)]", "[78A]", "weighted", "split", "artificial", "12C2"])
def test_the_rulings_are_explained_with_their_clauses(amends: Amends, words: str) -> None:
    assert words in amends.shown("demo")


def test_the_data_can_have_the_explanations_too(amends: Amends) -> None:
    [weighted] = [row for row in amends.data("demo", "--explain") if row["table"].endswith("weighted")]
    assert weighted["explanation"]["ns"]["value"] == weighted["matchpoints"]["ns"]
