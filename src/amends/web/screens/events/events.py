"""All events of the store, and the home page of one event."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import PlainTextResponse, Response

from amends.desk.accounts.accounts import accounts
from amends.desk.accounts.roles import Right
from amends.desk.drafts import draft_words, kept_drafts
from amends.desk.event_cache import short_key
from amends.desk.views.journal import journal_log
from amends.desk.views.overview import overview
from amends.web.request import Page, hidden_boards
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


# One event


LAST = 8
"""So many of the last entries are shown."""


@screen.page("/e/{event}")
def home(page: Page) -> Response:
    """Tables, boards in and missing, rulings, the last publication; Rule, Results, Publish."""
    process = page.visitor.may(Right.PROCESS)
    return _home(page, process) if process else page.cached(lambda: _home(page, process))


def _home(page: Page, process: bool) -> Response:
    opened = page.opened
    drafts = kept_drafts(page.desk, opened) if process else ()
    return page.show(
        "home.html",
        numbers=overview(opened),
        drafts=[(draft, draft_words(draft, opened)) for draft in drafts],
        cases=[case for case in opened.history.cases.values() if case.waits] if process else [],
        appeals=[appeal for appeal in opened.history.appeals.values() if appeal.decision is None] if process else [],
        # To somebody who is still to play boards the log would tell results of them.
        log=tuple(reversed(journal_log(opened, opened.seen - LAST + 1))) if process and not hidden_boards(page) else (),
    )


# For programs that watch the server


@screen.page("/alive")
def alive(page: Page) -> Response:
    """It does."""
    return PlainTextResponse("ok")
