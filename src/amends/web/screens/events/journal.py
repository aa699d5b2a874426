"""The journal: one line per entry, one entry in full, and whether the chain verifies."""

from __future__ import annotations

import json

from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.verifying import Verified, verify_event
from amends.desk.views.journal import entry_in_full, journal_log, logged
from amends.faults import Fault, Faults, refuse
from amends.reports.layout import html
from amends.web.request import NotHere, Page
from amends.web.screen import Screen

screen = Screen()

LINES = 100
"""So many entries stand on a page."""


@screen.page("/e/{event}/journal", Right.PROCESS)
def journal(page: Page) -> Response:
    """The newest entries, or those before a number; with `verify`, all of it is looked through."""
    opened = page.newest
    said = page.asked("to")
    last = min(int(said), opened.seen) if said.isdecimal() and len(said) < 10 else opened.seen
    first = max(1, last - LINES + 1)
    verified: Verified | None = None
    faults: tuple[Fault, ...] = ()
    if page.asked("verify"):
        try:
            verified = verify_event(page.desk, opened.kept.key, page.asked("digest"))
        except Faults as trouble:
            faults = trouble.faults
    return page.show(
        "journal.html",
        status=422 if faults else 200,
        log=tuple(reversed(journal_log(opened, first, last))),
        first=first,
        last=last,
        verified=verified,
        faults=faults,
        lines=LINES,
    )


@screen.page("/e/{event}/journal/{seq}", Right.PROCESS)
def entry(page: Page, seq: str) -> Response:
    """One entry in full."""
    opened = page.newest
    try:
        if not seq.isdecimal() or len(seq) > 9:
            raise refuse(f"entry {seq!r}", "the number of an entry")
        line = logged(opened, int(seq))
        data = entry_in_full(opened, int(seq))
    except Faults as trouble:
        raise NotHere(trouble) from None
    shown = html.lines(json.dumps(data, ensure_ascii=False, indent=2).splitlines(), f"Entry {seq}")
    return page.show("entry.html", entry=line, shown=shown)
