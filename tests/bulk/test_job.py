"""Runs from files to a folder: every kind of file, shards, runs that were ended, a target that is whole or absent."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.csv as pcsv
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from amends.bulk import job as jobs
from amends.bulk import shards
from amends.bulk.compare import run_both
from amends.bulk.job import BulkJob, run
from amends.bulk.library import _in_memory
from amends.bulk.options import BulkOptions
from amends.bulk.sources import Source, read_source
from amends.faults import Faults, Refusal
from amends.regulations import load
from support.bulk_events import RandomEvent, random_event


def large_event(seed: int = 11) -> RandomEvent:
    """An event with claims, weighted rows and two sections."""
    found = random_event(Random(seed), scoring="matchpoints")
    while len(found.awards) < 4 or not any("A" in (award["award_ns"] or "") for award in found.awards):
        seed += 1
        found = random_event(Random(seed), scoring="matchpoints")
    return found


EVENT = large_event()


def written(folder: Path, kind: str = "parquet") -> tuple[str, str]:
    """The rows and the awards of the event as files."""
    names = []
    assert EVENT.award_table is not None
    for name, table in (("rows", EVENT.table), ("awards", EVENT.award_table)):
        path = folder / f"{name}.{kind}"
        table = table.drop_columns(["line"])
        if kind == "csv":
            pcsv.write_csv(table, path)
        elif kind == "arrow":
            feather.write_feather(table, path, compression="uncompressed")
        else:
            pq.write_table(table, path)
        names.append(str(path))
    return names[0], names[1]


def rows_of(target: Path) -> list[dict[str, Any]]:
    """All rows of a target, in the order of their lines; by their keys alone."""
    table = pa.concat_tables([pq.read_table(path) for path in sorted((target / "rows").glob("*.parquet"))])
    return sorted(({**row, "line": 0} for row in table.to_pylist()), key=_key)


def _key(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(str(row[name]) for name in ("session", "section", "round", "board", "ns", "ew"))


def expected() -> tuple[list[dict[str, Any]], pa.Table]:
    rows, overall, _, _ = _in_memory(EVENT.table, EVENT.award_table, None, EVENT.options)
    return sorted(({**row, "line": 0} for row in rows.to_pylist()), key=_key), overall


@pytest.mark.parametrize("kind", ["parquet", "csv", "arrow"])
def test_every_kind_of_file_gives_the_same(tmp_path: Path, kind: str) -> None:
    rows, awards = written(tmp_path, kind)
    summary = run(BulkJob(rows, tmp_path / "out", EVENT.options, awards))
    assert (summary["rows"], summary["rulings"], summary["rejects"]) == (len(EVENT.rows), len(EVENT.awards), 0)
    figures, overall = expected()
    assert rows_of(tmp_path / "out") == figures
    assert pq.read_table(tmp_path / "out" / "ranking.parquet").to_pylist() == overall.to_pylist()
    assert json.loads((tmp_path / "out" / "summary.json").read_text()) == summary
    assert [path.name for path in tmp_path.iterdir() if "partial" in path.name] == []


def test_shards_give_what_one_piece_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, awards = written(tmp_path)
    monkeypatch.setattr(shards, "SHARD_ROWS", max(len(EVENT.rows) // 3, 1))
    summary = run(BulkJob(rows, tmp_path / "out", EVENT.options, awards))
    assert summary["shards"] > 1
    figures, overall = expected()
    assert rows_of(tmp_path / "out") == figures
    places = [(row["pair"], row["place"]) for row in overall.to_pylist()]
    found = pq.read_table(tmp_path / "out" / "ranking.parquet").to_pylist()
    assert sorted((row["pair"], row["place"]) for row in found) == sorted(places)


def test_a_run_that_was_ended_is_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, awards = written(tmp_path)
    monkeypatch.setattr(shards, "SHARD_ROWS", max(len(EVENT.rows) // 3, 1))
    scored: list[int] = []
    as_it_is = jobs._score_shard

    def ends_in_the_second(job: BulkJob, prepared: Any, coded: Any, number: int) -> Any:
        if len(scored) == 1:
            raise KeyboardInterrupt
        scored.append(number)
        return as_it_is(job, prepared, coded, number)

    monkeypatch.setattr(jobs, "_score_shard", ends_in_the_second)
    job = BulkJob(rows, tmp_path / "out", EVENT.options, awards)
    with pytest.raises(KeyboardInterrupt):
        run(job)
    assert not (tmp_path / "out").exists()

    def counted(job: BulkJob, prepared: Any, coded: Any, number: int) -> Any:
        scored.append(number)
        return as_it_is(job, prepared, coded, number)

    monkeypatch.setattr(jobs, "_score_shard", counted)
    job.resume = True
    run(job)
    assert len(scored) == len(set(scored)), "a shard was scored twice"
    assert rows_of(tmp_path / "out") == expected()[0]


def test_what_an_ended_run_in_shards_left_is_not_met_by_one_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, awards = written(tmp_path)
    monkeypatch.setattr(shards, "SHARD_ROWS", max(len(EVENT.rows) // 3, 1))

    def ends(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(jobs, "_finish", ends)
    with pytest.raises(KeyboardInterrupt):
        run(BulkJob(rows, tmp_path / "out", EVENT.options, awards))
    run(BulkJob(rows, tmp_path / "out", EVENT.options, awards, in_memory=True, resume=True))
    assert rows_of(tmp_path / "out") == expected()[0]


def test_a_run_that_was_ended_while_places_were_made_meets_no_row_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, awards = written(tmp_path)
    monkeypatch.setattr(shards, "SHARD_ROWS", max(len(EVENT.rows) // 3, 1))
    as_it_is = jobs._write_rankings

    def ends(*_: Any) -> int:
        raise KeyboardInterrupt

    job = BulkJob(rows, tmp_path / "out", EVENT.options, awards)
    monkeypatch.setattr(jobs, "_write_rankings", ends)
    with pytest.raises(KeyboardInterrupt):
        run(job)
    monkeypatch.setattr(jobs, "_write_rankings", as_it_is)
    job.resume = True
    run(job)
    assert rows_of(tmp_path / "out") == expected()[0]


def test_a_run_is_not_taken_up_with_other_options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, _ = written(tmp_path)

    def ends(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(jobs, "_score_shards", ends)
    with pytest.raises(KeyboardInterrupt):
        run(BulkJob(rows, tmp_path / "out", EVENT.options))
    with pytest.raises(Refusal, match="other files or options"):
        run(BulkJob(rows, tmp_path / "out", BulkOptions("butler"), resume=True))


def test_a_target_that_is_there_stays_unless_it_is_to_be_replaced(tmp_path: Path) -> None:
    rows, _ = written(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("mine")
    with pytest.raises(Faults, match="there already"):
        run(BulkJob(rows, tmp_path / "out", EVENT.options))
    assert (tmp_path / "out" / "mine").read_text() == "mine"
    run(BulkJob(rows, tmp_path / "out", EVENT.options, force=True))
    assert not (tmp_path / "out" / "mine").exists()


ROWS = "board,ns,ew,score\n1,1,2,420\n1,3,4,50\n"


@pytest.mark.parametrize("out", ["season", "season/a", "season/a/r.csv", "season/a/../.."])
def test_no_run_replaces_its_own_input(tmp_path: Path, out: str) -> None:
    folder = tmp_path / "season" / "a"
    folder.mkdir(parents=True)
    (folder / "r.csv").write_text(ROWS)
    with pytest.raises(Faults, match=r"the place of the input|without a name of its own"):
        run(BulkJob(str(folder / "r.csv"), tmp_path / out, BulkOptions(), force=True))
    assert (folder / "r.csv").read_text() == ROWS


def test_a_table_of_awards_is_input_too(tmp_path: Path) -> None:
    rows, awards = written(tmp_path)
    (tmp_path / "out").mkdir()
    Path(awards).rename(tmp_path / "out" / "awards.parquet")
    given = str(tmp_path / "out" / "awards.parquet")
    with pytest.raises(Faults, match="the place of the input"):
        run(BulkJob(rows, tmp_path / "out", EVENT.options, given, force=True))
    assert (tmp_path / "out" / "awards.parquet").exists()


def test_a_target_needs_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, _ = written(tmp_path)
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for name in (".", ".."):
        with pytest.raises(Faults, match="without a name of its own"):
            run(BulkJob(rows, Path(name), EVENT.options, force=True))
    assert Path(rows).exists()


def test_a_folder_of_somebody_else_is_not_taken_for_work(tmp_path: Path) -> None:
    rows, _ = written(tmp_path)
    (tmp_path / "out.partial").mkdir()
    (tmp_path / "out.partial" / "mine").write_text("mine")
    with pytest.raises(Faults, match="not the work of an earlier run"):
        run(BulkJob(rows, tmp_path / "out", EVENT.options))
    assert (tmp_path / "out.partial" / "mine").read_text() == "mine"
    (tmp_path / "away").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "away")
    with pytest.raises(Faults, match="a link"):
        run(BulkJob(rows, tmp_path / "link", EVENT.options, force=True))


CSV = """board,ns,ew,score
1,1,4,420
1,2,5,-50
1,3
1,3,6,+425
1,3,5,90
"""


def test_lines_of_a_file_are_named_as_a_person_counts_them(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(CSV)
    summary = run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions(), format="csv"))
    assert (summary["rows"], summary["rejects"]) == (2, 3)
    rejects = (tmp_path / "out" / "rejects.csv").read_text().splitlines()[1:]
    assert [line.split(",")[1].strip('"') for line in rejects] == ["r.csv:4", "r.csv:5", "r.csv:6"]
    assert "the line has 2 cells where the first line has 4" in rejects[0]
    assert "a pair that has a result on this board already: r.csv:3" in rejects[2]


FORMULAS = ("=1+1", "=\n1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "＝1")


def test_no_name_is_a_formula_for_a_spreadsheet_and_numbers_stay_numbers(tmp_path: Path) -> None:
    names = [*FORMULAS, "-4"]
    rows = "".join(f'"{name}",1,"{name}",x{place},420\n' for place, name in enumerate(names, 1))
    (tmp_path / "r.csv").write_text(f"section,board,ns,ew,score\n{rows}+1+1,1,a,b,none\n", encoding="utf-8")
    run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions(), format="csv"))
    written = [each.read_text(encoding="utf-8") for each in (tmp_path / "out").rglob("*.csv")]
    cells = [cell for text in written for line in csv.reader(StringIO(text)) for cell in line]
    assert {f"'{name}" for name in FORMULAS} <= set(cells)
    assert {cell for cell in cells if cell[:1] in tuple("=+-@＝")} == {"-4"}


def test_strict_stops_at_the_first_rows_that_cannot_be_scored(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(CSV)
    with pytest.raises(Faults, match=r"r\.csv:4"):
        run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions(), strict=True))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["r.csv"]


@pytest.mark.parametrize(
    ("name", "content"), [("r.csv", b""), ("r.csv", b"board,board\n1,1\n"), ("r.parquet", b"PAR1 no"), ("r.xlsx", b"x")]
)
def test_a_file_that_is_none_is_refused_in_words(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(Faults, match=name):
        run(BulkJob(str(tmp_path / name), tmp_path / "out", BulkOptions()))
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


def test_a_folder_and_a_pattern_are_all_their_files(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in (1, 2):
        pq.write_table(pa.table({"board": [number], "ns": [1], "ew": [2], "score": [0]}), folder / f"{number}.parquet")
    for place, source in enumerate((str(folder), str(folder / "*.parquet"))):
        summary = run(BulkJob(source, tmp_path / f"out-{place}", BulkOptions()))
        assert (summary["rows"], summary["boards"]) == (2, 2)


def test_files_with_other_columns_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"board": [1], "ns": [1], "ew": [2], "score": [0]}), tmp_path / "1.parquet")
    pq.write_table(pa.table({"board": [1], "ns": [1], "ew": [2], "points": [0]}), tmp_path / "2.parquet")
    with pytest.raises(Faults, match=r"2\.parquet"):
        run(BulkJob(str(tmp_path / "*.parquet"), tmp_path / "out", BulkOptions()))


# Hostile files


@pytest.mark.parametrize("kind", ["parquet", "csv", "arrow"])
def test_the_name_of_a_column_is_a_name_whatever_stands_in_it(tmp_path: Path, kind: str) -> None:
    written = tmp_path / "written.csv"
    name = f"x\" FROM range(1) t(x); COPY (SELECT 1) TO '{written}'; SELECT \"x"
    table = pa.table({name: ["1"], "board": ["1"], "ns": ["1"], "ew": ["2"], "score": ["420"]})
    path = tmp_path / f"r.{kind}"
    if kind == "csv":
        pcsv.write_csv(table, path)
    elif kind == "arrow":
        feather.write_feather(table, path, compression="uncompressed")
    else:
        pq.write_table(table, path)
    summary = run(BulkJob(str(path), tmp_path / "out", BulkOptions()))
    assert (summary["rows"], summary["rejects"], written.exists()) == (1, 0, False)


@pytest.mark.parametrize("name", ["ns", "NS"])
def test_two_columns_of_one_name_are_refused(tmp_path: Path, name: str) -> None:
    columns = [pa.array([1]), pa.array([1]), pa.array([2]), pa.array([420]), pa.array([3])]
    pq.write_table(pa.Table.from_arrays(columns, ["board", "ns", "ew", "score", name]), tmp_path / "r.parquet")
    with pytest.raises(Faults, match="each once"):
        run(BulkJob(str(tmp_path / "r.parquet"), tmp_path / "out", BulkOptions()))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1,3,4,50,60", "the line has 5 cells where the first line has 4"),
        ('1,"3"x,4,50', "a quotation mark that is not closed, or has something behind it"),
    ],
)
def test_a_line_that_cannot_be_taken_apart_is_not_guessed_at(tmp_path: Path, line: str, reason: str) -> None:
    (tmp_path / "r.csv").write_text(f"board,ns,ew,score\n1,1,2,420\n{line}\n1,5,6,50,\n")
    summary = run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions(), format="csv"))
    assert (summary["rows"], summary["reasons"]) == (2, {reason: 1})
    assert '"r.csv:3"' in (tmp_path / "out" / "rejects.csv").read_text()


def test_lines_may_end_in_different_ways(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_bytes(b"board,ns,ew,score\r\n1,1,2,420\n1,3,4,50\r\n1,5,6,50\n")
    summary = run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions()))
    assert (summary["rows"], summary["rejects"]) == (3, 0)


@pytest.mark.parametrize("in_memory", [True, False])
def test_numbers_beyond_those_that_are_counted_with_are_rejected(tmp_path: Path, in_memory: bool) -> None:
    table = pa.table(
        {
            "board": [1, 1, 1],
            "ns": pa.array([2**64 - 1, 2, 3], pa.uint64()),
            "ew": [4, 5, 6],
            "score": pa.array([420, -(2**63), 420], pa.int64()),
        }
    )
    pq.write_table(table, tmp_path / "r.parquet")
    summary = run(BulkJob(str(tmp_path / "r.parquet"), tmp_path / "out", BulkOptions(), in_memory=in_memory))
    reasons = {"the number of a pair is larger than 9223372036854775807": 1, "the score is no whole number": 1}
    assert (summary["rows"], summary["reasons"]) == (1, reasons)


@pytest.mark.parametrize("in_memory", [True, False])
def test_boards_that_were_played_by_very_different_numbers_are_added_up(tmp_path: Path, in_memory: bool) -> None:
    """No unit of 64 bits is common to the figures of all boards: pair 1 is first on each of them."""
    tables = (101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 150)
    rows = [(board, pair) for board, count in enumerate(tables, 1) for pair in range(1, count + 1)]
    table = pa.table(
        {
            "board": [board for board, _ in rows],
            "ns": [pair for _, pair in rows],
            "ew": [1000 + pair for _, pair in rows],
            "score": [450 if pair == 1 else -50 * (pair % 2) for _, pair in rows],
            "vulnerable": ["none"] * len(rows),
        }
    )
    pq.write_table(table, tmp_path / "r.parquet")
    summary = run(BulkJob(str(tmp_path / "r.parquet"), tmp_path / "out", BulkOptions(), in_memory=in_memory))
    ranking = pq.read_table(tmp_path / "out" / "ranking.parquet").to_pylist()
    assert (summary["rows"], summary["rejects"]) == (len(rows), 0)
    assert (ranking[0]["pair"], ranking[0]["boards"], ranking[0]["place"]) == (1, len(tables), "1")


ENDS = ["\n", "\r\n"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("1,3,6,400,9", "the line has 5 cells where the first line has 4"),
        ('1,3,6,"400"x', "a quotation mark that is not closed, or has something behind it"),
        ("1,3,6", "the line has 3 cells where the first line has 4"),
    ],
)
def test_a_file_whose_lines_end_in_different_ways_is_read_as_strictly_as_any(
    tmp_path: Path, line: str, reason: str
) -> None:
    rows = ["board,ns,ew,score", "1,1,4,420", "1,2,5,-50", line, "3,1,5,140", "3,2,6,110"]
    (tmp_path / "mixed.csv").write_bytes("".join(row + ENDS[place % 2] for place, row in enumerate(rows)).encode())
    summary = run(BulkJob(str(tmp_path / "mixed.csv"), tmp_path / "out", BulkOptions(), in_memory=True))
    assert (summary["rows"], summary["reasons"]) == (4, {reason: 1})


def failing_duckdb(monkeypatch: pytest.MonkeyPatch, times: int) -> list[int]:
    """DuckDB fails so often by an error of its own when files are read; the threads that it had are listed."""
    threads: list[int] = []

    def read(connection: duckdb.DuckDBPyConnection, source: Source) -> Any:
        [found] = connection.execute("SELECT current_setting('threads')").fetchone() or [0]
        threads.append(int(found))
        if len(threads) <= times:
            raise duckdb.InternalException("INTERNAL Error: Information loss on integer cast: value -4593")
        return read_source(connection, source)

    monkeypatch.setattr(jobs, "read_source", read)
    return threads


@pytest.mark.parametrize("in_memory", [True, False])
def test_where_duckdb_fails_by_an_error_of_its_own_the_run_goes_on_on_one_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_memory: bool
) -> None:
    (tmp_path / "r.csv").write_text(ROWS)
    whole = run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "whole", BulkOptions(), in_memory=in_memory))
    threads = failing_duckdb(monkeypatch, 1)
    summary = run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions(), in_memory=in_memory))
    assert summary | {"seconds": 0} == whole | {"seconds": 0}
    assert threads[-1] == 1
    assert not (tmp_path / "out.partial").exists()


def test_where_it_fails_again_the_file_is_not_blamed_and_the_work_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "r.csv").write_text(ROWS)
    threads = failing_duckdb(monkeypatch, 2)
    with pytest.raises(Refusal, match=r"an error of its own; the files .* --resume"):
        run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions()))
    assert run(BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions(), resume=True))["rows"] == 2
    assert len(threads) == 3


def test_a_comparison_touches_nothing_beside_its_target(tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(ROWS)
    (tmp_path / "out.other").mkdir()
    (tmp_path / "out.other" / "mine").write_text("mine")
    job = BulkJob(str(tmp_path / "r.csv"), tmp_path / "out", BulkOptions(), in_memory=True)
    run_both(job, BulkOptions(regulation=load("wbf")))
    assert (tmp_path / "out.other" / "mine").read_text() == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.other", "r.csv"]
    assert {"moves.parquet", "ranking-other.parquet"} < {path.name for path in (tmp_path / "out").iterdir()}
    assert not (tmp_path / "out" / "other").exists()
