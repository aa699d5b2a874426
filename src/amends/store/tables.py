"""The tables as the current version of the store has them; the migrations make them, the store reads and writes them.

Times are texts as in the journal, JSON is text: the same on both engines. The body stands last, so that what stands
before it is read without it.
"""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, Table, Text

METADATA = MetaData()

VERSION = Table("amends_schema", METADATA, Column("version_num", Text))
"""Of which version the tables are; one row, written by the migrations."""

EVENTS = Table(
    "events",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("name", Text),
    Column("date", Text),
    Column("created", Text),
    Column("beside", Text),
    Column("drafts_made", Integer),
)
"""The events; a key is a UUID in hexadecimal digits; `drafts_made` counts the drafts it ever had."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("event", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Text),
    Column("kind", Text),
    Column("previous", Text),
    Column("digest", Text),
    Column("body", Text),
)
"""The journals: what is read is the body, the rest is for looking up and for the guards."""

PEOPLE = Table(
    "people",
    METADATA,
    Column("event", Text, primary_key=True),
    Column("reference", Text, primary_key=True),
    Column("seq", Integer),
    Column("record", Text),
)
"""Who stands behind a reference, with the salt; `seq` is the entry that the person came in with."""

DRAFTS = Table(
    "drafts",
    METADATA,
    Column("event", Text, primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("author", Text),
    Column("at", Text),
    Column("seen", Integer),
    Column("body", Text),
)
"""What is not in the journal yet."""

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("name", Text),
    Column("role", Text),
    Column("secret", Text),
    Column("epoch", Integer),
    Column("created", Text),
)
"""Who may sign in; a key is the name without the difference of capital and small letters."""

SETTINGS = Table("settings", METADATA, Column("name", Text, primary_key=True), Column("value", Text))
"""How the desk is set; a value is JSON."""
