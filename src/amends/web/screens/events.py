"""S1: the events of the store, the last used first."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from amends.desk.accounts.accounts import accounts
from amends.desk.event_cache import short_key
from amends.web.request import Page
from amends.web.screen import Screen

screen = Screen()

MOST = 200
"""So many events are listed; the others are found by typing."""


@screen.page("/")
def events(page: Page) -> Response:
    """The list; on the very first start, the way to set a name and a secret."""
    if not accounts(page.desk):
        return page.go(f"/first?{urlencode({'code': page.asked('code')})}" if page.asked("code") else "/first")
    wanted = page.asked("name").casefold()
    every = [kept for kept in page.desk.events() if wanted in str(kept).casefold()]
    if not page.sees_live:
        published = page.desk.published() if page.readers == "published" else ()
        every = [kept for kept in every if kept.key in published]
    return page.show(
        "events.html",
        events=[(short_key(kept), kept) for kept in every[:MOST]],
        more=max(0, len(every) - MOST),
        wanted=page.asked("name"),
    )
