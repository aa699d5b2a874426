"""Drafts in their table: numbered in each event, a number never given twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from amends.faults import Faults, Refusal
from amends.store.records import Draft, json_in, json_of, time_in, time_of
from amends.store.schema import DRAFTS, EVENTS

MOST_DRAFTS, MOST_CHARACTERS = 500, 2_000_000
"""Of one event: every page that says what waits reads all of them."""


DISCARDED = "discarded"
"""Marks a draft that was discarded: nobody sees it, but it can be brought back."""
_OF_MARKS = 100
"""Characters that the marks of one draft may take besides."""


class TooManyDrafts(Refusal):
    """No more drafts can be kept of this event."""

    def __init__(self) -> None:
        super().__init__("There are too many drafts in this event.", "Give some of them, or discard them.")


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
    _refuse_too_many(connection, event, draft, len(str(row["body"])))
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


def _refuse_too_many(connection: Connection, event: str, draft: Draft, characters: int) -> None:
    """Refuse a new draft where there are many, and one that becomes longer where all are too long together."""
    if DISCARDED in draft.body:
        return
    length, of_event = func.coalesce(func.sum(func.length(DRAFTS.c.body)), 0), DRAFTS.c.event == event
    number, all_characters = connection.execute(select(func.count(), length).where(of_event)).one()
    before = connection.execute(select(length).where(of_event & (DRAFTS.c.id == _number(draft.id)))).scalar_one()
    most = MOST_CHARACTERS + _OF_MARKS * (number if draft.id else 0)
    is_longer = characters > before and all_characters + characters - before > most
    if is_longer or (not draft.id and number >= MOST_DRAFTS):
        raise TooManyDrafts


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
