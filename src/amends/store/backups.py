"""A backup: the whole store as one SQLite file, made while others read and write.

Accounts, API keys (as digests) and settings are part of it, as it is to take the place of a store that is lost. The key
of sessions is not, nor what the processes of a server share for a while: whoever gets hold of a backup signs in with
none of it.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import Engine, insert, select

from amends import clock
from amends.faults import Fault, Faults
from amends.store.engine import engine_of, reading, writing
from amends.store.key_file import SIGNING_KEY
from amends.store.location import StoreLocation, place_of
from amends.store.private import make_file, make_folder
from amends.store.schema import (
    ACCOUNTS,
    API_KEYS,
    DRAFTS,
    ENTRIES,
    EVENTS,
    PASSING,
    PEOPLE,
    SENT_FORMS,
    SETTINGS,
    make_ready,
)

_BATCH = 500
"""So many rows are copied at a time."""


_PART = ".amends-backup-"
"""How the folder begins in which a backup is made."""
_LEFT_SECONDS = 86400
"""Nothing works in such a folder any more after so long: whoever began it was killed."""


def backup(engine: Engine, place: StoreLocation, path: Path) -> None:
    """Write the store to a new file; a file that is there already is refused."""
    with _told(path):
        if path.exists():
            raise FileExistsError
        with tempfile.TemporaryDirectory(prefix=_PART, dir=path.parent) as folder:
            made = Path(folder) / "store.db"
            make_file(made)
            if place.is_file:
                _copy_file(engine, made)
            else:
                _copy_rows(engine, made)
            _leave_out_passing(made)
            put(made, path)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Troubles of the disk as faults."""
    try:
        yield
    except FileExistsError:
        raise Faults([Fault("a file that is already there", "a new name", file=str(path))]) from None
    except UnicodeEncodeError:  # SQLite takes no other
        raise Faults([Fault("a path that is not UTF-8", "another folder and name", file=str(path))]) from None
    except OSError as trouble:
        found = trouble.strerror or str(trouble)
        raise Faults([Fault(found, "a folder that can be written to, with free space", file=str(path))]) from None


_DATED = re.compile(r"amends-\d{4}-\d\d-\d\d-\d{6}\.db")


def backup_into(engine: Engine, place: StoreLocation, folder: Path, keep: int) -> tuple[Path, list[Path]]:
    """Write the store to a new file with date and time (UTC) in its name; of files with such names the last stay.

    The older ones are removed once the new one is complete. Those that are dated in the future, by a clock that was
    wrong, do not count; nor does the store itself, which may be a backup that was put to use where it lay. What a
    backup that was killed long ago has left is removed too.
    """
    path = folder / f"amends-{clock.now():%Y-%m-%d-%H%M%S}.db"
    with _told(folder):
        make_folder(folder)
    backup(engine, place, path)
    with _told(folder):
        dated = sorted(each for each in folder.iterdir() if _DATED.fullmatch(each.name) and each.is_file())
        others = [each for each in dated if each.name < path.name and not _is_of(each, place)]
        removed = others[: -keep + 1 or None]
        for each in removed:
            each.unlink(missing_ok=True)
        for each in folder.glob(f"{_PART}*"):
            with suppress(FileNotFoundError):  # another backup is done with its own
                if each.is_dir() and clock.now().timestamp() - each.stat().st_mtime > _LEFT_SECONDS:
                    shutil.rmtree(each, ignore_errors=True)
    return path, removed


def _is_of(path: Path, place: StoreLocation) -> bool:
    """Whether a file is that of a store, under whatever name."""
    try:
        return place.path is not None and path.samefile(place.path)
    except FileNotFoundError:  # another backup has removed it, or there is no such store
        return False


def _copy_file(engine: Engine, made: Path) -> None:
    """By SQLite itself, at one moment: without free pages, and without the log beside the file."""
    connection = engine.raw_connection()
    try:
        connection.cursor().execute("VACUUM INTO ?", (str(made),))
    finally:
        connection.close()


def _leave_out_passing(made: Path) -> None:
    """Wipe out of a copy, which nobody else can read yet, what belongs to no backup."""
    with closing(sqlite3.connect(made, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE").close()
        connection.execute("PRAGMA secure_delete = ON").close()
        for table in PASSING:
            connection.execute(f"DELETE FROM {table.name}").close()
        connection.execute(f"DELETE FROM {SETTINGS.name} WHERE name = ?", (SIGNING_KEY,)).close()
        if connection.total_changes:
            connection.execute("VACUUM").close()


def _copy_rows(engine: Engine, made: Path) -> None:
    """Row by row from the state that the server shows at one moment."""
    place = place_of(made)
    copy = engine_of(place, 1)
    try:
        make_ready(copy, place, 1)
        with reading(engine) as source, writing(copy) as target:
            for table in (EVENTS, ENTRIES, PEOPLE, DRAFTS, ACCOUNTS, API_KEYS, SETTINGS, SENT_FORMS):
                rows = source.execution_options(yield_per=_BATCH).execute(select(table).order_by(*table.primary_key))
                for part in rows.mappings().partitions():
                    target.execute(insert(table), [dict(row) for row in part])
    finally:
        copy.dispose()


def put(made: Path, path: Path) -> None:
    """Give a finished file its name, which must be free at that very moment."""
    with made.open("rb") as file:
        os.fsync(file.fileno())
    try:
        os.link(made, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError from None
        made.rename(path)
