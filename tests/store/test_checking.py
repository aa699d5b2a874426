"""A kept journal is looked through to its end, on both engines."""

from __future__ import annotations

import pytest

from amends.faults import Faults
from amends.journal.chain import BEGINNING
from amends.store import Store
from support.store.making import journal, journal_with_names, run

SQLITE_GUARDS = ("entries_not_changed", "entries_not_removed", "people_not_changed")


def unguarded(where: str, statement: str) -> None:
    """Run a statement with the guards taken down, as somebody would who owns the machine."""
    if "://" in where:
        for table in ("entries", "people"):
            run(where, f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    else:
        for guard in SQLITE_GUARDS:
            run(where, f"DROP TRIGGER {guard}")
    run(where, statement)


def test_a_journal_as_it_was_written(store: Store) -> None:
    entries = journal(3)
    event = store.begin("Friday", entries=entries)
    found = store.check(event.key)
    assert (found.entries, found.head, found.faults) == (len(entries), entries[-1].digest, ())


def test_an_event_without_entries(store: Store) -> None:
    found = store.check(store.begin("Friday").key)
    assert (found.entries, found.head, found.faults) == (0, BEGINNING, ())


@pytest.mark.parametrize(
    ("statement", "faults"),
    [
        ("UPDATE entries SET body = replace(body, 'Scorer', 'Nobody') WHERE seq = 1", ["entry 1: found an entry"]),
        ("UPDATE entries SET body = '[' WHERE seq > 2", ["entry 3: found an entry", "entry 4: found an entry"]),
        ("UPDATE entries SET at = 'yesterday' WHERE seq = 2", ["entry 2: found a row that says another at"]),
        ("DELETE FROM entries WHERE seq = 1", ["entry 1: found an entry that is missing"]),
        ("DELETE FROM entries WHERE seq IN (2, 3)", ["entries 2–3: found 2 entries that are missing"]),
    ],
)
def test_every_fault_is_told_and_not_the_first_alone(
    store: Store, where: str, statement: str, faults: list[str]
) -> None:
    event = store.begin("Friday", entries=journal(4)[:4])
    unguarded(where, statement)
    found = [str(fault) for fault in store.check(event.key).faults]
    assert len(found) == len(faults), found
    assert all(line.startswith(fault) for fault, line in zip(faults, found, strict=True))


def test_a_changed_person_is_told(store: Store, where: str) -> None:
    event = store.begin("Friday", entries=journal_with_names())
    unguarded(where, "UPDATE people SET record = replace(record, 'Kite', 'Gull')")
    [fault] = store.check(event.key).faults
    assert fault.found == "a person's record that was changed"


def test_people_who_are_left_of_an_end_that_was_cut_off_tell_of_it(store: Store, where: str) -> None:
    event = store.begin("Friday", entries=journal_with_names())
    unguarded(where, "DELETE FROM entries WHERE seq = 2")
    found = store.check(event.key)
    assert found.entries == 1
    assert {fault.found for fault in found.faults} == {"a person of an entry after the last"}


def test_an_event_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(Faults, match="no event"):
        store.check("x")
