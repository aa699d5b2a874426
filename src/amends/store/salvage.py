"""What can be saved of a damaged store, in a new one: the longest whole chain of each event, and its people."""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from amends import clock
from amends.faults import Fault, Faults
from amends.journal.chain import BEGINNING, Entry, entry_data, people_of, with_people
from amends.journal.entries import EventSetUp
from amends.journal.people import Person
from amends.store import accounts, journals
from amends.store.backups import put
from amends.store.checkpoints import log_of
from amends.store.engine import engine_of, writing
from amends.store.key_file import SIGNING_KEY
from amends.store.location import place_of, real
from amends.store.pages import SqlitePages, Value, pages_of
from amends.store.private import make_file
from amends.store.records import entry_in, json_in, person_in, time_in, time_of, value_in
from amends.store.schema import ACCOUNTS, DRAFTS, ENTRIES, EVENTS, PEOPLE, SETTINGS, make_ready
from amends.store.trouble import told

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


def _people_without_rows(pages: SqlitePages, remains: Remains) -> None:
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


@dataclass(frozen=True, slots=True)
class SalvagedEvent:
    """What was saved of an event, and how many entries are known to be lost; one that is lost whole is here too.

    `beyond` are the entries that were found beyond a gap, as plain data: they are no part of the new store.
    """

    key: str
    name: str
    date: str
    saved: int
    lost: int
    people: int
    beyond: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was saved; `loose` are entries beyond a gap of which it is not known to which event they belong."""

    events: tuple[SalvagedEvent, ...]
    loose: tuple[dict[str, Any], ...] = ()
    is_cut: bool = False
    """Whether the file is shorter than it says itself: then the ends of journals may be lost without a trace."""

    @property
    def whole(self) -> bool:
        """Whether nothing is known to be lost; each event has had an entry."""
        return not self.is_cut and not self.loose and all(event.saved and not event.lost for event in self.events)


def salvage(source: Path, target: Path) -> Salvaged:
    """Read a damaged SQLite store as far as possible and write what was found to a new one; the old is not touched.

    Entries at the end of a journal that have left no trace at all are not counted as lost: nobody knows of them.
    """
    try:
        if target.exists():
            raise _fault(target, "a file that is already there", "a new name")
        with tempfile.TemporaryDirectory(prefix=".amends-salvage-", dir=target.parent) as folder:
            copy, made = Path(folder) / "damaged.db", Path(folder) / "store.db"
            log = log_of(real(source))
            shutil.copyfile(source, copy)
            if log.exists():
                shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
            remains = remains_of(copy, source.read_bytes(), log.read_bytes() if log.exists() else b"")
            if not remains.entries and not remains.events:
                raise _fault(source, "nothing of a store", "a store of amends, however damaged")
            make_file(made)
            salvaged = replace(_write(remains, made), is_cut=_is_cut(source))
            put(made, target)
    except OSError as trouble:
        found = f"{trouble.strerror or trouble}: {trouble.filename}" if trouble.filename else str(trouble)
        raise _fault(source, found, f"a file that can be read, and {target} one that can be written") from None
    return salvaged


def _is_cut(path: Path) -> bool:
    """Whether the file of a database has fewer pages than its head says (https://www.sqlite.org/fileformat.html)."""
    with path.open("rb") as file:
        head = file.read(100)
    if not head.startswith(b"SQLite format 3\0") or head[24:28] != head[92:96]:
        return False  # the number of pages is not to be relied on
    size, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    return path.stat().st_size < (65536 if size == 1 else size) * pages


def _fault(path: Path, found: str, expected: str) -> Faults:
    return Faults([Fault(found, expected, file=str(path))])


# Chains


class _Chains:
    """Entries put together again, each by the digest of the one before it: that way there is no choice."""

    def __init__(self, remains: Remains) -> None:
        self._entries = remains.entries
        self._places = remains.places
        self._whole = set[str]()
        """The entries that all before them are there of."""
        self._after = defaultdict[str, list[Entry]](list)
        for entry in sorted(remains.entries.values(), key=lambda entry: entry.seq):
            before = remains.entries.get(entry.previous)
            first = entry.seq == 1 and entry.previous == BEGINNING
            if first or (before is not None and before.digest in self._whole and before.seq == entry.seq - 1):
                self._whole.add(entry.digest)
                self._after[entry.previous].append(entry)
        self._taken = set[str]()
        self._found_in = defaultdict[str, list[Entry]](list)
        for digest, keys in remains.places.items():
            for key in keys:
                self._found_in[key].append(remains.entries[digest])

    def chain_of(self, key: str) -> list[Entry]:
        """The longest chain to an entry of the event, and on through entries of which the event is not known."""
        last = max(self._ends(key), key=lambda entry: (entry.seq, entry.digest), default=None)
        return self._chain(self._on(last)) if last is not None else []

    def another(self) -> list[Entry]:
        """A chain all of whose rows are gone; none when there is no such chain left."""
        beginnings = (entry for entry in self._after[BEGINNING] if self._is_free(entry))
        first = min(beginnings, key=lambda entry: entry.digest, default=None)
        return self._chain(self._on(first)) if first is not None else []

    def is_part_of_others(self, key: str) -> bool:
        """Whether there are chains to entries of this event, all in other events': a damaged key looks like that."""
        ends = self._ends(key)
        return bool(ends) and all(entry.digest in self._taken for entry in ends)

    def number_of(self, key: str) -> int:
        """How many entries were found in rows of the event."""
        return len(self._found_in[key])

    def beyond(self, key: str) -> list[Entry]:
        """The entries of an event that are in no chain."""
        return self._left(self._found_in[key])

    def loose(self, reported: Collection[str]) -> list[Entry]:
        """The entries that are in no chain, and in none of these events."""
        left = self._left(self._entries.values())
        return [entry for entry in left if not any(key in reported for key in self._places.get(entry.digest, ()))]

    def _left(self, entries: Iterable[Entry]) -> list[Entry]:
        left = (entry for entry in entries if entry.digest not in self._taken)
        return sorted(left, key=lambda entry: (entry.seq, entry.digest))

    def _ends(self, key: str) -> list[Entry]:
        return [entry for entry in self._found_in[key] if entry.digest in self._whole]

    def _on(self, entry: Entry) -> Entry:
        """The last entry that follows and is of no known event; of two ways, the longer one."""
        ends, furthest = [entry], entry
        while ends:
            end = ends.pop()
            furthest = end if end.seq > furthest.seq else furthest
            ends += filter(self._is_free, self._after[end.digest])
        return furthest

    def _is_free(self, entry: Entry) -> bool:
        return entry.digest not in self._places and entry.digest not in self._taken

    def _chain(self, last: Entry) -> list[Entry]:
        chain = [last]
        while chain[-1].seq > 1:
            chain.append(self._entries[chain[-1].previous])
        self._taken.update(entry.digest for entry in chain)
        return chain[::-1]


# The new store


def _write(remains: Remains, made: Path) -> Salvaged:
    place = place_of(made)
    with told(place):
        engine = engine_of(place, 1)
        try:
            make_ready(engine, place, 1)
            with writing(engine) as connection:
                _accounts_and_settings(connection, remains)
                return _events(connection, remains)
        finally:
            engine.dispose()


def _events(connection: Connection, remains: Remains) -> Salvaged:
    chains = _Chains(remains)
    found = dict[str, SalvagedEvent]()
    without_row = {*remains.numbers, *remains.counts}.difference(remains.events)
    for key in (*remains.events, *sorted(without_row, key=lambda key: (-chains.number_of(key), key))):
        if key in remains.events or not chains.is_part_of_others(key):
            found[key] = _event(connection, remains, key, chains.chain_of(key), chains.beyond(key))
    while chain := chains.another():
        key = uuid.uuid4().hex
        found[key] = _event(connection, remains, key, chain, [])
    return Salvaged(tuple(found.values()), tuple(map(entry_data, chains.loose(found))))


def _event(
    connection: Connection, remains: Remains, key: str, chain: list[Entry], beyond: list[Entry]
) -> SalvagedEvent:
    known = {**remains.people.get(NOWHERE, {}), **remains.people.get(key, {})}
    entries = with_people(chain, known)
    row = _described(remains, key, chain)
    if chain or key in remains.events:
        connection.execute(insert(EVENTS), {"key": key, **row})
        journals.add(connection, key, entries)
        for draft in _drafts(remains, key):
            connection.execute(insert(DRAFTS), draft)
    rows, counted = len(remains.numbers.get(key, ())), remains.counts.get(key, 0)
    most = max([len(chain), rows, counted, *(entry.seq for entry in beyond)])
    data = tuple(map(entry_data, beyond))
    return SalvagedEvent(key, row["name"], row["date"], len(chain), most - len(chain), len(people_of(entries)), data)


def _described(remains: Remains, key: str, chain: list[Entry]) -> dict[str, Any]:
    """The row of an event; as far as it is lost, from its entries."""
    row: list[Value] = [*remains.events.get(key, ()), None, None, None, None, None]
    name, date, created, beside, made = row[:5]
    titles = [entry.payload.title for entry in chain if isinstance(entry.payload, EventSetUp)]
    begun = chain[0].at if chain else clock.now_exactly()
    drafts = [id for event, id in remains.drafts if event == key]
    return {
        "name": (titles[-1] if titles else "") if name is None else _text(name),
        "date": "" if date is None else _text(date),
        "created": _text(created) if _is_readable(created, time_in) else time_of(begun),
        "beside": _text(beside) if _is_readable(beside, json_in) else "{}",
        "drafts_made": max([made if isinstance(made, int) else 0, *drafts]),
    }


def _drafts(remains: Remains, key: str) -> Iterator[Mapping[str, Any]]:
    for (event, id), (author, at, seen, body) in remains.drafts.items():
        if event == key and _is_readable(at, time_in) and _is_readable(body, json_in):
            values = {"author": _text(author), "at": _text(at), "seen": seen, "body": _text(body)}
            yield {"event": key, "id": id, **values}


def _accounts_and_settings(connection: Connection, remains: Remains) -> None:
    """Those that can be read; an account whose name does not fit its key was changed by the damage."""
    for key, (name, role, secret, epoch, created) in remains.accounts.items():
        if accounts.folded(_text(name)).encode() == key and _is_readable(created, time_in):
            texts = {"name": _text(name), "role": _text(role), "secret": _text(secret), "created": _text(created)}
            connection.execute(insert(ACCOUNTS), {"key": _text(key), "epoch": epoch, **texts})
    for setting, value in remains.settings.items():
        if setting == SIGNING_KEY.encode():
            continue  # everybody signs in again
        with suppress(Faults, UnicodeDecodeError):
            value_in(value.decode())
            connection.execute(insert(SETTINGS), {"name": setting.decode(), "value": value.decode()})


def _text(value: Value) -> str:
    return value.decode(errors="replace").replace("\0", "") if isinstance(value, bytes) else ""


def _is_readable(value: Value, read: Callable[[str], object]) -> bool:
    try:
        read(_text(value))
    except Faults:
        return False
    return True
