"""A hundred million rows from Parquet to Parquet, under a hard limit of memory: what a row costs, against a million."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.bulk import palette
from benchmarks.report import Entry, Information, Measured, Missing
from benchmarks.timing import now, shown

LIMIT = 6 * 10**9
"""Bytes of memory that the run may have: the kernel ends it at one more."""
MEMORY = "4GB"
PART = 5_000_000
"""Rows that are made at a time."""


def large(rows: int = 100_000_000, small: int = 1_000_000) -> list[Entry]:
    """Both shapes, at both sizes."""
    entries: list[Entry] = []
    with tempfile.TemporaryDirectory(dir=cache()) as folder:
        for name, boards_of in (("27 boards", lambda count: 27), ("boards of ten tables", lambda count: count // 10)):
            try:
                sizes = (small, small, rows)  # the first run compiles, once for a machine, and does not count
                _, *each = (_seconds(Path(folder), count, boards_of(count)) for count in sizes)
            except subprocess.CalledProcessError as ended:
                entries.append(Missing(f"bulk, {name}, {rows:,} rows", f"exit status {ended.returncode}"))
                continue
            (little, _), (much, peak) = each
            detail = (
                f"{rows:,} rows in {shown(much)}, {small:,} in {shown(little)}; each the whole command in a process of"
                f" its own, --engine duckdb --memory {MEMORY}, {_limited()}"
            )
            ratio = much / rows / (little / small)
            entries.append(Measured(f"bulk, {name}, cost of a row at {rows:,}", ratio, 1.5, detail, True))
            entries.append(Information(f"bulk, {name}, peak memory", f"{peak / 1e9:.2f} GB", "resident, of the run"))
    return entries


def cache() -> Path:
    """A folder that git ignores, on a disk that holds such files."""
    folder = Path(__file__).parent / ".cache"
    folder.mkdir(exist_ok=True)
    return folder


def _seconds(folder: Path, rows: int, boards: int) -> tuple[float, int]:
    """Seconds of a run, and the most memory that it had."""
    source, out = folder / "rows.parquet", folder / "out"
    make_rows(source, rows, boards)
    command = [sys.executable, "-m", "amends", "bulk", str(source), "--out", str(out), "--engine", "duckdb"]
    start = now()
    with _group() as enter:
        process = subprocess.Popen(
            [*command, "--memory", MEMORY, "--force"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=enter,
        )
        status, usage = _waited(process)
    seconds = now() - start
    if status:
        raise subprocess.CalledProcessError(status, command)
    return seconds, usage.ru_maxrss * 1024


def _waited(process: subprocess.Popen[bytes]) -> tuple[int, resource.struct_rusage]:
    """How it ended, and what this one process had."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage


GROUPS = Path("/sys/fs/cgroup/memory")
"""Where Linux limits the memory of a group of processes, in its first way; only root may."""


def _limited() -> str:
    return f"at most {LIMIT / 1e9:g} GB of {'memory' if os.access(GROUPS, os.W_OK) else 'address space'}"


def _enter(folder: Path) -> None:
    (folder / "tasks").write_text(str(os.getpid()))


@contextmanager
def _group() -> Iterator[Callable[[], None]]:
    """What a new process does to be limited: it enters a group, or has an address space of that size."""
    if not os.access(GROUPS, os.W_OK):
        yield lambda: resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
        return
    folder = GROUPS / f"amends-{os.getpid()}"
    folder.mkdir()
    try:
        (folder / "memory.limit_in_bytes").write_text(str(LIMIT))
        yield lambda: _enter(folder)
    finally:
        folder.rmdir()


def make_rows(path: Path, rows: int, boards: int) -> None:
    """Rows of boards that stand together, written a part at a time."""
    random = np.random.default_rng(1)
    tables = max(rows // boards, 1)
    pairs = max(tables, 11) if boards == 27 else max(rows // 27, 11)
    schema = pa.schema([("board", pa.int32()), ("ns", pa.int32()), ("ew", pa.int32()), ("score", pa.int16())])
    scores = palette()
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, boards * tables, PART):
            place = np.arange(start, min(start + PART, boards * tables))
            board, table = np.divmod(place, tables)
            ns, ew = (table, (table + board) % tables) if boards == 27 else (place % pairs, place * 7 % pairs)
            columns = [board + 1, ns + 1, ew + 1 + pairs, random.choice(scores, len(place))]
            arrays = [
                pa.array(column.astype(kind.type.to_pandas_dtype()))
                for column, kind in zip(columns, schema, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema))
