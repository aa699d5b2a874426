"""Word to other processes that an event has changed: by LISTEN and NOTIFY, where the store is a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, Engine, text

CHANNEL = "amends"

_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :event)")


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
        yield ""
        while True:
            for notice in connection.notifies(timeout=wait_seconds):
                yield notice.payload
            yield ""
    finally:
        connection.close()
