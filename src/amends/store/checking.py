"""Everything that is wrong with a kept journal: reading stops at the first damaged entry, checking goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from amends.faults import Fault, Faults
from amends.journal.chain import BEGINNING, Entry
from amends.store.records import entry_in, person_in, time_of
from amends.store.schema import ENTRIES, PEOPLE

_AS_WRITTEN = "an entry as it was written"


@dataclass(frozen=True, slots=True)
class Checked:
    """A journal that was looked through: how many entries there are, the last digest, and all that is wrong."""

    entries: int
    head: str
    faults: tuple[Fault, ...]


def checked(connection: Connection, event: str) -> Checked:
    """The journal of an event, looked through to its end: each entry, its place, and each person's record."""
    faults, previous, number = list[Fault](), BEGINNING, 0
    rows = connection.execute(select(ENTRIES).where(ENTRIES.c.event == event).order_by(ENTRIES.c.seq)).all()
    for row in rows:
        faults += _missing(number, row.seq)
        entry, wrong = _entry(row)
        faults += wrong
        link = row.previous if entry is None else entry.previous
        if link != previous and row.seq == number + 1:
            expected = "the digest of the entry before" if number else "the beginning of a journal"
            faults.append(Fault("a link that does not fit", expected, f"entry {row.seq}"))
        previous, number = row.digest if entry is None else entry.digest, row.seq
    faults += _people(connection, event, number)
    return Checked(len(rows), previous, tuple(faults))


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


def _people(connection: Connection, event: str, last: int) -> Iterator[Fault]:
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
