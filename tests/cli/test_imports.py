"""A command that works on files does not wait for the database or the web, and the help imports no command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from amends.cli.app import build, build_overview
from support.running import Amends

NEVER = ("sqlalchemy", "alembic", "fastapi", "starlette", "uvicorn", "amends.web", "amends.store")
"""What none of these commands imports."""

EVENT = ("travellers.csv", "--rulings", "rulings.toml")
ON_FILES = {
    "points": ["4H N ="],
    "matchpoints": ["+420*4 -50"],
    "imps": ["+420", "--against", "-50"],
    "redress": ["--actual", "-50", "--normal", "0", "--expected", "0", "--side", "ns", "--against", "0"],
    "vp": ["--boards", "16", "14"],
    "poll": ["4H N =*3", "4H N -1*3", "--non-offending", "ns"],
    "regulations": [],
    "schema": [],
    "conformance": ["conformance"],
    "score": [*EVENT],
    "explain": [*EVENT, "--pair", "3"],
    "check": ["rulings.toml", "--event", "travellers.csv"],
    "slip": ["rulings.toml", "--event", "travellers.csv"],
    "convert": ["travellers.csv", "again.amends.json", "--rulings", "rulings.toml"],
    "audit": ["travellers.csv"],
    "--help": [],
}

PRINTS_IMPORTED = """
import atexit, sys
from amends.cli import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
main()
"""


def imported(folder: Path, *arguments: str) -> set[str]:
    """Every module that a run in a new interpreter has imported when it ends."""
    command = [sys.executable, "-c", PRINTS_IMPORTED, *arguments]
    done = subprocess.run(command, cwd=folder, env=dict(os.environ), capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.fixture
def folder(event_folder: Path, project: Path, tmp_path: Path) -> Path:
    """An event's files, and worked examples."""
    for file in event_folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "conformance").symlink_to(project / "conformance")
    return tmp_path


@pytest.mark.parametrize("command", ON_FILES)
def test_a_command_on_files_imports_neither_the_database_nor_the_web(folder: Path, command: str) -> None:
    found = imported(folder, command, *ON_FILES[command])
    assert "amends.cli.app" in found
    assert sorted(found.intersection(NEVER)) == []


def test_what_prints_a_line_imports_nothing_to_draw_or_to_read_documents_with(folder: Path) -> None:
    assert sorted(imported(folder, "points", "4H N =").intersection({"rich", "pydantic", "amends.formats"})) == []


def test_what_draws_a_table_imports_nothing_to_read_documents_with(folder: Path) -> None:
    assert "pydantic" not in imported(folder, "score", *EVENT)


def test_the_help_imports_no_command(folder: Path) -> None:
    assert [name for name in imported(folder, "--help") if name.startswith("amends.cli.commands.")] == []


@pytest.mark.parametrize("columns", [60, 100, 300])
def test_the_help_is_that_of_the_commands_themselves(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = []
    for application in (build(), build_overview()):
        application(["--help"], standalone_mode=False)
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "matchpoints" in shown[0]


def test_a_command_that_is_not_the_first_word_is_found_too(amends: Amends) -> None:
    assert amends.shown("--", "points", "4H N =") == amends.shown("points", "4H N =")
    assert "--frobnicate" in amends.refused("--", "vp", "--boards", "16", "14", "--frobnicate")
    assert "Did you mean 'points'" in amends.refused("pointz")


def test_a_number_that_is_none_and_a_file_that_may_not_be_read_are_refused_all_the_same(
    amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "'--board'" in amends.refused("points", "4H N =", "--board", "seven")
    file = tmp_path / "travellers.csv"
    file.write_text("board,ns,ew,result\n")
    monkeypatch.setattr(os, "access", lambda *_: False)  # an administrator may read everything
    assert "is not readable" in amends.refused("score", str(file))


def test_bytes_that_are_no_text_are_refused(amends: Amends) -> None:
    assert amends.refused("points", "4H N =", "--vulnerable", "\udcff")


def test_only_listening_imports_the_client_of_table_devices(folder: Path) -> None:
    store = ("--store", str(folder / "amends.db"))
    assert "bridgemate_dataconnector" not in imported(folder, "serve", "--port", "0", "--local", "--dry-run", *store)
    assert "bridgemate_dataconnector" not in imported(folder, "event", "list", *store)
