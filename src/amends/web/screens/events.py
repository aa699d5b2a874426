"""S1: the events of the store, the last used first."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from amends.desk.accounts import accounts
from amends.desk.rights import Right
from amends.desk.shelf import short_key
from amends.faults import Faults
from amends.web.page import Page
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
    if not page.visitor.may(Right.LOOK):
        every = [kept for kept in every if _is_public(page, kept.key)]
    return page.show(
        "events.html",
        events=[(short_key(kept), kept) for kept in every[:MOST]],
        more=max(0, len(every) - MOST),
        wanted=page.asked("name"),
    )


def _is_public(page: Page, key: str) -> bool:
    """Whether somebody who is not signed in may see something of an event."""
    readers = page.server.settings.readers
    if readers != "published":
        return readers == "live"
    try:
        return bool(page.server.shelf.open(key).history.publications)
    except Faults:
        return False
