"""Papers to print: the bulletin of rulings, the notice of corrections, the form of an appeal."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.views.differences import diff, notice_of
from amends.faults import Faults, refuse
from amends.reports.appeal_form import appeal_form
from amends.reports.bulletin import bulletin
from amends.reports.layout.sheet import Sheet
from amends.web.request import NotHere, Page
from amends.web.screen import Screen

screen = Screen()


@screen.page("/e/{event}/bulletin", Right.PROCESS)
def rulings(page: Page) -> Response:
    """All rulings for publication; without names, unless they are asked for."""
    opened, names = page.newest, bool(page.asked("names"))
    made = bulletin(opened.history, opened.event, date=opened.kept.date, names=names)
    return _paper(page, made.sheet(), page.to("bulletin", names="" if names else "yes"), names)


@screen.page("/e/{event}/corrections", Right.PROCESS)
def corrections(page: Page) -> Response:
    """What has changed since the results were last published, whom it moved, and by what."""
    opened = page.newest
    if not opened.history.publications:
        raise refuse("corrections of results that were not published", "results that were published")
    found = diff(opened, opened.history.publications[-1].made.seq, opened.seen)
    return _paper(page, notice_of(found, opened.history).sheet())


@screen.page("/e/{event}/appeals/{appeal}/form", Right.PROCESS)
def form(page: Page, appeal: str) -> Response:
    """The form of an appeal, for the reviewers; `blind`: without names, totals and places."""
    opened, blind = page.newest, bool(page.asked("blind"))
    try:
        made = appeal_form(appeal, opened.history, opened.event, date=opened.kept.date, blind=blind)
    except Faults as trouble:
        raise NotHere(trouble) from None
    return _paper(page, made.sheet(), page.to("appeals", appeal, "form", blind="" if blind else "yes"), not blind)


def _paper(page: Page, sheet: Sheet, other: str = "", names: bool = True) -> Response:
    return page.show("paper.html", sheet=sheet, other=other, names=names)
