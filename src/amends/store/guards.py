"""The guards that the migrations make: whether all of them stand, as they were made.

A journal is safe from a bug or another program as long as they do; whoever takes them down can write what they like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import StaticPool

from amends.store.schema import migrate

_SQLITE = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
_TRIGGERS = text(
    "SELECT tgname, pg_get_triggerdef(pg_trigger.oid), tgenabled, prosrc FROM pg_trigger"
    " JOIN pg_proc ON pg_proc.oid = tgfoid JOIN pg_class ON pg_class.oid = tgrelid"
    " WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
)
_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+) BEFORE (.+?) ON (?:\w+\.)?(\w+) FOR EACH (\w+) EXECUTE FUNCTION (?:\w+\.)?(\w+)(\(.*\))"
)
_FUNCTION = re.compile(r"CREATE FUNCTION (\w+)\(\).* \$\$(.*)\$\$", re.DOTALL)


def missing(connection: Connection) -> list[str]:
    """The names of the guards that are not there, or not as the migrations make them."""
    wanted, there = _wanted_and_there(connection)
    return sorted(name for name, words in wanted.items() if there.get(name) != words)


def _wanted_and_there(connection: Connection) -> tuple[Mapping[str, str], Mapping[str, str]]:
    if connection.dialect.name != "postgresql":
        return _made_by_migrations(), {str(name): _line(str(sql)) for name, sql in connection.execute(_SQLITE)}
    there = {
        name: _trigger(definition, source)
        for name, definition, enabled, source in connection.execute(_TRIGGERS)
        if enabled in ("O", "A")
    }
    return _of_server(), there


@cache
def _made_by_migrations() -> dict[str, str]:
    """The guards of a new SQLite store."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    try:
        with engine.begin() as connection:
            migrate(connection)
            return {str(name): _line(str(sql)) for name, sql in connection.execute(_SQLITE)}
    finally:
        engine.dispose()


def _of_server() -> dict[str, str]:
    """The guards of a new store on a server: it cannot be made aside, so they are read from the statements."""
    from amends.store.migrations.versions.version_1 import POSTGRESQL  # imports Alembic, which is slow

    functions = {found[1]: found[2] for each in POSTGRESQL if (found := _FUNCTION.search(each))}
    triggers = [found for each in POSTGRESQL if (found := _TRIGGER.search(each))]
    return {found[1]: _trigger(found[0], functions[found[5]]) for found in triggers}


def _trigger(definition: str, source: str) -> str:
    """A trigger in words that do not depend on how it is written: what it refuses, where, and by which function."""
    found = _TRIGGER.search(_line(definition))
    if found is None:
        return definition
    _, events, table, each, function, arguments = found.groups()
    return f"{sorted(events.split(' OR '))} {table} {each} {function}{arguments} {_line(source)}"


def _line(words: str) -> str:
    return " ".join(words.split())
