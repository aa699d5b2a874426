"""Trouble with a store in words that say what to do about it: never a traceback of a driver, never a password."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree

from amends.faults import UNAVAILABLE, Fault, Faults, Refusal
from amends.store.location import EXPECTED, StoreLocation

SALVAGE = "amends store salvage"
"""The command that saves what can be read of a damaged store."""

_DISK_FULL = ("The disk is full; nothing was written, and nothing is lost.", "Make space on it.")
_LOCKED = ("Another program holds the store; nothing is lost.", "Wait until it is done, then do the same again.")
_BUSY = ("The store has too much to do just now; nothing was entered.", "Do the same again in a moment.")
_READ_ONLY = ("The store cannot be written to.", "Get the right to write to this file and to its folder.")
_ONLY_READ = ("The database can only be read; nothing was entered.", "Wait until it can be written to again.")
_UNREADABLE = ("The file cannot be opened.", f"The store must be {EXPECTED} that can be read and written.")
_DAMAGED = ("The store is damaged.", f"`{SALVAGE}` saves what can be read; or take a backup.")
_NOT_A_STORE = (
    "The file is not a store.",
    f"Name a store of amends or a new file. If it was a store, it is damaged: `{SALVAGE}` saves what can be read.",
)
_DISK = (
    "The disk does not read or write as it should; nothing that was kept is lost.",
    "Use a sound disk with free space.",
)

_SQLITE: Mapping[int, tuple[str, str]] = {
    sqlite3.SQLITE_FULL: _DISK_FULL,
    sqlite3.SQLITE_BUSY: _LOCKED,
    sqlite3.SQLITE_LOCKED: _LOCKED,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: _UNREADABLE,
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    sqlite3.SQLITE_NOTADB: _NOT_A_STORE,
    sqlite3.SQLITE_IOERR: _DISK,
}

_ADMITTED = "Put the name and password of a user whom it admits in the URL, or in ~/.pgpass."
_SERVER_THERE = "Name a PostgreSQL server that runs: postgresql://user@host/database."

_POSTGRESQL: Mapping[str, tuple[str, str]] = {
    "53100": _DISK_FULL,
    "55P03": _LOCKED,
    "40P01": _LOCKED,
    "40001": _LOCKED,
    "25006": _ONLY_READ,
    "42501": ("The user may not do this.", "Get the right to make and to change tables in this database."),
    "28000": ("The server does not admit the user.", _ADMITTED),
    "28P01": ("The server does not take the password.", _ADMITTED),
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}


_NO_ANSWER = "The store gives no answer. Those who run the server find the reason in its log."
_FOR_ALL = {Refusal(*each).faults[0].found for each in (*_SQLITE.values(), *_POSTGRESQL.values(), _BUSY)}


def for_visitors(fault: Fault) -> Fault:
    """What anybody may read of a fault: not where the store is, nor words of a driver, which name users and hosts."""
    if fault.kind != UNAVAILABLE or not fault.where:
        return fault
    return replace(fault, found=fault.found if fault.found in _FOR_ALL else _NO_ANSWER, where="")


def is_unknown(faults: Iterable[Fault]) -> bool:
    """Whether nobody knows if something was written: the answer to it may be lost on the way, as in a failover."""
    return any(for_visitors(each).found == _NO_ANSWER for each in faults)


@contextmanager
def told(place: StoreLocation) -> Iterator[None]:
    """Whatever goes wrong inside becomes a fault in plain words, at the store's place."""
    try:
        yield
    except DBAPIError as trouble:
        raise _unavailable(_faults(trouble.orig, place)) from None
    except sqlite3.Error as trouble:
        raise _unavailable(_faults(trouble, place)) from None
    except UnicodeDecodeError:  # in what SQLite says of damaged text
        raise _unavailable(Refusal(*_DAMAGED).at(place.shown)) from None
    except NoneFree:  # all connections of this process are in use
        raise _unavailable(Refusal(*_BUSY).at(place.shown)) from None
    except SQLAlchemyError as trouble:
        raise _unavailable(_other(trouble, place)) from None
    except OSError as trouble:
        found = f"{trouble.strerror or trouble}: {trouble.filename}" if trouble.filename else str(trouble)
        raise _unavailable(Refusal(f"{found}.", _UNREADABLE[1]).at(place.shown)) from None


def _unavailable(trouble: Faults) -> Faults:
    """The same faults, marked as those of a store that gives no answer."""
    return Faults(replace(fault, kind=UNAVAILABLE) for fault in trouble.faults)


def is_held(trouble: DBAPIError) -> bool:
    """Whether a server says that another program holds what was asked for."""
    return _POSTGRESQL.get(getattr(trouble.orig, "sqlstate", None) or "") is _LOCKED


def damaged(where: str, trouble: Faults) -> Faults:
    """An entry that cannot be read, with what is wrong with it and how to save the rest."""
    said = "; ".join(fault.found for fault in trouble.faults[:3])
    return Refusal(f"A damaged entry: {said}.", _DAMAGED[1]).at(where)


def damaged_cell(found: str, expected: str) -> Faults:
    """A cell of a table that holds something of another type than it should."""
    return Refusal(f"The store is damaged: a cell holds {found} where {expected} belongs.", _DAMAGED[1])


def _faults(trouble: BaseException | None, place: StoreLocation) -> Faults:
    if isinstance(trouble, sqlite3.Error):
        if str(trouble).startswith("Could not decode to UTF-8"):
            return Refusal(*_DAMAGED).at(place.shown)
        code = getattr(trouble, "sqlite_errorcode", None)
        known = None if code is None else _SQLITE.get(code & 0xFF)
    else:
        known = _of_server(trouble, place)
    return _other(trouble, place) if known is None else Refusal(*known).at(place.shown)


def _of_server(trouble: BaseException | None, place: StoreLocation) -> tuple[str, str] | None:
    state: str | None = getattr(trouble, "sqlstate", None)
    if state is not None and state in _POSTGRESQL:
        return _POSTGRESQL[state]
    if state is not None and not state.startswith(("08", "57P", "3D")):
        return None
    words = _words(trouble, place)
    database = place.url.database if place.url is not None else None
    if state == "3D000" or (database and f'database "{database}" does not exist' in words):
        return f"There is no database {database!r} on the server.", f"Make it: createdb {database}."
    if "password" in words or "authentication" in words or "role " in words:
        return f"The server does not admit the user: {words}.", _ADMITTED
    return f"The server does not answer: {words}.", _SERVER_THERE


def _other(trouble: BaseException | None, place: StoreLocation) -> Faults:
    message = f"There is trouble with the store: {_words(trouble, place)}."
    return Refusal(message, f"If it comes again, make a backup and try `{SALVAGE}`.").at(place.shown)


def _words(trouble: BaseException | None, place: StoreLocation) -> str:
    """What the driver says, in one line and without the password."""
    said = " ".join(str(trouble).split())
    password = place.url.password if place.url is not None else None
    return said.replace(str(password), "***") if password else said
