"""Files that were sent and wait to be accepted, in their table: for a while, and only so many."""

from __future__ import annotations

from collections import Counter
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
    """Keep a file; those that have waited too long are forgotten.

    Beyond so many, or so much, the oldest of whoever has most goes: nobody's file because somebody else sends many.
    """
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
    columns = UPLOADS.c.id, UPLOADS.c.who, func.length(UPLOADS.c.data).label("size")
    kept = list(connection.execute(select(*columns).order_by(UPLOADS.c.at)).all())
    number, size = Counter([upload.who]), Counter({upload.who: len(upload.data)})
    for each in kept:
        number[each.who] += 1
        size[each.who] += each.size
    while kept and (number.total() > most or size.total() > most_bytes):
        of = number if number.total() > most else size
        owners = {each.who for each in kept}
        greedy = max(owners, key=lambda who: (of[who], who == upload.who))
        gone = next(each for each in kept if each.who == greedy)
        kept.remove(gone)
        number[gone.who] -= 1
        size[gone.who] -= gone.size
        connection.execute(delete(UPLOADS).where(UPLOADS.c.id == gone.id))
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
