"""A wrongly recorded result is put right by hand, in its time."""

from __future__ import annotations

from pathlib import Path

import pytest

from support import desks
from support.running import Amends

HERE = ["--board", "15", "--ns", "5"]
WHY = ["--reason", "both sides agree"]


@pytest.fixture(autouse=True)
def _director(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENDS_BY", desks.DIRECTOR)


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on after the correction period, which is half an hour."""
    monkeypatch.setattr("amends.clock.now", desks.Clock(desks.START.replace(hour=21)))


def test_a_correction_is_one_entry_and_shows_whom_it_moves(amends: Amends) -> None:
    looked = amends.data("correct", "friday", "4H N =", *HERE, *WHY, "--dry-run")
    done = amends.data("correct", "friday", "4H N =", *HERE, *WHY)
    assert [each["words"] for each in done["entries"]] == [
        "board 15, 5 against 12: corrected to 4♥ N =: both sides agree"
    ]
    assert done["effect"] == looked["effect"]
    assert done["effect"]["moves"]
    assert "4♥ N =" in amends.shown("event", "show", "friday", "--board", "15")


def test_a_line_is_erased(amends: Amends) -> None:
    shown = amends.shown("correct", "friday", "--erase", *HERE, *WHY)
    assert "result 15/5-12 erased: both sides agree" in shown
    assert amends.data("event", "show", "friday")["results"] == 111


@pytest.mark.parametrize("where", [["--table", "4"], ["--ew", "12"], ["--ns", "5", "--ew", "12"]])
def test_the_table_is_named_in_any_way(amends: Amends, where: list[str]) -> None:
    row = amends.data("correct", "friday", "4H N +1", "--board", "15", *where, *WHY, "--dry-run")["table"]
    assert row.startswith("15/")


def test_a_ruling_at_that_table_stays_and_is_named(amends: Amends) -> None:
    shown = amends.shown("correct", "friday", "4S E +1", "--board", "15", "--ns", "7", *WHY)
    assert "Ruling 1 is in force at this table and stays." in shown
    assert amends.data("event", "show", "friday")["rulings"] == 4
    assert "Withdraw the ruling first" in amends.refused(
        "correct", "friday", "--erase", "--board", "15", "--ns", "7", *WHY
    )


def test_a_ruling_that_the_laws_forbid_after_it_is_to_be_looked_at_again(amends: Amends) -> None:
    """Pair 7 is non-offending, and would get less than the result that was put right."""
    told = "Look at ruling 1 on board 15 again: N-S would get less than the table result, though non-offending. [12B1]"
    there = ["--board", "15", "--ns", "7", *WHY]
    assert "Look at" not in amends.shown("correct", "friday", "4S E +1", *there, "--dry-run")
    assert told in amends.shown("correct", "friday", "4H N +2", *there, "--dry-run")
    assert told in amends.shown("correct", "friday", "4H N +2", *there)
    assert "forbidden by 12B1" in amends("publish", "friday", "--to", "results", "--provisional").message


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["4H N -1", *HERE, *WHY], "Nothing is to be corrected"),
        (["A+", *HERE, *WHY], "an award is a ruling"),
        (["60% 4H N =; 40% 4H N -1", *HERE, *WHY], "an award is a ruling"),
        (["9H N =", *HERE, *WHY], "9H N ="),
        (["4H N =", "--board", "99", *WHY], "a board of the event"),
        (["4H N =", "--board", "15", *WHY], "7 tables"),
        (["4H N =", "--board", "15", "--ns", "99", *WHY], "no table"),
        (["4H N =", *HERE, "--reason", " "], "Say why the result is corrected"),
        (["--erase", *HERE, "--reason", " "], "Say why the result is erased"),
        ([*HERE, *WHY], "a result, or --erase"),
        (["4H N =", "--erase", *HERE, *WHY], "a result, or --erase"),
        (["4H N =", *HERE], "--reason"),
    ],
)
def test_what_is_no_correction_is_refused(amends: Amends, arguments: list[str], told: str) -> None:
    message = amends.refused("correct", "friday", *arguments)
    assert told in message
    assert "ruling :" not in message


@pytest.mark.parametrize("result", [["4H N ="], ["--erase"]])
@pytest.mark.usefixtures("late")
def test_after_the_correction_period_it_needs_a_reason_of_its_own(amends: Amends, result: list[str]) -> None:
    message = amends.refused("correct", "friday", *result, *HERE, *WHY)
    assert "The correction period ended at" in message
    assert "--late" in message
    done = amends.data("correct", "friday", *result, *HERE, *WHY, "--late", "the scorer was away")
    assert "both sides agree; after the correction period [79C2]: the scorer was away" in done["entries"][0]["words"]


def test_within_the_period_a_late_reason_is_not_entered(amends: Amends) -> None:
    done = amends.data("correct", "friday", "4H N =", *HERE, *WHY, "--late", "x")
    assert "late" not in done["entries"][0]["words"]
    assert "period" not in done["entries"][0]["words"]
