"""Trouble with a store in words that say what to do about it: never a traceback of a driver, never a password."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from amends.faults import Fault, Faults, refuse
from amends.store.location import EXPECTED, StoreLocation

SALVAGE = "amends store salvage"
"""The command that saves what can be read of a damaged store."""

_DISK_FULL = ("a disk that is full", "free space; nothing was written, and nothing is lost")
_LOCKED = ("a store that another program holds", "to wait until that is done, then the same again; nothing is lost")
_READ_ONLY = ("a store that cannot be written to", "the right to write to this file and to its folder")
_UNREADABLE = (
    "a file that cannot be opened",
    f"a file that can be read and written, in a folder likewise ({EXPECTED})",
)
_DAMAGED = ("a damaged store", f"a whole one: `{SALVAGE}` saves what can be read, or take a backup")
_NOT_A_STORE = (
    "a file that is not a store",
    f"a store of amends or a new name ({EXPECTED}); if it was a store, it is damaged: `{SALVAGE}`",
)
_DISK = (
    "a disk that does not read or write as it should",
    "a sound disk with free space; nothing that was kept is lost",
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

_ADMITTED = "a user whom the server admits: its name and password in the URL, or in ~/.pgpass"
_SERVER_THERE = f"a PostgreSQL server that runs there ({EXPECTED})"

_POSTGRESQL: Mapping[str, tuple[str, str]] = {
    "53100": _DISK_FULL,
    "55P03": _LOCKED,
    "40P01": _LOCKED,
    "40001": _LOCKED,
    "25006": _READ_ONLY,
    "42501": ("a user who may not do this", "the right to make and to change tables in this database"),
    "28000": ("a user whom the server does not admit", _ADMITTED),
    "28P01": ("a password that the server does not take", _ADMITTED),
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}


@contextmanager
def told(place: StoreLocation) -> Iterator[None]:
    """Whatever goes wrong inside becomes a fault in plain words, at the store's place."""
    try:
        yield
    except DBAPIError as trouble:
        raise _faults(trouble.orig, place) from None
    except sqlite3.Error as trouble:
        raise _faults(trouble, place) from None
    except UnicodeDecodeError:  # in what SQLite says of damaged text
        raise refuse(*_DAMAGED, place.shown) from None
    except SQLAlchemyError as trouble:
        raise _other(trouble, place) from None
    except OSError as trouble:
        found = f"{trouble.strerror or trouble}: {trouble.filename}" if trouble.filename else str(trouble)
        raise refuse(found, _UNREADABLE[1], place.shown) from None


def is_held(trouble: DBAPIError) -> bool:
    """Whether a server says that another program holds what was asked for."""
    return _POSTGRESQL.get(getattr(trouble.orig, "sqlstate", None) or "") is _LOCKED


def damaged(where: str, trouble: Faults) -> Faults:
    """An entry that cannot be read, with what is wrong with it and how to save the rest."""
    said = "; ".join(fault.found for fault in trouble.faults[:3])
    return Faults([Fault(f"a damaged entry: {said}", _DAMAGED[1], where)])


def _faults(trouble: BaseException | None, place: StoreLocation) -> Faults:
    if isinstance(trouble, sqlite3.Error):
        if str(trouble).startswith("Could not decode to UTF-8"):
            return refuse(*_DAMAGED, place.shown)
        code = getattr(trouble, "sqlite_errorcode", None)
        known = None if code is None else _SQLITE.get(code & 0xFF)
    else:
        known = _of_server(trouble, place)
    return _other(trouble, place) if known is None else refuse(*known, place.shown)


def _of_server(trouble: BaseException | None, place: StoreLocation) -> tuple[str, str] | None:
    state: str | None = getattr(trouble, "sqlstate", None)
    if state is not None and state in _POSTGRESQL:
        return _POSTGRESQL[state]
    if state is not None and not state.startswith(("08", "57P", "3D")):
        return None
    words = _words(trouble, place)
    database = place.url.database if place.url is not None else None
    if state == "3D000" or (database and f'database "{database}" does not exist' in words):
        return f"no database {database!r} on the server", f"one that is there: createdb {database}"
    if "password" in words or "authentication" in words or "role " in words:
        return f"a user whom the server does not admit: {words}", _ADMITTED
    return f"no answer from the server: {words}", _SERVER_THERE


def _other(trouble: BaseException | None, place: StoreLocation) -> Faults:
    expected = f"a store that works; if this comes again, make a backup and try `{SALVAGE}`"
    return refuse(f"trouble with the store: {_words(trouble, place)}", expected, place.shown)


def _words(trouble: BaseException | None, place: StoreLocation) -> str:
    """What the driver says, in one line and without the password."""
    said = " ".join(str(trouble).split())
    password = place.url.password if place.url is not None else None
    return said.replace(str(password), "***") if password else said
