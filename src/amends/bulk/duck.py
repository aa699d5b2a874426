"""DuckDB as the machine below a run: it reads files, checks rows, joins awards and cuts the rows into shards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import narwhals as nw
import pyarrow as pa

from amends.bulk.intake import Frame

SHARD_ROWS = 4_000_000
"""About as many rows are scored at once; a board is never divided."""


def connect(memory: str | None = None, temporary: Path | None = None) -> duckdb.DuckDBPyConnection:
    """A database in memory, which puts what does not fit into files of a folder."""
    connection = duckdb.connect()
    if memory:
        connection.execute("SET memory_limit = ?", [memory])
    if temporary:
        connection.execute("SET temp_directory = ?", [str(temporary)])
    connection.execute("SET enable_progress_bar = false")
    return connection


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
