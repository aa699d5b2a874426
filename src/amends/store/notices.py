"""How far an event has come, and word of it to other processes: by LISTEN and NOTIFY on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import ColumnElement, Connection, Engine, select, text

from amends.journal.entries import PublishedStandings
from amends.store.player_messages import last_change
from amends.store.schema import ENTRIES

CHANNEL = "amends"

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :event)")


@dataclass(frozen=True, slots=True)
class Position:
    """The number of the last entry, of the last publication, and of the last change of messages from players.

    The digests of these two entries are named too: a number alone may stand for another entry once an older backup has
    taken the place of the store.
    """

    newest: int
    published: int
    messages: int
    newest_digest: str = ""
    published_digest: str = ""


def position(connection: Connection, event: str, known: Position | None = None) -> Position:
    """How far an event has come; the entries that were there already when `known` was asked are not looked at again."""
    of_event = ENTRIES.c.event == event
    newest, messages = _last(connection, of_event), last_change(connection, event)
    known_last = (known.newest, known.newest_digest) if known else None
    if known and newest == known_last:
        return replace(known, messages=messages)
    since, published = 0, (0, "")
    if known and _last(connection, of_event & (ENTRIES.c.seq == known.newest)) == known_last:
        since, published = known.newest, (known.published, known.published_digest)
    is_new_publication = (ENTRIES.c.kind == PublishedStandings.__name__) & (ENTRIES.c.seq > since)
    found = _last(connection, of_event & is_new_publication)
    published = found if found[0] else published
    return Position(newest[0], published[0], messages, newest[1], published[1])


def _last(connection: Connection, condition: ColumnElement[bool]) -> tuple[int, str]:
    """The number and the digest of the last entry of a kind; 0 and nothing where there is none."""
    asked = select(ENTRIES.c.seq, ENTRIES.c.digest).where(condition).order_by(ENTRIES.c.seq.desc()).limit(1)
    found = connection.execute(asked).one_or_none()
    return (found.seq, found.digest) if found else (0, "")


def notify(connection: Connection, event: str) -> None:
    """Say that an event has changed, to all who listen, once the transaction is done."""
    connection.execute(_NOTIFY, {"event": event})


def notices(engine: Engine, wait_seconds: float) -> Iterator[str]:
    """The keys of events that others change, from now on; "" after so long without any.

    The first is "" as well: from then on none is missed.
    """
    pooled = engine.raw_connection()
    connection = pooled.driver_connection
    assert connection is not None
    pooled.detach()  # from the pool: it is this reader's own
    try:
        connection.autocommit = True
        connection.execute(f"LISTEN {CHANNEL}")
        connection.answer_seconds = None
        yield ""
        while True:
            for notice in connection.notifies(timeout=wait_seconds):
                yield notice.payload
            yield ""
    finally:
        connection.close()
