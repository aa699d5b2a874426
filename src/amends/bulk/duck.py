"""DuckDB as the machine below a run: it reads files, checks rows, joins awards and cuts the rows into shards."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

import duckdb
import narwhals as nw
import pyarrow as pa

from amends.bulk.intake import Frame

SHARD_ROWS = 4_000_000
"""About as many rows are scored at once; a board is never divided."""

FEW_BYTES = 16_000_000
"""Data up to this size is worked on by one thread: several wait for each other longer than they work."""

FAILED = "DuckDB, which reads and sorts the rows, failed by an error of its own; the files may be as they should."

_on_one_thread: ContextVar[bool] = ContextVar("_on_one_thread", default=False)

T = TypeVar("T")


def connect(size: int, memory: str | None = None, temporary: Path | None = None) -> duckdb.DuckDBPyConnection:
    """A database in memory for about so many bytes of data, which puts what does not fit into files of a folder."""
    settings: dict[str, str | bool | int | float | list[str]] = {}
    if memory:
        settings["memory_limit"] = memory
    if temporary:
        settings["temp_directory"] = str(temporary)
    if size <= FEW_BYTES or _on_one_thread.get():
        settings["threads"] = 1
    connection = duckdb.connect(config=settings)
    connection.execute("SET enable_progress_bar = false")
    return connection


def again_on_one_thread(first: Callable[[], T], again: Callable[[], T]) -> T:
    """Do something with DuckDB; where it fails by an error of its own, do it again on one thread.

    DuckDB 2.0 measures by the clock of the system how long it waits for another thread, and ends the query where that
    is less than nothing: where the clock is set back, or two processors tell different times. On one thread it never
    waits.
    """
    try:
        return first()
    except duckdb.InternalException:
        pass
    before = _on_one_thread.set(True)
    try:
        return again()
    finally:
        _on_one_thread.reset(before)


class DuckBackend:
    """What the plan of the intake needs of DuckDB."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self.connection = connection

    def lookup(self, table: pa.Table) -> Frame:
        """A table of Arrow as a frame."""
        return nw.from_native(self.connection.from_arrow(table)).lazy()

    def map_arrow(self, frame: Frame, function: Callable[[pa.Table], pa.Table], schema: pa.Schema) -> Frame:
        """The frame after a function."""
        return self.lookup(function(arrow_table(frame)))


def arrow_table(frame: Frame) -> pa.Table:
    """A frame of DuckDB as an Arrow table."""
    return relation(frame).to_arrow_table()


def relation(frame: Frame) -> Any:
    """The relation of DuckDB behind a frame."""
    return frame.to_native()


def quoted(text: str | Path) -> str:
    """A text or a path as SQL has it, in quotation marks.

    >>> quoted("the club's")
    "'the club''s'"
    """
    return "'" + str(text).replace("'", "''") + "'"


def column(name: str) -> str:
    """The name of a column as SQL has it: whatever stands in it is a name, never a command.

    >>> column('a "b" c')
    '"a ""b"" c"'
    """
    return '"' + name.replace('"', '""') + '"'
