"""Who is forgotten is gone from the files too: from the store, the log beside it, and backups made afterwards."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from amends.faults import Faults
from amends.journal.chain import people_of
from amends.store import Store, open_store
from support.store.making import NAMES, journal_with_names, run


def traces(folder: Path) -> set[str]:
    """The names that any file in the folder has."""
    files = [path.read_bytes() for path in folder.iterdir() if path.is_file()]
    return {name for name in NAMES if any(name.encode() in data for data in files)}


def references_of(*names: str) -> list[str]:
    return [key for key, person in people_of(journal_with_names()).items() if person.name in names]


def test_the_files_have_no_trace_of_who_was_forgotten(path: Path) -> None:
    with open_store(path) as store:
        key = store.begin("Friday", entries=journal_with_names()).key
        assert traces(path.parent) == set(NAMES)
        store.forget(key, references_of("Alba Heron", "Bruno Kite"))
        assert traces(path.parent) == {"Carla Swift", "Dora Wren"}
        store.forget(key, references_of(*NAMES))
        assert traces(path.parent) == set()
    assert traces(path.parent) == set()


def test_a_backup_has_no_trace_of_who_was_forgotten(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    key = store.begin("Friday", entries=journal_with_names()).key
    store.forget(key, references_of("Alba Heron"))
    store.backup(folder / "copy.db")
    assert traces(folder) == set(NAMES) - {"Alba Heron"}


def test_the_server_has_no_row_left_of_who_was_forgotten(store: Store, where: str) -> None:
    key = store.begin("Friday", entries=journal_with_names()).key
    store.forget(key, references_of(*NAMES))
    assert run(where, "SELECT count(*) FROM people") == [(0,)]


def test_a_reader_that_keeps_traces_in_the_log_is_told_of(path_store: Store) -> None:
    key = path_store.begin("Friday", entries=journal_with_names()).key
    path_store.close()
    with (
        open_store(path_store.where, wait_seconds=0) as hasty,
        closing(sqlite3.connect(path_store.where, isolation_level=None)) as reader,
    ):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchall()
        with pytest.raises(Faults, match=r"The persons are removed.*Close those programs, then do the same again"):
            hasty.forget(key, references_of(*NAMES))
        assert people_of(hasty.entries(key)) == {}
        reader.execute("COMMIT")
        assert hasty.forget(key, references_of(*NAMES)) == 0
        assert traces(Path(path_store.where).parent) == set()


def test_a_setting_is_removed_also_where_a_reader_keeps_traces_of_it(path_store: Store) -> None:
    """Such as a key of sessions that an earlier version kept there: the server starts all the same."""
    path_store.change_settings(lambda kept: {**kept, "signing_key": "0" * 64})
    path_store.close()
    with (
        open_store(path_store.where, wait_seconds=0) as hasty,
        closing(sqlite3.connect(path_store.where, isolation_level=None)) as reader,
    ):
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM settings").fetchall()
        hasty.remove_setting("signing_key")
        assert hasty.settings() == {}
        reader.execute("COMMIT")


def test_a_reader_that_keeps_traces_on_a_server_is_told_of(postgresql_server: Any) -> None:
    where = postgresql_server.url("forgetting")
    with open_store(where, wait_seconds=0) as store, psycopg.connect(where) as reader:
        key = store.begin("Friday", entries=journal_with_names()).key
        reader.execute("SELECT count(*) FROM people")
        with pytest.raises(Faults, match=r"The persons are removed.*Close those programs, then do the same again"):
            store.forget(key, references_of(*NAMES))
        assert people_of(store.entries(key)) == {}
        reader.rollback()
        assert store.forget(key, references_of(*NAMES)) == 0


def test_a_user_who_may_not_rewrite_the_tables_is_told_what_their_owner_types(postgresql_server: Any) -> None:
    where = postgresql_server.url("not the owner")
    open_store(where).close()
    with postgresql_server.connect() as owner:
        owner.execute("CREATE ROLE guest LOGIN")
    with psycopg.connect(where) as owner:
        owner.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO guest")
    with open_store(where.replace("://amends@", "://guest@")) as store:
        key = store.begin("Friday", entries=journal_with_names()).key
        with pytest.raises(Faults, match=r"The persons are removed.*VACUUM FULL .*people.*;"):
            store.forget(key, references_of(*NAMES))
        assert people_of(store.entries(key)) == {}
