"""Spark: rows are read, scored and written where they are; no row comes to the driver.

The plan of the intake is the one of all engines. Rows are then shuffled once, by their boards; every function that
knows a law runs in the executors on whole boards, on all lines of a contestant, or on a whole list of places.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path, PurePosixPath
from time import monotonic
from typing import Any
from urllib.parse import SplitResult, urlsplit
from uuid import uuid4

import narwhals as nw
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

from amends.bulk.claims import LINES, SETTLED, settle
from amends.bulk.intake import Frame, prepare
from amends.bulk.job import BulkJob
from amends.bulk.options import BulkOptions
from amends.bulk.output import shown_rows
from amends.bulk.penalties import read_penalties
from amends.bulk.ranking import ContestantPenalty, contestant_columns, line_sums, merge_sums, ranking
from amends.bulk.rows import SIDE_NAMES, score_rows, scored_schema
from amends.bulk.sources import ENDINGS, FILE_LINES
from amends.bulk.target import check_target, refuse_place_of_input
from amends.bulk.whole_boards import code_rows, expected_of_fields, repeated, scheduled_results
from amends.faults import Fault, Faults

Batches = Iterable[pa.RecordBatch]
FIGURES = ("points", "top", "unit", "exact")


class SparkBackend:
    """What the plan of the intake needs of Spark."""

    def __init__(self, session: SparkSession) -> None:
        self.session = session

    def lookup(self, table: pa.Table) -> Frame:
        """A small table as a frame."""
        found: Frame = nw.from_native(self.session.createDataFrame(table)).lazy()
        return found

    def map_arrow(self, frame: Frame, function: Callable[[pa.Table], pa.Table], schema: pa.Schema) -> Frame:
        """The frame after a function, batch by batch in the executors."""
        native: DataFrame = frame.to_native()
        mapped = native.mapInArrow(partial(_by_batch, function), from_arrow_schema(schema))
        found: Frame = nw.from_native(mapped).lazy()
        return found


def _by_batch(function: Callable[[pa.Table], pa.Table], batches: Batches) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        yield from function(pa.Table.from_batches([batch])).to_batches()


def _by_partition(
    function: Callable[[pa.Table], pa.Table], schema: pa.Schema, batches: Batches
) -> Iterator[pa.RecordBatch]:
    """All batches of a partition as one table."""
    every = list(batches)
    if sum(len(batch) for batch in every):
        table = function(pa.Table.from_batches(every))
        yield from table.select(schema.names).cast(schema).combine_chunks().to_batches(max_chunksize=100_000)


def _map_partitions(frame: DataFrame, function: Callable[[pa.Table], pa.Table], schema: pa.Schema) -> DataFrame:
    return frame.mapInArrow(partial(_by_partition, function, schema), from_arrow_schema(schema))


def arrow_schema(frame: DataFrame) -> pa.Schema:
    """The columns of a frame as Arrow knows them."""
    return to_arrow_schema(frame.schema)


# From frames to frames


def score_frames(
    rows: DataFrame, awards: DataFrame | None, penalties: DataFrame | None, options: BulkOptions
) -> tuple[DataFrame, DataFrame, DataFrame | None, DataFrame]:
    """Rows, ranking, sessions and rejects, all as frames of Spark."""
    session = rows.sparkSession
    backend = SparkBackend(session)
    given = None if awards is None else nw.from_native(_with_line(awards)).lazy()
    intake = prepare(nw.from_native(_with_line(rows)).lazy(), given, options, backend)
    prepared: DataFrame = intake.rows.to_native()
    checked = _without_repeats(prepared, options)
    good = checked.filter(F.col("repeat_of").isNull()).drop("repeat_of")
    fields = _expected(good, options)
    scored = _scored(good, fields, options)
    final = _settled(scored, options)
    sums = _sums(final, options)
    taken, refused = _taken(penalties, fields, options)
    rejects: DataFrame = intake.rejects.to_native()
    rejects = rejects.unionByName(_repeats(checked)).unionByName(_refused(session, refused))
    overall = _ranked(sums, options, False, taken)
    sessions = _ranked(sums, options, True, taken) if "session" in sums.columns else None
    schema = shown_rows(pa.Table.from_batches([], schema=arrow_schema(final))).schema
    return _map_partitions(final, shown_rows, schema), overall, sessions, rejects


def _with_line(frame: DataFrame) -> DataFrame:
    """With the line of each row: its own where the frame has one, else a number that grows."""
    if "line" in [name.strip().lower() for name in frame.columns]:
        return frame
    return frame.withColumn("line", F.monotonically_increasing_id() + 1)


def _without_repeats(prepared: DataFrame, options: BulkOptions) -> DataFrame:
    """The rows, all of a board in one partition; `repeat_of` where a pair has a result on that board already."""
    boards = [name for name in options.board_columns if name in prepared.columns]
    schema = arrow_schema(prepared).append(pa.field("repeat_of", pa.int64()))
    marked = _map_partitions(prepared.repartition(*boards), partial(_mark_repeats, options=options), schema)
    return marked.persist(StorageLevel.MEMORY_AND_DISK)


def _mark_repeats(table: pa.Table, options: BulkOptions) -> pa.Table:
    again = repeated(code_rows(table, options))
    column = pa.nulls(len(table), pa.int64())
    if again:
        column = pa.array([again.get(line) for line in table["line"].to_pylist()], pa.int64())
    return table.append_column("repeat_of", column)


def _repeats(checked: DataFrame) -> DataFrame:
    words = F.concat(F.lit("a pair that has a result on this board already: line "), F.col("repeat_of"))
    names = [name for name in ("session", "section", "round", "board", "ns", "ew") if name in checked.columns]
    cells = [F.col(name).cast("string") for name in names]
    return checked.filter(F.col("repeat_of").isNotNull()).select(
        F.lit("rows").alias("table"), "line", words.alias("reason"), F.concat_ws(" ", *cells).alias("row")
    )


def _refused(session: SparkSession, refused: list[tuple[int, str]]) -> DataFrame:
    records = [("penalties", line, reason, "") for line, reason in refused]
    return session.createDataFrame(records, "table string, line bigint, reason string, row string")


def _expected(good: DataFrame, options: BulkOptions) -> DataFrame:
    """E of each field."""
    fields = [name for name in options.field_columns if name in good.columns]
    schema = pa.schema([*((name, pa.string()) for name in fields), ("results", pa.int64())])
    most = _map_partitions(good, partial(_most_results, options=options, fields=fields), schema)
    return most.groupBy(*fields).agg(F.max("results").alias("expected"))


def _most_results(table: pa.Table, options: BulkOptions, fields: list[str]) -> pa.Table:
    """The most results that a board of each field has, of those boards that are here."""
    coded = code_rows(table, options)
    found = expected_of_fields(coded, scheduled_results(coded, options), options)
    columns = {name: pa.array([field[place] for field in found], pa.string()) for place, name in enumerate(fields)}
    return pa.table({**columns, "results": pa.array(list(found.values()), pa.int64())})


def _scored(good: DataFrame, fields: DataFrame, options: BulkOptions) -> DataFrame:
    names = [name for name in fields.columns if name != "expected"]
    small = F.broadcast(fields)
    joined = good.join(small, names) if names else good.crossJoin(small)
    schema = scored_schema(arrow_schema(joined))
    scored = _map_partitions(joined, partial(score_rows, options=options), schema)
    return scored.persist(StorageLevel.MEMORY_AND_DISK)


# Artificial scores


def _settled(scored: DataFrame, options: BulkOptions) -> DataFrame:
    """The rows with the figures of their artificial scores, once all lines of their contestants are together."""
    claims = [f"{side}_claim" for side in SIDE_NAMES]
    waits = F.col(claims[0]).isNotNull() | F.col(claims[1]).isNotNull()
    held = scored.filter(waits)
    if held.isEmpty():
        return scored.drop(*claims)
    lines = _lines(scored, options)
    having = lines.filter(F.col("claim").isNotNull()).select("contestant").distinct()
    own = lines.join(having, "contestant", "left_semi").repartition("contestant")
    figures = _map_partitions(own, partial(settle, options=options), SETTLED)
    for side in SIDE_NAMES:
        settled_columns = [F.col(name).alias(f"settled_{name}") for name in FIGURES]
        held = held.join(figures.filter(F.col("side") == side).select("line", *settled_columns), "line", "left")
        for name in FIGURES:
            claimed = F.when(F.col(f"{side}_claim").isNotNull(), F.col(f"settled_{name}"))
            held = held.withColumn(f"{side}_{name}", claimed.otherwise(F.col(f"{side}_{name}")))
        held = held.drop(*(f"settled_{name}" for name in FIGURES))
    return scored.filter(~waits).unionByName(held.select(*scored.columns)).drop(*claims)


def _lines(scored: DataFrame, options: BulkOptions) -> DataFrame:
    """Each row twice, as each side sees it."""
    parts = []
    section = [F.col("section")] if "section" in scored.columns and not options.one_field else []
    for side in SIDE_NAMES:
        direction = [F.lit(side)] if options.winners == 2 else []
        contestant = F.to_json(F.array(*(cell.cast("string") for cell in (*section, *direction, F.col(side)))))
        labels = [F.col(name) if name in scored.columns else F.lit("").alias(name) for name in ("session", "round")]
        figures = [F.col(f"{side}_{name}").alias(name) for name in FIGURES]
        parts.append(
            scored.filter(F.col(side).isNotNull()).select(
                contestant.alias("contestant"), *labels, "line", F.lit(side).alias("side"), *figures,
                F.col(f"{side}_claim").alias("claim"),
            )
        )  # fmt: skip
    return parts[0].unionByName(parts[1]).select(*LINES.names)


# Totals and places


def _sums(final: DataFrame, options: BulkOptions) -> DataFrame:
    """The sums of each contestant: added up in each partition, then once more by contestant."""
    empty = pa.Table.from_batches([], schema=arrow_schema(final))
    schema = line_sums(empty, options).schema
    partial_sums = _map_partitions(final, partial(line_sums, options=options), schema)
    who = contestant_columns(schema, options)
    return _map_partitions(partial_sums.repartition(*who), partial(merge_sums, options=options), schema)


def _ranked(sums: DataFrame, options: BulkOptions, by_session: bool, taken: list[ContestantPenalty]) -> DataFrame:
    """One list of places at a time, each in one executor."""
    lists = [name for name in (("session",) if by_session else ()) if name in sums.columns]
    lists += ["direction"] if options.winners == 2 else []
    function = partial(ranking, options=options, by_session=by_session, penalties=taken)
    schema = function(pa.Table.from_batches([], schema=arrow_schema(sums))).schema
    grouped = sums.withColumn("list", F.to_json(F.array(*lists)) if lists else F.lit(""))

    def one_list(table: pa.Table) -> pa.Table:
        return function(table.drop_columns(["list"])).select(schema.names).cast(schema)

    return grouped.groupBy("list").applyInArrow(one_list, from_arrow_schema(schema))


def _taken(
    penalties: DataFrame | None, fields: DataFrame, options: BulkOptions
) -> tuple[list[ContestantPenalty], list[tuple[int, str]]]:
    """The penalties, which are few; with E of each field for those that are a share of a top."""
    if penalties is None:
        return [], []
    names = tuple(name for name in fields.columns if name != "expected")
    expected = {tuple(str(row[name]) for name in names): int(row["expected"]) for row in fields.toLocalIterator()}
    return read_penalties(penalties.toArrow(), options, expected, names)


# From files to files


def start_session(master: str | None, settings: Mapping[str, str] | None = None) -> SparkSession:
    """A session on a master, or on this machine; its workers run this interpreter."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("amends bulk").master(master or "local[*]")
    if master is None or master.startswith("local"):
        builder = builder.config("spark.driver.bindAddress", "127.0.0.1").config("spark.driver.host", "127.0.0.1")
    quiet = {"spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false", "spark.log.level": "ERROR"}
    for name, value in {**quiet, **(settings or {})}.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def memory_settings(memory: int | None) -> dict[str, str]:
    """How much memory an executor may take, and the driver, which on one machine is the executor too."""
    size = "" if memory is None else f"{memory // 2**20}m"
    return {"spark.executor.memory": size, "spark.driver.memory": size} if size else {}


def read_frame(session: SparkSession, source: str) -> DataFrame:
    """The rows of files, by the ending of their names; each with a line that grows in the order of the files."""
    ending = "." + source.rstrip("/").rsplit(".", 1)[-1].lower() if "." in source.rsplit("/", 1)[-1] else ""
    if ENDINGS.get(ending) == "csv":
        return _with_line(session.read.csv(source, header=True))
    if ENDINGS.get(ending) == "arrow":
        raise Faults([Fault("an Arrow file for Spark", "Parquet or CSV", file=source)])
    frame = session.read.option("recursiveFileLookup", "true").parquet(source)
    if "line" in [name.lower() for name in frame.columns]:
        frame = frame.drop("line")
    files = sorted(frame.inputFiles())
    if len(files) > 1000:
        return _with_line(frame)
    number = F.lit(0).cast("long")
    for place, name in enumerate(files[1:], 1):
        number = F.when(F.input_file_name() == name, F.lit(place).cast("long")).otherwise(number)
    return frame.withColumn("line", number * FILE_LINES + F.col("_metadata.row_index") + 1)


def run_on_spark(session: SparkSession, job: BulkJob) -> dict[str, Any]:
    """Read files, score them and write folders, all in the executors; the summary."""
    started, target, options, format = monotonic(), str(job.target).rstrip("/"), job.options, job.format
    files = Files(session)
    work = f"{target}.partial-{uuid4().hex[:8]}"
    _check_target(files, job, work)
    awards, penalties = (read_frame(session, name) if name else None for name in (job.awards, job.penalties))
    rows, overall, sessions, rejects = score_frames(read_frame(session, job.source), awards, penalties, options)
    if job.strict and not rejects.isEmpty():
        worst = rejects.orderBy("table", "line").limit(20).collect()
        raise Faults([Fault(row["reason"], "a row that can be scored", f"line {row['line']}") for row in worst])
    try:
        for name, frame in {"rows": rows, "ranking": overall, "sessions": sessions, "rejects": rejects}.items():
            if frame is not None:
                write(frame, format, f"{work}/{name}")
        summary = _summary(session, work, options, format)
        files.replace(work, target)
    except BaseException:
        files.remove(work)
        raise
    finally:
        session.catalog.clearCache()
    return {**summary, "seconds": round(monotonic() - started, 2)}


def _check_target(files: Files, job: BulkJob, work: str) -> None:
    """Refuse the targets that all engines refuse, on this machine's disks and on any other file system."""
    place = files.place(str(job.target))
    if place.scheme == "file":
        target = Path(place.path) if urlsplit(str(job.target)).scheme else job.target
        inputs = [found.path for found in map(files.place, job.inputs) if found.scheme == "file"]
        check_target(target, Path(work), inputs, force=job.force)
        return
    if files.exists(str(job.target)) and not job.force:
        found = "a folder that is there already"
        raise Faults([Fault(found, "a new name", file=str(job.target), kind="file that is there")])
    for each in job.inputs:
        source = files.place(each)
        if source[:2] == place[:2]:
            refuse_place_of_input(job.target, PurePosixPath(place.path), each, PurePosixPath(source.path))


def _summary(session: SparkSession, work: str, options: BulkOptions, format: str) -> dict[str, Any]:
    """The numbers of a run, counted in what it has written."""
    read = partial(read_written, session, work, format)
    rows, rejects = read("rows"), read("rejects")
    boards = [name for name in options.board_columns if name in rows.columns]
    award = [F.col(name).isNotNull() for name in ("award_ns", "award_ew") if name in rows.columns]
    reasons = rejects.groupBy("reason").count().orderBy(F.desc("count")).limit(20)
    return {
        "rows": rows.count(),
        "boards": rows.select(*boards).distinct().count(),
        "contestants": read("ranking").count(),
        "rulings": rows.filter(award[0] | award[1]).count() if award else 0,
        "rejects": rejects.count(),
        "reasons": {row["reason"]: row["count"] for row in reasons.toLocalIterator()},
        "scoring": options.scoring,
        "regulation": options.regulation.name,
        "shards": rows.rdd.getNumPartitions(),
    }


def write(frame: DataFrame, format: str, folder: str) -> None:
    """A frame as files, by the executors."""
    writer = frame.write.option("header", "true") if format == "csv" else frame.write
    writer.format(format).save(folder)


def read_written(session: SparkSession, work: str, format: str, name: str) -> DataFrame:
    """A frame that `write` has written into a folder."""
    reader = session.read.option("header", "true") if format == "csv" else session.read
    return reader.format(format).load(f"{work}/{name}")


class Files:
    """The file system of the cluster: a folder is renamed when all of it is written."""

    def __init__(self, session: SparkSession) -> None:
        self._jvm: Any = session._jvm
        self._settings: Any = session._jsc.hadoopConfiguration()

    def _of(self, name: str) -> tuple[Any, Any]:
        path = self._jvm.org.apache.hadoop.fs.Path(name)
        return path.getFileSystem(self._settings), path

    def place(self, name: str) -> SplitResult:
        """Where a name leads: its file system, and the whole path there."""
        system, path = self._of(name)
        return urlsplit(str(system.makeQualified(path).toUri().toString()))

    def exists(self, name: str) -> bool:
        """Whether a file or folder is there."""
        system, path = self._of(name)
        return bool(system.exists(path))

    def remove(self, name: str) -> None:
        """Remove a folder, if it is there."""
        system, path = self._of(name)
        system.delete(path, True)

    def replace(self, name: str, target: str) -> None:
        """Let a folder take the place of another."""
        self.remove(target)
        system, path = self._of(name)
        system.rename(path, self._of(target)[1])
