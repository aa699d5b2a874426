"""What is left in a damaged file: by SQLite as far as it goes, from the pages themselves, and from the bare bytes.

An entry proves itself by its digest and a person by its reference, wherever they are found.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from amends.faults import Faults
from amends.journal.chain import Entry
from amends.journal.people import Person
from amends.store.bodies import entry_in, person_in
from amends.store.pages import Pages, Value, pages_of
from amends.store.tables import ACCOUNTS, DRAFTS, ENTRIES, EVENTS, PEOPLE, SETTINGS

_KEY = re.compile(b"[0-9a-f]{32}")
_SETTING = re.compile(b"[a-z_]{1,40}")

_BODY_BEGINS = re.compile(rb'\{"at":"[^"]{10,40}","author":"')
_BODY_ENDS = re.compile(rb'"previous":"[0-9a-f]{64}","seq":[0-9]+\}')
_PERSON_BEGINS = re.compile(rb'\{"(?:club_id|name|national_id|salt)":"')
_PERSON_ENDS = re.compile(rb'"salt":"[0-9a-f]{32}"\}')

_MOST_ROWS = 100_000
"""So many rows are asked for one by one: a damaged number of a row may be as large as it likes."""

NOWHERE = ""
"""Stands for the key of an event where the bare bytes do not say it."""


@dataclass(slots=True)
class Remains:
    """What was found; keys of events are those of their rows, NOWHERE for what was found without a row."""

    entries: dict[str, Entry] = field(default_factory=dict)
    """By their digests."""
    places: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The events that an entry was found in, by its digest."""
    numbers: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """The numbers of the entries whose rows were found, readable or not, by event."""
    counts: dict[str, int] = field(default_factory=dict)
    """How many entries each event has by the index, which may be whole where the rows are not."""
    events: dict[str, tuple[Value, ...]] = field(default_factory=dict)
    """The rows of events by their keys, without the key: name, date, created, beside, and perhaps drafts_made."""
    people: dict[str, dict[str, Person]] = field(default_factory=lambda: defaultdict(dict))
    """By event and reference."""
    drafts: dict[tuple[str, int], tuple[Value, ...]] = field(default_factory=dict)
    """The rows of drafts by event and number: author, at, seen, body."""
    accounts: dict[bytes, tuple[Value, ...]] = field(default_factory=dict)
    """The rows of accounts by their keys, without the key: name, role, secret, epoch, created."""
    settings: dict[bytes, bytes] = field(default_factory=dict)
    """The values of settings by their names."""

    def take(self, row: tuple[Value, ...]) -> None:
        """A row of any table: each has a shape of its own."""
        match row:
            case (bytes(key), int(seq), bytes(), bytes(), bytes(), bytes(), bytes(body)) if _KEY.fullmatch(key):
                self.numbers[key.decode()].add(seq)
                self.take_body(body, key.decode())
            case (bytes(key), bytes(reference), int(), bytes(record)) if _KEY.fullmatch(key):
                self.take_person(record, key.decode(), reference.decode(errors="replace"))
            case (bytes(key), bytes(), bytes(), bytes(), bytes(), *_) if len(row) <= 6 and _KEY.fullmatch(key):
                self.events.setdefault(key.decode(), row[1:])
            case (bytes(key), int(id), bytes(), bytes(), int(), bytes()) if _KEY.fullmatch(key):
                self.drafts.setdefault((key.decode(), id), row[2:])
            case (bytes(key), bytes(), bytes(), bytes(secret), int(), bytes()) if secret.startswith(b"$argon2"):
                self.accounts.setdefault(key, row[1:])
            case (bytes(name), bytes(value)) if _SETTING.fullmatch(name):
                self.settings.setdefault(name, value)

    def take_body(self, body: bytes, key: str = NOWHERE) -> None:
        """An entry, if it is one that was not changed."""
        with suppress(Faults, UnicodeDecodeError):
            entry = entry_in(body.decode())
            self.entries.setdefault(entry.digest, entry)
            if key:
                self.places[entry.digest].add(key)

    def take_person(self, record: bytes, key: str, reference: str) -> None:
        """A person, if its record fits the reference."""
        if hashlib.sha256(record).hexdigest() == reference and reference not in self.people[key]:
            with suppress(Faults, UnicodeDecodeError):
                self.people[key][reference] = person_in(record.decode())


def remains_of(copy: Path, file: bytes, log: bytes) -> Remains:
    """All that is left; `copy` is a copy of the file with its log, which SQLite may write to."""
    remains = Remains()
    _by_sqlite(copy, remains)
    pages = pages_of(file, log)
    for row in pages.rows():
        remains.take(row)
    for data in (file, log):
        for body in _bodies(data):
            remains.take_body(body)
    _people_without_rows(pages, remains)
    return remains


# By SQLite


_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite says of a damaged file may itself be damaged text."""


def _by_sqlite(copy: Path, remains: Remains) -> None:
    with suppress(*_UNREADABLE), closing(sqlite3.connect(copy)) as connection:
        connection.text_factory = bytes
        for table in (EVENTS, ENTRIES, PEOPLE, DRAFTS, ACCOUNTS, SETTINGS):
            with suppress(*_UNREADABLE):
                for row in _rows(connection, table.name, ", ".join(table.columns.keys())):
                    remains.take(row)
        with suppress(*_UNREADABLE):
            for key, number in connection.execute("SELECT event, count(*) FROM entries GROUP BY event"):
                if isinstance(key, bytes) and _KEY.fullmatch(key):
                    remains.counts[key.decode()] = number


def _rows(connection: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Value, ...]]:
    """The rows from the first on and from the last back, as far as it goes, then each of those between."""
    asked = f"SELECT rowid, {columns} FROM {table}"
    reached = dict[str, int]()
    for direction in ("ASC", "DESC"):
        try:
            for rowid, *values in connection.execute(f"{asked} ORDER BY rowid {direction}"):
                reached[direction] = rowid
                yield tuple(values)
            return
        except _UNREADABLE:
            continue
    start = reached.get("ASC", 0) + 1
    for rowid in range(start, min(reached.get("DESC", 0), start + _MOST_ROWS)):
        with suppress(*_UNREADABLE):
            for _, *values in connection.execute(f"{asked} WHERE rowid = ?", (rowid,)):
                yield tuple(values)


# From the bare bytes


def _bodies(data: bytes) -> Iterator[bytes]:
    """Whatever looks like the body of an entry and stands in one piece."""
    starts = (found.start() for found in _BODY_BEGINS.finditer(data))
    for start, following in pairwise((*starts, len(data))):
        end = _BODY_ENDS.search(data, start, following)
        if end is not None:
            yield data[start : end.end()]


def _people_without_rows(pages: Pages, remains: Remains) -> None:
    """Persons in pages whose rows cannot be told apart; who is known by a row of any event is not looked for.

    Only in pages as they stand now: an earlier page in the log may have somebody who was forgotten since.
    """
    known = {reference for people in remains.people.values() for reference in people}
    for page in pages.pages.values():
        starts = [found.start() for found in _PERSON_BEGINS.finditer(page)]
        for end in _PERSON_ENDS.finditer(page):
            for start in (start for start in starts if start <= end.start()):
                record = page[start : end.end()]
                reference = hashlib.sha256(record).hexdigest()
                if reference not in known:
                    remains.take_person(record, NOWHERE, reference)
