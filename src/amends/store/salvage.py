"""What can be saved of a damaged store, in a new one: the longest whole chain of each event, and its people."""

from __future__ import annotations

import shutil
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, insert

from amends import clock
from amends.faults import Fault, Faults
from amends.journal.chain import BEGINNING, Entry, entry_data, people_of, with_people
from amends.journal.entries import EventSetUp
from amends.store import accounts, journals
from amends.store.backups import put
from amends.store.bodies import json_in, time_in, time_of, value_in
from amends.store.engine import engine_of, writing
from amends.store.pages import Value
from amends.store.place import place_of
from amends.store.remains import NOWHERE, Remains, remains_of
from amends.store.schema import make_ready
from amends.store.tables import ACCOUNTS, DRAFTS, EVENTS, SETTINGS
from amends.store.trouble import told


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


def salvage(source: Path, target: Path) -> Salvaged:
    """Read a damaged SQLite store as far as possible and write what was found to a new one; the old is not touched.

    Entries at the end of a journal that have left no trace at all are not counted as lost: nobody knows of them.
    """
    try:
        if target.exists():
            raise _fault(target, "a file that is already there", "a new name")
        with tempfile.TemporaryDirectory(prefix=".amends-salvage-", dir=target.parent) as folder:
            copy, made = Path(folder) / "damaged.db", Path(folder) / "store.db"
            log = source.with_name(f"{source.name}-wal")
            shutil.copyfile(source, copy)
            if log.exists():
                shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
            remains = remains_of(copy, source.read_bytes(), log.read_bytes() if log.exists() else b"")
            if not remains.entries and not remains.events:
                raise _fault(source, "nothing of a store", "a store of amends, however damaged")
            salvaged = _write(remains, made)
            put(made, target)
    except OSError as trouble:
        found = f"{trouble.strerror or trouble}: {trouble.filename}" if trouble.filename else str(trouble)
        raise _fault(source, found, f"a file that can be read, and {target} one that can be written") from None
    return salvaged


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
        "created": _text(created) if _is_time(created) else time_of(begun),
        "beside": _text(beside) if _is_json(beside) else "{}",
        "drafts_made": max([made if isinstance(made, int) else 0, *drafts]),
    }


def _drafts(remains: Remains, key: str) -> Iterator[Mapping[str, Any]]:
    for (event, id), (author, at, seen, body) in remains.drafts.items():
        if event == key and _is_time(at) and _is_json(body):
            values = {"author": _text(author), "at": _text(at), "seen": seen, "body": _text(body)}
            yield {"event": key, "id": id, **values}


def _accounts_and_settings(connection: Connection, remains: Remains) -> None:
    """Those that can be read; an account whose name does not fit its key was changed by the damage."""
    for key, (name, role, secret, epoch, created) in remains.accounts.items():
        if accounts.folded(_text(name)).encode() == key and _is_time(created):
            texts = {"name": _text(name), "role": _text(role), "secret": _text(secret), "created": _text(created)}
            connection.execute(insert(ACCOUNTS), {"key": _text(key), "epoch": epoch, **texts})
    for setting, value in remains.settings.items():
        with suppress(Faults, UnicodeDecodeError):
            value_in(value.decode())
            connection.execute(insert(SETTINGS), {"name": setting.decode(), "value": value.decode()})


def _text(value: Value) -> str:
    return value.decode(errors="replace").replace("\0", "") if isinstance(value, bytes) else ""


def _is_time(value: Value) -> bool:
    with suppress(Faults):
        time_in(_text(value))
        return True
    return False


def _is_json(value: Value) -> bool:
    with suppress(Faults):
        json_in(_text(value))
        return True
    return False
