"""What was removed is overwritten, so that the file of a store, or those of a database, have no trace of it."""

from __future__ import annotations

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from amends.faults import Faults, Refusal
from amends.store.engine import pragma, take_time
from amends.store.location import StoreLocation
from amends.store.trouble import is_held

_TABLES = ("people", "events", "drafts", "settings", "sent_forms", "uploads", "player_messages")
"""Those in which names of players may have stood."""
_FILES = text(
    "SELECT relname, pg_relation_filenode(oid) AS file FROM pg_class "
    f"WHERE relnamespace = current_schema()::regnamespace AND relname IN ({', '.join(map(repr, _TABLES))})"
)
"""The file of each table: another one once it was written anew."""


def wipe(engine: Engine, place: StoreLocation) -> None:
    """Overwrite what was removed; where that cannot be done, it is said."""
    if place.is_file:
        busy = pragma(engine, "wal_checkpoint(TRUNCATE)")
        if busy is None or busy[0] != 0:
            raise _held(place)
        return
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            take_time(connection)
            before = connection.execute(_FILES).all()
            # A plain one leaves the bytes in their pages. For a user who is not the owner it does nothing, and says so
            # in a notice alone.
            connection.execute(text(f"VACUUM FULL {', '.join(_TABLES)}"))
            after = connection.execute(_FILES).all()
    except DBAPIError as trouble:
        if not is_held(trouble):
            raise
        raise _held(place) from None
    if same := ", ".join(sorted(row.relname for row in before if row in after)):
        message = (
            "The persons are removed, but the files of the database have traces of them: amends is not their owner."
        )
        raise Refusal(message, f"Type in psql, as the owner of the tables: VACUUM FULL {same};").at(place.shown)


def _held(place: StoreLocation) -> Faults:
    message = "The persons are removed, but the file has traces of them: other programs are reading it."
    return Refusal(message, "Close those programs, then do the same again: it wipes out the traces.").at(place.shown)
