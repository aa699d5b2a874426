"""Formats, methods, scales and regulations from other packages: found when they are installed, and never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

POINTS = """
[amends.formats]
lines = other.lines:FORMAT

[amends.methods]
wins = other.wins

[amends.scales]
flat = other.data

[amends.regulations]
club = other.data
"""

LINES = '''
from amends.formats import loads as load_any
from amends.formats.common.format import Format

def loads(data, name="file", *, winners=None, progress=None):
    """Each line: board, ns, ew, result."""
    text = data if isinstance(data, str) else data.decode()
    rows = [",".join(line.split(maxsplit=3)) for line in text.splitlines()]
    return load_any("board,ns,ew,result\\n" + "\\n".join(rows), name, format="travellers", winners=winners)

FORMAT = Format("lines", "lines of results", (".lines",), loads=loads)
'''

WINS = """
from amends.scoring.methods.matchpoints import CHART

UNIT = "wins"
"""

SCALE = Path(str(files("amends.regulations") / "scales" / "ebu-swiss-pairs.toml"))

RESULTS = "7 1 2 4H N =\n7 3 4 4H N -1\n7 5 6 4S E =\n"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A folder in which another package is installed."""
    package = tmp_path / "site" / "other"
    (package / "data").mkdir(parents=True)
    for name, text in {"__init__": "", "lines": LINES, "wins": WINS, "data/__init__": ""}.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    (package / "data" / "club.toml").write_text(
        'title = "Our club"\nbase = "ebu"\npoll_minimum = 3\n', encoding="utf-8"
    )
    (package / "data" / "flat.toml").write_bytes(SCALE.read_bytes())
    register(tmp_path, POINTS)
    (tmp_path / "friday.lines").write_text(RESULTS, encoding="utf-8")
    return tmp_path


def register(folder: Path, points: str) -> None:
    about = folder / "site" / "other-1.0.dist-info"
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(points, encoding="utf-8")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "amends", *arguments], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(folder / "site"), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


def test_a_format_and_a_regulation_of_another_package_are_used_by_name(other: Path) -> None:
    found = run(other, "score", "friday.lines", "--regulation", "club")
    assert (found.returncode, found.stderr) == (0, "")
    assert "100.00" in found.stdout
    assert "Our club" in run(other, "regulations").stdout


def test_a_method_of_another_package_scores(other: Path) -> None:
    found = run(other, "score", "friday.lines", "--scoring", "wins", "--pair", "1")
    assert (found.returncode, found.stderr) == (0, "")
    assert "wins" in found.stdout


def test_an_event_under_such_a_regulation_is_read_where_the_package_is_not(other: Path) -> None:
    written = run(other, "convert", "friday.lines", "friday.amends.json", "--regulation", "club")
    assert written.returncode == 0, written.stderr
    (other / "site" / "other-1.0.dist-info" / "entry_points.txt").unlink()
    read = run(other, "score", "friday.amends.json")
    assert (read.returncode, read.stderr) == (0, "")
    assert "Our club" not in run(other, "regulations").stdout


def test_a_scale_of_another_package_can_be_chosen(other: Path) -> None:
    (other / "swiss.csv").write_text("round,board,ns,ew,result\n1,7,1,2,4H N =\n1,7,3,4,4H N -1\n", encoding="utf-8")
    options = ("score", "swiss.csv", "--form", "swiss-pairs", "--set")
    own, usual = (run(other, *options, f"vp_scale={scale}") for scale in ("flat", "ebu-swiss-pairs"))
    assert own.returncode == 0, own.stderr
    assert own.stdout == usual.stdout


def test_a_package_that_cannot_be_loaded_is_left_out_with_a_warning(other: Path) -> None:
    register(other, "[amends.formats]\nbroken = other.nothing:FORMAT\npbn = other.lines:FORMAT\n")
    (other / "results.csv").write_text("board,ns,ew,result\n7,1,2,4H N =\n", encoding="utf-8")
    found = run(other, "score", "results.csv")
    assert found.returncode == 0
    assert "broken of other (amends.formats) is left out: ModuleNotFoundError" in found.stderr
    assert "pbn of other (amends.formats) is left out: amends has one of this name." in found.stderr
