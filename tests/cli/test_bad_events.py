"""Events that cannot be read: status 2, all faults at once with file and line, nothing scored, nothing written."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from support.event_files import TABLES, WEIGHTED, Files
from support.running import Amends

COMMANDS = {"score": [], "explain": ["--pair", "1"], "check": [], "slip": []}

TRAVELLERS: dict[str, tuple[str | bytes, list[str]]] = {
    # what stands in the file, what the message names besides the file itself
    "nothing": (b"", ["travellers.csv", "empty file", "board,ns,ew,result"]),
    "blank lines": ("\n \n\n", ["empty file"]),
    "no column of a board": ("ns,ew,score\n1,4,+420\n", [":1", "no column board"]),
    "no column of pairs": ("board,score\n1,+420\n", [":1", "ns and ew, or n, e, s and w"]),
    "no column of results": ("board,ns,ew\n1,1,4\n", [":1", "result, or contract"]),
    "a contract alone": ("board,ns,ew,contract\n1,1,4,4H\n", [":1", "contract, declarer and tricks"]),
    "an unknown column": ("board,ns,ew,score,frob\n1,1,4,+420,\n", [":1", "'frob'", "vulnerable"]),
    "a column twice": ("board,board,ns,ew,score\n1,1,1,4,+420\n", [":1", "board twice"]),
    "Latin-1": ("board,ns,ew,score\n1,Café,4,+420\n".encode("latin-1"), [":2", "0xE9", "UTF-8"]),
    "UTF-16": (TABLES.encode("utf-16"), ["UTF-8"]),
    "random bytes": (random.Random(3).randbytes(5000), ["travellers.csv"]),
    "random letters": ("".join(random.Random(4).choices("abc,;\n\"'\x00😀1", k=5000)), ["travellers.csv"]),
    "a pair against itself": (TABLES + "3,1,1,+50\n", [":8", "pair 1 against itself"]),
    "board 0": (TABLES + "0,1,4,+50\n", [":8", "'0'", "1 or more"]),
    "a negative board": (TABLES + "-1,1,4,+50\n", [":8", "'-1'", "1 or more"]),
    "the same row twice": (TABLES + "1,1,4,+420\n", [":8", "the same row twice", "line 2"]),
    "a row twice with two results": (TABLES + "1,1,4,-50\n", [":8", "twice", "line 2"]),
    "too few cells": (TABLES + "3,1\n", [":8", "2 cells", "4"]),
    "too many cells": (TABLES + "3,1,4,+50,+60\n", [":8", "5 cells", "4"]),
    "no result": (TABLES + "3,1,4,\n", [":8", "no result", '"np"']),
    "a score that is none": (TABLES + "3,1,4,lots\n", [":8", "'lots'", "column score"]),
    "nobody at all": (TABLES + "3,,,+50\n", [":8", "nobody on either side"]),
    "a result against nobody": (TABLES + "3,7,,+50\n", [":8", "nobody sat"]),
    "a contract that the score belies": (
        "board,ns,ew,result,score\n1,1,4,4H N =,+420\n2,1,4,4H N =,+420\n",
        [":3", "+620", "+420"],
    ),
    "an unknown remark": ("board,ns,ew,score,remark\n1,1,4,+420,late\n", [":2", "'late'", "cancelled"]),
    "an award that is none": ("board,ns,ew,score,award_ns\n1,1,4,+420,50% +420\n", [":2", "award_ns", "100%"]),
    "an open quote": (TABLES + '3,"1,4,+50\n', [":8", "quote"]),
    "two vulnerabilities": (
        "board,ns,ew,score,vulnerable\n1,1,4,+420,none\n1,2,5,+420,all\n",
        [":3", "one vulnerability", "line 2"],
    ),
    "a room that is none": ("board,room,ns,ew,score\n1,attic,X,Y,+420\n", [":2", "'attic'", "open or closed"]),
    "a cell of a million characters": ("board,ns,ew,score\n1," + "x" * 1_000_000 + ",4,+50\n", [":2", "characters"]),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("content", "named"), TRAVELLERS.values(), ids=TRAVELLERS.keys())
def test_travellers_that_cannot_be_read(files: Files, command: str, content: str | bytes, named: list[str]) -> None:
    message = files.refused(command, content, WEIGHTED, *COMMANDS[command])
    assert [words for words in ["travellers.csv", *named] if words not in message] == [], message[:400]


def test_all_faults_of_the_travellers_are_told_at_once(files: Files) -> None:
    message = files.refused("score", TABLES + "0,1,1,lots\n3,1,1,+50\n1,1,4,+420\n3,1\n", None)
    for words in (":8", "'0'", "'lots'", "against itself", ":9", ":10", "twice", ":11", "2 cells"):
        assert words in message


def test_thousands_of_faults_are_counted(files: Files) -> None:
    ran = files.run("score", "board,ns,ew,score\n" + "0,1,4,+50\n" * 5000, None)
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 51
    assert "and 4,950 more" in ran.message


def ruling(rest: str, id: str = "7", board: int = 1) -> str:
    return f'[[ruling]]\nid = "{id}"\nboard = {board}\n{rest}\n'


AWARD = 'both = "4H N ="'
RULINGS: dict[str, tuple[str | bytes, list[str]]] = {
    "a syntax error": ("[[ruling]]\nboard = \n", ["rulings.toml:2", "syntax error"]),
    "Latin-1": ('[[ruling]]\nreason = "Café"\n'.encode("latin-1"), ["rulings.toml:2", "0xE9", "UTF-8"]),
    "random bytes": (random.Random(5).randbytes(5000), ["rulings.toml"]),
    "an unknown table": ("[[rulling]]\nboard = 1\n", ["rulings.toml:1", "'rulling'", "[[ruling]]"]),
    "an unknown key": (ruling(AWARD + "\nfrob = 1"), ["rulings.toml:5", "frob"]),
    "no board": (f"[[ruling]]\n{AWARD}\n", ["rulings.toml:1", "board"]),
    "board 0": (ruling(AWARD, board=0), ["rulings.toml:3", "board = 0", "1 or more"]),
    "no award": (ruling(""), ["rulings.toml:1", "no award", "self_inflicted"]),
    "an award that is none": (ruling('both = "4Z N ="'), ["rulings.toml:4", "'Z'"]),
    "two awards": (ruling(f'{AWARD}\nfault = {{ ns = "none", ew = "direct" }}'), ["rulings.toml:5", "fault"]),
    "a side that is none": (ruling(AWARD + '\nnon_offending = "us"'), ["rulings.toml:5", "us", "NS, EW, both or none"]),
    "a time that is none": (ruling(AWARD + '\ntime = "late"'), ["rulings.toml:5", "late", "2026"]),
    "a poll that is none": (ruling(AWARD + "\npoll = 3"), ["rulings.toml:5", "poll"]),
    "the same id twice": (
        WEIGHTED + ruling(AWARD + '\ntable = { ns = "1" }'),
        ["rulings.toml:8", "'7' twice", "an id of its own"],
    ),
    "replaces leads nowhere": (
        WEIGHTED + 'replaces = "6"\n',
        ["rulings.toml:7", "replaces = '6'", "another ruling"],
    ),
    "a ruling that replaces itself": (WEIGHTED + 'replaces = "7"\n', ["rulings.toml:7", "replaces = '7'"]),
    "rulings that replace each other": (
        WEIGHTED + 'replaces = "8"\n' + ruling(f'{AWARD}\ntable = {{ ns = "3" }}\nreplaces = "7"', "8"),
        ["replaces"],
    ),
    "a ruling that replaces one of another table": (
        WEIGHTED + ruling('both = "4H N -1"\ntable = { ns = "3" }\nreplaces = "7"', "8", board=2),
        ["replaces"],
    ),
    "a penalty for nobody in particular": ('[[penalty]]\namount = "10%"\n', ["rulings.toml:1", "contestant"]),
    "a penalty without amount": ('[[penalty]]\ncontestant = "1"\n', ["rulings.toml:1", "amount"]),
    "an amount with an error": (
        '[[carry_over]]\ncontestant = "1"\namount = "much"\n',
        ["rulings.toml:3", "much"],
    ),
    "a setting that is none": ("[settings]\nfrob = 1\n", ["'frob'", "rounding"]),
    "a regulation that is none": ('regulation = "frob"\n', ["'frob'", "exact", "ebu"]),
    "a regulation that is no name": ("regulation = 3\n", ["rulings.toml", "regulation = 3"]),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("content", "named"), RULINGS.values(), ids=RULINGS.keys())
def test_rulings_that_cannot_be_read(files: Files, command: str, content: str | bytes, named: list[str]) -> None:
    message = files.refused(command, TABLES, content, *COMMANDS[command])
    assert [words for words in named if words not in message] == [], message[:400]


MISPLACED = {
    "a table that does not exist": (
        ruling(f'{AWARD}\ntable = {{ ns = "1", ew = "6" }}'),
        ["ruling 7", "1 against 6", "3 against 6"],
    ),
    "two tables": (ruling(AWARD), ["ruling 7", "3 tables", "3 against 6"]),
    "a board nobody played": (ruling(AWARD, board=9), ["ruling 7", "board 9, which nobody played", "1 to 2"]),
    "two rulings for a table": (
        WEIGHTED + ruling(f'{AWARD}\ntable = {{ ns = "3" }}', "8"),
        ["ruling 8", "second ruling", 'replaces = "7"'],
    ),
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("content", "named"), MISPLACED.values(), ids=MISPLACED.keys())
def test_rulings_that_find_no_place(files: Files, command: str, content: str, named: list[str]) -> None:
    message = files.refused(command, TABLES, content, *COMMANDS[command])
    assert [words for words in named if words not in message] == [], message[:400]


@pytest.mark.parametrize("content", [content for content, _ in MISPLACED.values()], ids=MISPLACED.keys())
def test_a_ruling_without_its_place_is_named_with_file_and_line(files: Files, content: str) -> None:
    assert "rulings.toml:" in files.refused("score", TABLES, content)


def test_all_rulings_without_a_place_are_named_at_once(files: Files) -> None:
    many = ruling(AWARD, "a") + ruling(AWARD, "b", 9) + ruling(f'{AWARD}\ntable = {{ ns = "8" }}', "c")
    for command, options in COMMANDS.items():
        message = files.refused(command, TABLES, many, *options)
        assert all(f"ruling {id}" in message for id in "abc")


def test_a_ruling_takes_the_place_of_an_award_in_the_columns(files: Files) -> None:
    plain, awarded = (
        "board,ns,ew,score\n1,1,4,+420\n1,3,6,-50\n",
        "board,ns,ew,score,award_ns\n1,1,4,+420,\n1,3,6,-50,+420\n",
    )
    ruled = files.run("score", awarded, WEIGHTED)
    assert ruled.status == 0
    assert ruled.out == files.run("score", plain, WEIGHTED).out


TOTALS = {
    "a penalty for nobody": ('[[penalty]]\ncontestant = "9"\namount = "10%"\n', ["'9'"]),
    "a carry-over for nobody": ('[[carry_over]]\ncontestant = "9"\namount = 1\n', ["'9'"]),
    "victory points for nobody": ('[[victory_points]]\ncontestant = "9"\nround = "1"\namount = "12"\n', ["'9'"]),
    "a penalty in IMPs": ('[[penalty]]\ncontestant = "1"\namount = "3 IMP"\n', ["3 IMP", "matchpoints"]),
    "a penalty in victory points": ('[[penalty]]\ncontestant = "1"\namount = "1 VP"\n', ["1 VP", "matchpoints"]),
    "a penalty in nothing": ('[[penalty]]\ncontestant = "1"\namount = "3 frobs"\n', ["frobs"]),
    "a penalty that is no number": ('[[penalty]]\ncontestant = "1"\namount = "x%"\n', ["x"]),
    "a penalty below zero": ('[[penalty]]\ncontestant = "1"\namount = "-10%"\n', ["-10%"]),
    "a session that was not": ('[[penalty]]\ncontestant = "1"\namount = "10%"\nsession = "9"\n', ["session"]),
}


@pytest.mark.parametrize(("content", "named"), TOTALS.values(), ids=TOTALS.keys())
def test_what_cannot_be_added_to_a_total(files: Files, content: str, named: list[str]) -> None:
    message = files.refused("score", TABLES, content)
    assert [words for words in named if words not in message] == [], message[:400]


@pytest.mark.parametrize("content", [content for content, _ in TOTALS.values()], ids=TOTALS.keys())
def test_what_cannot_be_added_to_a_total_is_named_with_file_and_line(files: Files, content: str) -> None:
    assert "rulings.toml:" in files.refused("score", TABLES, content)


def test_a_percentage_is_no_penalty_at_imps(files: Files) -> None:
    message = files.refused("score", TABLES, '[[penalty]]\ncontestant = "1"\namount = "10%"\n', "--scoring", "butler")
    assert "10%" in message


@pytest.mark.parametrize("command", COMMANDS)
def test_faults_of_both_files_are_told_together(files: Files, command: str) -> None:
    message = files.refused(command, TABLES + "0,1,4,+50\n", ruling('both = "4Z N ="'), *COMMANDS[command])
    assert "travellers.csv:8" in message
    assert "rulings.toml:4" in message


def test_faults_of_files_and_flags_are_told_together(files: Files) -> None:
    message = files.refused("score", TABLES + "0,1,4,+50\n", None, "--set", "frob=1", "--regulation", "ebu")
    assert "travellers.csv:8" in message
    assert "'frob'" in message


@pytest.mark.parametrize("command", COMMANDS)
def test_a_regulation_that_builds_on_itself(files: Files, command: str) -> None:
    own = files.folder / "own.toml"
    own.write_text('base = "own.toml"\n')
    message = files.refused(command, TABLES, WEIGHTED, *COMMANDS[command], "--regulation", str(own))
    assert "builds on this file" in message


FLAGS = [
    (["--winners", "3"], ["3 winners", "1 or 2"]),
    (["--winners", "0"], ["0 winners", "1 or 2"]),
    (["--winners", "x"], ["--winners", "integer"]),
    (["--form", "frob"], ["'frob'", "swiss-pairs", "teams"]),
    (["--form", "teams"], ["has results of pairs, not of teams"]),
    (["--form", "individual"], ["has results of pairs, not of individual"]),
    (["--scoring", "frob"], ["'frob'", "matchpoints", "butler"]),
    (["--scoring", "bam"], ["'bam'", "matchpoints"]),
    (["--scoring", "imps"], ["'imps'", "cross-imps"]),
    (["--scoring", ""], ["''", "matchpoints"]),
    (["--regulation", "frob"], ["'frob'", "ebu"]),
    (["--set", "frob=1"], ["'frob'", "rounding"]),
    (["--knockout"], ["Only teams play a knockout"]),
]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("flags", "named"), FLAGS, ids=lambda value: " ".join(value)[:30])
def test_flags_that_do_not_fit(files: Files, command: str, flags: list[str], named: list[str]) -> None:
    message = files.refused(command, TABLES, WEIGHTED, *COMMANDS[command], *flags)
    assert [words for words in named if words not in message] == [], message[:400]


TEAMS = "board,room,ns,ew,score\n1,open,X,Y,+420\n1,closed,Y,X,+420\n"


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        (["--scoring", "matchpoints"], ["'matchpoints'", "The scoring of teams is one of imps, bam"]),
        (["--form", "pairs"], ["pairs", "teams"]),
        (["--form", "swiss-pairs"], ["swiss-pairs", "teams"]),
        (["--winners", "2"], ["Only pairs can have 2 winners"]),
    ],
)
def test_flags_that_do_not_fit_teams(files: Files, flags: list[str], named: list[str]) -> None:
    message = files.refused("score", TEAMS, None, *flags)
    assert [words for words in named if words not in message] == [], message[:400]


@pytest.mark.parametrize(
    ("rows", "named"),
    [
        ("1,open,X,Y,+420\n1,closed,X,Y,+420\n", ["X", "both rooms"]),
        ("1,open,X,Y,+420\n1,open,X,Y,+50\n", ["twice"]),
        ("1,open,X,X,+420\n", ["team X against itself"]),
        ("1,,X,Y,+420\n", ["open or closed"]),
    ],
)
def test_rooms_that_do_not_fit_together(files: Files, rows: str, named: list[str]) -> None:
    message = files.refused("score", "board,room,ns,ew,score\n" + rows, None)
    assert [words for words in named if words not in message] == [], message[:400]


@pytest.mark.parametrize(
    ("command", "options", "named"),
    [
        ("score", ["--pair", "9"], ["'9'", "one of 1"]),
        ("score", ["--pair", ""], ["''", "one of 1"]),
        ("score", ["--board", "9"], ["board 9", "1, 2"]),
        ("score", ["--board", "0"], ["board 0", "1, 2"]),
        ("score", ["--board", "x"], ["--board", "integer"]),
        ("score", ["--board", "1", "--session", "9"], ["session", "'9'"]),
        ("score", ["--session", "9"], ["--session", "--board"]),
        ("explain", ["--pair", "9"], ["'9'", "one of 1"]),
        ("explain", ["--pair", "1", "--board", "9"], ["board 9", "1, 2"]),
        ("explain", ["--pair", "1", "--board", "1", "--session", "9"], ["session", "'9'"]),
        ("explain", ["--pair", "1", "--session", "9"], ["--session", "--board"]),
        ("explain", [], ["--pair"]),
    ],
)
def test_what_is_not_in_the_event_is_answered_with_what_is(
    files: Files, command: str, options: list[str], named: list[str]
) -> None:
    message = files.refused(command, TABLES, None, *options)
    assert [words for words in named if words not in message] == [], message[:400]


@pytest.mark.parametrize("path", ["", ".", "missing.csv", "\x1b[31m.csv", "a\nb", "\udcff.csv", "x" * 10_000])
def test_a_path_that_is_no_file(files: Files, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files.folder)
    (files.folder / "travellers.csv").write_text(TABLES)
    (files.folder / "rulings.toml").write_text(WEIGHTED)
    for arguments in (
        ["score", path],
        ["score", "travellers.csv", "--rulings", path],
        ["explain", path, "--pair", "1"],
        ["check", path],
        ["check", path, "--event", "travellers.csv"],
        ["check", "rulings.toml", "--event", path],
        ["slip", path, "--event", "travellers.csv"],
        ["slip", "rulings.toml", "--event", path],
    ):
        assert files.amends.refused(*arguments)
        assert "\x1b" not in files.amends(*arguments).err


def test_nothing_is_ever_written(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(files.folder)
    for command, options in COMMANDS.items():
        for rows, rulings in ((TABLES, WEIGHTED), (TABLES + "0,1,1,\n", WEIGHTED), (TABLES, ruling(AWARD, board=9))):
            files.run(command, rows, rulings, *options)
            assert sorted(path.name for path in files.folder.iterdir()) == ["rulings.toml", "travellers.csv"]
            assert (files.folder / "travellers.csv").read_text() == rows
            assert (files.folder / "rulings.toml").read_text() == rulings


# A large file

ROWS = 20_000


def many(padding: int) -> str:
    """200 tables and 100 boards; with padding the file is large."""
    round = " " * padding
    lines = (
        f"{board},{table},{table + 200},{(table * board) % 40 * 10 - 200},{round}"
        for board in range(1, 101)
        for table in range(1, 201)
    )
    return "board,ns,ew,score,round\n" + "\n".join(lines) + "\n"


def test_many_rows_are_scored_without_a_word_on_standard_error(files: Files) -> None:
    ranking = files.data("score", many(0), None)
    assert len(ranking["rows"]) == 400
    assert {row["boards"] for row in ranking["rows"]} == {100}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
@pytest.mark.parametrize(("padding", "bar"), [(0, False), (100, True)], ids=["small", "large"])
def test_a_large_file_has_a_progress_bar_on_the_terminal_alone(tmp_path: Path, padding: int, bar: bool) -> None:
    import pty

    path = tmp_path / "travellers.csv"
    path.write_text(many(padding))
    terminal, other = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        [sys.executable, "-m", "amends", "score", str(path), "--pair", "1", "--accept-scores"],
        stdout=subprocess.PIPE,
        stderr=other,
        env=environment,
    ) as running:
        os.close(other)
        shown = b""
        while True:
            try:
                piece = os.read(terminal, 65536)
            except OSError:  # the other end was closed
                break
            if not piece:
                break
            shown += piece
        assert running.stdout is not None
        out = running.stdout.read()
    os.close(terminal)
    assert running.returncode == 0
    assert (b"reading travellers.csv" in shown) is bar
    assert b"reading" not in out
    if not bar:
        assert shown == b""


def test_a_pipe_sees_no_progress_bar(files: Files, amends: Amends) -> None:
    ran = files.run("score", many(100), None, "--pair", "1")
    assert (ran.status, ran.err) == (0, "")


def test_faults_of_laws_tables_and_amounts_are_told_together(amends: Amends, tmp_path: Path) -> None:
    rulings = (
        '[[ruling]]\nid = "1"\nboard = 1\ntable = { ns = "1" }\nboth = "4H N -1"\nlaws = ["12C1(f)"]\n'
        '[[ruling]]\nid = "2"\nboard = 2\ntable = { ns = "9" }\nboth = "3NT S -1"\n'
        '[[penalty]]\ncontestant = "77"\namount = "10%"\n'
    )
    message = Files(amends, tmp_path).refused("score", TABLES, rulings)
    for named in (
        "rulings.toml:3, ruling 1: found the law '12C1(f)'",
        "rulings.toml:9, ruling 2: found no table for 9",
    ):
        assert named in message
    assert "rulings.toml:13, penalty for 77" in message


def test_a_clause_of_no_edition_is_told_beside_the_other_faults_of_its_ruling(amends: Amends, tmp_path: Path) -> None:
    rulings = '[[ruling]]\nboard = 1\nboth = "4H N ="\nlaws = ["12C1c", "99Z"]\ndisallowed = ["4S W 14"]\n'
    message = Files(amends, tmp_path).refused("score", TABLES, rulings)
    assert "rulings.toml:4, ruling 1, laws: found the law '99Z'; expected a clause of the Laws, such as" in message
    assert "rulings.toml:5, ruling 1, disallowed: found '4S W 14'" in message
