"""Spark gives what the other engines give: in a session on this machine, and on a small cluster."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from amends.bulk.compare import moved, told
from amends.bulk.job import BulkJob, run
from amends.bulk.library import _in_memory
from amends.bulk.options import BulkOptions
from amends.faults import Faults
from support import spark
from support.bulk_events import RandomEvent, random_event

pytestmark = [
    pytest.mark.skipif(bool(spark.missing()), reason=spark.missing() or "all is there"),
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    """One session for all tests, on two cores; its driver takes no more than a few small results."""
    from amends.bulk.spark import start_session

    with patch.dict(os.environ, spark.CHEAP):
        found = start_session("local[2]", {"spark.driver.maxResultSize": "2m", **spark.SETTINGS})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield found
    found.stop()


def sorted_rows(table: pa.Table) -> list[dict[str, Any]]:
    return sorted(table.to_pylist(), key=lambda row: row["line"])


def mixed_event() -> RandomEvent:
    """Two sessions, sections and directions, in which artificial scores follow the session score; many rows have none.

    Spark adds nothing to the laws but the way of the rows: one event with all of it says what several would.
    """
    for seed in range(1000):
        event = random_event(Random(seed), scoring="matchpoints")
        kinds = [len({row[name] for row in event.rows}) for name in ("session", "section")]
        if kinds == [2, 2] and event.options.winners == 2 and any("A" in str(award) for award in event.awards):
            return event
    raise AssertionError("there is no such event among the first thousand")


def test_a_session_gives_what_the_other_engines_give(session: Any, tmp_path: Path) -> None:
    """One test for all of it: whatever process runs it, one session is started."""
    rows_and_places_are_those_of_the_other_engines(session, mixed_event())
    who_moves_is_what_the_other_engines_say(session, tmp_path / "compare", mixed_event())
    many_rows_never_come_to_the_driver(session, tmp_path)
    no_run_replaces_its_own_input(session, tmp_path / "season")


def no_run_replaces_its_own_input(session: Any, folder: Path) -> None:
    from amends.bulk.spark import run_on_spark

    (folder / "a").mkdir(parents=True)
    source = folder / "a" / "r.csv"
    source.write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,50\n")
    (folder / "link").symlink_to(folder / "a")
    for given in (str(source), source.as_uri(), str(folder / "a" / "*.csv")):
        for target in (folder, folder / "a", Path("..")):
            with pytest.raises(Faults, match=r"the place of the input|without a name of its own"):
                run_on_spark(session, BulkJob(given, target, BulkOptions(), force=True))
    with pytest.raises(Faults, match="a link"):
        run_on_spark(session, BulkJob(str(source), folder / "link", BulkOptions(), force=True))
    with pytest.raises(Faults, match="there already"):
        run_on_spark(session, BulkJob(str(source), folder, BulkOptions()))
    assert sorted(path.name for path in folder.rglob("*")) == ["a", "link", "r.csv"]


def rows_and_places_are_those_of_the_other_engines(session: Any, event: RandomEvent) -> None:
    from amends.bulk.spark import score_frames

    awards = event.award_table
    given = None if awards is None else session.createDataFrame(awards)
    rows, overall, sessions, rejects = score_frames(session.createDataFrame(event.table), given, None, event.options)
    own_rows, own_overall, own_sessions, _ = _in_memory(event.table, awards, None, event.options)
    assert sorted_rows(rows.toArrow()) == sorted_rows(own_rows)
    assert sorted(map(str, overall.toArrow().to_pylist())) == sorted(map(str, own_overall.to_pylist()))
    assert own_sessions is not None
    assert sessions is not None
    assert sorted(map(str, sessions.toArrow().to_pylist())) == sorted(map(str, own_sessions.to_pylist()))
    assert rejects.count() == 0


def simultaneous(folder: Path, rows: int) -> Path:
    """A simultaneous event of many tables in a few files; one row with a pair twice on its board."""
    tables, random = rows // 20, np.random.default_rng(7)
    folder.mkdir()
    for part in range(2):
        board = np.repeat(np.arange(10 * part, 10 * part + 10) + 1, tables)
        ns, ew = np.tile(np.arange(tables), 10), np.tile(np.arange(tables), 10) + tables
        if part:
            ns[0] = ns[1]
        score = random.choice(np.array([0, 100, 110, 140, 150, 90, -90, -110, -140, -150, 200, -200]), len(board))
        pq.write_table(pa.table({"board": board, "ns": ns, "ew": ew, "score": score}), folder / f"{part}.parquet")
    return folder


def checksums(target: Path) -> dict[str, int]:
    """Sums over all rows and places that agree only where all of them do."""
    rows = pa.concat_tables([pq.read_table(path) for path in sorted((target / "rows").glob("*.parquet"))])
    weight = rows["board"].to_numpy() * 1_000_003 + rows["ns"].to_numpy() * 31 + 7
    found = {"rows": len(rows)}
    for name in ("ns_points", "ns_unit", "ns_top", "ew_points"):
        found[name] = int((rows[name].to_numpy().astype(object) * weight).sum())
    ranking = target / "ranking.parquet"
    places = pq.read_table(ranking if ranking.exists() else target / "ranking")
    found["places"] = int((places["rank"].to_numpy() * (places["pair"].to_numpy() + 1)).sum())
    return found


def many_rows_never_come_to_the_driver(session: Any, tmp_path: Path) -> None:
    """They are many times as much as it takes."""
    from amends.bulk.spark import run_on_spark

    source = simultaneous(tmp_path / "in", 250_000)
    here = run(BulkJob(str(source), tmp_path / "here", BulkOptions()))
    there = run_on_spark(session, BulkJob(str(source), tmp_path / "there", BulkOptions()))
    assert (here["rows"], here["rejects"]) == (249_999, 1)
    names = ("rows", "boards", "contestants", "rejects")
    assert {name: there[name] for name in names} == {name: here[name] for name in names}
    assert checksums(tmp_path / "there") == checksums(tmp_path / "here")
    with pytest.raises(Faults, match="there already"):
        run_on_spark(session, BulkJob(str(source), tmp_path / "there", BulkOptions()))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["compare", "here", "in", "there"]


def who_moves_is_what_the_other_engines_say(session: Any, folder: Path, event: RandomEvent) -> None:
    """From two lists of places on; that Spark makes them as the others do is shown above."""
    from amends.bulk import spark_compare
    from amends.bulk.spark import write

    other = replace(event.options, regulation=replace(event.options.regulation, factoring="none"))
    lists = [_in_memory(event.table, event.award_table, None, options)[1] for options in (event.options, other)]
    own = moved(*lists)
    assert own["change"].to_numpy().any()

    def written(session: Any, job: BulkJob) -> dict[str, Any]:
        frame = session.createDataFrame(lists[job.options is other])
        write(frame, job.format, f"{job.target}/ranking")
        return {}

    for format in ("parquet", "csv"):
        job = BulkJob("", folder / format, event.options, format=format)
        with patch.object(spark_compare, "run_on_spark", written):
            _, found = spark_compare.run_both_on_spark(session, job, other)
        assert found == told(own, event.options, other)
        assert sorted(path.name for path in (folder / format).iterdir()) == ["moves", "ranking", "ranking-other"]
    moves = pq.read_table(folder / "parquet" / "moves").select(own.column_names)
    assert sorted(map(str, moves.to_pylist())) == sorted(map(str, own.to_pylist()))
    assert sorted(path.name for path in folder.iterdir()) == ["csv", "parquet"]


def test_a_cluster_gives_the_same(tmp_path: Path) -> None:
    """The command as somebody types it, against a master with two workers in processes of their own."""
    source = simultaneous(tmp_path / "in", 20_000)
    run(BulkJob(str(source), tmp_path / "here", BulkOptions()))
    with spark.cluster() as master:
        command = [sys.executable, "-m", "amends", "bulk", str(source), "--engine", "spark", "--master", master]
        ran = subprocess.run(
            [*command, "--out", str(tmp_path / "there")], env=spark.environment(), capture_output=True, text=True,
            check=False, timeout=1800,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert "19,999 rows, 20 boards" in ran.stdout
    assert checksums(tmp_path / "there") == checksums(tmp_path / "here")
