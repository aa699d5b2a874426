"""`amends demo`: an event with rulings of every kind, its ranking, a traveller, an explanation and a slip."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from amends import exact
from amends.demo import demonstration
from support.running import Amends


def ranked(data: Any, direction: str) -> list[dict[str, Any]]:
    """The rows of a direction in the ranking."""
    return [row for row in data["ranking"]["rows"] if row["direction"] == direction]


def traveller(data: Any) -> Any:
    """The one field of the board."""
    [field] = data["board"]["fields"]
    return field


def test_there_is_a_list_for_each_direction(amends: Amends) -> None:
    data = amends.data("demo")
    north_south, east_west = ranked(data, "ns"), ranked(data, "ew")
    assert [row["place"] for row in north_south] == list(range(1, 9))
    assert {row["contestant"] for row in north_south} == {str(pair) for pair in range(1, 9)}
    assert {row["contestant"] for row in east_west} == {str(pair) for pair in range(11, 19)}


def test_a_penalty_is_ten_percent_of_a_top_of_twelve(amends: Amends) -> None:
    """Seven results are expected on a board: the top is 2 × (7 - 1) = 12."""
    penalties = {row["contestant"]: row["penalty"] for row in ranked(amends.data("demo"), "ew")}
    assert {pair: penalty for pair, penalty in penalties.items() if penalty != "0"} == {"18": "1.2"}


def test_the_traveller_of_board_15(amends: Amends) -> None:
    """Table 7 is 60% of +620 and 40% of -100: 2.6 times +620, 3.4 times -100, once -420.

    +620 has 2 × 4.4 + 2.6 - 1 = 10.4, -100 has 2 × 1 + 3.4 - 1 = 4.4, -420 has 0; the row 0.6 × 10.4 + 0.4 × 4.4 = 8.
    """
    data = amends.data("demo")
    rows = traveller(data)["rows"]
    assert [(row["ns"][0], row["figure"]["ns"]) for row in rows] == [
        *(("4", "10.4"), ("2", "10.4"), ("7", "8"), ("8", "4.4"), ("5", "4.4"), ("3", "4.4"), ("6", "0"))
    ]
    assert [row["ruling"] for row in rows if row["ruling"]] == ["1"]
    frequencies = traveller(data)["frequencies"][0]["scores"]
    assert [(row["score"], row["times"]["ns"]) for row in frequencies] == [(620, "2.6"), (-100, "3.4"), (-420, "1")]


def test_every_row_of_the_traveller_adds_up_to_the_top(amends: Amends) -> None:
    for row in traveller(amends.data("demo"))["rows"]:
        assert Fraction(row["figure"]["ns"]) + Fraction(row["figure"]["ew"]) == 12


def test_people_are_shown_the_same_figures(amends: Amends) -> None:
    shown = amends.shown("demo")
    for row in traveller(amends.data("demo"))["rows"]:
        figures = " ".join(exact.mixed(Fraction(row["figure"][side])) for side in ("ns", "ew"))
        start = f"{row['ns'][0]} {row['ew'][0]} "
        assert any(line.startswith(start) and figures in line for line in shown.splitlines())


def test_the_explanation_ends_in_the_figure_of_the_ruled_row(amends: Amends) -> None:
    assert amends.data("demo")["explanation"]["value"] == "8"
    shown = amends.shown("demo")
    for words in ("weighted score: 8 [12C1(c)]", "60% of +620: 6.24", "40% of −100: 1.76", "[78A]"):
        assert words in shown


def test_the_explanation_can_be_left_out(amends: Amends) -> None:
    assert amends.data("demo", "--no-explain")["explanation"] is None
    assert "weighted score" not in amends.shown("demo", "--no-explain")


def test_the_slip_shows_the_effect(amends: Amends) -> None:
    """With 4♠ made there are two of -420 at the bottom: 2 × 0 + 2 - 1 = 1 for each."""
    assert amends.data("demo")["slip"]["effect"] == {
        "ns": {"before": "1", "after": "8", "players": {}},
        "ew": {"before": "11", "after": "4", "players": {}},
    }
    assert "Effect NS 1 → 8 of 12 EW 11 → 4 of 12" in amends.shown("demo")


@pytest.mark.parametrize(
    "words",
    ["60% of NS +620 (4♥ N =)", "+ 40% of NS −100 (4♥ N −1)", "Laws 16B1, 12C1(c), 84D", "until 30 minutes after"],
)
def test_the_slip_has_the_maastricht_form(amends: Amends, words: str) -> None:
    assert words in amends.shown("demo")


def test_the_files_can_be_had_and_score_the_same(amends: Amends, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "demo"
    data = amends.data("demo", "--files", str(folder))
    assert data == amends.data("demo")
    assert sorted(path.name for path in folder.iterdir()) == ["rulings.toml", "travellers.csv"]
    files = (str(folder / "travellers.csv"), "--rulings", str(folder / "rulings.toml"))
    assert amends.data("score", *files, "--winners", "2")["rows"] == data["ranking"]["rows"]
    with demonstration() as originals:
        for original in originals:
            assert (folder / original.name).read_bytes() == original.read_bytes()


def test_files_that_are_there_unchanged_are_no_obstacle(amends: Amends, tmp_path: Path) -> None:
    again = [amends.shown("demo", "--files", str(tmp_path / "a club")) for _ in range(2)]
    assert again[0] == again[1]
    assert f"score '{tmp_path / 'a club' / 'travellers.csv'}'" in again[1]


@pytest.mark.parametrize("there", ["travellers.csv", "rulings.toml"])
def test_nothing_is_overwritten(amends: Amends, tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("mine")
    assert there in amends.refused("demo", "--files", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_a_file_in_place_of_the_folder_is_refused(amends: Amends, tmp_path: Path) -> None:
    path = tmp_path / "demo"
    path.write_text("mine")
    assert amends.refused("demo", "--files", str(path))
    assert path.read_text() == "mine"


def test_without_files_nothing_is_written(amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    amends.shown("demo")
    assert list(tmp_path.iterdir()) == []
