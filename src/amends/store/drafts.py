"""Drafts in their table: numbered in each event, a number never given twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from amends.faults import Faults, Refusal
from amends.store.records import Draft, json_in, json_of, time_in, time_of
from amends.store.schema import DRAFTS, EVENTS


def kept(connection: Connection, event: str) -> list[Draft]:
    """The drafts of an event, in the order of their numbers."""
    rows = connection.execute(select(DRAFTS).where(DRAFTS.c.event == event).order_by(DRAFTS.c.id))
    return [_draft(row) for row in rows]


def _draft(row: Any) -> Draft:
    return Draft(str(row.id), json_in(row.body), row.author, time_in(row.at), row.seen)


def one(connection: Connection, event: str, id: str) -> Draft:
    """The draft with an id."""
    wanted = (DRAFTS.c.event == event) & (DRAFTS.c.id == _number(id))
    row = connection.execute(select(DRAFTS).where(wanted)).one_or_none()
    if row is None:
        raise _no_draft(connection, event, id)
    return _draft(row)


def keep(connection: Connection, event: str, draft: Draft) -> Draft:
    """Write a draft: in place of the one with its id, or as a new one if it has none."""
    row = {"author": draft.author, "at": time_of(draft.at), "seen": draft.seen, "body": json_of(draft.body)}
    if draft.id:
        wanted = (DRAFTS.c.event == event) & (DRAFTS.c.id == _number(draft.id))
        if not connection.execute(update(DRAFTS).where(wanted).values(row)).rowcount:
            raise _no_draft(connection, event, draft.id)
        return draft
    made = select(EVENTS.c.drafts_made).where(EVENTS.c.key == event)
    number = connection.execute(made).scalar_one() + 1
    connection.execute(update(EVENTS).where(EVENTS.c.key == event).values(drafts_made=number))
    connection.execute(insert(DRAFTS), {"event": event, "id": number, **row})
    return replace(draft, id=str(number))


def drop(connection: Connection, event: str, id: str) -> None:
    """Remove a draft."""
    wanted = (DRAFTS.c.event == event) & (DRAFTS.c.id == _number(id))
    if not connection.execute(delete(DRAFTS).where(wanted)).rowcount:
        raise _no_draft(connection, event, id)


def _number(id: str) -> int:
    """The number that an id is; 0, which no draft has, for any other text."""
    return int(id) if id.isascii() and id.isdigit() and len(id) < 10 and not id.startswith("0") else 0


def _no_draft(connection: Connection, event: str, id: str) -> Faults:
    there = ", ".join(draft.id for draft in kept(connection, event))
    return Refusal(f"There is no draft {id!r}.", f"Drafts: {there}." if there else "No draft is kept.")
