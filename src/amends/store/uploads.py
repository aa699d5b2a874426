"""Files that were sent and wait to be accepted, in their table: for a while, and only so many."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from amends.store.records import time_in, time_of
from amends.store.schema import UPLOADS


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


def keep(connection: Connection, upload: Upload, since: datetime, most: int, most_bytes: int) -> None:
    """Keep a file; those from before a time, and the oldest beyond so many or so much, are forgotten."""
    row: Mapping[str, Any] = {
        "id": upload.id,
        "at": time_of(upload.at),
        "who": upload.who,
        "name": upload.name,
        "into_event": upload.into,
        "accept_scores": int(upload.accept_scores),
        "data": upload.data,
    }
    connection.execute(delete(UPLOADS).where(UPLOADS.c.at < time_of(since)))
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
