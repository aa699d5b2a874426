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
from formats.pbn.test_collections import COLLECTION
from support.documents import check_document
from support.running import Amends

COMMANDS = commands_of()
NAMES = list(COMMANDS)

WITH_JSON = [name for name in NAMES if "json" in inspect.signature(COMMANDS[name]).parameters]


TEAM_REDRESS = ["--normal", "0", "--expected", "0", "--side", "ns", "--against", "0"]


def example(name: str) -> list[str]:
    """The arguments of the example in a command's help, with which it has something to say."""
    lines = [line for line in (COMMANDS[name].__doc__ or "").splitlines() if "Example: amends " in line]
    assert len(lines) == 1, f"amends {name} has one example in its docstring"
    words = shlex.split(lines[0].split("Example: amends ", 1)[1].partition(" > ")[0])
    assert words[: len(name.split())] == name.split()
    return words[len(name.split()) :]


def needs_words(name: str) -> bool:
    """Whether a command has to be told something."""
    parameters = inspect.signature(COMMANDS[name]).parameters.values()
    return any(each.default is inspect.Parameter.empty for each in parameters)


@pytest.fixture(autouse=True)
def _at_home(project: Path, event_folder: Path, evening: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Examples name folders of the project, the files of an event, a file with a secret, and an event of the store."""
    (tmp_path / "conformance").symlink_to(project / "conformance")
    for file in event_folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"do": "version"}\n')))  # for the engine
    (tmp_path / "finals.pbn").write_text(COLLECTION)
    (tmp_path / "secret.txt").write_text("eight hearts is too many\n")
    monkeypatch.chdir(tmp_path)


def test_the_help_lists_every_command(amends: Amends) -> None:
    shown = amends.shown("--help")
    assert all(re.search(rf"\b{name.split()[0]}\b", shown) for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_help_exits_0_and_gives_an_example(amends: Amends, name: str) -> None:
    shown = amends.shown(*name.split(), "--help")
    assert re.search(rf"\nExample\namends {name}( |\n)", shown)
    assert amends.shown(*name.split(), "-h") == shown
    assert "<" not in shown


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_the_help_works(amends: Amends, name: str) -> None:
    ran = amends(*name.split(), *example(name))
    assert (ran.status in (0, 1), ran.err) == (True, "")


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_described(amends: Amends, name: str) -> None:
    shown = " ".join(amends.shown(*name.split(), "--help").split())
    for option in inspect.signature(COMMANDS[name], eval_str=True).parameters.values():
        [about] = [each for each in option.annotation.__metadata__ if hasattr(each, "help")]
        assert about.help, option.name
        assert about.help in shown


@pytest.mark.parametrize("name", WITH_JSON)
def test_json_is_data_and_nothing_else(amends: Amends, name: str) -> None:
    ran = amends(*name.split(), *example(name), "--json")
    assert (ran.status in (0, 1), ran.err) == (True, "")
    said = json.loads(ran.out)
    check_document(said["answer"] if name == "engine" else said)


@pytest.mark.parametrize("name", WITH_JSON)
def test_what_is_wrong_is_a_problem_document(amends: Amends, name: str) -> None:
    ran = amends(*name.split(), *example(name), "--frobnicate", "--json")
    assert ran.status == 2
    assert check_document(json.loads(ran.out))["kind"] == "problem"


@pytest.mark.parametrize("name", NAMES)
def test_an_option_that_does_not_exist_is_refused_by_name(amends: Amends, name: str) -> None:
    assert "--frobnicate" in amends.refused(*name.split(), *example(name), "--frobnicate")


@pytest.mark.parametrize("name", NAMES)
def test_an_option_that_does_not_exist_is_refused_before_the_arguments_too(amends: Amends, name: str) -> None:
    assert amends.refused(*name.split(), "--frobnicate", *example(name))


@pytest.mark.parametrize("arguments", [["frobnicate"], ["--frobnicate"], ["Points", "4H N ="], [""]])
def test_a_command_that_does_not_exist_is_refused(amends: Amends, arguments: list[str]) -> None:
    assert arguments[0] in amends.refused(*arguments)


@pytest.mark.parametrize("name", [name for name in NAMES if needs_words(name)])
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
            ["redress", "--actual", "; ".join(f"10% +{n}0" for n in range(11, 21)), *TEAM_REDRESS],
            ["actual", "normal", "expected", "IMPs"],
        ),
        (["demo"], ["frequency of +620, which ties: 2⅗", "weighted score: 8"]),
        (["score", *example("score")], ["place", "contestant", "ruled", "⚖"]),
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
