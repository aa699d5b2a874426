"""All events of the store, and the home page of one event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import urlencode

from starlette.responses import Response

from amends.accounts.accounts import Right, accounts
from amends.desk.event_cache import short_key
from amends.desk.store_care import Noted, Verified, verify_event
from amends.desk.unfinished_rulings import draft_words, kept_drafts
from amends.desk.views.journal import Logged, entry_in_full, journal_log, logged
from amends.desk.views.overview import overview
from amends.desk.views.spoilers import boards_in_entry
from amends.faults import Fault, Faults, Refusal
from amends.reports.layout import html
from amends.web.forms.form import whole_number
from amends.web.request import Page, hidden_boards, not_here, unplayed_page
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
    staff = page.visitor.may(Right.LOOK)
    if not staff:  # neither a time nor the order tells readers when somebody is at work on an event
        every.sort(key=lambda kept: kept.name.casefold())
        every.sort(key=lambda kept: kept.date, reverse=True)
    return page.show(
        "events.html",
        events=[(short_key(kept), kept) for kept in every[:MOST]],
        more=max(0, len(every) - MOST),
        wanted=page.asked("name"),
        last_used=staff,
    )


# One event


LAST = 8
"""So many of the last entries are shown."""


@screen.page("/e/{event}", cached=True)
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


LINES = 100
"""So many entries stand on a page."""


@screen.page("/e/{event}/journal", Right.PROCESS)
def journal(page: Page) -> Response:
    """The newest entries, or those before a number; with `verify`, all of it is looked through."""
    opened = page.newest
    to = whole_number(page.asked("to"))
    last = opened.seen if to is None else min(to, opened.seen)
    first = max(1, last - LINES + 1)
    verified: Verified | None = None
    faults: tuple[Fault, ...] = ()
    if page.asked("verify"):
        try:
            verified = verify_event(page.desk, opened.kept.key, Noted(page.asked("digest")))
        except Faults as trouble:
            faults = trouble.faults
    return page.show(
        "journal.html",
        log=tuple(reversed(tuple(_without_hidden(page, journal_log(opened, first, last))))),
        first=first,
        last=last,
        verified=verified,
        faults=faults,
        lines=LINES,
    )


def _without_hidden(page: Page, log: Iterable[Logged]) -> Iterator[Logged]:
    """The lines of a journal, without the words of those about boards that the visitor has still to play."""
    hidden = hidden_boards(page)
    for line in log:
        tells = hidden and hidden & boards_in_entry(page.newest, line.seq)
        yield replace(line, words="about boards that you have still to play") if tells else line


@screen.page("/e/{event}/journal/{seq}", Right.PROCESS)
def entry(page: Page, seq: str) -> Response:
    """One entry in full."""
    opened = page.newest
    with not_here():
        if (number := whole_number(seq)) is None:
            raise Refusal(f'"{seq}" is not the number of an entry.')
        line, data = logged(opened, number), entry_in_full(opened, number)
    if hidden_boards(page) & boards_in_entry(opened, number):
        return unplayed_page(page)
    shown = html.lines(json.dumps(data, ensure_ascii=False, indent=2).splitlines(), f"Entry {seq}")
    return page.show("entry.html", entry=line, shown=shown)
