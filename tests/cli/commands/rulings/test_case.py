"""`amends case`: what is written down before a ruling, and what polls of a case come to together."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.running import Amends

pytestmark = pytest.mark.usefixtures("evening")


@pytest.fixture
def opened(amends: Amends) -> str:
    """A case about a table without a ruling."""
    data = amends.data(
        "case", "open", "friday", "--board", "9", "--ns", "5", "--irregularity", "ui", "--called", "19:01"
    )
    return str(data["case"])


def test_a_case_has_a_number_and_a_table(amends: Amends) -> None:
    shown = amends.shown("case", "open", "friday", "--board", "9", "--ew", "15", "--irregularity", "mi")
    assert shown == "Case 5 is open: board 9, round 1, table 5, 5 against 15, misinformation."
    assert "5 2026-11-13 19:" in amends.shown("case", "show", "friday")


def test_all_that_is_written_down_is_shown(amends: Amends, opened: str) -> None:
    amends.shown("case", "facts", "friday", opened, "--happened", "A pause.", "--auction", "1h p 4h 4s", "--screens")
    amends.shown("case", "facts", "friday", opened, "--found", "It is agreed.", "--explained", "4S=natural")
    amends.shown("case", "statement", "friday", opened, "S: I had a full opening.", "EW: No.")
    shown = amends.shown("case", "show", "friday", opened)
    for line in (
        "Case 5, open: board 9, unauthorised information",
        "Table 5 against 15",
        "Table result 4♠ S +1 NS +450",
        "called 19:01",
        "Happened A pause.",
        "Explained 4♠: natural",
        "Screens yes",
        "Found It is agreed.",
        "Statement South: I had a full opening.",
        "Statement E-W: No.",
    ):
        assert line in shown


def test_an_auction_begins_with_the_dealer_of_its_own_copy(amends: Amends, tmp_path: Path) -> None:
    """Board 1 is dealt by North; one of two copies said South."""
    path = tmp_path / "fouled.csv"
    path.write_text("board,group,ns,ew,result,dealer\n1,a,1,2,4H N =,N\n1,b,3,4,4H N =,S\n", encoding="utf-8")
    amends.shown("import", str(path))
    for pair, dealer in (("1", "N"), ("3", "S")):
        opened = amends.data("case", "open", "fouled", "--board", "1", "--ns", pair, "--irregularity", "ui")["case"]
        amends.shown("case", "facts", "fouled", opened, "--auction", "1h p 4h p p p")
        data = amends.data("case", "show", "fouled", opened)
        assert data["facts"]["auction"]["dealer"] == dealer


def test_answers_tell_the_logical_alternatives(amends: Amends, opened: str) -> None:
    """Of five, four pass; 4♠ is chosen by one and considered by one more; a double is only considered."""
    answers = ["pass considered 4S / X, expert", "4S", "pass", "pass, club", "pass"]
    options = [part for answer in answers for part in ("--answer", answer)]
    shown = amends.shown("case", "poll", "friday", opened, "--question", "Your call?", *options)
    for line in ("Poll 1: Your call? (5 asked", "pass 4 4 yes", "4♠ 1 2 yes", "X 0 1 no"):
        assert line in shown


def test_two_polls_multiply(amends: Amends, opened: str) -> None:
    """Half bid 6♦, and of those two in five make it: 20%, 30% and 50%."""
    amends.shown("case", "poll", "friday", opened, "6D*3", "3NT S -1*3")
    amends.shown("case", "poll", "friday", opened, "6D S =*2", "6D S -1*3")
    data = amends.data("case", "show", "friday", opened, "--non-offending", "ns")
    shares = {each["action"]: each["share"] for each in data["together"]["shares"]}
    assert shares == {"6D S =": "0.2", "6D S -1": "0.3", "3NT S -1": "0.5"}
    assert data["together"]["proposals"][0]["award"]
    assert "Proposed for both sides" in amends.shown("case", "show", "friday", opened, "--non-offending", "ns")


def test_a_poll_on_another_question_is_told_by_itself(amends: Amends, opened: str) -> None:
    amends.shown("case", "poll", "friday", opened, "6D*3", "3NT*3")
    amends.shown("case", "poll", "friday", opened, "2C*6")
    shown = amends.shown("case", "show", "friday", opened)
    assert "What the last question comes to" in shown
    assert "2C 6 of 6 100%" in shown


def test_a_poll_that_goes_on_from_another_multiplies(amends: Amends, opened: str) -> None:
    amends.shown("case", "poll", "friday", opened, "6D*3", "3NT*3")
    amends.shown("case", "poll", "friday", opened, "6D > 6D S =*1; 6D > 6D S -1*1")
    shown = amends.shown("case", "show", "friday", opened)
    assert "All polls together" in shown
    assert "25%" in shown


def test_polls_that_come_to_nothing_are_shown_all_the_same(amends: Amends, opened: str) -> None:
    amends.shown("case", "poll", "friday", opened, "2C*6")
    shown = amends.shown("case", "show", "friday", opened, "--disallowed", "2C")
    assert "2♣ 6 6 yes" in shown
    assert "The polls do not go together" in shown


def test_a_ruled_case_tells_the_time_for_an_appeal(amends: Amends) -> None:
    shown = amends.shown("case", "show", "friday", "1")
    assert "Ruling 1 60% 4♥ N =; 40% 4♥ N −1 (under appeal)" in shown
    assert "Review A review may be asked for until 19:37." in shown
    assert "Proposed for both sides: 60% 4H N =; 40% 4H N -1" in shown


def test_once_both_sides_have_agreed_nothing_is_added(amends: Amends, opened: str) -> None:
    amends.shown("case", "agree", "friday", opened, "ns")
    amends.shown("case", "facts", "friday", opened, "--found", "More.")
    amends.shown("case", "agree", "friday", opened, "ew")
    assert "both sides have agreed" in amends.refused("case", "facts", "friday", opened, "--found", "Too late.")
    assert "Agreed by N-S and E-W" in amends.shown("case", "show", "friday", opened)
    assert "agreed already" in amends.refused("case", "agree", "friday", opened, "both")


def test_a_case_is_closed_with_a_reason(amends: Amends, opened: str) -> None:
    amends.shown("case", "close", "friday", opened, "--reason", "both are content")
    assert "Closed" in amends.shown("case", "show", "friday", opened)
    assert "which is closed" in amends.refused("case", "close", "friday", opened, "--reason", "again")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["open", "friday", "--board", "99"], "1 to 16"),
        (["open", "friday", "--board", "9", "--ns", "77"], "5 against 15"),
        (["open", "friday", "--board", "9", "--ns", "5", "--irregularity", "x"], "--irregularity"),
        (["open", "friday", "--board", "9", "--ns", "5", "--called", "late"], "'late'"),
        (["facts", "friday", "99", "--found", "x"], "one of 1, 2, 3, 4"),
        (["facts", "friday", "1"], "no facts"),
        (["facts", "friday", "1", "--auction", "8Z"], "--auction"),
        (["facts", "friday", "1", "--explained", "2C"], "--explained"),
        (["statement", "friday", "1", ""], "--statement"),
        (["poll", "friday", "1"], "nobody who was asked"),
        (["poll", "friday", "1", "4H*x"], "votes"),
        (["poll", "friday", "1", "--answer", " "], "--answer 1"),
        (["agree", "friday", "1", "us"], "'us'"),
        (["close", "friday", "1", "--reason", " "], "no reason"),
        (["show", "friday", "99"], "'99'"),
        (["show", "friday", "1", "--non-offending", "us"], "'us'"),
        (["show", "thursday"], "thursday"),
    ],
)
def test_what_is_wrong_is_said(amends: Amends, arguments: list[str], message: str) -> None:
    assert message in amends.refused("case", *arguments)
