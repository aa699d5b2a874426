"""`amends rulings`: the log, one in full, slips, the bulletin."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends import TableReference
from amends.desk import Report
from amends.desk.commands.cases import closing, opening
from amends.event.case import Facts, Irregularity
from support import desks
from support.running import Amends


@pytest.fixture
def with_cases(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cases more: one is open, one was closed without a ruling; the clock goes on from there."""
    monkeypatch.setattr("amends.clock.now", desks.Clock(desks.START.replace(minute=40)))
    revoke = Report(irregularity=Irregularity.REVOKE, facts=Facts(happened="East revoked in trick 3."))
    with desks.desk_at(evening, clock=desks.Clock(desks.START.replace(minute=30))) as desk:
        desk.confirm(desk.open("friday"), opening(1, TableReference(ns="1"), revoke))
        desk.confirm(desk.open("friday"), opening(4, TableReference(ns="2")))
        desk.confirm(desk.open("friday"), closing("6", "no infraction"))


@pytest.fixture
def varied(amends: Amends, evening: Path) -> None:
    """Ruling 1 was varied on appeal."""
    why = ("--accept", "84D=so it was", "--reason", "It went down.")
    amends.shown("appeal", "friday", "--yes", "--decide", "1", "--varied", "--both", "4H N -1", *why)


@pytest.fixture
def draft(amends: Amends, evening: Path) -> None:
    """A ruling on board 9 that was not given yet."""
    award = ["--both", "4S S =", "--non-offending", "ew"]
    amends.shown("rule", "friday", "--yes", "--board", "9", "--ns", "5", *award, "--draft")


def test_the_log_has_every_ruling(amends: Amends, evening: Path) -> None:
    lines = amends.shown("rulings", "friday").splitlines()
    assert lines[1] == "ruling time board table laws award state given by"
    assert lines[2] == (
        "1 2026-11-13 19:02 15 7: 7 against 16 16B1, 12C1(c), 84D 60% 4♥ N =; 40% 4♥ N −1 under appeal R. Fox"
    )
    assert len(lines) == 6


@pytest.mark.usefixtures("varied")
def test_a_chain_is_shown_as_such(amends: Amends) -> None:
    lines = amends.shown("rulings", "friday").splitlines()
    assert any(line.startswith("1 2026") and "varied → 1.2" in line for line in lines)
    assert any(line.startswith("1 → 1.2 ") and "4♥ N −1 given" in line for line in lines)
    shown = amends.shown("rulings", "friday", "1").splitlines()
    assert shown[0] == "Ruling 1 → 1.2 (given) · Board 15: unauthorised information"
    assert "Decision The ruling was varied. See ruling 1.2." in shown
    assert amends.shown("rulings", "friday", "1.2").splitlines() == shown
    assert [each["ruling"] for each in amends.data("rulings", "friday", "1")["chain"]] == ["1", "1.2"]


@pytest.mark.usefixtures("with_cases", "draft")
def test_cases_without_a_ruling_and_drafts_are_there_too(amends: Amends) -> None:
    data = amends.data("rulings", "friday")
    assert [(each["case"], each["state"], each["why_closed"]) for each in data["cases"]] == [
        ("5", "open", ""),
        ("6", "closed", "no infraction"),
    ]
    assert [each["draft"] for each in data["drafts"]] == ["1"]
    lines = amends.shown("rulings", "friday").splitlines()
    assert "5 2026-11-13 19:31 1 1: 1 against 11 a revoke open R. Fox" in lines
    assert any(line.startswith("1 2026") and "board 9" in line and "4♠ S =" in line for line in lines)


@pytest.mark.usefixtures("with_cases")
def test_a_case_without_a_ruling_is_shown_in_full(amends: Amends) -> None:
    shown = amends.shown("rulings", "friday", "5").splitlines()
    assert shown[0] == "Case 5 (open) · Board 1"
    assert "Happened East revoked in trick 3." in shown
    assert "Closed no infraction" in amends.shown("rulings", "friday", "6")
    assert amends.data("rulings", "friday", "5")["chain"][0]["facts"] == {"happened": "East revoked in trick 3."}


@pytest.mark.usefixtures("with_cases", "draft", "varied")
@pytest.mark.parametrize(
    ("arguments", "rulings", "cases", "drafts"),
    [
        (["--state", "given"], ["2", "3", "4", "1.2"], [], 0),
        (["--state", "in-force"], ["2", "3", "4", "1.2"], [], 0),
        (["--state", "varied"], ["1"], [], 0),
        (["--state", "Open"], [], ["5"], 0),
        (["--state", "draft"], [], [], 1),
        (["--board", "15"], ["1", "1.2"], [], 0),
        (["--board", "9"], [], [], 1),
        (["--board", "15", "--state", "under appeal"], [], [], 0),
        (["--at", "published"], ["1", "2", "3", "4"], [], 0),
        (["--at", "9"], ["1"], ["2"], 0),
        (["--at", "start"], [], [], 0),
    ],
)
def test_the_log_of_a_state_a_board_or_a_moment(
    amends: Amends, arguments: list[str], rulings: list[str], cases: list[str], drafts: int
) -> None:
    data = amends.data("rulings", "friday", *arguments)
    assert [each["ruling"] for each in data["rulings"]] == rulings
    assert [each["case"] for each in data["cases"]] == cases
    assert len(data["drafts"]) == drafts


def test_a_ruling_is_shown_as_it_stood(amends: Amends, evening: Path, varied: None) -> None:
    assert amends.shown("rulings", "friday", "1", "--at", "8").startswith("Ruling 1 (given)")


def test_the_slip(amends: Amends, evening: Path, tmp_path: Path) -> None:
    shown = amends.shown("rulings", "friday", "1", "--slip")
    assert "+ 40% of NS −100 (4♥ N −1)" in shown
    assert "Review A review may be asked for until 19:37." in shown
    page = tmp_path / "slip.html"
    assert amends.shown("rulings", "friday", "1", "--slip", "--html", str(page)) == f"written: {page}"
    assert "4♥ N −1" in page.read_text(encoding="utf-8")
    assert "already there" in amends.refused("rulings", "friday", "1", "--slip", "--html", str(page))


@pytest.mark.usefixtures("varied")
def test_there_is_no_slip_of_a_ruling_that_does_not_count(amends: Amends) -> None:
    assert "Ruling 1.2 is in its place" in amends.refused("rulings", "friday", "1", "--slip")


def test_the_bulletin_has_no_names_unless_they_are_asked_for(amends: Amends, evening: Path, tmp_path: Path) -> None:
    for suffix, arguments, named in (("html", [], False), ("txt", ["--names"], True), ("TXT", [], False)):
        path = tmp_path / f"bulletin{named}.{suffix}"
        amends.shown("rulings", "friday", "--bulletin", str(path), *arguments)
        text = path.read_text(encoding="utf-8")
        assert "Pass was no alternative." in text
        assert ("C. Cole" in text) is named
    paper = tmp_path / "bulletin.pdf"
    amends.shown("rulings", "friday", "--bulletin", str(paper))
    assert paper.read_bytes().startswith(b"%PDF")


def test_an_event_without_anything(amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "new.db"))
    with desks.desk_at(tmp_path / "new.db") as desk:
        desks.begin(desk)
    assert amends.shown("rulings", "friday") == "Friday pairs: no ruling, no case, no draft."


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["9"], "one of 1, 2, 3, 4"),
        (["--state", "lost"], "under appeal"),
        (["--slip"], "--slip without a ruling"),
        (["--names"], "--names beside --bulletin"),
        (["1", "--board", "3"], "one of the two"),
        (["--bulletin", "x.doc"], ".html, .pdf or .txt"),
        (["1", "--bulletin", "x.html"], "--bulletin alone"),
        (["--bulletin", "x.html", "--pdf", "y.pdf"], "--bulletin alone"),
        (["--at", "99"], "has 17 entries"),
        (["--html", "nowhere/x.html"], "No such file"),
    ],
)
def test_what_does_not_fit_is_refused(
    amends: Amends, evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in amends.refused("rulings", "friday", *arguments)
    assert not [path for path in tmp_path.iterdir() if path.suffix in (".doc", ".html", ".pdf")]
