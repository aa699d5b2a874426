"""An event as a file for another program, without publishing anything: what the format cannot hold is said first."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.accounts.roles import Right
from amends.desk.importing.documents import exported
from amends.faults import refuse
from amends.formats import format
from amends.formats.format import Format
from amends.web.errors import not_allowed
from amends.web.forms.files import download
from amends.web.request import NotHere, Page
from amends.web.screen import Screen

screen = Screen()

MOST_LOSSES = 20

NEEDS = {"amends": (Right.PROCESS, Right.PUBLISH), "rulings": (Right.PROCESS,)}
"""The rights that a format needs which holds more than the standings: the document has the whole journal in it."""


def _formats(page: Page) -> list[Format]:
    """The formats that the visitor may have."""
    return [each for each in format.known().values() if each.dumps is not None and _may(page, each.name)]


def _may(page: Page, name: str) -> bool:
    return all(map(page.visitor.may, NEEDS.get(name, (Right.LOOK,))))


@screen.page("/e/{event}/export", Right.LOOK)
def export(page: Page) -> Response:
    """The formats, each with what it cannot hold."""
    document = exported(page.desk, page.newest)
    return page.show(
        "export.html",
        formats=[(each, tuple(each.losses(document))) for each in _formats(page)],
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
