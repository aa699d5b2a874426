"""Opens the place of a store: made and brought up to date if need be, or only to be read where it cannot be written."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from amends.faults import Refusal
from amends.store.checkpoints import is_log_alone, log_of
from amends.store.engine import cannot_write, engine_of, may_write, reading, reading_engine, refuse_writing
from amends.store.location import StoreLocation, place_of
from amends.store.private import make_file, make_folder
from amends.store.schema import CURRENT, make_ready, version_of

_BY_RIGHTS = "The store can only be read: this user may not write to the file or to its folder."
_BY_THE_DISK = "The store can only be read: the disk is full or cannot be written to."


@dataclass(frozen=True, slots=True)
class OpenedPlace:
    """The way to a store; `read_only` says in a sentence why nothing can be written to it, "" where it can."""

    engine: Engine
    read_only: str = ""
    copy: tempfile.TemporaryDirectory[str] | None = None
    """Where a copy stands that is read instead; it is gone with the store."""


def opened_place(place: StoreLocation, wait_seconds: int) -> OpenedPlace:
    """The way to a store, ready to be used."""
    path = place.path
    if path is not None:
        _refuse_log_alone(place, path)
        if path != place.named and not path.parent.is_dir():  # a disk that is not there: no store is begun in its place
            raise Refusal(f"The link leads to {path}, a folder that is not there.", "Mount it, or mend the link.").at(
                place.shown
            )
        if path.is_file() and not may_write(path):
            return _to_be_read(place, path, _BY_RIGHTS)
        make_folder(path.parent)
        make_file(path)
    engine = engine_of(place, wait_seconds)
    try:
        make_ready(engine, place, wait_seconds)
    except (DBAPIError, sqlite3.Error) as trouble:
        engine.dispose()
        if path is None or not cannot_write(trouble) or not path.is_file() or not path.stat().st_size:
            raise
        return _to_be_read(place, path, _BY_THE_DISK)
    except BaseException:
        engine.dispose()
        raise
    return OpenedPlace(engine)


def _refuse_log_alone(place: StoreLocation, path: Path) -> None:
    if is_log_alone(path):
        message = f"The file of the store is missing, and {log_of(path).name} beside it holds entries."
        raise Refusal(message, "Put the file back where it was; to begin a new store, move that one away.").at(
            place.shown
        )


def _to_be_read(place: StoreLocation, path: Path, why: str) -> OpenedPlace:
    """As it is; else in a copy: of older tables, or with a log that SQLite cannot take in where it stands."""
    engine = reading_engine(path)
    try:
        with reading(engine) as connection:
            if version_of(connection, place) == CURRENT:
                return OpenedPlace(engine, why)
    except (DBAPIError, sqlite3.Error) as trouble:
        if not cannot_write(trouble) or not log_of(path).exists():
            raise
    folder = tempfile.TemporaryDirectory(prefix="amends-read-", ignore_cleanup_errors=True)
    copy = Path(folder.name) / "store.db"
    shutil.copyfile(path, copy)
    if log_of(path).exists():
        shutil.copyfile(log_of(path), log_of(copy))
    engine = engine_of(place_of(copy), 1)
    make_ready(engine, place, 1)
    refuse_writing(engine)
    return OpenedPlace(engine, why, folder)
