"""Connections to a store, and its two kinds of transaction: one that reads, one that writes."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from amends.faults import UNAVAILABLE, Faults, Refusal
from amends.store.checkpoints import log_of
from amends.store.location import StoreLocation

_WRITES = "amends_writes"
"""The option of a connection whose transaction takes the right to write at its beginning."""


ANSWER_SECONDS = 3.0
"""A PostgreSQL server that sends nothing for so long, beyond the wait for a lock, does not answer."""


def engine_of(place: StoreLocation, wait_seconds: int) -> Engine:
    """The way to the store; nothing is opened yet."""
    if place.url is None:
        return _sqlite(place, wait_seconds)
    try:
        engine = create_engine(
            place.url,
            connect_args={
                "connect_timeout": max(wait_seconds, 2),
                "application_name": "amends",
                "client_encoding": "UTF8",
            },
            isolation_level="READ COMMITTED",
            pool_pre_ping=True,
            # Few for each process, as a server has a hundred for all of them; who finds none free waits.
            pool_size=4,
            max_overflow=4,
            pool_timeout=max(wait_seconds, 2),
        )
        from psycopg.errors import ConnectionTimeout

        from amends.store.answering import AnsweringConnection, Silence
    except ImportError:
        message = f"psycopg, which reaches {place.shown}, is not installed."
        raise Refusal(message, "Install it: pip install 'amends[postgresql]'.") from None

    silence = Silence()

    @event.listens_for(engine, "do_connect")
    def connect(_dialect: object, _record: object, arguments: Any, parameters: Any) -> Any:
        silence.refuse()
        try:
            connection = AnsweringConnection.connect(*arguments, **parameters)
        except ConnectionTimeout:
            silence.began()
            raise
        if (encoding := connection.info.parameter_status("server_encoding")) != "UTF8":
            connection.close()
            words = f"{place.shown}: this database keeps texts as {encoding}, in which many names cannot be written."
            raise Refusal(words, "Make one for amends: createdb --encoding UTF8 --template template0 NAME.")
        connection.fell_silent = silence.began
        # Longer than the wait for a lock, of which the server itself says that it was in vain.
        connection.answer_seconds = wait_seconds + ANSWER_SECONDS
        return connection

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {wait_seconds * 1000 or 1}")
        connection.commit()

    return engine


def _sqlite(place: StoreLocation, wait_seconds: int) -> Engine:
    file = _StoreFile(place)
    engine = create_engine("sqlite://", creator=file.connect, poolclass=QueuePool)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # no BEGIN of the driver's own: `begin` below says which
        for pragma in (
            f"busy_timeout = {wait_seconds * 1000}",
            "synchronous = FULL",
            "foreign_keys = ON",
            "secure_delete = ON",  # who is forgotten is gone from the file, not only from its index
            "recursive_triggers = ON",  # else INSERT OR REPLACE removes rows behind the back of the guards
        ):
            connection.execute(f"PRAGMA {pragma}").close()
        # From its first question on it holds the log: SQLite removes the log with the last that holds it.
        connection.execute("SELECT count(*) FROM sqlite_master").close()
        file.opened()

    event.listen(engine, "close", lambda *_: file.closes())
    event.listen(engine, "begin", lambda _: file.refuse_another())
    event.listen(engine, "begin", _begin)
    event.listen(engine, "engine_disposed", lambda _: file.forget())
    _FILES[engine] = file
    return engine


FileIdentity: TypeAlias = tuple[int, int]
"""The device and the number of a file: another file under the same name has others."""


class _StoreFile:
    """The file of a store and the log beside it: what is written after one was removed or replaced would be lost.

    So it is refused. While a connection of this process is open SQLite itself neither removes nor replaces the log
    (`-wal`) or its index (`-shm`), whatever other processes do.
    """

    def __init__(self, place: StoreLocation) -> None:
        assert place.path is not None
        self._path, self._shown = place.path.absolute(), place.shown
        self._named = (place.named or place.path).absolute()
        self._log = tuple(self._path.with_name(f"{self._path.name}{suffix}") for suffix in ("-wal", "-shm"))
        self._lock = Lock()
        self._known: FileIdentity | None = None
        self._connections = 0
        self._known_log: tuple[FileIdentity, ...] | None = None
        """Of the log and its index, once they were seen; None while no connection is open."""

    def connect(self) -> sqlite3.Connection:
        """A connection; once there was one, no new file is made."""
        self.refuse_another()  # SQLite would begin a new log where one is missing
        mode = "rwc" if self._known is None else "rw"
        opened = sqlite3.connect(
            f"{self._path.as_uri()}?mode={mode}", uri=True, check_same_thread=False, isolation_level=None
        )
        if self._known is None:
            self._known = _identity(self._named)
        return opened

    def opened(self) -> None:
        """Count a connection that holds the log."""
        with self._lock:
            self._connections += 1

    def closes(self) -> None:
        """Count a connection less; with the last one SQLite may remove the log."""
        with self._lock:
            self._connections -= 1
            if self._connections <= 0:
                self._connections, self._known_log = 0, None

    def refuse_another(self) -> None:
        """Refuse to go on where another file or another log stands in the place, or none."""
        if not self.is_in_place():
            raise self._refusal("The file of the store", "Put it back, or stop amends and start it again.")
        if not self.has_own_log():
            raise self._refusal("The log of the store (-wal, -shm)", "Stop amends and start it again.")

    def is_in_place(self) -> bool:
        """Whether the file is the one that was opened, as far as one was."""
        return self._known is None or _identity(self._named) == self._known

    def has_own_log(self) -> bool:
        """Whether the log is the one that the connections of this process hold, as far as they hold one."""
        with self._lock:
            if not self._connections:
                return True
            now = tuple(map(_identity, self._log))
            if self._known_log is None:
                seen = tuple(each for each in now if each is not None)
                self._known_log = seen if len(seen) == len(now) else None
                return True
            return now == self._known_log

    def forget(self) -> None:
        """Take whatever file is there when the store is next opened."""
        self._known = None
        with self._lock:
            self._known_log = None

    def _refusal(self, what: str, remedy: str) -> Faults:
        message = f"{what} was removed or replaced while amends ran; nothing was entered."
        trouble = Refusal(message, remedy).at(self._shown)
        return Faults(replace(fault, kind=UNAVAILABLE) for fault in trouble.faults)


_FILES: WeakKeyDictionary[Engine, _StoreFile] = WeakKeyDictionary()


def has_own_file(engine: Engine) -> bool:
    """Whether the file and the log are those that an engine writes to: a checkpoint of another one does harm."""
    file = _FILES.get(engine)
    return file is None or (file.is_in_place() and file.has_own_log())


def _identity(path: Path) -> FileIdentity | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# Stores that can only be read


_NOT_WRITTEN = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
"""What SQLite says of a medium on which it cannot make the files that it needs to write."""


def may_write(path: Path) -> bool:
    """Whether a file that is there, and the log beside it, can be written to by their rights."""
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def cannot_write(trouble: BaseException) -> bool:
    """Whether trouble with a store says that it cannot be written to; it may still be read."""
    found = trouble.orig if isinstance(trouble, DBAPIError) else trouble
    code = getattr(found, "sqlite_errorcode", None)
    return isinstance(found, sqlite3.Error) and code is not None and code & 0xFF in _NOT_WRITTEN


def reading_engine(path: Path) -> Engine:
    """The way to a file that can only be read; each transaction opens it anew.

    With a log beside it others may be writing. Without one nobody has it open, and SQLite need not make a log.
    """

    def connect() -> sqlite3.Connection:
        if log_of(path).exists():
            try:
                return _to_read(path)
            except sqlite3.Error:
                if log_of(path).stat().st_size:
                    raise
        return _to_read(path, "&immutable=1")

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "begin", _begin)
    return engine


def _to_read(path: Path, alone: str = "") -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{alone}", uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA busy_timeout = 1000").close()
        connection.execute("SELECT count(*) FROM sqlite_master").close()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def refuse_writing(engine: Engine) -> None:
    """Let the connections of an engine from now on only read."""
    engine.dispose()

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA query_only = ON").close()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that sees one state of the store all through."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes all or nothing."""
    with engine.connect() as connection:
        connection.execution_options(**{_WRITES: True})  # an engine with options would ask its listeners twice
        with connection.begin():
            yield connection


def take_time(connection: Connection) -> None:
    """Let the questions of a connection take as long as they need; nobody else gets it afterwards."""
    if connection.dialect.name == "postgresql":
        connection.connection.driver_connection.answer_seconds = None  # type: ignore[union-attr]
        connection.detach()


def write_ahead(engine: Engine, wait_seconds: int) -> None:
    """Put a SQLite file into WAL mode, where readers and a writer do not wait for each other; it stays so.

    SQLite does not wait by itself when two processes do this at once.
    """
    end = time.monotonic() + wait_seconds
    while True:
        try:
            pragma(engine, "journal_mode = WAL")
            return
        except sqlite3.OperationalError as trouble:
            if trouble.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)


def pragma(engine: Engine, text: str) -> tuple[Any, ...] | None:
    """What a PRAGMA answers, outside of any transaction."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        try:
            cursor.execute(f"PRAGMA {text}")
            row = cursor.fetchone()
        finally:
            cursor.close()
    finally:
        connection.close()
    return None if row is None else tuple(row)
