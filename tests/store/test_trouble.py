"""Trouble is told in words that say what to do; nothing is lost by it, and no password is shown."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url

from amends.faults import Faults
from amends.store import Store, location, open_store
from support.store import confined
from support.store.making import journal, longer, run

TESTS = Path(__file__).resolve().parents[1]


def confined_to(path: Path, most_bytes: str = "-") -> str:
    """What a process says that has no rights but those of the files."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, confined.__file__, str(path), most_bytes]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def kept(path: Path) -> Iterator[Path]:
    """A store with one event, closed; afterwards that event must still be there."""
    with open_store(path) as store:
        key = store.begin("Friday", entries=journal()).key
    yield path
    for each in (path.parent, path):
        each.chmod(0o755)
    with open_store(path) as store:
        assert [event.name for event in store.events()] == ["Friday"]
        assert store.entries(key) == journal()


# Files


def test_a_file_that_may_not_be_written_is_a_fault(kept: Path) -> None:
    kept.chmod(0o444)
    assert "The store cannot be written to. Get the right to write to this file" in confined_to(kept)


def test_a_folder_that_may_not_be_written_is_a_fault(kept: Path) -> None:
    kept.parent.chmod(0o555)
    assert "The store cannot be written to. Get the right to write to this file" in confined_to(kept)


def test_a_file_that_may_not_be_read_is_a_fault(kept: Path) -> None:
    kept.chmod(0)
    assert "The file cannot be opened" in confined_to(kept)


def test_a_store_that_may_not_be_made_is_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o555)
    assert "The file cannot be opened" in confined_to(folder / "store.db")
    assert "Permission denied" in confined_to(folder / "another" / "store.db")


def test_a_disk_without_room_is_a_fault_and_nothing_is_half_written(kept: Path) -> None:
    said = confined_to(kept, str(kept.stat().st_size + 10_000))
    assert (
        "The disk does not read or write as it should; nothing that was kept is lost. Use a sound disk with free space"
        in said
    )


def test_a_full_disk_is_a_fault_and_nothing_is_half_written(kept: Path) -> None:
    with open_store(kept) as store:
        store.close()

        @event.listens_for(store._engine, "connect")
        def little_room(connection: Any, _record: object) -> None:
            connection.execute("PRAGMA max_page_count = 30").close()

        with pytest.raises(Faults, match=r"The disk is full; nothing was written"):
            store.begin("Saturday", entries=longer((), 500))
        store.forget(store.find("Friday").key, [])


def test_a_store_that_another_program_holds_is_a_fault(kept: Path) -> None:
    with (
        open_store(kept, wait_seconds=0) as store,
        closing(sqlite3.connect(kept, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Faults, match=r"Another program holds the store; nothing is lost. Wait"):
            store.begin("Saturday")
        other.execute("ROLLBACK")


def test_making_a_store_waits_no_longer_than_it_is_told(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Faults, match="Another program holds the store"):
            open_store(path, wait_seconds=0)
        other.execute("ROLLBACK")
    open_store(path).close()


@pytest.mark.parametrize(
    "content", [b"A letter, which is not a store at all, and long enough not to be taken for one.\n" * 50, b"short"]
)
def test_a_file_that_is_no_store_is_a_fault_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(Faults, match=r"The file is not a store. .*amends store salvage"):
        open_store(path)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_a_damaged_store_is_a_fault_that_names_the_way_out(path: Path) -> None:
    with open_store(path) as store:
        key = store.begin("Friday", entries=longer((), 300)).key
    data = bytearray(path.read_bytes())
    for start in range(20 * 4096, len(data) - 4096, 3 * 4096):
        data[start : start + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    with open_store(path) as store, pytest.raises(Faults, match=r"The store is damaged. .*amends store salvage"):
        store.entries(key)


def test_text_that_was_damaged_is_a_fault(path: Path) -> None:
    with open_store(path) as store:
        key = store.begin("Friday", entries=longer((), 1)).key
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"author":"Director"', b'"author":"Dire\xff\xfeor"'))
    with open_store(path) as store, pytest.raises(Faults, match=r"The store is damaged. .*amends store salvage"):
        store.entries(key)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(Faults, match="The file cannot be opened"):
        open_store(tmp_path)


def test_a_store_in_a_file_is_a_fault(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(Faults, match=r"(File exists|Not a directory): .*store\.db"):
        open_store(path / "inside" / "store.db")


# Where it is


def test_the_store_is_where_the_environment_says(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENDS_STORE", str(path))
    assert location() == str(path)
    with open_store() as store:
        assert store.where == str(path)


def test_by_default_the_store_is_among_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AMENDS_STORE", raising=False)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *names, **_: str(tmp_path.joinpath("data", *names)))
    assert location() == str(tmp_path / "data" / "amends" / "amends.db")
    open_store().close()
    assert (tmp_path / "data" / "amends" / "amends.db").is_file()


@pytest.mark.parametrize(
    "where", ["mysql://user:secret@host/database", "postgresql://user:sec:ret@host:port/database", "", "a\0b"]
)
def test_a_place_that_is_none_is_refused_without_its_password(where: str) -> None:
    with pytest.raises(Faults, match="the path of a file, or postgresql://user@host/database") as trouble:
        open_store(where)
    assert "ret" not in str(trouble.value).replace("are", "")


# A server


@pytest.fixture
def url(postgresql_server: Any) -> str:
    """A fresh database."""
    return str(postgresql_server.url("trouble"))


def changed(url: str, **parts: Any) -> str:
    return make_url(url).set(**parts).render_as_string(hide_password=False)


def test_a_server_that_is_not_there_is_a_fault(url: str) -> None:
    where = changed(url, port=1, password="secret")
    with pytest.raises(Faults, match=r"The server does not answer: .*Name a PostgreSQL server that runs") as told:
        open_store(where, wait_seconds=1)
    assert "secret" not in str(told.value)


def test_a_database_that_is_not_there_is_a_fault(url: str) -> None:
    with pytest.raises(Faults, match=r"There is no database 'nowhere' on the server. .*createdb nowhere"):
        open_store(changed(url, database="nowhere"))


def test_a_user_whom_the_server_does_not_know_is_a_fault(url: str) -> None:
    with pytest.raises(Faults, match=r"The server does not admit the user: .*stranger.*password"):
        open_store(changed(url, username="stranger"))


def test_a_user_without_rights_is_a_fault(url: str) -> None:
    guest = f"guest_of_{make_url(url).database}"
    run(url, f"CREATE ROLE {guest} LOGIN")
    run(url, "REVOKE CREATE ON SCHEMA public FROM public")
    with pytest.raises(Faults, match=r"The user may not do this. Get the right to make"):
        open_store(changed(url, username=guest))


def test_a_password_is_shown_nowhere(url: str) -> None:
    with open_store(changed(url, password="secret", query={"password": "secret2"})) as store:
        assert store.where == changed(url)
        with pytest.raises(Faults) as told:
            store.entries("x")
        assert "secret" not in str(told.value)


def test_an_event_that_another_program_holds_is_a_fault(url: str) -> None:
    with open_store(url, wait_seconds=0) as store:
        event = store.begin("Friday", entries=longer((), 1))
        with psycopg.connect(url) as other:
            other.execute("SELECT * FROM events FOR UPDATE")
            with pytest.raises(Faults, match=r"Another program holds the store; nothing is lost. Wait"):
                store.add(event.key, longer((), 2)[1:])
        assert store.events() == [event]


def test_a_database_that_may_only_be_read_is_a_fault(url: str) -> None:
    with open_store(url) as store:
        store.begin("Friday")
    run(url, f'ALTER DATABASE "{make_url(url).database}" SET default_transaction_read_only = on')
    with open_store(url) as store:
        assert [event.name for event in store.events()] == ["Friday"]
        with pytest.raises(Faults, match="The database can only be read"):
            store.begin("Saturday")


def test_a_connection_that_broke_is_made_again(url: str) -> None:
    with open_store(url) as store:
        event = store.begin("Friday")
        run(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'amends'")
        assert store.events() == [event]


def test_without_the_driver_the_fault_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(Faults, match=r"pip install 'amends\[postgresql\]'"):
        open_store("postgresql://user:secret@host/database")


def test_a_guard_that_refuses_is_told_without_a_traceback(store: Store) -> None:
    store.begin("Friday")
    with pytest.raises(Faults, match="an event is never removed"), store._writing() as connection:
        connection.exec_driver_sql("DELETE FROM events")
