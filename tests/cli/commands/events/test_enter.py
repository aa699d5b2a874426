"""Results of a board are typed at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.running import Amends


@pytest.fixture(autouse=True)
def _at_home(evening: Path) -> None:
    """The event of an evening."""


def test_lines_are_entered_and_shown(amends: Amends) -> None:
    done = amends.data("enter", "friday", "1 11 4hn=", "2 12 3nte-1", "--board", "33")
    assert [each["words"] for each in done["entries"]] == ["2 results entered on 1 board"]
    assert "3NT E −1" in amends.shown("event", "show", "friday", "--board", "33")


def test_what_is_recorded_already_is_nothing_new(amends: Amends) -> None:
    amends.shown("enter", "friday", "1 11 4hn=", "--board", "33")
    assert "Nothing new" in amends.shown("enter", "friday", "1 11 4H N 10", "--board", "33")


def test_somebody_new_is_taken_in_where_that_is_said(amends: Amends) -> None:
    amends.shown("enter", "friday", "1 99 p", "--board", "33", "--new")
    assert "99" in amends.shown("event", "show", "friday", "--board", "33")


def test_the_number_of_tricks_is_read_as_it_is_said(amends: Amends) -> None:
    amends.shown("enter", "friday", "1 11 4hn5", "--board", "33", "--tricks", "american")
    assert "4♥ N +1" in amends.shown("event", "show", "friday", "--board", "33")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["1 11 4hn"], "board 33, line 1: found no tricks in '4hn'"),
        (["1"], "line 1: found '1'; expected N-S, E-W and the result"),
        (["1 99 p"], "board 33, line 1: found pair 99; expected a pair of the event"),
        (["1 11 4hn5"], "found '5' for the tricks"),
        (["1 11 p", "2 11 p"], "board 33, line 2: found pair 11 once more"),
    ],
)
def test_what_cannot_be_entered_is_told_by_line(amends: Amends, lines: list[str], told: str) -> None:
    assert told in amends.refused("enter", "friday", *lines, "--board", "33")
    assert "33" not in amends.shown("event", "show", "friday")
