"""All events of the store, and the journal of one event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import urlencode

from starlette.responses import Response

from amends.accounts.accounts import Right, accounts
from amends.desk.demonstration import begin_demonstration
from amends.desk.event_cache import short_key
from amends.desk.importing.documents import taken_over
from amends.desk.store_care import Noted, Verified, verify_event
from amends.desk.views.journal import Logged, entry_in_full, journal_log, logged
from amends.desk.views.spoilers import boards_in_entry
from amends.faults import Fault, Faults, Refusal
from amends.reports.layout import html
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
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
        now=page.desk.clock(),
        demonstration=page.visitor.may(Right.SETTINGS) and not every and not wanted,
    )


DEMONSTRATION = "Demonstration"
"""The name of the invented event in the store of a club."""


@screen.action("/demonstration", Right.SETTINGS)
def try_demonstration(page: Page, form: SentForm) -> Response:
    """Put the invented event into the store, unless it is there, and open it."""
    # Its entries are made by several people at several times: not what one form writes.
    desk = page.server.desk
    there = [kept for kept in desk.events() if kept.name == DEMONSTRATION]
    kept = there[0] if there else begin_demonstration(desk, DEMONSTRATION).kept
    return page.go(f"/e/{short_key(kept)}")


# The journal of one event


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
            verified = verify_event(page.desk, opened.kept.key, Noted(page.asked("digest")), opened)
        except Faults as trouble:
            faults = trouble.faults
    return page.show(
        "journal.html",
        log=tuple(reversed(tuple(_without_hidden(page, journal_log(opened, first, last))))),
        first=first,
        last=last,
        verified=verified,
        taken=[each.words for each in taken_over(page.desk, opened)],
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
            raise Refusal(_('"%(seq)s" is not the number of an entry.', seq=seq))
        line, data = logged(opened, number), entry_in_full(opened, number)
    if hidden_boards(page) & boards_in_entry(opened, number):
        return unplayed_page(page)
    shown = html.lines(json.dumps(data, ensure_ascii=False, indent=2).splitlines(), f"Entry {seq}")
    return page.show("entry.html", entry=line, shown=shown)
