"""`amends bulk`: one test per wire; what is scored and rejected is tested in tests/bulk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from amends.cli.commands.files import bulk
from support.running import Amends

ROWS = "board,ns,ew,score\n1,1,4,420\n1,2,5,-50\n1,3,6,\n2,1,5,110\n2,2,6,425\n"
AWARDS = "board,ns,award_ns,award_ew\n1,3,60% +420; 40% -50,A-\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rows.csv").write_text(ROWS)
    (tmp_path / "awards.csv").write_text(AWARDS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_says_what_it_did(amends: Amends, folder: Path) -> None:
    found = amends("bulk", "rows.csv", "--awards", "awards.csv", "--out", "out")
    assert found.status == 0
    assert found.out.startswith("4 rows, 2 boards, 6 contestants, 1 ruling, 1 reject; ")
    assert "rejected 1: a score that cannot occur at this vulnerability" in found.out
    assert "(local: the file fits into memory)" in found.out
    assert sorted(path.name for path in (folder / "out").iterdir()) == [
        "ranking.parquet", "rejects.csv", "rows", "summary.json",
    ]  # fmt: skip


def test_json_has_the_summary(amends: Amends, folder: Path) -> None:
    found = amends("bulk", "rows.csv", "--out", "out", "--engine", "duckdb", "--format", "csv", "--json")
    data = json.loads(found.out)
    assert (data["rows"], data["rejects"], data["engine"], data["out"]) == (4, 1, "duckdb", "out")


def test_compare_says_who_moves(amends: Amends, folder: Path) -> None:
    found = amends("bulk", "rows.csv", "--awards", "awards.csv", "--out", "out", "--compare", "ebl-notes")
    assert "exact → ebl-notes: " in found.out
    assert (folder / "out" / "moves.parquet").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--engine", "hadoop"], "one of auto, duckdb, local, spark"),
        (["--format", "xlsx"], "one of parquet, csv"),
        (["--scoring", "bam"], "one of matchpoints, cross-imps, butler"),
        (["--winners", "3"], "1, or 2"),
        (["--memory", "tiny"], "at least 100MB"),
        (["--resume"], "There is no run to go on with"),
        (["--strict"], "a score that cannot occur"),
        (["--set", "sit_out=45%", "--scoring", "butler"], "sit_out"),
        (["--engine", "spark", "--resume"], "--resume with --engine spark"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_written(
    amends: Amends, folder: Path, options: list[str], words: str
) -> None:
    found = amends("bulk", "rows.csv", "--out", "out", *options)
    assert found.status == 2
    assert words in found.err
    assert sorted(path.name for path in folder.iterdir()) == ["awards.csv", "rows.csv"]


def test_without_the_extra_it_says_how_to_get_it(amends: Amends, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "NEEDED", ("numpy", "no_such_package"))
    found = amends("bulk", "rows.csv", "--out", "out")
    assert found.status == 2
    assert found.err == "amends: amends bulk needs no_such_package. Install amends[bulk], which brings them along.\n"
