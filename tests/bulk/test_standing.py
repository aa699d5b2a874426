"""Clean rows that stand board by board in Parquet files are scored where they are, with what a run in memory gives."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from amends.bulk import job as jobs
from amends.bulk import shards
from amends.bulk.job import BulkJob, run
from amends.bulk.options import BulkOptions
from amends.bulk.sources import Source
from amends.bulk.standing import look
from amends.regulations import default

TABLES, BOARDS = 6, 20
SCORES = np.array([0, 100, 110, 140, -90, -110, -140, 200])


def results(*, session: bool = False, seed: int = 1) -> pa.Table:
    """Boards one after the other, in two sessions if need be; one row was not played."""
    random = np.random.default_rng(seed)
    board = np.repeat(np.arange(BOARDS), TABLES)
    ns = np.concatenate([random.permutation(TABLES) for _ in range(BOARDS)]) + 1
    ew = np.concatenate([random.permutation(TABLES) for _ in range(BOARDS)]) + 1 + TABLES
    score = [None if row == 17 else int(points) for row, points in enumerate(random.choice(SCORES, len(board)))]
    columns: dict[str, Any] = {"board": board % 10 + 1 if session else board + 1, "ns": ns, "ew": ew, "score": score}
    if session:
        columns["session"] = [str(each // 10 + 1) for each in board.tolist()]
    return pa.table(columns)


def written(folder: Path, table: pa.Table) -> str:
    """Two files, in the middle of a board, in small groups."""
    source = folder / "rows"
    source.mkdir()
    for number, (low, high) in enumerate(((0, 50), (50, len(table)))):
        pq.write_table(table.slice(low, high - low), source / f"{number}.parquet", row_group_size=16)
    return str(source)


def found(folder: Path) -> tuple[Any, ...]:
    """Rows by their lines, the ranking and the rejects of a run."""
    rows = pa.concat_tables([pq.read_table(path) for path in sorted((folder / "rows").iterdir())]).sort_by("line")
    rejects = folder / "rejects.csv"
    lists = [
        pq.read_table(folder / name).to_pylist() for name in ("ranking.parquet", "sessions.parquet")[: _lists(folder)]
    ]
    return rows.to_pylist(), lists, rejects.read_text(encoding="utf-8") if rejects.exists() else ""


def _lists(folder: Path) -> int:
    return 2 if (folder / "sessions.parquet").exists() else 1


def in_memory(folder: Path, rows: str, options: BulkOptions, awards: str | None = None) -> tuple[Any, ...]:
    run(BulkJob(rows, folder / "at once", options, awards, in_memory=True))
    return found(folder / "at once")


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "SHARD_ROWS", 40)


@pytest.fixture
def never_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(*_: Any) -> int:
        raise AssertionError("the rows are written once more")

    monkeypatch.setattr(jobs, "cut", cut)


@pytest.mark.parametrize("session", [False, True])
@pytest.mark.parametrize("expected", ["scheduled", "obtained"])
@pytest.mark.usefixtures("never_cut")
def test_rows_are_scored_where_they_stand(tmp_path: Path, session: bool, expected: str) -> None:
    options = BulkOptions(regulation=default().having(expected_results=expected))
    rows = written(tmp_path, results(session=session))
    summary = run(BulkJob(rows, tmp_path / "out", options))
    assert summary["shards"] > 2
    assert (summary["rows"], summary["boards"]) == (TABLES * BOARDS, BOARDS)
    assert found(tmp_path / "out") == in_memory(tmp_path, rows, options)


@pytest.mark.usefixtures("never_cut")
def test_rulings_find_their_rows_there(tmp_path: Path) -> None:
    table = results()
    rows = written(tmp_path, table)
    awards = tmp_path / "awards.parquet"
    which = [3, 17, 60, 119]
    texts = ["60% +110; 40% -90", "60% +110; 40% +100", "A+", "np"]
    given = {"board": table["board"].take(which), "ns": table["ns"].take(which), "award_ns": texts}
    pq.write_table(pa.table({**given, "award_ew": ["60% +110; 40% -90", "", "A-", "np"]}), awards)
    options = BulkOptions()
    summary = run(BulkJob(rows, tmp_path / "out", options, str(awards)))
    assert summary["rulings"] == 4 - summary["rejects"]
    assert found(tmp_path / "out") == in_memory(tmp_path, rows, options, str(awards))


@pytest.mark.usefixtures("never_cut")
def test_a_pair_twice_on_a_board_is_left_out(tmp_path: Path) -> None:
    table = results()
    ns = table["ns"].to_pylist()
    ns[61], ns[100] = ns[60], ns[99]
    rows = written(tmp_path, table.set_column(1, "ns", pa.array(ns)))
    options = BulkOptions()
    run(BulkJob(rows, tmp_path / "out", options))
    assert found(tmp_path / "out") == in_memory(tmp_path, rows, options)
    assert found(tmp_path / "out")[2].count("already") == 2


def test_a_run_that_was_ended_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = written(tmp_path, results())
    as_it_is = jobs._score_shard

    def ends(job: BulkJob, prepared: Any, coded: Any, number: int) -> Any:
        if number == 2:
            raise KeyboardInterrupt
        return as_it_is(job, prepared, coded, number)

    monkeypatch.setattr(jobs, "_score_shard", ends)
    job = BulkJob(rows, tmp_path / "out", BulkOptions())
    with pytest.raises(KeyboardInterrupt):
        run(job)
    numbers: list[int] = []

    def counted(job: BulkJob, prepared: Any, coded: Any, number: int) -> Any:
        numbers.append(number)
        return as_it_is(job, prepared, coded, number)

    monkeypatch.setattr(jobs, "_score_shard", counted)
    job.resume = True
    run(job)
    assert min(numbers) == 2
    assert found(tmp_path / "out") == in_memory(tmp_path, rows, BulkOptions())


def test_boards_that_do_not_stand_together_are_cut(tmp_path: Path) -> None:
    table = results()
    mixed = table.take(np.random.default_rng(2).permutation(len(table)))
    rows = written(tmp_path, mixed)
    files = tuple(sorted(Path(rows).iterdir()))
    assert look(Source(files), BulkOptions(), 40) is None
    run(BulkJob(rows, tmp_path / "out", BulkOptions()))
    assert found(tmp_path / "out") == in_memory(tmp_path, rows, BulkOptions())


@pytest.mark.parametrize("change", [{"score": 425}, {"board": 0}, {"ns": 7}])
def test_rows_with_something_wrong_go_through_the_intake(tmp_path: Path, change: dict[str, int]) -> None:
    table = results()
    for name, value in change.items():
        cells = table[name].to_pylist()
        cells[5] = value if name != "ns" else table["ew"][5].as_py()
        table = table.set_column(table.column_names.index(name), name, pa.array(cells))
    rows = written(tmp_path, table)
    files = tuple(sorted(Path(rows).iterdir()))
    assert look(Source(files), BulkOptions(), 40) is None
    assert run(BulkJob(rows, tmp_path / "out", BulkOptions()))["rejects"] == 1
