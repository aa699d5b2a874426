"""Files that were sent and wait to be accepted, in their table: for a while, and only so many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from amends.store.records import time_in, time_of
from amends.store.schema import UPLOADS

KEPT = timedelta(hours=2)
"""So long a file waits."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent, who sent it, and what it is for: an event's key, or "" for a new event.

    `accept_scores`: scores that cannot occur are kept when it is read.
    """

    id: str
    name: str
    data: bytes
    who: str
    at: datetime
    into: str = ""
    accept_scores: bool = False


def keep(connection: Connection, upload: Upload, most: int, most_bytes: int) -> None:
    """Keep a file; those that have waited too long, and the oldest beyond so many or so much, are forgotten."""
    row: Mapping[str, Any] = {
        "id": upload.id,
        "at": time_of(upload.at),
        "who": upload.who,
        "name": upload.name,
        "into_event": upload.into,
        "accept_scores": int(upload.accept_scores),
        "data": upload.data,
    }
    forget_old(connection, upload.at)
    sizes = select(UPLOADS.c.id, func.length(UPLOADS.c.data).label("size")).order_by(UPLOADS.c.at.desc())
    number, size = 1, len(upload.data)
    for kept in connection.execute(sizes).all():
        number, size = number + 1, size + kept.size
        if number > most or size > most_bytes:
            connection.execute(delete(UPLOADS).where(UPLOADS.c.id == kept.id))
    connection.execute(insert(UPLOADS), row)


def found(connection: Connection, id: str) -> Upload | None:
    """The file with an id; None if it does not wait."""
    row = connection.execute(select(UPLOADS).where(UPLOADS.c.id == id)).one_or_none()
    if row is None:
        return None
    return Upload(row.id, row.name, row.data, row.who, time_in(row.at), row.into_event, bool(row.accept_scores))


def drop(connection: Connection, id: str) -> None:
    """Forget a file."""
    connection.execute(delete(UPLOADS).where(UPLOADS.c.id == id))


def forget_old(connection: Connection, now: datetime) -> None:
    """Forget files that have waited too long."""
    connection.execute(delete(UPLOADS).where(UPLOADS.c.at < time_of(now - KEPT)))


def forget_all(connection: Connection) -> None:
    """Forget all files that wait: whoever has sent one sends it again."""
    connection.execute(delete(UPLOADS))
