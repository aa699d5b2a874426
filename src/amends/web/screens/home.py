"""S2: an event in its big numbers, and what can be done."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.drafts import draft_words, kept_drafts
from amends.desk.views.journal import journal_log
from amends.desk.views.overview import overview
from amends.web.request import Page, hidden_boards
from amends.web.screen import Screen

screen = Screen()

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
