"""Version 1: events, entries and people, and the guards that keep a journal whole whatever is written to it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

_NOTHING_BEFORE = "0" * 64

_NEVER_CHANGED = "an entry of a journal is never changed or removed"
_FOLLOWS = "an entry follows the last entry of its event"
_EVENTS_STAY = "an event is never removed"
_PEOPLE_STAY = "a person is never changed, only removed"


def upgrade() -> None:
    """Make the tables and their guards."""
    _tables()
    for statement in POSTGRESQL if op.get_bind().dialect.name == "postgresql" else _SQLITE:
        op.execute(statement)


def _tables() -> None:
    op.create_table(
        "events",
        sa.Column("key", sa.Text, primary_key=True, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("date", sa.Text, nullable=False),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("beside", sa.Text, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("event", sa.Text, sa.ForeignKey("events.key"), primary_key=True, nullable=False),
        sa.Column("seq", sa.Integer, primary_key=True, nullable=False, autoincrement=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("event", sa.Text, primary_key=True, nullable=False),
        sa.Column("reference", sa.Text, primary_key=True, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["event", "seq"], ["entries.event", "entries.seq"]),
    )
    op.create_index("people_by_entry", "people", ["event", "seq"])


def _refused(name: str, when: str, why: str, condition: str = "") -> str:
    """A guard of SQLite that refuses, always or under a condition."""
    return f"CREATE TRIGGER {name} BEFORE {when} {condition} BEGIN SELECT RAISE(ABORT, 'amends: {why}'); END"


_SQLITE = (
    _refused("entries_not_changed", "UPDATE ON entries", _NEVER_CHANGED),
    _refused("entries_not_removed", "DELETE ON entries", _NEVER_CHANGED),
    _refused(
        "entries_follow",
        "INSERT ON entries",
        _FOLLOWS,
        "WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE event = NEW.event)"
        " OR NEW.previous IS NOT coalesce("
        f"(SELECT digest FROM entries WHERE event = NEW.event ORDER BY seq DESC LIMIT 1), '{_NOTHING_BEFORE}')",
    ),
    _refused("events_not_removed", "DELETE ON events", _EVENTS_STAY),
    _refused("events_keep_their_key", "UPDATE OF key ON events", _EVENTS_STAY),
    _refused("people_not_changed", "UPDATE ON people", _PEOPLE_STAY),
)

POSTGRESQL = (
    """
    CREATE FUNCTION amends_refused() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'amends: %', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END $$
    """,
    # Whoever adds an entry holds the row of its event until the end: two writers of one event come one by one.
    f"""
    CREATE FUNCTION amends_follows() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE last_seq integer := 0; last_digest text := '{_NOTHING_BEFORE}';
    BEGIN
        PERFORM 1 FROM events WHERE key = NEW.event FOR UPDATE;
        SELECT seq, digest INTO last_seq, last_digest FROM entries WHERE event = NEW.event ORDER BY seq DESC LIMIT 1;
        IF NEW.seq IS DISTINCT FROM coalesce(last_seq, 0) + 1
            OR NEW.previous IS DISTINCT FROM coalesce(last_digest, '{_NOTHING_BEFORE}')
        THEN RAISE EXCEPTION 'amends: {_FOLLOWS}' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION amends_follows()",
    *(
        f"CREATE TRIGGER {name} BEFORE {when} FOR EACH {each} EXECUTE FUNCTION amends_refused('{why}')"
        for name, when, each, why in (
            ("entries_not_changed", "UPDATE OR DELETE ON entries", "ROW", _NEVER_CHANGED),
            ("entries_not_emptied", "TRUNCATE ON entries", "STATEMENT", _NEVER_CHANGED),
            ("events_not_removed", "DELETE OR UPDATE OF key ON events", "ROW", _EVENTS_STAY),
            ("events_not_emptied", "TRUNCATE ON events", "STATEMENT", _EVENTS_STAY),
            ("people_not_changed", "UPDATE ON people", "ROW", _PEOPLE_STAY),
        )
    ),
)
