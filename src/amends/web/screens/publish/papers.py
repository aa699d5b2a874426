"""Papers to print (bulletin, correction notice, appeal form) and files to export."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.importing.documents import exported
from amends.desk.views.differences import diff, notice_of
from amends.faults import Faults, refuse
from amends.formats import format
from amends.reports.appeal_form import appeal_form
from amends.reports.bulletin import bulletin
from amends.reports.layout.sheet import Sheet
from amends.web.errors import not_allowed
from amends.web.forms.files import download
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


# Files


MOST_LOSSES = 20

NEEDS = {"amends": (Right.PROCESS, Right.PUBLISH), "rulings": (Right.PROCESS,)}
"""The rights that a format needs which holds more than the standings: the document has the whole journal in it."""


def _may(page: Page, name: str) -> bool:
    return all(map(page.visitor.may, NEEDS.get(name, (Right.LOOK,))))


@screen.page("/e/{event}/export", Right.LOOK)
def export(page: Page) -> Response:
    """The formats, each with what it cannot hold."""
    document = exported(page.desk, page.newest)
    return page.show(
        "export.html",
        formats=[
            (each, tuple(each.losses(document)))
            for each in format.known().values()
            if each.dumps is not None and _may(page, each.name)
        ],
        most=MOST_LOSSES,
    )


@screen.page("/e/{event}/export/{name}", Right.LOOK)
def file(page: Page, name: str) -> Response:
    """The file: what the command writes."""
    known = {each.name: each for each in format.known().values() if each.dumps is not None}
    if name not in known:
        raise NotHere(refuse(f"the format {name!r}", f"one of {', '.join(known)}"))
    if not _may(page, name):
        return not_allowed(page, next(right for right in NEEDS[name] if not page.visitor.may(right)))
    content = format.dumps(exported(page.desk, page.newest), name)
    return download(content, f"{page.newest.kept.name}{known[name].suffixes[0]}")
