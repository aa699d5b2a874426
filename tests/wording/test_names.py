"""Names beside numbers, in rankings and score cards; and nothing that a file says writes to a terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from amends.awards import parse_award
from amends.bridge import BySide
from amends.cli.commands.files import score as score_command
from amends.event import Contestant, Event, Player, Ruling, TableReference, TableResult
from amends.reports.card import score_card
from amends.reports.layout.html import Table
from amends.reports.ranking import ranking
from amends.reports.slip import slip
from amends.scoring.event import score
from amends.wording.names import names, number_and_names
from support.event_files import Files
from support.running import Amends

ESCAPES = "Player \x1b[31mred\x1b[0m\x9b2J\x07 \u202e\x00"
PAIRS = {
    "1": Contestant("1", players=(Player("Player 1"), Player("Player 2"))),
    "2": Contestant("2", name="The visitors"),
    "3": Contestant("3"),
    "4": Contestant("4", players=(Player(), Player("Player 8"))),
}
RESULTS = tuple(
    TableResult(ns, parse_award(result), BySide((ns,), (ew,)), board=1)
    for ns, ew, result in (("1", "3", "4H N ="), ("2", "4", "4H N -1"))
)
RULING = Ruling(
    "7", 1, TableReference(ns="2"), BySide.both(parse_award("4H N =")), non_offending=BySide(True, False), reason="Why"
)
EVENT = Event(results=RESULTS, contestants=PAIRS)
NUMBERS = replace(EVENT, contestants={})


def called(name: str) -> Event:
    return replace(EVENT, contestants={**PAIRS, "1": Contestant("1", name=name)})


def test_a_ranking_has_numbers_and_names() -> None:
    [found] = ranking(score(EVENT))
    assert found.heads == ["place", "number", "names", "%", "boards"]
    assert [row[1:3] for row in found.rows] == [
        ["1", "Player 1 & Player 2"],
        ["4", "Player 8"],
        ["2", "The visitors"],
        ["3", ""],
    ]
    assert [(row["contestant"], row["names"]) for row in found.data][:2] == [
        ("1", "Player 1 & Player 2"),
        ("4", "Player 8"),
    ]
    assert tuple(found.left) == (1, 2)


def test_a_ranking_without_names_is_as_it_was() -> None:
    [found] = ranking(score(NUMBERS))
    assert found.heads == ["place", "contestant", "%", "boards"]
    assert [row[1] for row in found.rows] == ["1", "4", "2", "3"]
    assert "names" not in found.data[0]


@pytest.mark.parametrize(
    ("pair", "title"),
    [("1", "1 Player 1 & Player 2: place 1=, 100.00%"), ("3", "3: place 3=, 0.00%")],
)
def test_a_score_card_is_headed_by_number_and_names(pair: str, title: str) -> None:
    assert score_card(score(EVENT), pair).title == title


def test_opponents_stand_on_a_score_card_by_number() -> None:
    card = score_card(score(EVENT), "1")
    assert card.rows[0][4] == "3"
    assert card.data[0]["opponents"] == ["3"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Player\u00a01  \t&\r\nPlayer 2", "Player 1 & Player 2"),
        ("  Player 1 ", "Player 1"),
        ("P\x1b[2Jlayer", r"P\x1b[2Jlayer"),
        ("Pläyer Ünø", "Pläyer Ünø"),
        ("\x00", r"\x00"),
        ("1", ""),
    ],
)
def test_names_are_printable_and_in_one_line(name: str, shown: str) -> None:
    assert names(called(name), "1") == shown
    assert number_and_names(called(name), "1") == f"1 {shown}".strip()


def test_a_name_does_not_write_to_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, rows = Files(Amends(), tmp_path), "board,ns,ew,result\n1,1,3,4H N =\n1,2,4,4H N -1\n"
    monkeypatch.setattr(
        score_command, "score", lambda event: score(replace(event, contestants=called(ESCAPES).contestants))
    )
    for options in ([], ["--pair", "1"], ["--board", "1"]):
        out = files.run("score", rows, None, *options).out
        assert out
        assert all(line.isprintable() for line in out.splitlines()), out
    assert r"Player \x1b[31mred" in files.run("score", rows, None).out


def test_no_number_or_title_writes_to_the_terminal_either() -> None:
    """Numbers are what a file says, as names are; the data keep them as they are."""
    made = Table("T\x1b", ["h\x07"], [["c\x9b"]], data=[{"cell": "c\x9b"}])
    assert (made.title, made.heads, made.rows) == (r"T\x1b", [r"h\x07"], [[r"c\x9b"]])
    assert made.as_data() == {"title": r"T\x1b", "rows": [{"cell": "c\x9b"}]}


def test_a_reason_on_a_slip_may_have_lines_but_no_escapes() -> None:
    ruling = replace(RULING, reason="First.\n\tSecond\x1b[2J.", director="TD\x07")
    text = slip(score(replace(EVENT, rulings=(ruling,))), ruling).text()
    assert f"{'Reason':<18} First.\n{'':<18}     Second\\x1b[2J." in text
    assert all(line.isprintable() for line in text.splitlines())
