"""What crosses between the workers of Spark: bytes shuffled for each row, from Spark's own log of events."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from amends.bulk.job import BulkJob
from amends.bulk.options import BulkOptions
from benchmarks.bulk_large import cache, make_rows
from benchmarks.report import Entry, Information, Missing

MACHINES, RESULTS = 100, 10**10
NETWORK = 1.25e9
"""Bytes in a second between machines: ten gigabits."""


def shuffled(rows: int = 1_000_000, partitions: int = 8, shapes: int = 2) -> list[Entry]:
    """Both shapes, or the first, scored by two cores of this machine."""
    if find_spec("pyspark") is None or shutil.which("java") is None:
        return [Missing("bulk, bytes shuffled for each row", "PySpark or Java is not installed")]
    from amends.bulk.spark import run_on_spark, start_session

    entries: list[Entry] = []
    with tempfile.TemporaryDirectory(dir=cache()) as text:
        folder = Path(text).resolve()
        for name, boards in (("27 boards", 27), ("boards of ten tables", rows // 10))[:shapes]:
            log, source = folder / f"log-{boards}", folder / "rows.parquet"
            log.mkdir()
            make_rows(source, rows, boards)
            settings = {"spark.eventLog.enabled": "true", "spark.eventLog.dir": log.as_uri()}
            settings |= {"spark.sql.shuffle.partitions": str(partitions)}
            settings |= {"spark.eventLog.compress": "false", "spark.eventLog.rolling.enabled": "false"}
            session = start_session("local[2]", settings)
            try:
                summary = run_on_spark(session, BulkJob(str(source), folder / f"out-{boards}", BulkOptions()))
            finally:
                session.stop()
            count = summary["rows"]
            across, core = (sum(column) for column in zip(*_tasks(log), strict=True))
            entries.append(_planned(name, count, across / count, core / 1e9 / count))
    return entries


def _planned(name: str, rows: int, across: float, seconds: float) -> Entry:
    """The bytes for each row, and what ten billion results on a hundred workers would take."""
    scoring = seconds * RESULTS / (MACHINES * 2) / 60
    moving = across * RESULTS / MACHINES / NETWORK
    detail = (
        f"{rows:,} rows, {seconds * 1e6:.1f} µs of a core for each, all stages; so {RESULTS:.0e} rows on {MACHINES}"
        f" workers of two such cores take about {scoring:.0f} minutes of scoring, and {moving:.0f} seconds of moving"
        f" {across * RESULTS / 1e12:.1f} TB by a network of ten gigabits"
    )
    return Information(f"bulk, {name}, bytes shuffled for each row", f"{across:.1f}", detail)


def _tasks(log: Path) -> Iterator[tuple[int, int]]:
    """Of each task: bytes written for other workers, and nanoseconds of a core."""
    for file in log.rglob("*"):
        if file.is_file() and not file.name.startswith("."):
            for line in file.read_text(encoding="utf-8").splitlines():
                event: dict[str, Any] = json.loads(line)
                metrics = event.get("Task Metrics")
                if event.get("Event") == "SparkListenerTaskEnd" and metrics:
                    yield (
                        metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"],
                        metrics["Executor Run Time"] * 10**6,
                    )
