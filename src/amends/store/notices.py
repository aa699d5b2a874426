"""How far an event has come, and word of it to other processes: by LISTEN and NOTIFY on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, func, select, text

from amends.journal.entries import PublishedStandings
from amends.store.player_messages import last_change
from amends.store.schema import ENTRIES

CHANNEL = "amends"

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :event)")


@dataclass(frozen=True, slots=True)
class Position:
    """The number of the last entry, of the last publication, and of the last change of messages from players."""

    newest: int
    published: int
    messages: int


def position(connection: Connection, event: str, known: Position | None = None) -> Position:
    """How far an event has come; the entries that were there already when `known` was asked are not looked at again."""
    last = func.coalesce(func.max(ENTRIES.c.seq), 0)
    newest = connection.execute(select(last).where(ENTRIES.c.event == event)).scalar_one()
    if known and newest < known.newest:  # a backup was restored meanwhile
        known = None
    since = known.newest if known else 0
    published = known.published if known else 0
    if newest > since:
        is_publication = (ENTRIES.c.event == event) & (ENTRIES.c.kind == PublishedStandings.__name__)
        published = (
            connection.execute(select(last).where(is_publication & (ENTRIES.c.seq > since))).scalar_one() or published
        )
    return Position(newest, published, last_change(connection, event))


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
