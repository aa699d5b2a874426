"""Word of changes while they happen: numbers of entries as server-sent events, without anything of their content."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.responses import Response, StreamingResponse

from amends.accounts.accounts import Right
from amends.desk.desk import Position
from amends.desk.event_cache import short_key
from amends.desk.settings import Readers
from amends.faults import Faults
from amends.web.hosting.changes import MOST_LISTENERS, Heard, message_id
from amends.web.hosting.connections import ENDING
from amends.web.hosting.lanes import Busy
from amends.web.request import Page
from amends.web.screen import Screen

screen = Screen()

MOST_EVENTS = 8
"""So many events one listener can follow."""
RETRY_MILLISECONDS = 2000
"""After so long a browser whose connection was lost tries again."""
MEDIA = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Followed:
    """An event as one visitor may follow it."""

    key: str
    short: str
    is_live: bool
    """Whether the visitor sees every entry, or what was published."""
    has_messages: bool

    def seen(self, position: Position) -> dict[str, object]:
        """What the visitor is told of a position."""
        entry = position.newest if self.is_live else position.published
        told: dict[str, object] = {"event": self.short, "entry": entry}
        return told | ({"messages": position.messages} if self.has_messages else {})

    def place(self, position: Position) -> str:
        """The name of what the visitor is told, for when they come back."""
        messages = f".{position.messages}" if self.has_messages else ""
        return f"{self.short}:{message_id(position, self.is_live)}{messages}"


@screen.stream("/changes")
async def changes(page: Page) -> Response:
    """The events `?e=KEY&e=KEY` as they go on; with `until=now` only as far as they have come."""
    lane = page.lane
    followed = await lane(lambda: _followed(page))
    if not followed:
        return Response(status_code=204)  # a browser does not ask again
    server = page.server
    if server.followed.listeners >= MOST_LISTENERS:
        raise Busy
    ending = page.request.scope.get("state", {}).get(ENDING)
    before = page.request.headers.get("last-event-id", "")[:500]
    only_now = page.asked("until") == "now"

    async def messages() -> AsyncIterator[str]:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        told = before
        heard: Heard
        async for heard in server.followed.follow([each.key for each in followed], ending):
            known = set(told.split())
            seen = [(each, heard.positions[each.key]) for each in followed if each.key in heard.positions]
            new = [each.seen(position) for each, position in seen if each.place(position) not in known]
            id = told = " ".join(each.place(position) for each, position in seen)
            if new and not await lane(lambda: page.is_still_let_in):
                return  # a browser asks again, with the rights that the visitor has now
            for each in new:
                yield f"id: {id}\nevent: change\ndata: {json.dumps(each)}\n\n"
            # Entries that a visitor does not see yet are not given away by the moment of a message either.
            if not new and heard.is_due:
                yield "event: alive\ndata:\n\n"
            if only_now:
                return

    headers = {"X-Accel-Buffering": "no"}  # a proxy passes each message on at once
    if page.request.method == "HEAD":
        return Response(media_type=MEDIA, headers=headers)
    return StreamingResponse(messages(), media_type=MEDIA, headers=headers)


def _followed(page: Page) -> list[Followed]:
    """The events that were asked for, as far as the visitor may see something of them."""
    asked = page.request.query_params.getlist("e")[:MOST_EVENTS]
    official = page.visitor.may(Right.LOOK)
    readers = page.readers
    if not official and readers is Readers.NOBODY:
        return []
    found = dict[str, Followed]()
    for text in asked:
        try:
            opened = page.server.shelf.open(text[:64])
        except Faults as trouble:
            if trouble.is_unavailable:
                raise
            continue
        if official or readers is Readers.LIVE or opened.published:
            kept = opened.kept
            found[kept.key] = Followed(kept.key, short_key(kept), official or readers is Readers.LIVE, official)
    return list(found.values())
