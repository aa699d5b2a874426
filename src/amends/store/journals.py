"""Entries and their people in the tables: written in their order, read as their bodies say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select, text

from amends.faults import Fault, Faults
from amends.journal.chain import BEGINNING, Entry, digest
from amends.journal.people import Person
from amends.store.records import body_of, entry_in, person_in, record_of, time_of
from amends.store.schema import ENTRIES, PEOPLE
from amends.store.trouble import damaged


def check(entries: Sequence[Entry]) -> None:
    """Refuse entries that do not follow each other or do not fit their digests; the first may follow any."""
    faults = list[Fault]()
    before: Entry | None = None
    for entry in entries:
        where = f"entry {entry.seq}"
        if before is not None and (entry.seq != before.seq + 1 or entry.previous != before.digest):
            faults.append(Fault("an entry that does not follow the one before", "entries in their order", where))
        if digest(entry) != entry.digest:
            faults.append(Fault("an entry that was changed", "an entry that fits its digest", where))
        changed = [reference for reference, person in entry.people.items() if person.reference != reference]
        if changed:
            faults.append(Fault("a person's record that was changed", "a record that fits its reference", where))
        before = entry
    if faults:
        raise Faults(faults)


def add(connection: Connection, event: str, entries: Sequence[Entry]) -> None:
    """Write entries, and the persons who are not there yet."""
    if not entries:
        return
    connection.execute(_NEW_ENTRIES, [_row(event, entry) for entry in entries])
    people = [
        {"event": event, "reference": reference, "seq": entry.seq, "record": record_of(person)}
        for entry in entries
        for reference, person in entry.people.items()
    ]
    if people:
        connection.execute(_NEW_PEOPLE, people)


_NEW_ENTRIES = text(
    "INSERT INTO entries (event, seq, at, kind, previous, digest, body)"
    " VALUES (:event, :seq, :at, :kind, :previous, :digest, :body)"
)
_NEW_PEOPLE = text(
    "INSERT INTO people (event, reference, seq, record) VALUES (:event, :reference, :seq, :record)"
    " ON CONFLICT (event, reference) DO NOTHING"
)


def _row(event: str, entry: Entry) -> dict[str, object]:
    return {
        "event": event,
        "seq": entry.seq,
        "at": time_of(entry.at),
        "kind": type(entry.payload).__name__,
        "previous": entry.previous,
        "digest": entry.digest,
        "body": body_of(entry),
    }


def entries(connection: Connection, event: str, since: int, where: str) -> tuple[Entry, ...]:
    """The entries of an event after number `since`, each with the persons that came in with it."""
    people = _people(connection, event, since, where)
    wanted = (ENTRIES.c.event == event) & (ENTRIES.c.seq > since)
    found = list[Entry]()
    for row in connection.execute(select(ENTRIES.c.seq, ENTRIES.c.body).where(wanted).order_by(ENTRIES.c.seq)):
        try:
            entry = entry_in(row.body)
        except Faults as trouble:
            raise damaged(f"{where}, event {event}, entry {row.seq}", trouble) from None
        found.append(replace(entry, people=people[row.seq]) if row.seq in people else entry)
    return tuple(found)


def _people(connection: Connection, event: str, since: int, where: str) -> dict[int, dict[str, Person]]:
    wanted = (PEOPLE.c.event == event) & (PEOPLE.c.seq > since)
    people = defaultdict[int, dict[str, Person]](dict)
    for row in connection.execute(select(PEOPLE).where(wanted).order_by(PEOPLE.c.seq, PEOPLE.c.reference)):
        try:
            people[row.seq][row.reference] = person_in(row.record)
        except Faults as trouble:
            raise damaged(f"{where}, event {event}, person {row.reference}", trouble) from None
    return people


_AS_WRITTEN = "an entry as it was written"


@dataclass(frozen=True, slots=True)
class Checked:
    """A journal that was looked through: how many entries there are, the last digest, and all that is wrong."""

    entries: int
    head: str
    faults: tuple[Fault, ...]


def checked(connection: Connection, event: str) -> Checked:
    """The journal of an event, looked through to its end: each entry, its place, and each person's record."""
    faults, previous, number, count = list[Fault](), BEGINNING, 0, 0
    for row in connection.execute(select(ENTRIES).where(ENTRIES.c.event == event).order_by(ENTRIES.c.seq)):
        count += 1
        faults += _missing(number, row.seq)
        entry, wrong = _entry(row)
        faults += wrong
        link = row.previous if entry is None else entry.previous
        if link != previous and row.seq == number + 1:
            expected = "the digest of the entry before" if number else "the beginning of a journal"
            faults.append(Fault("a link that does not fit", expected, f"entry {row.seq}"))
        previous, number = row.digest if entry is None else entry.digest, row.seq
    faults += _checked_people(connection, event, number)
    return Checked(count, previous, tuple(faults))


def _missing(number: int, found: int) -> Iterator[Fault]:
    """The entries that are not there before one with this number."""
    first, last = number + 1, found - 1
    if first == last:
        yield Fault("an entry that is missing", "every entry in its place", f"entry {first}")
    elif first < last:
        yield Fault(
            f"{last - first + 1} entries that are missing", "every entry in its place", f"entries {first}–{last}"
        )


def _entry(row: Any) -> tuple[Entry | None, list[Fault]]:
    """The entry of a row, if it can be read, and what is wrong with it."""
    where = f"entry {row.seq}"
    try:
        entry = entry_in(row.body)
    except Faults as trouble:
        return None, [
            Fault(f"an entry that was changed: {fault.found}", _AS_WRITTEN, where) for fault in trouble.faults
        ]
    beside = {
        "seq": entry.seq,
        "at": time_of(entry.at),
        "kind": type(entry.payload).__name__,
        "previous": entry.previous,
        "digest": entry.digest,
    }
    wrong = [name for name, value in beside.items() if getattr(row, name) != value]
    said = f"a row that says another {' and another '.join(wrong)} than its entry"
    return entry, [Fault(said, _AS_WRITTEN, where)] if wrong else []


def _checked_people(connection: Connection, event: str, last: int) -> Iterator[Fault]:
    """Records that were changed, and those that are left of an end that was cut off."""
    for row in connection.execute(select(PEOPLE).where(PEOPLE.c.event == event).order_by(PEOPLE.c.seq)):
        where = f"entry {row.seq}, person {row.reference}"
        try:
            fits = person_in(row.record).reference == row.reference
        except Faults:
            fits = False
        if not fits:
            yield Fault("a person's record that was changed", "a record that fits its reference", where)
        if row.seq > last:
            yield Fault("a person of an entry after the last", "the entry that it came in with", where)
