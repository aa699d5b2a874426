"""Sessions that somebody has signed out of, in their table: all processes know them, and a restart forgets none."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, exists, insert, select

from amends.store import accounts
from amends.store.records import KeptAccount, time_of
from amends.store.schema import ACCOUNTS, ENDED_SESSIONS


def end(connection: Connection, id: str, at: datetime, lasting: timedelta) -> None:
    """Write that a session has ended, and forget those that would have ended by themselves since."""
    ended = ENDED_SESSIONS.c
    connection.execute(delete(ENDED_SESSIONS).where((ended.at < time_of(at - lasting)) | (ended.id == id)))
    connection.execute(insert(ENDED_SESSIONS), {"id": id, "at": time_of(at)})


def account_in(connection: Connection, name: str, id: str) -> KeptAccount | None:
    """The account with a name, unless this session of it has ended; one question to the store."""
    ended = exists().where(ENDED_SESSIONS.c.id == id)
    row = connection.execute(select(ACCOUNTS).where((ACCOUNTS.c.key == accounts.key_of(name)) & ~ended)).one_or_none()
    return None if row is None else accounts.account_in(row)
