"""`amends appeal`: lodged, decided, listed."""

from __future__ import annotations

import io
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from amends.bridge import Side
from amends.cli import asking
from amends.desk import OpenEvent
from amends.desk.commands.rulings import is_on_record
from support import desks
from support.running import Amends

VARIED = [
    "friday",
    "--decide",
    "1",
    "--varied",
    "--both",
    "50% 4H N =; 50% 4H N -1",
    "--reason",
    "Half of them.",
]
TOO_LATE = datetime(2026, 11, 13, 23, 0, tzinfo=UTC)


def opened(store: Path) -> OpenEvent:
    with desks.desk_at(store) as desk:
        return desk.open("friday")


@pytest.fixture
def too_late(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the evening goes on at a later hour."""
    monkeypatch.setattr("amends.clock.now", desks.Clock(TOO_LATE))


# Lodging


def test_an_appeal_is_lodged_with_its_statements(amends: Amends, evening: Path) -> None:
    shown = amends.shown(
        *("appeal", "friday", "--ruling", "2", "--side", "ew", "--grounds", "It could be played.", "--who", "B. Birch"),
        *("--deposit", "20 EUR", "--statement", "N: I saw nothing.", "--statement", "e-w: We were ready."),
    )
    assert shown.splitlines() == [
        "entry 18: appeal 2 lodged against ruling 2",
        "entry 19: case 2: statement by North",
        "entry 20: case 2: statement by E-W",
        "Ruling 2 could be appealed until 19:37.",
    ]
    history = opened(evening).history
    appeal = history.appeals["2"]
    assert (appeal.side and appeal.side.value, appeal.who, appeal.deposit) == ("EW", "B. Birch", "20 EUR")
    assert [said.words for said, _ in history.cases["2"].statements] == ["I saw nothing.", "We were ready."]
    assert history.ruling("2").state.value == "under appeal"


@pytest.mark.usefixtures("too_late")
def test_after_its_time_an_appeal_is_only_taken_with_a_reason(amends: Amends, evening: Path) -> None:
    message = amends.refused("appeal", "friday", "--ruling", "2", "--side", "ew")
    assert "ended at 2026-11-13 19:37" in message
    amends.shown("appeal", "friday", "--ruling", "2", "--side", "ew", "--late", "The slip came late.")
    assert opened(evening).history.appeals["2"].late == "The slip came late."
    assert "late: The slip came late." in amends.shown("appeal", "friday")


def test_a_preview_enters_nothing(amends: Amends, evening: Path) -> None:
    shown = amends.shown("appeal", "friday", "--ruling", "2", "--side", "ns", "--dry-run")
    assert shown.splitlines() == ["appeal 2 lodged against ruling 2", "", "Nothing was entered."]
    assert amends.data("appeal", *VARIED, "--dry-run")["given"] is False
    assert opened(evening).seen == 17


# The list


def test_the_list_has_a_clock(amends: Amends, evening: Path) -> None:
    lines = amends.shown("appeal", "friday", "--list").splitlines()
    assert lines[2] == "1 1 15 E-W C. Cole 2026-11-13 19:08 in time, until 2026-11-13 19:37 waits"
    assert lines[4:6] == ["May still be appealed", "ruling board until left"]
    assert lines[6] == "2 3 2026-11-13 19:37 26 min"
    data = amends.data("appeal", "friday")
    assert [each["ruling"] for each in data["open_to_appeal"]] == ["2", "3", "4"]


def test_before_a_publication_the_clock_does_not_run(
    amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "new.db"))
    with desks.desk_at(tmp_path / "new.db") as desk:
        desks.begin(desk)
    amends.shown(
        "rule", "friday", "--yes", "--board", "15", "--ns", "5", "--both", "4H N =", "--non-offending", "ns", "--yes"
    )
    assert "1 15 30 minutes after it is published –" in amends.shown("appeal", "friday")
    shown = amends.shown("appeal", "friday", "--ruling", "1", "--side", "ew")
    assert shown.splitlines()[-1] == "The appeal is in time: no official score contains ruling 1 yet."
    assert "in time: the ruling is not published yet" in amends.shown("appeal", "friday")
    assert amends.data("appeal", "friday")["appeals"][0]["until"] is None


def test_an_event_without_an_appeal(amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "new.db"))
    with desks.desk_at(tmp_path / "new.db") as desk:
        desks.begin(desk)
    assert amends.shown("appeal", "friday") == "Friday pairs: no appeal was lodged."


# Deciding


@pytest.mark.parametrize(
    ("decision", "words", "state"),
    [
        ("--upheld", "the ruling stands", "upheld"),
        ("--withdrawn", "the appeal was withdrawn", "given"),
        ("--without-merit", "the ruling stands; the appeal was without merit", "upheld"),
    ],
)
def test_a_decision_that_leaves_the_ruling(
    amends: Amends, evening: Path, decision: str, words: str, state: str
) -> None:
    before = opened(evening).standings
    arguments = ["--reason", "Nothing new.", "--reviewer", "A. Ash", "--reviewer", "D. Dean", "--deposit-kept"]
    shown = amends.shown("appeal", "friday", "--decide", "1", decision, *arguments)
    assert shown.splitlines()[0] == f"entry 18: appeal 1 decided: {words}"
    now = opened(evening)
    appeal = now.history.appeals["1"]
    assert (appeal.reason, appeal.reviewers, appeal.deposit_kept) == ("Nothing new.", ("A. Ash", "D. Dean"), True)
    assert now.history.ruling("1").state.value == state
    assert now.standings.lists == before.lists


def test_a_varied_ruling_takes_the_place_of_the_one_that_was_appealed(amends: Amends, evening: Path) -> None:
    shown = amends.shown("appeal", *VARIED, "--reviewer", "A. Ash", "--yes")
    assert "Ruling 1.2 on board 15, table 7: what it changes" in shown
    assert shown.splitlines()[-1].startswith(
        "entry 18: appeal 1 decided: the ruling was varied: ruling 1.2 on board 15"
    )
    history = opened(evening).history
    assert [given.state.value for given in history.chain("1")] == ["varied", "given"]
    given = history.ruling("1.2").ruling
    first = history.ruling("1").ruling
    assert (given.case, given.laws, given.non_offending, given.disallowed) == (
        "1",
        first.laws,
        first.non_offending,
        first.disallowed,
    )
    assert (given.reason, given.director) == ("Half of them.", "")
    assert str(given.awards.ns) == "50% 4H N =; 50% 4H N -1"
    assert dict(given.poll[0]) == {"4H N =": 3, "4H N -1": 3}


def test_what_is_said_of_the_new_award_takes_the_place_of_the_old(amends: Amends, evening: Path) -> None:
    amends.shown(
        *("appeal", "friday", "--yes", "--decide", "1", "--varied", "--award-ns", "4H N =", "--award-ew", "4H N ="),
        *("--laws", "16B1, 12C1(b)", "--poll", "4H N =*6", "--non-offending", "ns"),
    )
    given = opened(evening).history.ruling("1.2").ruling
    assert (given.laws, dict(given.poll[0])) == (("16B1", "12C1(b)"), {"4H N =": 6})


def test_without_laws_the_new_award_does_not_cite_those_of_the_old_one(amends: Amends, evening: Path) -> None:
    amends.shown("appeal", "friday", "--yes", "--decide", "1", "--varied", "--both", "4H N =", "--poll", "4H N =*6")
    given = opened(evening).history.ruling("1.2").ruling
    assert given.laws == ("16B1", "12C1(a)"), "12C1(c) and 84D were about the weights"


def test_a_varied_ruling_is_that_of_the_committee(amends: Amends, evening: Path) -> None:
    shown = amends.shown("appeal", *VARIED, "--reviewer", "A. Ash", "--reviewer", "D. Dean", "--yes")
    by = "by the appeals committee (A. Ash, D. Dean) on appeal 1 [93]"
    assert re.search(rf"Ruling 1.2, given \d\d:\d\d {re.escape(by)}, replaces ruling 1", shown)
    assert "Review" not in shown
    log = amends.shown("rulings", "friday").splitlines()
    assert next(line for line in log if line.startswith("1 → 1.2")).endswith("the appeals committee (A. Ash, D. Dean)")
    assert by in amends.shown("rulings", "friday", "1.2")
    assert "given by the appeals committee" in amends.refused("appeal", "friday", "--ruling", "1.2", "--side", "ew")
    assert "1.2" not in [each["ruling"] for each in amends.data("appeal", "friday")["open_to_appeal"]]


def test_a_varied_ruling_may_be_that_the_table_result_stands(amends: Amends, evening: Path) -> None:
    amends.shown("appeal", "friday", "--yes", "--decide", "1", "--varied", "--stands")
    given = opened(evening).history.ruling("1.2").ruling
    assert given.stands
    assert given.laws == ("16B1",)


SELF_INFLICTED = ("--self-inflicted", "ns", "--normal", "4H N =", "--expected", "4H N -1")


def test_a_committee_puts_the_three_facts_of_12c1e_on_record(amends: Amends, evening: Path) -> None:
    decide = ("appeal", "friday", "--yes", "--decide", "1", "--varied", *SELF_INFLICTED)
    no = amends.refused(*decide, "--self-inflicted-facts", "after=yes,unrelated=no,serious=yes")
    assert no == "amends: Not 12C1(e): it was related to the infraction. N-S get full redress."
    assert "the three facts of 12C1(e) are not on record" in amends(*decide, "--dry-run").err
    ran = amends(*decide, "--self-inflicted-facts", "after=yes,unrelated=yes,serious=yes")
    assert (ran.status, ran.err) == (0, "")
    history = opened(evening).history
    varied = history.ruling(history.appeals["1"].varied_to).ruling
    assert is_on_record(history.case(varied.case), Side.NS, 2017)
    assert "N-S, after the irregularity: yes; unrelated to it: yes" in amends.shown("appeal", "friday", "--form")


def test_a_varied_ruling_is_held_to_the_laws(amends: Amends, evening: Path) -> None:
    unusual = ["appeal", "friday", "--yes", "--decide", "1", "--varied", "--both", "70% 4H N =; 30% 4H N -1"]
    ran = amends(*unusual)
    assert ran.status == 1
    assert 'it can be given with a reason: --accept "84D=why"' in ran.err
    assert opened(evening).seen == 17
    assert amends(*unusual, "--accept", "84D=A second poll was clearer.").status == 0
    assert opened(evening).history.ruling("1.2").ruling.accept == {"84D": "A second poll was clearer."}


def test_what_the_laws_forbid_is_said_in_a_preview_too(amends: Amends, evening: Path) -> None:
    ran = amends("appeal", "friday", "--yes", "--decide", "1", "--varied", "--both", "4S E =", "--dry-run")
    assert ran.status == 1
    assert "Forbidden" in ran.out
    assert "forbidden by 12C1(c)" in ran.err


@pytest.mark.parametrize(("answer", "entries"), [("y\n", 18), ("no\n", 17), ("", 17)])
def test_in_a_terminal_a_varied_ruling_is_only_entered_after_a_yes(
    amends: Amends, evening: Path, monkeypatch: pytest.MonkeyPatch, answer: str, entries: int
) -> None:
    monkeypatch.setattr(asking, "is_terminal", lambda: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert "Give this ruling? [y/N]" in amends.shown("appeal", *VARIED)
    assert opened(evening).seen == entries


def test_an_appeal_without_merit_may_cost_the_standard_penalty(amends: Amends, evening: Path) -> None:
    shown = amends.shown("appeal", "friday", "--decide", "1", "--without-merit", "--penalty")
    assert shown.splitlines() == [
        "entry 18: appeal 1 decided: the ruling stands; the appeal was without merit",
        "entry 19: penalty 2: 10% from 16: appeal 1 without merit",
    ]
    now = opened(evening)
    given = now.history.penalties["2"].penalty
    assert (given.contestant, given.case) == ("16", "1")
    assert str(now.standings.standing("16").penalty) == "6/5"


def test_without_merit_and_without_a_word_there_is_no_penalty(amends: Amends, evening: Path) -> None:
    shown = amends.shown("appeal", "friday", "--decide", "1", "--without-merit")
    assert shown.splitlines()[1:] == ["No penalty was given; the standard one is 10%."]
    assert set(opened(evening).history.penalties) == {"1"}


def test_statements_are_added_while_an_appeal_waits(amends: Amends, evening: Path) -> None:
    assert amends.shown("appeal", "friday", "--statement", "W: I always think long.") == (
        "entry 18: case 1: statement by West"
    )
    amends.shown("appeal", "friday", "--decide", "1", "--upheld")
    assert "there is none" in amends.refused("appeal", "friday", "--statement", "W: Too late.")
    assert "Appeal 1 is decided" in amends.refused("appeal", "friday", "--appeal", "1", "--statement", "W: Too late.")


# Wrong input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--ruling", "9"], "one of 1, 2, 3, 4"),
        (["--ruling", "1"], "which is under appeal"),
        (["--ruling", "2", "--side", "both"], "a side, NS or EW"),
        (["--ruling", "2", "--upheld"], "--upheld without --decide"),
        (["--ruling", "2", "--decide", "1", "--upheld"], "one of them at a time"),
        (["--ruling", "2", "--list"], "one of them at a time"),
        (["--ruling", "2", "--statement", "N:"], "who and what"),
        (["--grounds", "It was wrong."], "--grounds without --ruling"),
        (["--side", "ns"], "--side without --ruling"),
        (["--appeal", "1"], "--appeal without --statement"),
        (["--both", "4H N ="], "--both without --decide"),
        (["--decide", "7", "--upheld"], "There is no appeal '7'"),
        (["--decide", "1"], "--decide without a decision"),
        (["--decide", "1", "--upheld", "--varied"], "--upheld and --varied at once"),
        (["--decide", "1", "--upheld", "--both", "4H N ="], "an award with --varied alone"),
        (["--decide", "1", "--upheld", "--grounds", "No."], "--grounds without --ruling"),
        (["--decide", "1", "--upheld", "--penalty"], "--penalty with --without-merit alone"),
        (["--decide", "1", "--varied"], "or --stands"),
        (["--decide", "1", "--varied", "--both", "9H N ="], "9H"),
        (["--decide", "1", "--varied", "--both", "60% 4H N =; 50% 4H N -1"], "110%"),
        (["--decide", "1", "--varied", "--both", "4H N =", "--stands"], "stands"),
        (["--decide", "1", "--varied", "--normal", "4H N ="], "--self-inflicted"),
        (["--decide", "1", "--varied", "--both", "4H N =", "--accept", "84D"], "84D"),
        (["--decide", "1", "--upheld", "--statement", "N: words"], "--statement beside --decide"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(amends: Amends, evening: Path, arguments: list[str], words: str) -> None:
    assert words in amends.refused("appeal", "friday", *arguments)
    assert opened(evening).seen == 17


def test_an_event_that_is_not_there(amends: Amends, evening: Path) -> None:
    assert "Friday pairs" in amends.refused("appeal", "sunday")
