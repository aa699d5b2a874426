"""The store: journals of many events, in one file or in one database of a server.

Entries are only ever added, in one transaction, behind the last one; the database itself refuses anything else.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, type_coerce, update
from sqlalchemy.types import NullType

from amends import clock
from amends.faults import Faults, Refusal
from amends.garbage import collection_paused
from amends.journal.chain import BEGINNING, Entry
from amends.journal.entries import Payload
from amends.store import (
    accounts,
    api_keys,
    backups,
    drafts,
    guards,
    journals,
    player_messages,
    records,
    sent_forms,
    sessions,
    uploads,
)
from amends.store.accounts import AccountChange, AccountLook
from amends.store.cells import number_in, text_in
from amends.store.checkpoints import Checkpoints, checkpoint, log_of
from amends.store.engine import has_own_file, pragma
from amends.store.journals import Checked
from amends.store.key_file import key_path
from amends.store.location import StoreLocation, found, place_of, unknown
from amends.store.opening import OpenedPlace, opened_place
from amends.store.private import open_to_others
from amends.store.records import Draft, KeptAccount, KeptEvent, KeptKey, Overtaken
from amends.store.schema import ACCOUNTS, API_KEYS, ENTRIES, EVENTS, PEOPLE, SETTINGS
from amends.store.shared_state import SharedState
from amends.store.trouble import damaged, told
from amends.store.wiping import wipe

Look: TypeAlias = Callable[[Sequence[KeptEvent], KeptEvent | None], None]
"""Looks at all events at a moment in which nobody else begins or renames one, and raises what speaks against it.

The second is the event whose journal begins with the same entry, if there is one.
"""


def open_store(where: str | Path | None = None, *, wait_seconds: int = 5) -> Store:
    """The store at a path or a postgresql:// URL, by default at `location()`; made and brought up to date if need be.

    Whoever finds it held by another program waits for so many seconds.
    """
    place = place_of(where)
    with told(place):
        return Store(opened_place(place, wait_seconds), place)


class Store(SharedState):
    """Journals of many events; threads may share one, processes open one each."""

    def __init__(self, opened: OpenedPlace, place: StoreLocation) -> None:
        super().__init__(opened.engine, place)
        self.read_only = opened.read_only
        """Why nothing can be written to it, in a sentence; "" where it can."""
        self.key_path = key_path(place)
        """Where the key of sessions is, unless somebody names another file."""
        self._opened = opened
        self._checkpoints: Checkpoints | None = None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, raised: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file or the server; a closed store opens again by itself when it is used."""
        if self._checkpoints is not None:
            self._checkpoints.stop()
            self._checkpoints = None
        with told(self._place):
            self.bring_into_file()
            self._engine.dispose()

    def keep_in_file(self, **seconds: float) -> None:
        """Bring entries from the log into the file soon after they are made, until the store is closed.

        A server on a file does so, for all that write to it; a command does it once when it closes the store.
        """
        if self._place.path is not None and not self.read_only and self._checkpoints is None:
            self._checkpoints = Checkpoints(self.bring_into_file, **seconds)

    def bring_into_file(self) -> None:
        """Bring entries from the log into the file, as far as nobody is in the way.

        Where somebody has removed the log, the connections still have it: what it holds is brought into the file,
        unless another process has begun a log of its own. Where the file is away, its log waits for it.
        """
        path = self._place.path
        if path is None or self.read_only:
            return
        if has_own_file(self._engine):
            checkpoint(path)
        elif not log_of(path).exists():
            with suppress(Faults, sqlite3.Error):
                pragma(self._engine, "wal_checkpoint(PASSIVE)")

    def open_to_others(self) -> list[str]:
        """What to type where other users of the machine may read the store, a sentence each."""
        return [] if self._place.path is None else list(open_to_others(self._place.path, self.key_path))

    # Events

    def events(self) -> list[KeptEvent]:
        """All events, the one that was last used first."""
        with self._reading() as connection:
            return _events(connection)

    def find(self, text: str) -> KeptEvent:
        """The event that a text names: key, name, "name date", date, or the only one that begins so."""
        return found(text, self.events())

    def begins_with(self, key: str) -> list[KeptEvent]:
        """The events whose keys begin so: one, or none, where it is long enough."""
        if not set(key) <= _DIGITS:
            return []
        with self._reading() as connection:
            # Keys are hexadecimal digits: "g" comes after all of them, but for a database that sorts as Danish does,
            # where "aa" comes after "z". So where none is found, all keys are looked at.
            found = connection.execute(_BEGINS, {"first": key, "after": f"{key}g"}).all()
            found = found or connection.execute(_BEGINS_ANYHOW, {"first": key, "start": 1, "length": len(key)}).all()
            return [_kept(row)[1] for row in found]

    def with_entry(self, kind: type[Payload]) -> set[str]:
        """The keys of the events that have an entry of a kind, such as a publication."""
        with self._reading() as connection:
            return set(connection.execute(_WITH_ENTRY, {"kind": kind.__name__}).scalars())

    def begun_with(self, digest: str) -> KeptEvent | None:
        """The event whose journal begins with the entry of this digest, if there is one."""
        with self._reading() as connection:
            return _begun_with(connection, digest)

    def begin(
        self,
        name: str,
        date: str = "",
        entries: Sequence[Entry] = (),
        beside: Mapping[str, Any] | None = None,
        look: Look | None = None,
    ) -> KeptEvent:
        """A new event, with its first entries and what stands beside them, unless `look` raises something."""
        key = uuid.uuid4().hex
        row = {
            "key": key,
            "name": records.line_of(name, "the name of an event"),
            "date": records.line_of(date, "the date of an event"),
            "created": records.time_of(clock.now_exactly()),
            "beside": records.json_of(beside or {}),
            "drafts_made": 0,
        }
        journals.check(entries)
        with self._writing(key, len(entries)) as connection:
            if look is not None:
                self._hold_all(connection)
                same = _begun_with(connection, entries[0].digest) if entries else None
                look(_events(connection), same)
            connection.execute(insert(EVENTS), row)
            journals.add(connection, key, entries)
            begun = _event(connection, key)
        self._written["entries"] += len(entries)
        return begun

    def beside(self, key: str) -> dict[str, Any]:
        """What stands beside the journal and is not sealed: what a file says of itself, published figures."""
        with self._reading() as connection:
            row = connection.execute(select(EVENTS.c.beside).where(EVENTS.c.key == key)).one_or_none()
            if row is None:
                raise _no_event(connection, key)
        return self._beside(key, row.beside)

    def _beside(self, key: str, text: str) -> dict[str, Any]:
        try:
            return records.json_in(text)
        except Faults as trouble:
            raise damaged(f"{self.where}, event {key}, beside its journal", trouble) from None

    def change_beside(
        self, key: str, change: Callable[[dict[str, Any]], Mapping[str, Any]], *, once: bool = True
    ) -> None:
        """Put other things beside a journal, made from what stands there: nobody else changes it meanwhile.

        Without `once` it is a part of what a form does that may be done again: the form is not done with it.
        """
        with self._writing(key, once=once) as connection:
            _hold(connection, key)
            row = connection.execute(select(EVENTS.c.beside).where(EVENTS.c.key == key)).one()
            changed = records.json_of(change(self._beside(key, row.beside)))
            if changed != row.beside:
                connection.execute(update(EVENTS).where(EVENTS.c.key == key).values(beside=changed))

    def describe(
        self,
        key: str,
        *,
        name: str | None = None,
        date: str | None = None,
        beside: Mapping[str, Any] | None = None,
        look: Look | None = None,
    ) -> None:
        """Give an event another name or date, or put other things beside its journal; what is None stays.

        Nothing is changed where `look` raises something.
        """
        changes = {
            "name": None if name is None else records.line_of(name, "the name of an event"),
            "date": None if date is None else records.line_of(date, "the date of an event"),
            "beside": None if beside is None else records.json_of(beside),
        }
        changed = {column: value for column, value in changes.items() if value is not None}
        with self._writing(key) as connection:
            if look is not None:
                self._hold_all(connection)
                look(_events(connection), None)
            _hold(connection, key)
            if changed:
                connection.execute(update(EVENTS).where(EVENTS.c.key == key).values(changed))

    # Journals

    @collection_paused()
    def entries(self, key: str, since: int = 0) -> tuple[Entry, ...]:
        """The journal of an event with its people, or what came after entry number `since`."""
        with self._reading() as connection:
            entries = self._entries(connection, key, since)
            if not entries:
                _event(connection, key)
        return entries

    def characters(self, key: str) -> int:
        """How long the journal of an event is, before it is read."""
        with self._reading() as connection:
            length = select(func.coalesce(func.sum(func.length(ENTRIES.c.body)), 0)).where(ENTRIES.c.event == key)
            return int(connection.execute(length).scalar_one())

    def add(self, key: str, entries: Sequence[Entry]) -> None:
        """Add entries behind the last one, all or none; Overtaken if somebody else has added some first."""
        journals.check(entries)
        if not entries:  # nothing is written: whose form it is has not been entered by it, and may be sent again
            with self._reading() as connection:
                _event(connection, key)
            return
        with self._writing(key, entries[-1].seq) as connection:
            if not self._place.is_file:  # SQLite has given the right to write at the beginning
                _hold(connection, key)
            last = connection.execute(_HEAD, {"event": key}).first()
            if last is None:
                _event(connection, key)
            if (entries[0].seq - 1, entries[0].previous) != ((last.seq, last.digest) if last else (0, BEGINNING)):
                since = self._entries(connection, key, entries[0].seq - 1)
                if since and since[0].previous == entries[0].previous:
                    raise Overtaken(since)
                head = _event(connection, key)
                remedy = f"Add entries that follow number {head.entries} of {head}."
                raise Refusal("The entries are of another journal.", remedy)
            journals.add(connection, key, entries)
        self._written["entries"] += len(entries)

    def check(self, key: str) -> Checked:
        """The journal of an event looked through to its end, with all that is wrong with it."""
        with self._reading() as connection:
            _event(connection, key)
            return journals.checked(connection, key)

    def missing_guards(self) -> list[str]:
        """The guards of the journals that are missing, switched off or changed, by their names."""
        with self._reading() as connection:
            return guards.missing(connection)

    def forget(self, key: str, references: Collection[str], is_named: Callable[[str], bool] = lambda _: False) -> int:
        """Remove persons for good, from the file too; the number of those removed. The chain verifies as before.

        With them go what may have their names beside the journal: answers that are kept for a second sending, files
        that wait, and messages of players of which `is_named` says that they name somebody.
        """
        removed = 0
        with self._writing(key) as connection:
            _hold(connection, key)
            for reference in references:
                wanted = (PEOPLE.c.event == key) & (PEOPLE.c.reference == reference)
                removed += connection.execute(delete(PEOPLE).where(wanted)).rowcount
            sent_forms.forget_answers(connection, key)
            uploads.forget_all(connection)
            player_messages.forget_named(connection, key, is_named)
        with told(self._place):
            wipe(self._engine, self._place)
        return removed

    # Drafts

    def drafts(self, key: str) -> list[Draft]:
        """What is not in the journal yet, in the order of its numbers."""
        with self._reading() as connection:
            _event(connection, key)
            return drafts.kept(connection, key)

    def keep_draft(
        self,
        key: str,
        body: Mapping[str, Any],
        author: str,
        seen: int,
        id: str | None = None,
    ) -> Draft:
        """Keep a draft: a new one with the next number, or in place of the one that has this id, whatever it holds."""
        author = records.line_of(author, "the author of a draft")
        # A draft that is kept again stays the same one however often that is done.
        with self._writing(once=id is None) as connection:
            _hold(connection, key)
            return drafts.keep(connection, key, Draft(id or "", body, author, clock.now_exactly(), seen))

    def change_draft(self, key: str, id: str, change: Callable[[Draft], Draft], *, once: bool = False) -> Draft:
        """Keep a draft again, made from the one that is there: nobody else changes it meanwhile.

        With `once` it is not done a second time for the same form.
        """
        with self._writing(once=once) as connection:
            _hold(connection, key)
            changed = change(drafts.one(connection, key, id))
            author = records.line_of(changed.author, "the author of a draft")
            return drafts.keep(connection, key, replace(changed, id=id, author=author, at=clock.now_exactly()))

    def drop_draft(self, key: str, id: str, *, once: bool = True) -> None:
        """Remove a draft; without `once` before a form has done what it is for."""
        with self._writing(once=once) as connection:
            _hold(connection, key)
            drafts.drop(connection, key, id)

    # Accounts and settings

    def accounts(self) -> list[KeptAccount]:
        """Who may sign in, in the order of their names."""
        with self._reading() as connection:
            return accounts.kept(connection)

    def account(self, name: str) -> KeptAccount | None:
        """The account with this name, whatever its capital and small letters; None if there is none."""
        with self._reading() as connection:
            return accounts.found(connection, name)

    def account_in_session(self, name: str, id: str) -> KeptAccount | None:
        """The account with this name; None if there is none, or if the session of this id has ended."""
        with self._reading() as connection:
            return sessions.account_in(connection, name, id)

    def end_session(self, id: str, at: datetime, lasting: timedelta) -> None:
        """Keep that a session has ended, for as long as sessions last."""
        with self._writing() as connection:
            sessions.end(connection, id, at, lasting)

    def add_account(self, account: KeptAccount, *, first: bool = False) -> None:
        """Keep a new account; a name that is taken is refused, and as the `first` one any but the first."""
        with self._holding(ACCOUNTS) as connection:
            accounts.add(connection, account, first=first)

    def change_account(self, name: str, change: AccountChange) -> KeptAccount:
        """Change the role, the secret or the epoch of an account, all accounts being held meanwhile."""
        with self._holding(ACCOUNTS) as connection:
            return accounts.change(connection, name, change)

    def remove_account(self, name: str, look: AccountLook) -> KeptAccount:
        """Remove an account, unless `look` raises something; the one that was removed."""
        with self._holding(ACCOUNTS) as connection:
            return accounts.remove(connection, name, look)

    def api_keys(self) -> list[KeptKey]:
        """The keys of other programs, in the order of their names."""
        with self._reading() as connection:
            return api_keys.kept(connection)

    def api_key(self, id: str) -> KeptKey | None:
        """The key with this id; None if there is none."""
        with self._reading() as connection:
            return api_keys.found(connection, id)

    def add_api_key(self, key: KeptKey) -> None:
        """Keep a new key; a name that is taken is refused."""
        with self._holding(API_KEYS) as connection:
            api_keys.add(connection, key)

    def remove_api_key(self, name: str) -> KeptKey:
        """Remove a key by its name; the one that was removed."""
        with self._holding(API_KEYS) as connection:
            return api_keys.remove(connection, name)

    def settings(self) -> dict[str, Any]:
        """The settings that were ever changed, by their names."""
        with self._reading() as connection:
            return read_settings(connection)

    def change_settings(self, change: SettingsChange) -> dict[str, Any]:
        """Put other settings, made from those that are there: nobody else changes them meanwhile."""
        with self._holding(SETTINGS) as connection:
            return write_settings(connection, change)

    def remove_setting(self, name: str) -> None:
        """Remove a setting for good: from the file too, as soon as no other program reads it."""
        self.change_settings(lambda kept: {each: value for each, value in kept.items() if each != name})
        with told(self._place), suppress(Faults):
            wipe(self._engine, self._place)

    # The whole

    def backup(self, path: Path) -> None:
        """The store as it stands at this moment in one new SQLite file, there whole or not at all.

        Accounts and settings go with it, and the hashes of secrets: it can take the place of the store, and is to be
        kept as safe as the store itself. The key of sessions does not: everybody signs in again then.
        """
        with told(self._place):
            backups.backup(self._engine, self._place, path)

    def backup_into(self, folder: Path, keep: int) -> tuple[Path, list[Path]]:
        """A backup under a name with date and time, and the older ones that were removed: the last `keep` stay."""
        with told(self._place):
            return backups.backup_into(self._engine, self._place, folder, keep)

    def _entries(self, connection: Connection, key: str, since: int) -> tuple[Entry, ...]:
        return journals.entries(connection, key, since, self.where)


_HEAD = text("SELECT seq, digest FROM entries WHERE event = :event ORDER BY seq DESC LIMIT 1")
_LAST = select(func.max(ENTRIES.c.seq)).where(ENTRIES.c.event == EVENTS.c.key).correlate(EVENTS).scalar_subquery()
_PERSONS = select(func.count()).where(PEOPLE.c.event == EVENTS.c.key).correlate(EVENTS).scalar_subquery()
_LISTED = select(
    *(EVENTS.c.key, EVENTS.c.name, EVENTS.c.date, EVENTS.c.created),
    # An event may have no entries: nothing stands there then.
    *(type_coerce(column, NullType()).label(column.name) for column in (ENTRIES.c.seq, ENTRIES.c.digest, ENTRIES.c.at)),
    _PERSONS.label("people"),
).select_from(EVENTS.outerjoin(ENTRIES, (ENTRIES.c.event == EVENTS.c.key) & (ENTRIES.c.seq == _LAST)))
_BEGINS = text(str(_LISTED.where(EVENTS.c.key.between(bindparam("first"), bindparam("after")))))
"""As text: it stands in the way of every page, and is not to be put together each time."""
_BEGINS_ANYHOW = text(
    str(_LISTED.where(func.substr(EVENTS.c.key, bindparam("start"), bindparam("length")) == bindparam("first")))
)
_WITH_ENTRY = text("SELECT key FROM events WHERE EXISTS (SELECT 1 FROM entries WHERE event = key AND kind = :kind)")
_DIGITS = frozenset("0123456789abcdef")


def _kept(row: Any) -> tuple[datetime, KeptEvent]:
    """When an event was last used, and the event; one that has just been brought in may have old entries."""
    key, name, date, created_text = map(text_in, (row.key, row.name, row.date, row.created))
    has_entries = (row.seq, row.digest, row.at) != (None, None, None)
    number, head = (number_in(row.seq), text_in(row.digest)) if has_entries else (0, BEGINNING)
    try:
        created, last = records.time_in(created_text), records.time_in(text_in(row.at)) if has_entries else None
    except Faults as trouble:
        raise damaged(f"event {key}", trouble) from None
    return max(created, last or created), KeptEvent(key, name, date, number, head, last, row.people)


def _events(connection: Connection) -> list[KeptEvent]:
    rows = (_kept(row) for row in connection.execute(_LISTED.order_by(EVENTS.c.created.desc())))
    return [event for _, event in sorted(rows, key=lambda each: each[0], reverse=True)]


def _event(connection: Connection, key: str) -> KeptEvent:
    row = connection.execute(_LISTED.where(EVENTS.c.key == key)).one_or_none()
    if row is None:
        raise _no_event(connection, key)
    return _kept(row)[1]


def _begun_with(connection: Connection, digest: str) -> KeptEvent | None:
    first = (ENTRIES.c.seq == 1) & (ENTRIES.c.digest == digest)
    row = connection.execute(select(ENTRIES.c.event).where(first).limit(1)).one_or_none()
    return None if row is None else _event(connection, row.event)


def _hold(connection: Connection, key: str) -> None:
    """Take the right to write to an event until the end of the transaction (SQLite has given it at the beginning)."""
    if connection.execute(select(EVENTS.c.key).where(EVENTS.c.key == key).with_for_update()).one_or_none() is None:
        raise _no_event(connection, key)


def _no_event(connection: Connection, key: str) -> Faults:
    return unknown(f"No event has the key {key!r}.", _events(connection))


SettingsChange: TypeAlias = Callable[[dict[str, Any]], Mapping[str, Any]]
"""Makes all settings from those that are kept, at a moment in which nobody else changes any."""


def read_settings(connection: Connection) -> dict[str, Any]:
    """All settings that were ever changed, by their names."""
    return {row.name: _value(row.name, row.value) for row in connection.execute(select(SETTINGS))}


def write_settings(connection: Connection, change: SettingsChange) -> dict[str, Any]:
    """Write other settings in place of those that are there; the settings as they are then."""
    before = read_settings(connection)
    after = dict(change(dict(before)))
    for name in (name for name in before if name not in after or after[name] != before[name]):
        connection.execute(delete(SETTINGS).where(SETTINGS.c.name == name))
    for name in (name for name in after if name not in before or after[name] != before[name]):
        connection.execute(insert(SETTINGS), {"name": name, "value": records.value_of(after[name])})
    return after


def _value(name: str, text: str) -> Any:
    try:
        return records.value_in(text)
    except Faults as trouble:
        raise damaged(f"setting {name!r}", trouble) from None
