"""A run from files to a folder: in shards that fit into memory, resumable, whole or absent.

The work stands in `TARGET.partial` until all of it is there; then that folder becomes the target. A run that was
ended is taken up again with `resume`: shards that are there are not scored again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any

import duckdb
import narwhals as nw
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from amends.bulk.adding import left_out
from amends.bulk.charts import Integers
from amends.bulk.claims import among, claimants_lines, settle, with_settled
from amends.bulk.duck import FAILED, DuckBackend, again_on_one_thread, arrow_table, connect
from amends.bulk.intake import (
    REJECTS,
    check_rows,
    checked_awards,
    kept_rows,
    reject_repeats,
    reject_table,
    sound_rows,
    with_awards,
)
from amends.bulk.intake import rejected as reject_rows
from amends.bulk.memory import prepare_tables, score_table, without_lines
from amends.bulk.memory import with_awards as rows_with_awards
from amends.bulk.options import BulkOptions
from amends.bulk.output import counted_reasons, shown_rows, write_summary, write_table
from amends.bulk.penalties import read_penalties
from amends.bulk.ranking import line_sums, plain_session_sums, ranking
from amends.bulk.rows import SIDE_NAMES, figure_table, score_coded
from amends.bulk.run_sums import RunSums
from amends.bulk.shards import cut, rows_of_a_shard
from amends.bulk.sources import Source, find_source, read_source
from amends.bulk.standing import RowsAsTheyStand, look, read_pieces
from amends.bulk.target import BEGUN, check_target, put_in_place
from amends.bulk.whole_boards import CodedRows, code_rows, expected_of_fields, repeated, scheduled_results
from amends.faults import Fault, Faults, Refusal

Progress = Callable[[str, int, int], None]
"""Told what is done, how many rows of it, and of how many."""


@dataclass(slots=True)
class BulkJob:
    """One run: what is read, how it is scored, and where the result goes."""

    source: str
    target: Path
    options: BulkOptions
    awards: str | None = None
    penalties: str | None = None
    format: str = "parquet"
    memory: int | None = None
    """Bytes that the run may take, about; None: as much as DuckDB thinks right."""
    strict: bool = False
    resume: bool = False
    force: bool = False
    in_memory: bool = False
    """Whether all rows are scored at once."""
    progress: Progress = field(default=lambda words, done, of: None)

    @property
    def work(self) -> Path:
        """The folder in which the run stands until it is whole."""
        return self.target.parent / f"{self.target.name}.partial"

    @property
    def inputs(self) -> list[str]:
        """The files and folders that are read."""
        return [each for each in (self.source, self.awards, self.penalties) if each and each != "-"]

    def connect(self, source: Source) -> duckdb.DuckDBPyConnection:
        """A database that takes half of the memory and puts the rest into the folder of the run."""
        return connect(source.bytes, f"{self.memory // 2}B" if self.memory else None, self.work)


def run(job: BulkJob) -> dict[str, Any]:
    """Do it; the summary of what was done."""
    started = monotonic()
    check_target(job.target, job.work, job.inputs, force=job.force)
    _begin(job)
    try:
        source = find_source(job.source, job.work)
        summary = again_on_one_thread(lambda: _work(job, source), lambda: _work(replace(job, resume=True), source))
    except Faults:
        shutil.rmtree(job.work)  # what was refused is not taken up again
        raise
    except duckdb.OutOfMemoryException as trouble:
        raise MemoryError(str(trouble)) from None
    except duckdb.InternalException:
        raise Refusal(FAILED, "Run it again, with --resume to go on where it ended.") from None
    summary["seconds"] = round(monotonic() - started, 2)
    write_summary(summary, job.work / "out" / "summary.json")
    put_in_place(job.work / "out", job.target)
    shutil.rmtree(job.work)
    return summary


def _work(job: BulkJob, source: Source) -> dict[str, Any]:
    """All that is done in the work folder; the summary."""
    if job.in_memory:
        return _work_at_once(job, source)
    prepared = _prepare(job, source, _state(job, source))
    while repeats := _score_shards(job, prepared):
        prepared = _leave_out(job, prepared, source, repeats)
    return _finish(job, prepared, source)


def _work_at_once(job: BulkJob, source: Source) -> dict[str, Any]:
    """The same for rows that fit into memory: read, scored and written at once."""
    options, out = job.options, job.work / "out"
    job.progress("reading", 0, 0)
    rows, broken = _read_table(job.source, job.work, source)
    awards, torn = (None, []) if job.awards is None else _read_table(job.awards, job.work)
    prepared, rejected = prepare_tables(rows, awards, options)
    rejected = pa.concat_tables([rejected, reject_table("rows", broken), reject_table("awards", torn)])
    _stop_if_strict(job, source, rejected)
    job.progress("scoring", 0, len(prepared))
    scored = score_table(prepared, options, wide=True)
    repeats = reject_repeats(scored.repeats, source.place)
    _stop_if_strict(job, source, repeats)
    job.progress("writing", len(prepared), len(prepared))
    fields = tuple(name for name in options.field_columns if name in prepared.column_names)
    penalties, refused = _penalties(job, scored.expected, fields)
    rejected = pa.concat_tables([rejected, repeats, reject_table("penalties", refused)])
    _stop_if_strict(job, source, rejected)
    if len(scored.rows):
        write_table(shown_rows(scored.rows), out / "rows" / f"part-00000.{job.format}")
    contestants = _write_rankings(job, scored.sums if len(scored.rows) else None, penalties)
    if len(rejected):
        write_table(_named(rejected, source), out / "rejects.csv")
    award = [name for name in ("award_ns", "award_ew") if name in scored.rows.column_names]
    rulings = pc.sum(pc.or_(*(scored.rows[name].is_valid() for name in award))).as_py() if award else 0
    return _summary(job, (len(scored.rows), scored.boards, contestants, rulings or 0, 1), rejected)


def _read_table(text: str, spool: Path, source: Source | None = None) -> tuple[pa.Table, list[tuple[int, str]]]:
    """All rows of a source with their lines, and the lines that could not be read."""
    source = source or find_source(text, spool)
    connection = connect(source.bytes)
    try:
        found, broken = read_source(connection, source)
        return found.to_arrow_table(), broken
    finally:
        connection.close()


# The work folder


def _begin(job: BulkJob) -> None:
    """An empty work folder, or that of the run that is taken up again; a run in memory always begins anew."""
    if job.resume and not job.work.exists():
        raise Refusal(f"There is no run to go on with: {job.work} is not there.", "Leave out --resume to begin anew.")
    if job.work.exists() and (job.in_memory or not job.resume):
        shutil.rmtree(job.work)
    for name in (BEGUN, "scored", "out/rows"):
        (job.work / name).mkdir(parents=True, exist_ok=True)


def _state(job: BulkJob, source: Source) -> dict[str, Any]:
    """What the run had come to; refuses to go on with other files or options."""
    path = job.work / "job.json"
    mark = _fingerprint(job, source)
    if job.resume and path.exists():
        known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if known["fingerprint"] != mark:
            raise Refusal("The run that was ended had other files or options.", "Leave out --resume to begin anew.")
        return known
    state = {"fingerprint": mark}
    _write_state(job, state)
    return state


def _write_state(job: BulkJob, state: dict[str, Any]) -> None:
    path = job.work / "job.json"
    partial = path.with_suffix(".new")
    partial.write_text(json.dumps(state), encoding="utf-8")
    partial.replace(path)


def _fingerprint(job: BulkJob, source: Source) -> str:
    """What must be the same for a run to go on: files, their sizes and times, and every option."""
    files = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in source.files]
    for name in (job.awards, job.penalties):
        files += (
            [(name, Path(name).stat().st_size, Path(name).stat().st_mtime_ns)] if name and Path(name).exists() else []
        )
    regulation = {key: str(getattr(job.options.regulation, key)) for key in job.options.regulation.sources}
    options = (job.options.scoring, job.options.winners, job.options.one_field, job.options.swiss, job.format)
    text = json.dumps([files, sorted(regulation.items()), options], default=str)
    return hashlib.sha256(text.encode()).hexdigest()


# Rows that can be scored, in shards


@dataclass(slots=True)
class _Prepared:
    """The shards of a run, with what is known of all of them."""

    state: dict[str, Any]
    source: Source
    awards: pa.Table | None
    rows: int
    expected: dict[tuple[str, ...], int]
    fields: tuple[str, ...]
    boards: int
    rulings: int
    sums: RunSums

    @property
    def shards(self) -> int:
        """How many there are."""
        return int(self.state["shards"])


def _prepare(job: BulkJob, source: Source, state: dict[str, Any]) -> _Prepared:
    """Read and check all rows, and cut them into shards of whole boards; not again where that is done.

    Clean rows that stand board by board are left where they are: a shard is a range of them.
    """
    if "shards" not in state:
        job.progress("reading", 0, 0)
        limit = rows_of_a_shard(job.memory)
        connection = job.connect(source)
        found, broken = read_source(connection, source)
        standing = look(source, job.options, limit)
        awards = None
        rejects = [reject_table("rows", broken)]
        if job.awards is not None:
            given, torn = _read_table(job.awards, job.work)
            awards = DuckBackend(connection).lookup(given)
            rejects.append(reject_table("awards", torn))
        backend, frame = DuckBackend(connection), nw.from_native(found).lazy()
        if standing is not None:
            if awards is not None:
                checked = checked_awards(awards, sound_rows(frame, backend), job.options, backend)
                rejects.append(arrow_table(reject_rows(checked, "awards")).cast(REJECTS))
                pq.write_table(arrow_table(checked), job.work / "awards.parquet")
        else:
            checked = check_rows(frame, job.options, backend)
            bad = arrow_table(reject_rows(checked, "rows")).cast(REJECTS)
            kept = kept_rows(checked) if len(bad) else sound_rows(frame, backend)
            intake = with_awards(kept, [backend.lookup(bad)], awards, job.options, backend)
            rejects.append(arrow_table(intake.rejects).cast(REJECTS))
        rejected = pa.concat_tables(rejects)
        _stop_if_strict(job, source, rejected)
        pq.write_table(rejected, job.work / "rejects.parquet")
        if standing is not None:
            state |= _stands(standing, job)
        else:
            state["shards"] = cut(connection, intake.rows, job.options, job.work / "prepared", limit)
        _write_state(job, state)
        connection.close()
    return _known(job, source, state)


def _stands(standing: RowsAsTheyStand, job: BulkJob) -> dict[str, Any]:
    """Rows as they stand, in the state of a run; with E where every row counts."""
    found: dict[str, Any] = {"shards": len(standing.shards), "pieces": standing.shards}
    if job.awards is None and (not standing.unplayed or job.options.regulation.expected_results == "scheduled"):
        most = [[*field, results] for field, results in standing.most.items()]
        found["known"] = {"rows": standing.rows, "boards": standing.boards, "expected": most}
    return found


def _stop_if_strict(job: BulkJob, source: Source, rejected: pa.Table) -> None:
    if not job.strict or not len(rejected):
        return
    first = rejected.sort_by([("table", "descending"), ("line", "ascending")]).slice(0, 20).to_pylist()
    raise Faults(
        [Fault(f"{row['reason']} ({row['row']})", "a row that can be scored", _place(source, row)) for row in first]
    )


def _place(source: Source, row: dict[str, Any]) -> str:
    return source.place(row["line"]) if row["table"] == "rows" else f"{row['table']} line {row['line']}"


def _known(job: BulkJob, source: Source, state: dict[str, Any]) -> _Prepared:
    """What is to be known of all shards before any is scored: E of each field, and the numbers for the summary."""
    path = job.work / "awards.parquet"
    awards = pq.read_table(path) if path.exists() else None
    prepared = _Prepared(state, source, awards, 0, {}, (), 0, 0, RunSums(job.work / "scored"))
    known = state.get("known")
    if known is not None:
        prepared.rows, prepared.boards = known["rows"], known["boards"]
        prepared.expected = {tuple(each[:-1]): each[-1] for each in known["expected"]}
    for number in range(prepared.shards):
        table = _shard(job, prepared, number) if known is None or not number else None
        if table is None:
            continue
        prepared.fields = tuple(name for name in job.options.field_columns if name in table.column_names)
        if known is None and len(table):
            _count(job, prepared, code_rows(table, job.options))
    return prepared


def _count(job: BulkJob, prepared: _Prepared, coded: CodedRows) -> None:
    """Count the rows, boards and rulings of a shard, and the most results on a board of each field."""
    prepared.rows += len(coded.table)
    prepared.boards += int(np.count_nonzero(coded.tables))
    prepared.rulings += len(coded.awarded)
    for field_, most in expected_of_fields(coded, scheduled_results(coded, job.options), job.options).items():
        prepared.expected[field_] = max(most, prepared.expected.get(field_, 0))


def _shard(job: BulkJob, prepared: _Prepared, number: int) -> pa.Table:
    """The rows of a shard, in the order of their lines where there is one alone."""
    if "pieces" in prepared.state:
        table = read_pieces(prepared.source, prepared.state["pieces"][number])
        if left := prepared.state.get("left_out"):
            table = without_lines(table, left)
        if prepared.awards is not None and len(table):
            line = prepared.awards["row_line"]
            own = pc.and_(pc.greater_equal(line, table["line"][0]), pc.less_equal(line, table["line"][-1]))
            table = rows_with_awards(table, prepared.awards.filter(own))
        return table
    files = _shard_files(job, number, prepared.shards)
    if not files:
        return pa.table({})
    table = pa.concat_tables([pq.read_table(path, partitioning=None) for path in files]).combine_chunks()
    return table.sort_by("line") if prepared.shards == 1 else table


def _shard_files(job: BulkJob, number: int, shards: int) -> list[Path]:
    folder = job.work / "prepared"
    if shards == 1:
        return [folder / "shard-0.parquet"]
    return sorted((folder / f"shard={number}").glob("*.parquet"))


# Figures


def _score_shards(job: BulkJob, prepared: _Prepared) -> dict[int, int]:
    """Score every shard that is not scored yet; the lines in which a pair stands twice, where there are any.

    While a shard is scored, the one before is written.
    """
    repeats: dict[int, int] = {}
    done = 0
    job.progress("scoring", 0, prepared.rows)
    with ThreadPoolExecutor(1) as writer:
        writing: Future[None] | None = None
        for number in range(prepared.shards):
            if _part(job, number).exists():
                done += _add_again(job, prepared, number)
            elif len(table := _shard(job, prepared, number)):
                coded = code_rows(table, job.options)
                repeats |= repeated(coded)
                if not repeats:
                    write = _score_shard(job, prepared, coded, number)
                    if writing is not None:
                        writing.result()
                    writing = writer.submit(write)
                done += len(table)
            job.progress("scoring", done, prepared.rows)
        if writing is not None:
            writing.result()
    return repeats


def _part(job: BulkJob, number: int) -> Path:
    """The file with the scored rows of a shard: where it is there, the shard is done."""
    return job.work / "out" / "rows" / f"part-{number:05d}.{job.format}"


def _add_again(job: BulkJob, prepared: _Prepared, number: int) -> int:
    """Add up a shard that was scored before the run was ended; how many rows it has."""
    path = _part(job, number) if job.format == "parquet" else job.work / "scored" / f"rows-{number}.parquet"
    rows = pq.read_table(path)
    if not (job.work / "scored" / f"sums-{number}.parquet").exists():
        prepared.sums.add(str(number), line_sums(rows, job.options))
    return len(rows)


def _score_shard(job: BulkJob, prepared: _Prepared, coded: CodedRows, number: int) -> Callable[[], None]:
    """Score one shard and add it up; what is still to be written of it, last the part that says that it is done."""
    options, folder = job.options, job.work / "scored"
    figures = score_coded(coded, _expected(coded, prepared), options, wide=True)
    plain = plain_session_sums(coded, figures, options)
    scored = figure_table(coded, figures, options)
    apart = scored.take(pa.array(left_out(figures)))
    waits = np.zeros(len(scored), bool)
    for side in SIDE_NAMES:
        if scored[f"{side}_claim"].null_count < len(scored):
            waits |= scored[f"{side}_claim"].is_valid().to_numpy()
    if waits.any():
        pq.write_table(scored.filter(pa.array(waits)), folder / f"waiting-{number}.parquet")
        scored = scored.filter(pa.array(~waits))
        settled_ones = pc.and_(*(apart[f"{side}_claim"].is_null() for side in SIDE_NAMES))
        apart = apart.filter(settled_ones)
    others = line_sums(apart, options)
    prepared.sums.add(str(number), pa.concat_tables([plain, others.cast(plain.schema)]))

    def write() -> None:
        if job.format != "parquet":
            pq.write_table(scored, folder / f"rows-{number}.parquet")
        write_table(shown_rows(scored), _part(job, number))

    return write


def _expected(coded: CodedRows, prepared: _Prepared) -> Integers:
    """E of each board."""
    if len(prepared.expected) == 1:
        return np.full(coded.boards, next(iter(prepared.expected.values())), np.int64)
    firsts = pa.array(coded.board_first)
    columns = (coded.table[name].take(firsts).to_pylist() for name in prepared.fields)
    keys = zip(*columns, strict=True)
    return np.array([prepared.expected[tuple(map(str, key))] for key in keys], np.int64)


def _leave_out(job: BulkJob, prepared: _Prepared, source: Source, repeats: dict[int, int]) -> _Prepared:
    """Reject the rows in which a pair stands twice on a board; the run without them, of which nothing is scored."""
    rejected = reject_repeats(repeats, source.place)
    _stop_if_strict(job, source, rejected)
    for folder in (job.work / "scored", job.work / "out" / "rows"):
        for path in folder.iterdir():
            path.unlink()
    if "pieces" in prepared.state:
        prepared.state["left_out"] = [*prepared.state.get("left_out", []), *repeats]
    else:
        for number in range(prepared.shards):
            for path in _shard_files(job, number, prepared.shards):
                write_table(without_lines(pq.read_table(path, partitioning=None), repeats), path)
    known = pq.read_table(job.work / "rejects.parquet")
    write_table(pa.concat_tables([known, rejected]), job.work / "rejects.parquet")
    prepared.state.pop("known", None)
    _write_state(job, prepared.state)
    return _known(job, source, prepared.state)


# Artificial scores, totals, places


def _finish(job: BulkJob, prepared: _Prepared, source: Source) -> dict[str, Any]:
    """Settle what waits, add up, rank, and write all that is left; the summary."""
    job.progress("ranking", prepared.rows, prepared.rows)
    options, out = job.options, job.work / "out"
    waiting = [pq.read_table(path) for path in sorted((job.work / "scored").glob("waiting-*.parquet"))]
    if waiting:
        held_part = out / "rows" / f"part-{prepared.shards:05d}.{job.format}"
        held_part.unlink(missing_ok=True)  # of a run that was ended here: its rows are not to be met twice
        held = pa.concat_tables(waiting)
        lines = claimants_lines(pa.concat_tables([held, *_rows_of_claimants(job, held)]), options)
        held = with_settled(held, settle(lines, options))
        write_table(shown_rows(held), held_part)
        prepared.sums.add("held", line_sums(held, options))
    rejected = pq.read_table(job.work / "rejects.parquet")
    connection = job.connect(source)
    everyone = prepared.sums.table(connection)
    connection.close()
    penalties, refused = _penalties(job, prepared.expected, prepared.fields)
    rejected = pa.concat_tables([rejected, reject_table("penalties", refused)])
    _stop_if_strict(job, source, rejected)
    contestants = _write_rankings(job, everyone, penalties)
    if len(rejected):
        write_table(_named(rejected, source), out / "rejects.csv")
    return _summary(job, (prepared.rows, prepared.boards, contestants, prepared.rulings, prepared.shards), rejected)


def _write_rankings(job: BulkJob, everyone: pa.Table | None, penalties: list[Any]) -> int:
    """The list of places, and those of each session; how many contestants there are."""
    if everyone is None:
        return 0
    out = job.work / "out"
    overall = ranking(everyone, job.options, by_session=False, penalties=penalties)
    write_table(overall, out / f"ranking.{job.format}")
    if "session" in everyone.column_names:
        sessions = ranking(everyone, job.options, by_session=True, penalties=penalties)
        write_table(sessions, out / f"sessions.{job.format}")
    return len(overall)


def _summary(job: BulkJob, counts: tuple[int, int, int, int, int], rejected: pa.Table) -> dict[str, Any]:
    """What was done: rows, boards, contestants, rulings, shards, and what was rejected."""
    rows, boards, contestants, rulings, shards = counts
    return {
        "rows": rows, "boards": boards, "contestants": contestants, "rulings": rulings,
        "rejects": len(rejected), "reasons": counted_reasons(rejected), "scoring": job.options.scoring,
        "regulation": job.options.regulation.name, "shards": shards,
    }  # fmt: skip


def _rows_of_claimants(job: BulkJob, held: pa.Table) -> Iterator[pa.Table]:
    """Of all shards, the rows in which somebody plays who has an artificial score elsewhere."""
    options = job.options
    keys = [*(["section"] if "section" in held.column_names and not options.one_field else [])]
    wanted = {}
    for side in SIDE_NAMES:
        having = held.filter(held[f"{side}_claim"].is_valid()).select([*keys, side]).rename_columns([*keys, "pair"])
        wanted[side] = having.group_by([*keys, "pair"]).aggregate([])
    if options.winners == 1:
        both = pa.concat_tables(list(wanted.values())).group_by([*keys, "pair"]).aggregate([])
        wanted = dict.fromkeys(SIDE_NAMES, both)
    pattern = "out/rows/part-*.parquet" if job.format == "parquet" else "scored/rows-*.parquet"
    names = [name for name in held.column_names if not name.endswith("_claim")]
    for path in sorted(job.work.glob(pattern)):
        table = pq.read_table(path, columns=names)
        plays = np.zeros(len(table), bool)
        for side in SIDE_NAMES:
            plays |= among(table, [*keys, side], wanted[side])
        some = table.filter(pa.array(plays))
        for side in SIDE_NAMES:
            some = some.append_column(f"{side}_claim", pa.nulls(len(some), pa.string()))
        yield some.select(held.column_names).cast(held.schema)


def _penalties(
    job: BulkJob, expected: dict[tuple[str, ...], int], fields: tuple[str, ...]
) -> tuple[list[Any], list[tuple[int, str]]]:
    if job.penalties is None:
        return [], []
    table, broken = _read_table(job.penalties, job.work)
    penalties, refused = read_penalties(table, job.options, expected, fields)
    return penalties, [*broken, *refused]


def _named(rejected: pa.Table, source: Source) -> pa.Table:
    """What was rejected, with the file beside its line."""
    rows = rejected.sort_by([("table", "descending"), ("line", "ascending")]).to_pylist()
    return pa.table(
        {
            "table": [row["table"] for row in rows],
            "place": [_place(source, row) for row in rows],
            "reason": [row["reason"] for row in rows],
            "row": [row["row"] for row in rows],
        }
    )
