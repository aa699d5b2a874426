"""Who moved, from where to where, and by which entry."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amends import score
from amends.reports.movers import attributed_table, moves_table
from amends.rulings.consequences.moves import Move, attributed, moves
from amends.scoring.standings import Standing
from support import ruled_events as small_events
from support.evenings import Evening
from support.ruled_events import PAIRS, ruling


def standing(place: str, percent: str | None, total: str = "0") -> Standing:
    return Standing("7", place, Fraction(total), None if percent is None else Fraction(percent), 3)


@pytest.mark.parametrize(
    ("before", "after", "cells"),
    [
        (standing("5", "48.951"), standing("3", "53.124"), ["5 → 3", "▲2", "7", "48.95 → 53.12", "+4.17"]),
        (standing("3", "53.124"), standing("5", "48.951"), ["3 → 5", "▼2", "7", "53.12 → 48.95", "−4.17"]),
        (standing("3", "50"), standing("3=", "50"), ["3 → 3=", "", "7", "50.00", ""]),
        (standing("3", "50"), standing("3", "50.001"), ["3", "", "7", "50.00", "+0.00"]),
        (standing("2", None, "31/3"), standing("1", None, "35/3"), ["2 → 1", "▲1", "7", "10⅓ → 11⅔", "+1⅓"]),
        (None, standing("1", "50"), ["– → 1", "new", "7", "– → 50.00", ""]),
        (standing("1", "50"), None, ["1 → –", "gone", "7", "50.00 → –", ""]),
    ],
    ids=["up", "down", "tied", "too small to be seen", "total", "came", "went"],
)
def test_a_move_in_words(before: Standing | None, after: Standing | None, cells: list[str]) -> None:
    [table] = moves_table([Move("7", "", before, after)], PAIRS)
    assert table.rows == [cells]


def test_the_change_adds_up_with_the_figures_that_are_shown() -> None:
    """41.964 → 37.798 differs by 4.167, and by 4.16 as it is shown."""
    [table] = moves_table([Move("7", "", standing("6", "41.9643"), standing("8", "37.7976"))], PAIRS)
    assert table.rows[0][3:] == ["41.96 → 37.80", "−4.16"]
    assert table.data[0]["change"] == "-4.1667"


def test_each_list_has_its_own_table_and_names(evening: Evening) -> None:
    before = score(PAIRS)
    assert moves_table(moves(before, before), PAIRS) == []
    found = moves_table([Move("7", "NS", None, standing("1", "50")), Move("16", "EW", None, None)], evening.event)
    assert [table.title for table in found] == ["Ranking, North-South", "Ranking, East-West"]
    assert found[0].rows[0][2] == f"7 {evening.event.name('7')}"
    assert found[0].data[0]["names"] == evening.event.name("7")


def test_each_contestant_stands_with_the_entries_that_moved_it() -> None:
    first, second = ruling("a", 1, "2", "+420"), ruling("b", 2, "4", "+420")
    events = [PAIRS, small_events.given(PAIRS, first), small_events.given(PAIRS, first, second), PAIRS]
    found = attributed([(number, score(event)) for number, event in enumerate(events)])
    [table] = attributed_table(found, PAIRS, lambda number: f"entry {number}")
    where = [row[2] for row in table.rows].index("4")
    words = [row[-1] for row in table.rows[where : where + 4]]
    assert words == ["moved, and back again", "entry 1", "entry 2", "entry 3"]
    [data] = [row for row in table.data if row["contestant"] == "4"]
    assert [step["entry"] for step in data["by"]] == ["1", "2", "3"]  # type: ignore[attr-defined]


def test_one_entry_stands_in_the_row_of_who_it_moved() -> None:
    given = small_events.given(PAIRS, ruling("a", 1, "2", "+420"))
    [table] = attributed_table(attributed([(1, score(PAIRS)), (2, score(given))]), PAIRS, lambda _: "the ruling")
    assert {row[-1] for row in table.rows} == {"the ruling"}
    assert all(row[2] for row in table.rows)
