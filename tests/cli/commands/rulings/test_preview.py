"""`amends preview`: what would be, and what pending rulings leave open; nothing is entered."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.running import Amends

pytestmark = pytest.mark.usefixtures("evening")

SPADES = ("--board", "9", "--ns", "5", "--both", "4S S =", "--non-offending", "ew")
ALTERNATIVES = """
[[ruling]]
id = "a"
board = 9
table = { ns = "5" }
both = "4S S ="

[[ruling]]
id = "b"
board = 9
table = { ns = "5" }
both = "4S S -1"

[[ruling]]
id = "c"
board = 15
table = { ns = "7" }
stands = true
"""


@pytest.fixture
def pending(tmp_path: Path) -> str:
    """A file with two alternatives for one table, and one for a table that has a ruling."""
    path = tmp_path / "pending.toml"
    path.write_text(ALTERNATIVES, encoding="utf-8")
    return str(path)


def entries(amends: Amends) -> int:
    return len(amends.data("case", "show", "friday"))


def test_a_ruling_is_shown_and_not_entered(amends: Amends) -> None:
    before = entries(amends)
    shown = amends.shown("preview", "friday", *SPADES)
    assert "board, MP 2 → 6 of 12 10 → 6 of 12" in shown
    assert "Podium E-W: 1. 14, 2. 11, 3. 13 → 1. 11, 2. 14, 3. 13" in shown
    assert "given" not in shown
    assert entries(amends) == before


def test_data_says_that_nothing_was_given(amends: Amends) -> None:
    data = amends.data("preview", "friday", *SPADES)
    assert (data["given"], data["ruling"]) == (False, "5")


@pytest.mark.parametrize("score", ["4S S +2", "A"])
def test_what_cannot_be_given_ends_with_status_1(amends: Amends, score: str) -> None:
    ran = amends("preview", "friday", "--board", "9", "--ns", "5", "--both", score, "--non-offending", "ew")
    assert (ran.status, ran.err) == (1, "")
    assert "What the Laws say" in ran.out


def test_alternatives_for_one_table_exclude_each_other(amends: Amends, pending: str) -> None:
    data = amends.data("preview", "friday", "--rulings", pending, "--scenarios")
    assert data["combinations"] == 3 * 2
    assert [table["rulings"] for table in data["tables"]] == [["a", "b"], ["c"]]
    assert {each["contestant"] for each in data["ranges"]} >= {"5", "15"}
    assert "6 ways in which they may go" in amends.shown("preview", "friday", "--rulings", pending, "--scenarios")


def test_a_committee_sees_no_names_and_no_places(amends: Amends, pending: str) -> None:
    shown = amends.shown("preview", "friday", "--rulings", pending, "--blind")
    assert "Board 9" in shown
    assert "1 10 of 12 → 6 of 12 2 of 12 → 6 of 12" in shown
    assert "place" not in shown
    assert [
        table["board"] for table in amends.data("preview", "friday", "--rulings", pending, "--blind")["tables"]
    ] == [
        9,
        15,
    ]


def test_a_single_ruling_can_be_looked_at_blind(amends: Amends) -> None:
    assert "Board 9" in amends.shown("preview", "friday", *SPADES, "--blind")


def test_drafts_are_pending_rulings(amends: Amends) -> None:
    amends.shown("rule", "friday", *SPADES, "--draft")
    amends.shown("rule", "friday", *SPADES[:4], "--both", "4S S -1", "--non-offending", "ew", "--draft")
    data = amends.data("preview", "friday", "--drafts")
    assert [table["rulings"] for table in data["tables"]] == [["draft 1", "draft 2"]]
    assert "Ruling 5 on board 9" in amends.shown("preview", "friday", "--from-draft", "1")
    assert len(amends.data("rule", "friday", "--drafts")["drafts"]) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "nothing to preview"),
        (["--scenarios"], "no pending ruling"),
        (["--drafts"], "No draft of a ruling"),
        (["--drafts", "--board", "9"], "--board beside --drafts"),
        (["--from-draft", "9"], "no draft '9'"),
        (["--board", "9", "--ns", "5"], "no score"),
        (["--rulings", "none.toml", "--scenarios"], "none.toml"),
    ],
)
def test_what_cannot_be_previewed_is_refused(amends: Amends, options: list[str], message: str) -> None:
    assert message in amends.refused("preview", "friday", *options)
