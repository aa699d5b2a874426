"""The database itself refuses what would break a journal, whoever asks for it."""

from __future__ import annotations

import sqlite3

import psycopg
import pytest

from amends.journal.chain import BEGINNING
from amends.store import Store
from support.store.making import journal_with_names, longer, run

REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError)
INSERT = "INSERT INTO entries (event, seq, at, kind, previous, digest, body) VALUES (?, ?, 'x', 'x', ?, ?, 'x')"


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE entries SET body = 'x' WHERE seq = 2", "an entry of a journal is never changed or removed"),
        ("UPDATE entries SET seq = seq + 10", "an entry of a journal is never changed or removed"),
        ("DELETE FROM entries WHERE seq = 2", "an entry of a journal is never changed or removed"),
        ("DELETE FROM entries", "an entry of a journal is never changed or removed"),
        ("DELETE FROM events", "an event is never removed"),
        ("UPDATE events SET key = 'x'", "an event is never removed"),
        ("UPDATE people SET record = 'x'", "a person is never changed, only removed"),
        ("INSERT INTO people (event, reference, seq, record) VALUES ('nowhere', 'x', 1, 'x')", "(?i)foreign key"),
    ],
)
def test_nothing_that_was_written_is_changed_or_removed(store: Store, where: str, statement: str, why: str) -> None:
    event = store.begin("Friday", entries=journal_with_names())
    before = store.entries(event.key)
    with pytest.raises(REFUSED, match=why):
        with_foreign_keys(where, statement)
    assert store.entries(event.key) == before
    assert store.events() == [event]


def with_foreign_keys(where: str, statement: str) -> None:
    """Run a statement as amends does: SQLite looks at foreign keys only when it is asked to."""
    if "://" in where:
        run(where, statement)
        return
    connection = sqlite3.connect(where)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        with connection:
            connection.execute(statement)
    finally:
        connection.close()


@pytest.mark.parametrize("statement", ["TRUNCATE entries CASCADE", "TRUNCATE events CASCADE"])
def test_a_table_is_not_emptied(store: Store, where: str, statement: str) -> None:
    event = store.begin("Friday", entries=longer((), 3))
    with pytest.raises((sqlite3.OperationalError, psycopg.IntegrityError)):  # SQLite has no such statement
        run(where, statement)
    assert store.events() == [event]


@pytest.mark.parametrize(
    ("seq", "previous"),
    [(3, None), (5, None), (1, BEGINNING), (4, BEGINNING), (4, "x" * 64), (2, None)],
    ids=["there already", "a gap", "another beginning", "no link", "a link to nowhere", "in the middle"],
)
def test_an_entry_only_ever_follows_the_last_one(store: Store, where: str, seq: int, previous: str | None) -> None:
    event = store.begin("Friday", entries=longer((), 3))
    with pytest.raises(REFUSED, match="an entry follows the last entry of its event"):
        run(where, INSERT, event.key, seq, previous or event.head, "d" * 64)
    assert store.events() == [event]


def test_an_event_begins_with_entry_1_behind_nothing(store: Store, where: str) -> None:
    event = store.begin("Friday")
    for seq, previous in ((0, BEGINNING), (2, BEGINNING), (1, "x" * 64)):
        with pytest.raises(REFUSED, match="an entry follows the last entry of its event"):
            run(where, INSERT, event.key, seq, previous, "d" * 64)
    run(where, INSERT, event.key, 1, BEGINNING, "d" * 64)


def test_several_entries_in_one_statement_follow_each_other(store: Store, where: str) -> None:
    event = store.begin("Friday")
    rows = "(?, 1, '2026-11-15', 'x', ?, ?, 'x'), (?, 2, '2026-11-15', 'x', ?, ?, 'x')"
    statement = f"INSERT INTO entries (event, seq, at, kind, previous, digest, body) VALUES {rows}"
    with pytest.raises(REFUSED, match="an entry follows the last entry of its event"):
        run(where, statement, event.key, BEGINNING, "a" * 64, event.key, "b" * 64, "c" * 64)
    run(where, statement, event.key, BEGINNING, "a" * 64, event.key, "a" * 64, "c" * 64)
    assert store.events()[0].head == "c" * 64


def test_replacing_does_not_get_around_the_guards(path_store: Store) -> None:
    event = path_store.begin("Friday", entries=longer((), 3))
    rows = "(rowid, event, seq, at, kind, previous, digest, body) VALUES (1, ?, 4, 'x', 'x', ?, 'x', 'x')"
    with path_store._engine.connect() as connection, pytest.raises(Exception, match="is never changed or removed"):
        connection.exec_driver_sql(f"INSERT OR REPLACE INTO entries {rows}", (event.key, event.head))
    assert path_store.entries(event.key) == longer((), 3)


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("secure_delete", 1), ("busy_timeout", 5000)],
)
def test_every_connection_to_a_file_is_careful(path_store: Store, pragma: str, value: object) -> None:
    engine = path_store._engine
    with engine.connect() as one, engine.connect() as two:
        for connection in (one, two):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value


def test_guards_that_stand_as_they_were_made_are_not_missed(store: Store) -> None:
    assert store.missing_guards() == []


def test_guards_that_are_taken_down_switched_off_or_changed_are_missed(store: Store, where: str) -> None:
    if "://" in where:
        run(where, "DROP TRIGGER entries_not_emptied ON entries")
        run(where, "ALTER TABLE people DISABLE TRIGGER people_not_changed")
        run(where, "DROP TRIGGER events_not_removed ON events")
        run(
            where,
            "CREATE TRIGGER events_not_removed BEFORE DELETE ON events FOR EACH ROW"
            " EXECUTE FUNCTION amends_refused('an event is never removed')",
        )
        names = ["entries_not_emptied", "events_not_removed", "people_not_changed"]
        assert store.missing_guards() == names
        follows = "CREATE OR REPLACE FUNCTION amends_follows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW;"
        run(where, f"{follows} END $$")
        assert store.missing_guards() == sorted([*names, "entries_follow"])
        return
    run(where, "DROP TRIGGER entries_not_removed")
    run(where, "DROP TRIGGER people_not_changed")
    run(where, "CREATE TRIGGER people_not_changed BEFORE UPDATE ON people BEGIN SELECT 1; END")
    assert store.missing_guards() == ["entries_not_removed", "people_not_changed"]
