"""A store of any earlier version becomes a current one when it is opened, and keeps all it has."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event
from time import sleep

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

from amends.faults import Faults
from amends.journal.chain import Entry
from amends.store import KeptAccount, open_store, schema
from amends.store.engine import engine_of, write_ahead, writing
from amends.store.location import place_of
from amends.store.records import body_of, record_of, time_of
from amends.store.schema import CURRENT, KNOWN, METADATA, migrate
from support.journals import START
from support.store.making import journal_with_names, longer, run

KEY = "0123456789abcdef" * 2

FOX = KeptAccount("R. Fox", "chief", "$argon2id$hash", 1, START)


@pytest.fixture(autouse=True)
def by_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    """New stores too are made by one migration after the other, as they are outside of tests."""
    monkeypatch.setattr(schema, "migrate", migrate)


def old_store(where: str, version: str) -> None:
    """An empty store as an earlier amends made it."""
    place = place_of(where)
    if place.path is not None:
        place.path.parent.mkdir(parents=True)
    engine = engine_of(place, 5)
    if place.is_file:
        write_ahead(engine, 5)
    with writing(engine) as connection:
        migrate(connection, version)
    engine.dispose()


def fill_version_1(where: str, entries: tuple[Entry, ...]) -> None:
    """An event written as version 1 wrote it; later versions wrote the same and more."""
    event = "INSERT INTO events (key, name, date, created, beside) VALUES (?, ?, ?, ?, ?)"
    run(where, event, KEY, "Friday", "2026-11-13", "2026-11-13T20:00:00Z", '{"club":"A club"}')
    for entry in entries:
        row = (KEY, entry.seq, time_of(entry.at), type(entry.payload).__name__, entry.previous, entry.digest)
        columns = "(event, seq, at, kind, previous, digest, body)"
        run(where, f"INSERT INTO entries {columns} VALUES (?, ?, ?, ?, ?, ?, ?)", *row, body_of(entry))
        for reference, person in entry.people.items():
            values = (KEY, reference, entry.seq, record_of(person))
            run(where, "INSERT INTO people (event, reference, seq, record) VALUES (?, ?, ?, ?)", *values)


def fill_version_2(where: str) -> None:
    """A draft written as version 2 wrote it."""
    run(where, "UPDATE events SET drafts_made = 7")
    values = (KEY, 7, "Director", "2026-11-13T20:00:00Z", 2, '{"award":"A+"}')
    run(where, "INSERT INTO drafts (event, id, author, at, seen, body) VALUES (?, ?, ?, ?, ?, ?)", *values)


def fill_version_3(where: str) -> None:
    """An account and a setting written as version 3 wrote them."""
    values = ("r. fox", "R. Fox", "chief", "$argon2id$hash", 12, "2026-11-13T20:00:00Z")
    run(where, "INSERT INTO accounts (key, name, role, secret, epoch, created) VALUES (?, ?, ?, ?, ?, ?)", *values)
    run(where, "INSERT INTO settings (name, value) VALUES (?, ?)", "club", '"The caf\\u00e9"')


@pytest.mark.parametrize("version", KNOWN)
def test_a_store_of_an_earlier_version_keeps_all_it_has(where: str, version: str) -> None:
    entries = longer(journal_with_names(), 2)
    old_store(where, version)
    fill_version_1(where, entries)
    if version >= "2":
        fill_version_2(where)
    if version >= "3":
        fill_version_3(where)
    with open_store(where) as store:
        (event,) = store.events()
        assert (event.key, event.name, event.date, event.entries) == (KEY, "Friday", "2026-11-13", len(entries))
        assert store.entries(KEY) == entries
        assert store.beside(KEY) == {"club": "A club"}
        drafts = [(draft.id, draft.body, draft.seen) for draft in store.drafts(KEY)]
        assert drafts == ([("7", {"award": "A+"}, 2)] if version >= "2" else [])
        accounts = [(account.name, account.role, account.epoch) for account in store.accounts()]
        assert accounts == ([("R. Fox", "chief", 12)] if version >= "3" else [])
        assert store.settings() == ({"club": "The café"} if version >= "3" else {})
        store.add(KEY, longer(entries)[-1:])
        store.add_account(FOX if version < "3" else replace(FOX, name="C. Cole"))
        store.change_settings(lambda settings: {**settings, "readers": "live"})
        assert store.keep_draft(KEY, {}, "x", 0).id == ("8" if version >= "2" else "1")
        assert is_guarded(where)


def is_guarded(where: str) -> bool:
    try:
        run(where, "DELETE FROM entries")
    except Exception as refused:
        return "never changed or removed" in str(refused)
    return False


@pytest.mark.parametrize("before", [None, *KNOWN])
def test_the_tables_are_those_that_the_store_reads_and_writes(where: str, before: str | None) -> None:
    if before is not None:
        old_store(where, before)
    with open_store(where) as store, store._engine.connect() as connection:
        found = inspect(connection)
        made = {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}
    assert made == {table.name: set(table.columns.keys()) for table in METADATA.sorted_tables}
    assert run(where, "SELECT version_num FROM amends_schema") == [(CURRENT,)]


def test_the_versions_that_are_known_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", "amends.store:migrations")
    config.set_main_option("path_separator", "os")
    versions = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(versions)) == KNOWN


def test_a_store_of_a_newer_amends_is_not_touched(where: str) -> None:
    with open_store(where) as store:
        store.begin("Friday")
    run(where, "UPDATE amends_schema SET version_num = '99'")
    with pytest.raises(Faults, match=r"A newer amends made this store.*pip install --upgrade amends"):
        open_store(where)
    assert run(where, "SELECT version_num FROM amends_schema") == [("99",)]
    assert run(where, "SELECT name FROM events") == [("Friday",)]


def test_a_migration_that_fails_leaves_the_store_as_it_was(where: str) -> None:
    old_store(where, "1")
    run(where, "CREATE TABLE drafts (x integer)")
    with pytest.raises(Faults, match=r"drafts.*already exists"):
        open_store(where)
    assert run(where, "SELECT version_num FROM amends_schema") == [("1",)]
    run(where, "DROP TABLE drafts")
    with open_store(where) as store:
        assert store.events() == []


def test_another_programs_tables_are_not_touched(where: str) -> None:
    if "://" not in where:
        Path(where).parent.mkdir()
    run(where, "CREATE TABLE events (id integer)")
    before = Path(where).read_bytes() if "://" not in where else b""
    with pytest.raises(Faults, match="This is a database of another program"):
        open_store(where)
    assert run(where, "SELECT * FROM events") == []
    if before:
        assert Path(where).read_bytes() == before


def test_a_current_store_is_opened_without_alembic(path: Path) -> None:
    open_store(path).close()
    program = (
        "import sys; from amends.store import open_store; open_store(sys.argv[1]).events();"
        "print([name for name in sys.modules if name.split('.')[0] in ('alembic', 'psycopg', 'mako')])"
    )
    said = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_stores_that_are_made_at_one_moment_are_made_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    inside, most = list[int](), list[int]()
    first_is_inside = Event()

    def upgrade(*_: object) -> None:
        inside.append(1)
        most.append(len(inside))
        first_is_inside.set()
        sleep(0.02)  # so that the others come meanwhile
        inside.pop()

    monkeypatch.setattr("alembic.command.upgrade", upgrade)

    def make(number: int) -> None:
        engine = create_engine("sqlite://")
        if number:
            first_is_inside.wait()
        with engine.begin() as connection:
            migrate(connection)
        engine.dispose()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(make, range(4)))
    assert most == [1] * 4
