"""Word of changes while they happen: how far an event has come, as server-sent events."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from functools import partial

from starlette.responses import Response, StreamingResponse

from amends.contract.documents.events import PositionDocument
from amends.desk.desk import Position
from amends.desk.open_event import OpenEvent
from amends.faults import Faults
from amends.journal import entries as kinds
from amends.web.api.endpoints import Anybody, Endpoints, Parameter
from amends.web.api.events import EVENT
from amends.web.api.page import ApiPage, Refused, document_bytes
from amends.web.hosting.changes import MESSAGE_ID, MOST_LISTENERS, message_id
from amends.web.hosting.connections import ENDING
from amends.web.hosting.lanes import Busy
from amends.web.screens.service.changes import MEDIA, RETRY_MILLISECONDS

ALIVE_SECONDS = 50.0
"""So often a program hears that the server is there, where nothing else is to be said; proxies wait for a minute."""

endpoints = Endpoints("changes", "/events" + EVENT)

_WITHOUT_SCORES = (
    kinds.CaseOpened,
    kinds.FactsRecorded,
    kinds.StatementTaken,
    kinds.PollRecorded,
    kinds.ReportAgreed,
    kinds.CaseClosed,
    kinds.AppealLodged,
    kinds.DealsEntered,
    kinds.SubstitutesEntered,
    kinds.PublishedStandings,
)
"""Entries that change no score and no name in the standings."""


@endpoints.get(
    "/changes",
    Anybody.READERS,
    media=MEDIA,
    gives="position",
    is_stream=True,
    asks={"until": Parameter(words="With now, only how far it has come; then the answer ends.", choices=("now",))},
)
async def changes(page: ApiPage, until: str | None) -> Response:
    """How far the event has come, now and whenever something is entered that the asker may see."""
    lane = page.lane
    opened = await lane(lambda: page.opened)
    is_live, key = page.sees_live, opened.kept.key
    server = page.server
    if server.followed.listeners >= MOST_LISTENERS:
        raise Busy
    ending = page.request.scope.get("state", {}).get(ENDING)
    before = page.request.headers.get("last-event-id")
    if before is not None and not re.fullmatch(MESSAGE_ID, before):
        raise Refused("faults", "Last-Event-ID is the id of a message: the number and the digest of an entry.")

    async def messages() -> AsyncIterator[str]:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        told = before
        async for heard in server.followed.follow([key], ending, ALIVE_SECONDS):
            position = heard.positions.get(key)
            id = "" if position is None else message_id(position, is_live)
            if position is not None and id != told:
                made = await lane(partial(_place, page, key, position, is_live))
                if made is None:
                    return
                told = id
                yield f"id: {id}\nevent: position\ndata: {document_bytes(made).decode()}\n\n"
            elif heard.is_due:
                yield "event: alive\ndata:\n\n"
            if until == "now":
                return

    headers = {"X-Accel-Buffering": "no"}  # a proxy passes each message on at once
    if page.request.method == "HEAD":
        return Response(media_type=MEDIA, headers=headers)
    return StreamingResponse(messages(), media_type=MEDIA, headers=headers)


def _place(page: ApiPage, key: str, position: Position, is_live: bool) -> PositionDocument | None:
    """How far an event has come; None where the stream is to end: a key was revoked, or the store gives no answer."""
    try:
        if not page.is_still_let_in:
            return None
        event = page.server.shelf.open(key)
        seen = event if is_live else page.server.shelf.at(event, position.published)
    except Faults:
        return None
    return PositionDocument(
        event=key,
        entry=min(seen.seen, position.newest if is_live else position.published),
        standings=last_of_standings(seen),
        published=position.published,
    )


def last_of_standings(opened: OpenEvent) -> int:
    """The last entry that may have changed the standings; 0 where there is none."""
    entries = reversed(opened.entries)
    return next((entry.seq for entry in entries if not isinstance(entry.payload, _WITHOUT_SCORES)), 0)
