"""The command as it is installed, in a process of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(sys.executable).with_name("amends.exe" if os.name == "nt" else "amends")
WAYS = {"the script": [str(SCRIPT)], "python -m": [sys.executable, "-m", "amends"]}
CLEAN = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "FORCE_COLOR", "PYTHONIOENCODING")}


def run(way: list[str], *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    if way[0] == str(SCRIPT) and not SCRIPT.exists():
        pytest.skip("the package is not installed beside this Python")
    environment = {"PYTHONIOENCODING": "utf-8", **environment}
    return subprocess.run([*way, *arguments], capture_output=True, env={**CLEAN, **environment}, check=False)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_the_command_is_there(way: list[str]) -> None:
    ran = run(way, "points", "4Sx N -1", "--vulnerable", "ns", "--json")
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert json.loads(ran.stdout)["results"][0]["ns"] == -200


@pytest.mark.skipif(os.name == "nt", reason="there a shell cannot close them")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    "words", ["engine", "score -", "points +420", "serve --local --dry-run --port 0 --store store.db"]
)
def test_a_standard_stream_may_be_closed(tmp_path: Path, words: str, closed: str) -> None:
    """A launcher may do so. The store would be the first file that is opened, and be taken for that stream."""
    command = f"{sys.executable} -m amends {words} {closed}"
    ran = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, env=CLEAN, check=False
    )
    assert b"Traceback" not in ran.stderr
    assert ran.returncode == (2 if words == "score -" else 0)


def test_help_in_a_narrow_terminal() -> None:
    ran = run(WAYS["python -m"], "--help", COLUMNS="1")
    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_bad_input_ends_with_status_2(way: list[str]) -> None:
    ran = run(way, "points", "4Z N =")
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert b"'Z'" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_a_failed_case_ends_with_status_1(tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    path.write_text('[[case]]\nid = "a"\nkind = "imps"\ngiven = { differences = ["20"] }\nexpect = { imps = ["2"] }\n')
    ran = run(WAYS["the script"], "conformance", str(path))
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert ran.stdout.splitlines()[-1] == b"0 passed, 1 failed"


FIGURES = {
    ("points", "4H N ="): "4(H|♥) N =.* \\+420",
    ("points", "4S N -1"): "4(S|♠) N [-−]1.* [-−]50",
    ("vp", "--boards", "16", "-14"): "[-−]14.* 6.25",
    ("matchpoints", "+420*2 -50", "--award", "1/3 +420; 2/3 -50"): "[+]420  .*2( 1/3|⅓)",
    ("demo",): "4(H|♥) N [-−]1 .*4( 2/5|⅖)",
    ("demo", "--json"): '"52/5"',
    ("--help",): "matchpoints",
}
ONE_AFTER_ANOTHER = """
import json, sys
from amends.cli import main
for arguments in json.loads(sys.argv.pop()):
    sys.argv[1:] = arguments
    try:
        main()
    except SystemExit as end:
        print(flush=True)
        print("ended with", end.code or 0, flush=True)
"""
"""Many commands in one process: the streams and their encoding are those of a process."""


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_a_terminal_without_suit_symbols_gets_suits_signs_and_fractions_all_the_same(encoding: str) -> None:
    """A minus that is lost, or a third shown as "?", would be a wrong figure."""
    way = [sys.executable, "-c", ONE_AFTER_ANOTHER]
    ran = run(way, json.dumps(list(FIGURES)), PYTHONIOENCODING=encoding)
    assert (ran.returncode, ran.stderr) == (0, b"")
    *outputs, rest = ran.stdout.decode(encoding).replace("\r\n", "\n").split("\nended with 0\n")
    assert rest == ""
    for output, (arguments, figure) in zip(outputs, FIGURES.items(), strict=True):
        assert re.search(figure, output), arguments


@pytest.mark.skipif(os.name == "nt", reason="Windows has no names that are not Unicode")
def test_a_file_whose_name_is_no_unicode_is_read(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.toml"
    try:
        with open(path, "w") as file:
            file.write('[[case]]\nid = "a"\nkind = "frob"\ngiven = {}\nexpect = {}\n')
    except OSError as trouble:
        pytest.skip(f"this file system has no such names: {trouble}")
    for rest in ([], ["--json"]):
        ran = run(WAYS["the script"], "conformance", os.fsdecode(path), *rest, PYTHONIOENCODING="utf-8:strict")
        assert b"Traceback" not in ran.stderr, ran.stderr[-300:]
        assert ran.returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
@pytest.mark.parametrize("arguments", [["demo"], ["points", "4H N ="], ["demo", "--json"]], ids=" ".join)
def test_a_reader_that_has_gone_away_is_no_traceback(arguments: list[str]) -> None:
    if not SCRIPT.exists():
        pytest.skip("the package is not installed beside this Python")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run([SCRIPT, *arguments], stdout=writing, stderr=subprocess.PIPE, env=CLEAN, check=False)
    finally:
        os.close(writing)
    assert ran.stderr == b""


@pytest.mark.parametrize("arguments", [["demo"], ["points", "4H N ="], ["demo", "--json"]], ids=" ".join)
def test_a_full_disk_is_a_message_and_no_traceback(arguments: list[str]) -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no device that is always full")
    if not SCRIPT.exists():
        pytest.skip("the package is not installed beside this Python")
    with full.open("wb") as out:
        ran = subprocess.run([SCRIPT, *arguments], stdout=out, stderr=subprocess.PIPE, env=CLEAN, check=False)
    assert ran.returncode != 0
    assert b"No space" in ran.stderr
    assert b"Traceback" not in ran.stderr
