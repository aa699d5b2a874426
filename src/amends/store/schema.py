"""The version of a store's tables: found by one plain question, brought up to date by the migrations when it is old."""

from __future__ import annotations

from threading import Lock
from typing import Any

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, Table, Text, inspect, select, text

from amends.faults import Faults, Refusal
from amends.store.cells import StoredBytes, StoredNumber, StoredText
from amends.store.engine import reading, take_time, write_ahead, writing
from amends.store.location import StoreLocation

METADATA = MetaData()

VERSION = Table("amends_schema", METADATA, Column("version_num", Text))
"""Of which version the tables are; one row, written by the migrations."""


def _key(name: str, kind: type[StoredText | StoredNumber] = StoredText) -> Column[Any]:
    return Column(name, kind, primary_key=True)


def _texts(*names: str) -> list[Column[Any]]:
    return [Column(name, StoredText) for name in names]


EVENTS = Table(
    "events",
    METADATA,
    _key("key"),
    *_texts("name", "date", "created", "beside"),
    Column("drafts_made", StoredNumber),
)
"""The events; a key is a UUID in hexadecimal digits; `drafts_made` counts the drafts it ever had."""

ENTRIES = Table(
    "entries",
    METADATA,
    *(_key("event"), _key("seq", StoredNumber)),
    *_texts("at", "kind", "previous", "digest", "body"),
)
"""The journals: what is read is the body, the rest is for looking up and for the guards."""

PEOPLE = Table(
    "people", METADATA, _key("event"), _key("reference"), Column("seq", StoredNumber), Column("record", StoredText)
)
"""Who stands behind a reference, with the salt; `seq` is the entry that the person came in with."""

DRAFTS = Table(
    "drafts",
    METADATA,
    *(_key("event"), _key("id", StoredNumber)),
    *_texts("author", "at"),
    Column("seen", StoredNumber),
    Column("body", StoredText),
)
"""What is not in the journal yet."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    _key("key"),
    *_texts("name", "role", "secret"),
    Column("epoch", StoredNumber),
    Column("created", StoredText),
)
"""Who may sign in; a key is the name without the difference of capital and small letters."""

API_KEYS = Table("api_keys", METADATA, _key("id"), *_texts("name", "role", "digest", "created"))
"""Keys of other programs; of a key itself only a digest is kept."""

SETTINGS = Table("settings", METADATA, Column("name", StoredText, primary_key=True), Column("value", StoredText))
"""How the desk is set; a value is JSON."""


SENT_FORMS = Table(
    "sent_forms",
    METADATA,
    *(_key("token"), _key("digest")),
    *_texts("at"),
    Column("event", Text),
    Column("seq", Integer),
    Column("answer", Text),
)
"""Forms that have written something: the entry, if it was one, and the address that was answered with.

A row is written in the transaction of what the form wrote, so that a form sent twice is entered once; `digest`
stands for the fields of the form.
"""

ENDED_SESSIONS = Table("ended_sessions", METADATA, _key("id"), Column("at", StoredText))
"""Sessions that somebody has signed out of, until they would have ended by themselves."""

SIGN_IN_TRIES = Table(
    "sign_in_tries",
    METADATA,
    *(_key("kind"), _key("key")),
    *(Column("number", StoredNumber), Column("last", StoredText), Column("open", StoredNumber)),
)
"""Wrong tries of late: for a name, from an address, for a name from an address, with a known device."""

UPLOADS = Table(
    "uploads",
    METADATA,
    _key("id"),
    *_texts("at", "who", "name", "into_event"),
    Column("accept_scores", StoredNumber),
    Column("data", StoredBytes),
)
"""Files that were sent and wait to be accepted."""

ANALYSES = Table("analyses", METADATA, _key("deal"), *_texts("at", "body"))
"""What the cards of a deal make: worked out once for all processes."""

PLAYER_MESSAGES = Table(
    "player_messages",
    METADATA,
    *(_key("event"), _key("id", StoredNumber)),
    Column("change", StoredNumber),
    *_texts("kind", "device", "address", "contestant"),
    Column("board", StoredNumber),
    *_texts("place", "words", "at", "state", "official"),
)
"""What players have sent to the directors; `change` counts all changes of an event's messages."""

PASSING = (ENDED_SESSIONS, SIGN_IN_TRIES, UPLOADS, ANALYSES, PLAYER_MESSAGES)
"""What the processes of a server share for a while; not a part of what the store keeps, and in no backup."""


KNOWN = ("1", "2", "3", "4", "5", "6")
"""The versions that this amends knows, the current one last."""

CURRENT = KNOWN[-1]

_LOCK = 0x616D656E6473
"""The number of the lock that PostgreSQL gives to one migration at a time: "amends"."""


def make_ready(engine: Engine, place: StoreLocation, wait_seconds: int) -> None:
    """See to it that the tables are of the current version; nothing is touched in what is not a store of ours."""
    with reading(engine) as connection:
        version = version_of(connection, place)
    if place.is_file:
        write_ahead(engine, wait_seconds)
    if version != CURRENT:
        with writing(engine) as connection:
            take_time(connection)
            if not place.is_file:
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            if version_of(connection, place) != CURRENT:  # another process may have been here meanwhile
                migrate(connection)


def version_of(connection: Connection, place: StoreLocation) -> str | None:
    """The version of the tables, None if there are none; another program's tables and newer ones are refused."""
    tables = inspect(connection).get_table_names()
    if VERSION.name not in tables:
        if tables and (place.is_file or not set(METADATA.tables).isdisjoint(tables)):
            message = "This is a database of another program."
            raise Refusal(message, "Name a store of amends, or a new file.").at(place.shown)
        return None
    version = connection.execute(select(VERSION.c.version_num)).scalar()
    if version not in KNOWN:
        raise _newer(place, version)
    return str(version)


_MIGRATING = Lock()
"""Alembic keeps the migration that runs in its modules: a second one would write into the store of the first."""


def migrate(connection: Connection, to: str = CURRENT) -> None:
    """Run the migrations up to a version, in the transaction that the connection is in."""
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "amends.store:migrations")
    config.set_main_option("path_separator", "os")
    with _MIGRATING:
        command.upgrade(config, to)


def _newer(place: StoreLocation, version: object) -> Faults:
    message = f"A newer amends made this store: its tables are of version {version}, this amends knows {CURRENT}."
    return Refusal(message, "Update it: pip install --upgrade amends.").at(place.shown)
