"""Sessions that somebody has signed out of, in their table: all processes know them, and a restart forgets none."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, exists, insert, select

from amends.faults import Faults
from amends.store import accounts
from amends.store.records import KeptAccount, time_in, time_of
from amends.store.schema import ACCOUNTS, ENDED_SESSIONS
from amends.store.sent_forms import CLOCK_WRONG


def end(connection: Connection, id: str, at: datetime, lasting: timedelta) -> None:
    """Write that a session has ended, and forget those that would have ended by themselves since."""
    connection.execute(delete(ENDED_SESSIONS).where(ENDED_SESSIONS.c.id == id))
    with suppress(Faults):  # a damaged cell: nothing is forgotten
        _forget(connection, at, lasting)
    connection.execute(insert(ENDED_SESSIONS), {"id": id, "at": time_of(at)})


def _forget(connection: Connection, now: datetime, lasting: timedelta) -> None:
    """Forget sessions that have ended long ago.

    What is long ago is told by the sign-outs themselves, without those of the last day: a clock that is ahead for an
    evening would else forget sessions whose cookies are right again when it is.
    """
    last = _newest(connection, now)
    newest = _newest(connection, last - CLOCK_WRONG) if last else None
    if newest:
        connection.execute(delete(ENDED_SESSIONS).where(ENDED_SESSIONS.c.at < time_of(newest - lasting)))


def _newest(connection: Connection, until: datetime) -> datetime | None:
    """When the last session ended, up to a time."""
    at = ENDED_SESSIONS.c.at
    text = connection.execute(select(at).where(at <= time_of(until)).order_by(at.desc()).limit(1)).scalar()
    return None if text is None else time_in(text)


def account_in(connection: Connection, name: str, id: str) -> KeptAccount | None:
    """The account with a name, unless this session of it has ended; one question to the store."""
    ended = exists().where(ENDED_SESSIONS.c.id == id)
    row = connection.execute(select(ACCOUNTS).where((ACCOUNTS.c.key == accounts.key_of(name)) & ~ended)).one_or_none()
    return None if row is None else accounts.account_in(row)
