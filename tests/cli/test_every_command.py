"""What holds for every command, the ones to come included."""

from __future__ import annotations

import inspect
import io
import json
import re
import shlex
from pathlib import Path

import pytest

from amends.cli.app import commands_of
from support.documents import check_document
from support.running import Amends

COMMANDS = commands_of()
NAMES = list(COMMANDS)

WORKS = {
    # arguments with which each command has something to say
    "points": ["4H N ="],
    "matchpoints": ["+420*4 -50"],
    "imps": ["+420", "--against", "-50"],
    "redress": ["--actual", "-50", "--normal", "0", "--expected", "0", "--side", "ns", "--against", "0"],
    "vp": ["--boards", "16", "14"],
    "conformance": ["conformance/butler.toml"],
    "demo": [],
    "poll": ["4H N =*3", "4H N -1*3", "--non-offending", "ns"],
    "regulations": [],
    "schema": [],
    "score": ["travellers.csv", "--rulings", "rulings.toml"],
    "explain": ["travellers.csv", "--rulings", "rulings.toml", "--pair", "3"],
    "check": ["rulings.toml", "--event", "travellers.csv"],
    "slip": ["rulings.toml", "--event", "travellers.csv"],
    "audit": ["travellers.csv"],
    "bulk": ["travellers.csv", "--out", "scored"],
    "store where": [],
    "store backup": ["copy.db"],
    "store salvage": ["amends.db", "saved.db"],
    "serve": ["--port", "0", "--check"],
    "engine": [],
    "account add": ["C. Cole", "--role", "director", "--secret-file", "secret.txt"],
    "account key": ["Scoring program", "--role", "scorer"],
    "account list": [],
    "account remove": ["A. Birch"],
    "account role": ["A. Birch", "chief"],
    "account secret": ["A. Birch", "--secret-file", "secret.txt"],
    "account unlock": ["A. Birch"],
    "account sign-out-all": [],
    "appeal": ["friday"],
    "diff": ["friday", "--from", "start"],
    "journal show": ["friday"],
    "journal verify": ["friday"],
    "rulings": ["friday"],
    "import": ["travellers.csv", "--name", "Saturday pairs"],
    "event new": ["Saturday pairs"],
    "event list": [],
    "event show": ["friday"],
    "event export": ["friday", "friday.amends.json", "--force"],
    "event rename": ["friday", "--date", "2026-11-14"],
    "event regulation": ["friday", "ebu"],
    "event forget": ["friday", "C. Cole"],
    "correct": ["friday", "4H N =", "--board", "15", "--ns", "5", "--reason", "both sides agree"],
    "enter": ["friday", "1 11 4hn=", "--board", "33"],
    "listen": ["friday", "--bridgemate", "http://localhost:5079", "--check"],
    "rule": ["friday", "--board", "9", "--ns", "5", "--both", "4S S =", "--non-offending", "ew", "--yes"],
    "preview": ["friday", "--board", "9", "--ns", "5", "--both", "4S S =", "--non-offending", "ew"],
    "penalty": ["friday", "18", "10%", "--reason", "late"],
    "case open": ["friday", "--board", "9", "--ns", "5"],
    "case facts": ["friday", "2", "--found", "all agree"],
    "case statement": ["friday", "2", "E: it was the wrong board"],
    "case poll": ["friday", "2", "pass*5"],
    "case agree": ["friday", "1", "ns"],
    "case close": ["friday", "4", "--reason", "all are content"],
    "case show": ["friday", "1"],
    "publish": ["friday", "--provisional", "--to", "results"],
    "convert": ["travellers.csv", "again.amends.json", "--rulings", "rulings.toml", "--force"],
}


NO_ARGUMENTS = {
    "account key",
    "account list",
    "account sign-out-all",
    "conformance",
    "demo",
    "engine",
    "regulations",
    "schema",
    "event list",
    "serve",
    "store where",
}
"""Commands that need no argument."""


@pytest.fixture(autouse=True)
def _at_home(project: Path, event_folder: Path, evening: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Examples name folders of the project, the files of an event, a file with a secret, and an event of the store."""
    (tmp_path / "conformance").symlink_to(project / "conformance")
    for file in event_folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"do": "version"}\n')))  # for the engine
    (tmp_path / "secret.txt").write_text("eight hearts is too many\n")
    monkeypatch.chdir(tmp_path)


def test_every_command_is_tried_here() -> None:
    assert set(WORKS) == set(NAMES)


def test_the_help_lists_every_command(amends: Amends) -> None:
    shown = amends.shown("--help")
    assert all(re.search(rf"\b{name.split()[0]}\b", shown) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_exits_0_and_gives_an_example(amends: Amends, name: str) -> None:
    shown = amends.shown(*name.split(), "--help")
    assert f"Example: amends {name} " in shown or f"Example: amends {name}\n" in shown + "\n"
    assert "--json" in shown


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_the_help_works(amends: Amends, name: str) -> None:
    lines = [line for line in amends.shown(*name.split(), "--help").splitlines() if "Example: amends " in line]
    assert lines
    for line in lines:
        ran = amends(*shlex.split(line.split("Example: amends ", 1)[1]))
        assert (ran.status in (0, 1), ran.err) == (True, "")


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_described(amends: Amends, name: str) -> None:
    shown = " ".join(amends.shown(*name.split(), "--help").split())
    for option in inspect.signature(COMMANDS[name], eval_str=True).parameters.values():
        [about] = [each for each in option.annotation.__metadata__ if hasattr(each, "help")]
        assert about.help, option.name
        assert about.help in shown


@pytest.mark.parametrize("name", NAMES)
def test_json_is_data_and_nothing_else(amends: Amends, name: str) -> None:
    ran = amends(*name.split(), *WORKS[name], "--json")
    assert (ran.status in (0, 1), ran.err) == (True, "")
    said = json.loads(ran.out)
    check_document(said["answer"] if name == "engine" else said)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_wrong_is_a_problem_document(amends: Amends, name: str) -> None:
    ran = amends(*name.split(), *WORKS[name], "--frobnicate", "--json")
    assert ran.status == 2
    assert check_document(json.loads(ran.out))["kind"] == "problem"


@pytest.mark.parametrize("name", NAMES)
def test_an_option_that_does_not_exist_is_refused_by_name(amends: Amends, name: str) -> None:
    assert "--frobnicate" in amends.refused(*name.split(), *WORKS[name], "--frobnicate")


@pytest.mark.parametrize("name", NAMES)
def test_an_option_that_does_not_exist_is_refused_before_the_arguments_too(amends: Amends, name: str) -> None:
    assert amends.refused(*name.split(), "--frobnicate", *WORKS[name])


@pytest.mark.parametrize("arguments", [["frobnicate"], ["--frobnicate"], ["Points", "4H N ="], [""]])
def test_a_command_that_does_not_exist_is_refused(amends: Amends, arguments: list[str]) -> None:
    assert arguments[0] in amends.refused(*arguments)


@pytest.mark.parametrize("name", sorted(set(NAMES) - NO_ARGUMENTS))
def test_a_command_without_its_arguments_says_what_is_missing(amends: Amends, name: str) -> None:
    assert "Missing" in amends.refused(*name.split())


def test_without_a_command_the_help_is_shown(amends: Amends) -> None:
    ran = amends()
    assert "Usage" in ran.out + ran.err
    assert "matchpoints" in ran.out + ran.err


@pytest.mark.parametrize(
    ("arguments", "figures"),
    [
        (
            ["demo"],
            ["64.92", "plus 40% of −100 (4♥ N −1)", "10⅖", "Effect             NS 1 → 8 of 12   EW 11 → 4 of 12"],
        ),
        (["matchpoints", "+420*4 -50", "--award", "1/3 +420; 2/3 -50"], ["4⅓", "1⅔", "times", "E-W MP"]),
        (
            ["redress", "--actual", "; ".join(f"10% +{n}0" for n in range(11, 21)), *WORKS["redress"][2:]],
            ["actual", "normal", "expected", "IMPs"],
        ),
        (["demo"], ["frequency of +620, which ties: 2⅗", "weighted score: 8"]),
        (["score", *WORKS["score"][1:], "travellers.csv"], ["place", "contestant", "ruled", "⚖"]),
    ],
)
@pytest.mark.parametrize("columns", [40, 80])
def test_a_narrow_window_or_a_pipe_loses_no_figure(
    amends: Amends, arguments: list[str], figures: list[str], columns: int
) -> None:
    ran = amends(*arguments, columns=columns)
    assert ran.status == 0
    assert "…" not in ran.out
    assert [figure for figure in figures if figure not in ran.out] == []
