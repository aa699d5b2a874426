"""Wrong tries to sign in, in their table: counted for all processes of a server, and forgotten after a while."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, func, insert, select

from amends.store.records import time_in, time_of
from amends.store.schema import SIGN_IN_TRIES

TryKey: TypeAlias = tuple[str, str]
"""What is counted: a kind, such as "name", and which one."""


@dataclass(frozen=True, slots=True)
class WrongTries:
    """How many wrong tries there were, when the last was, and of how many the end is open."""

    number: int
    last: datetime
    open: int = 0


TriesChange: TypeAlias = Callable[[dict[TryKey, WrongTries]], Mapping[TryKey, WrongTries | None]]
"""Makes other counts from those that are kept; None for one that is forgotten."""


def kept(connection: Connection, keys: Collection[TryKey]) -> dict[TryKey, WrongTries]:
    """The counts of some keys, as far as there are any."""
    found = dict[TryKey, WrongTries]()
    for kind, key in keys:
        row = connection.execute(select(SIGN_IN_TRIES).where(_is(kind, key))).one_or_none()
        if row is not None:
            found[kind, key] = WrongTries(row.number, time_in(row.last), row.open)
    return found


def change(connection: Connection, keys: Collection[TryKey], change: TriesChange) -> None:
    """Put other counts in the place of those of some keys."""
    before = kept(connection, keys)
    for (kind, key), tries in change(dict(before)).items():
        if before.get((kind, key)) == tries:
            continue
        connection.execute(delete(SIGN_IN_TRIES).where(_is(kind, key)))
        if tries is not None:
            row = {"kind": kind, "key": key, "number": tries.number, "last": time_of(tries.last), "open": tries.open}
            connection.execute(insert(SIGN_IN_TRIES), row)


def forget(connection: Connection, before: datetime, most: int) -> None:
    """Forget the counts from before a time; of more than so many, those with the fewest wrong tries go first."""
    table = SIGN_IN_TRIES
    connection.execute(delete(table).where(table.c.last < time_of(before)))
    number = connection.execute(select(func.count()).select_from(table)).scalar_one()
    if number > most:
        least = select(table.c.kind, table.c.key).order_by(table.c.number, table.c.last).limit(number - most * 9 // 10)
        for row in connection.execute(least).all():
            connection.execute(delete(table).where(_is(row.kind, row.key)))


def forget_name(connection: Connection, name: str, separator: str) -> None:
    """Forget the counts of a name, also those from single addresses, whose keys begin with the name."""
    table, begins = SIGN_IN_TRIES, f"{name}{separator}"
    of_name = (table.c.key == name) | (func.substr(table.c.key, 1, len(begins)) == begins)
    connection.execute(delete(table).where(table.c.kind.in_(("name", "pair")) & of_name))


def counted(connection: Connection) -> int:
    """How many counts are kept."""
    return int(connection.execute(select(func.count()).select_from(SIGN_IN_TRIES)).scalar_one())


def _is(kind: str, key: str) -> Any:
    return (SIGN_IN_TRIES.c.kind == kind) & (SIGN_IN_TRIES.c.key == key)
