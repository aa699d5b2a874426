"""Matches at the desk: both teams sit both ways on each board, and the table is named by who sat which way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.running import Amends

MATCH = """match,round,room,board,ns,ew,result
1-2,1,open,1,1,2,4S N =
1-2,1,closed,1,2,1,4S N -1
3-4,1,open,1,3,4,4S N =
3-4,1,closed,1,4,3,4S N =
"""

AWARD = ("--both", "4S N +1", "--non-offending", "both")


@pytest.fixture
def matches(tmp_path: Path, amends: Amends, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store with two matches of one board."""
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "amends.db"))
    monkeypatch.setenv("AMENDS_BY", "R. Fox")
    (tmp_path / "teams.csv").write_text(MATCH, encoding="utf-8")
    amends.shown("import", str(tmp_path / "teams.csv"), "--name", "teams", "--form", "teams")


@pytest.mark.usefixtures("matches")
@pytest.mark.parametrize(
    ("said", "ns", "ew"),
    [
        (("--ns", "1", "--ew", "2"), "1", "2"),
        (("--ns", "2", "--ew", "1"), "2", "1"),
        (("--ns", "2"), "2", "1"),
        (("--ew", "2"), "1", "2"),
        (("--ns", "1", "--room", "closed"), "2", "1"),
    ],
)
def test_who_sat_north_south_is_enough_to_name_a_table(amends: Amends, said: tuple[str, ...], ns: str, ew: str) -> None:
    found = amends.data(
        "preview", "teams", "--board", "1", *said, "--both", "4S N +1", "--non-offending", "both", "--json"
    )
    assert f"{ns} against {ew}" in found["entries"][-1]["words"]


@pytest.mark.usefixtures("matches")
def test_tables_that_fit_are_told_with_what_they_differ_in(amends: Amends) -> None:
    message = amends.refused(
        "preview", "teams", "--board", "1", "--round", "1", "--both", "4S N +1", "--non-offending", "both"
    )
    assert "4 tables for round 1 on board 1" in message
    assert "2 against 1 (match 1-2, closed room)" in message
    assert "found 2 tables for match 1-2 on board 1; expected one of: 1 against 2 (open room)" in amends.refused(
        "preview", "teams", "--board", "1", "--match", "1-2", "--both", "4S N +1", "--non-offending", "both"
    )


@pytest.mark.usefixtures("matches")
def test_a_preview_says_which_room_it_is_about(amends: Amends) -> None:
    shown = amends.shown(
        "preview", "teams", "--board", "1", "--ns", "2", "--both", "4S N +1", "--non-offending", "both"
    )
    assert "on board 1, closed room: what it changes" in shown


@pytest.mark.usefixtures("matches")
def test_the_board_of_a_match_shows_what_happened_in_both_rooms(amends: Amends) -> None:
    amends.shown("rule", "teams", "--board", "1", "--ns", "2", "--both", "4S N +1", "--non-offending", "both", "--yes")
    found = amends.data("event", "show", "teams", "--board", "1")["boards_shown"][0]["rooms"]
    assert [(row["room"], row["ns"], row["result"], row["award"]["ns"], row["ruling"]) for row in found] == [
        ("open", ["1"], "4S N =", "4S N =", None),
        ("closed", ["2"], "4S N -1", "4S N +1", "1"),
        ("open", ["3"], "4S N =", "4S N =", None),
        ("closed", ["4"], "4S N =", "4S N =", None),
    ]
    shown = amends.shown("event", "show", "teams", "--board", "1")
    assert "⚖ 1" in next(line for line in shown.splitlines() if "closed" in line and "+450" in line)


@pytest.mark.usefixtures("matches")
@pytest.mark.parametrize("command", [("rule", "--yes"), ("preview",)])
def test_86b2_by_options(amends: Amends, command: tuple[str, ...]) -> None:
    options = ("--fault", "ns=none,ew=direct", "--assigned", "+5 IMP", "--laws", "87, 86B2")
    accepted = ("--accept", "12C2(a)=other cards")
    name, *rest = command
    found = amends.data(name, "teams", "--board", "1", "--ns", "1", *options, *accepted, *rest, "--json")
    words = "86B2: N-S the better of A+ and +5 IMP in the view of N-S, E-W the complement"
    assert words in found["entries"][-1]["words"]
    [ruled] = found["effect"]["rulings"]
    assert ruled["sides"]["ns"][0]["board"]["after"]["figure"] == "5"
    assert ruled["sides"]["ew"][0]["board"]["after"]["figure"] == "-5"


@pytest.mark.usefixtures("matches")
def test_86b2_on_appeal(amends: Amends) -> None:
    amends.shown("rule", "teams", "--board", "1", "--ns", "1", "--both", "4S N +1", "--non-offending", "both", "--yes")
    amends.shown("appeal", "teams", "--ruling", "1", "--side", "ns")
    options = ("--fault", "ns=none,ew=direct", "--assigned", "4S N +1", "--laws", "87, 86B2")
    accepted = ("--accept", "12C2(a)=other cards")
    shown = amends.shown("appeal", "teams", "--decide", "1", "--varied", *options, *accepted, "--yes")
    assert "86B2: N-S the better of A+ and 4♠ N +1, E-W the complement" in shown


@pytest.mark.usefixtures("matches")
def test_victory_points_have_two_decimals_in_what_a_publication_moved(amends: Amends, tmp_path: Path) -> None:
    publish = ("publish", "teams", "--provisional", "--to", str(tmp_path / "results"), "--format", "json")
    amends.shown(*publish)
    amends.shown("rule", "teams", "--board", "1", "--ns", "2", "--both", "4S N +1", "--non-offending", "both", "--yes")
    moved = [line for line in amends.shown(*publish).splitlines() if " → " in line]
    assert len(moved) == 2
    for line in moved:
        assert len(re.findall(r"\d+=?, \d+\.\d\d(?!\d)", line)) == 2, line
