"""API keys in their table: a name is taken whatever its capital and small letters; of a key only a digest is kept."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, insert, select

from amends.faults import Faults, Refusal
from amends.store.accounts import folded
from amends.store.records import KeptKey, line_of, time_in, time_of
from amends.store.schema import API_KEYS
from amends.store.trouble import damaged


def kept(connection: Connection) -> list[KeptKey]:
    """All keys, in the order of their names."""
    rows = connection.execute(select(API_KEYS)).all()
    return sorted(map(_key_in, rows), key=lambda key: folded(key.name))


def found(connection: Connection, id: str) -> KeptKey | None:
    """The key with this id, if there is one."""
    row = connection.execute(select(API_KEYS).where(API_KEYS.c.id == id)).one_or_none()
    return None if row is None else _key_in(row)


def add(connection: Connection, key: KeptKey) -> None:
    """Write a new key; a name that is taken is refused."""
    name = line_of(key.name, "the name of an API key")
    if any(folded(each.name) == folded(name) for each in kept(connection)):
        raise Refusal(f"There is already an API key {name!r}.", "Choose another name, or revoke that key first.")
    row = {"id": key.id, "name": name, "role": key.role, "digest": key.digest, "created": time_of(key.created)}
    connection.execute(insert(API_KEYS), row)


def remove(connection: Connection, name: str) -> KeptKey:
    """Remove a key by its name; the one that was removed."""
    keys = kept(connection)
    for key in keys:
        if folded(key.name) == folded(name):
            connection.execute(delete(API_KEYS).where(API_KEYS.c.id == key.id))
            return key
    there = ", ".join(key.name for key in keys)
    raise Refusal(f"No API key is called {name!r}.", f"Keys: {there}." if there else "There is none yet.")


def _key_in(row: Any) -> KeptKey:
    try:
        return KeptKey(row.id, row.name, row.role, row.digest, time_in(row.created))
    except Faults as trouble:
        raise damaged(f"API key {row.name!r}", trouble) from None
