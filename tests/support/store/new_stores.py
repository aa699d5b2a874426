"""New stores in no time: what all migrations make of an empty file is found out once, and made at once from then on."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from sqlalchemy import Connection, inspect

from amends.store import open_store, schema

migrate = schema.migrate
"""One migration after the other, as a new store is made elsewhere; most of the time is that of Alembic."""


@contextmanager
def made_at_once() -> Iterator[None]:
    """Meanwhile a new store in a file gets its tables and guards without migrations; any other store is migrated."""

    def made(connection: Connection, to: str = schema.CURRENT) -> None:
        is_new = connection.dialect.name == "sqlite" and not inspect(connection).get_table_names()
        if to != schema.CURRENT or not is_new:
            migrate(connection, to)
            return
        for statement in _statements():
            connection.exec_driver_sql(statement)

    with patch.object(schema, "migrate", made):
        yield


@cache
def _statements() -> tuple[str, ...]:
    """What is in a store after all migrations: tables, guards, the version."""
    with TemporaryDirectory() as folder, patch.object(schema, "migrate", migrate):
        path = Path(folder) / "new.db"
        with open_store(path):
            pass
        with closing(sqlite3.connect(path)) as connection:
            return tuple(line for line in connection.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;"))
