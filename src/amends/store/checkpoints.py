"""Entries are brought from the log into the file itself soon: whoever copies the file alone misses little.

SQLite writes an entry into the log beside the file first (`-wal`), where it is as safe as in the file. Left to itself
it takes the log over when that has grown, which may be days later.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

SECONDS = 1.0
"""How often the log of a running server is looked at."""

_WAIT_SECONDS = 0.05
"""How long a checkpoint waits for others: they do not wait for it."""


def log_of(path: Path) -> Path:
    """The log beside a store."""
    return path.with_name(f"{path.name}-wal")


def checkpoint(path: Path) -> bool:
    """Bring what stands in the log into the file, as far as nobody is in the way; whether the log is empty now.

    No file is made where there is none: SQLite removes a log that lies beside an empty one.
    """
    if not _has_log(path):
        return True
    place = f"{path.absolute().as_uri()}?mode=rw"
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(place, uri=True, timeout=_WAIT_SECONDS, isolation_level=None)) as own,
    ):
        own.execute("PRAGMA synchronous = FULL").close()
        own.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()  # waits for nobody, and nobody for it
        own.execute("PRAGMA busy_timeout = 0").close()  # else writers would wait while it waits for readers
        own.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not _has_log(path)


def is_log_alone(path: Path) -> bool:
    """Whether a log with entries lies beside a file that is not there, or is empty: SQLite would remove it."""
    if not _has_log(path):  # looked at first: a new store has something in its file before it has a log
        return False
    try:
        return not path.stat().st_size
    except FileNotFoundError:
        return True
    except OSError:  # that it cannot be looked at is said by whoever opens it
        return False


def _has_log(path: Path) -> bool:
    try:
        return log_of(path).stat().st_size > 0
    except OSError:
        return False


class Checkpoints:
    """A thread that empties the log of a store again and again, whoever has written to it."""

    def __init__(self, empty: Callable[[], object], seconds: float = SECONDS) -> None:
        self._empty, self._seconds = empty, seconds
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="amends checkpoints", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            self._empty()
