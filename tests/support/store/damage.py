"""Puts any kind of cell into any column of a SQLite store, as a damaged disk or a strange program would."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from amends.store.schema import METADATA

CELLS: dict[str, object] = {
    "null": None,
    "blob": b"\xff\x00\xfe",
    "number": 7,
    "fraction": 1.5,
    "text": "x",
}
"""A cell of each kind."""

COLUMNS = [(table.name, column.name) for table in METADATA.sorted_tables for column in table.columns]
"""Every column of every table."""


def put_cell(path: Path, table: str, column: str, cell: object) -> None:
    """Put a cell into the last row of a table, which gets columns without types, without keys and without guards."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        names = [str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")]
        connection.execute("PRAGMA foreign_keys = OFF").close()
        connection.execute("PRAGMA legacy_alter_table = ON").close()
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}").close()
        connection.execute(f"ALTER TABLE {table} RENAME TO whole").close()
        connection.execute(f"CREATE TABLE {table} ({', '.join(names)})").close()
        connection.execute(f"INSERT INTO {table} SELECT {', '.join(names)} FROM whole").close()
        connection.execute("DROP TABLE whole").close()
        last = f"(SELECT max(rowid) FROM {table})"
        changed = connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = {last}", (cell,))
        assert changed.rowcount == 1, f"{table} has a row"
