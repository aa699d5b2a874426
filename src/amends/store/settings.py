"""Settings in their table, each with its name and any JSON as its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, insert, select

from amends.faults import Faults
from amends.store.bodies import value_in, value_of
from amends.store.tables import SETTINGS
from amends.store.trouble import damaged

SettingsChange: TypeAlias = Callable[[dict[str, Any]], Mapping[str, Any]]
"""Makes all settings from those that are kept, at a moment in which nobody else changes any."""


def kept(connection: Connection) -> dict[str, Any]:
    """All settings that were ever changed, by their names."""
    return {row.name: _value(row.name, row.value) for row in connection.execute(select(SETTINGS))}


def change(connection: Connection, change: SettingsChange) -> dict[str, Any]:
    """Write other settings in place of those that are there; the settings as they are then."""
    before = kept(connection)
    after = dict(change(dict(before)))
    for name in (name for name in before if name not in after or after[name] != before[name]):
        connection.execute(delete(SETTINGS).where(SETTINGS.c.name == name))
    for name in (name for name in after if name not in before or after[name] != before[name]):
        connection.execute(insert(SETTINGS), {"name": name, "value": value_of(after[name])})
    return after


def _value(name: str, text: str) -> Any:
    try:
        return value_in(text)
    except Faults as trouble:
        raise damaged(f"setting {name!r}", trouble) from None
