"""`amends rulings`: the log of rulings, one of them in full, its slip, the bulletin."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.cli.pages import Force, Html, Pdf, by_suffix, free, write_pages
from amends.cli.rulings_shown import (
    STATES,
    cases_without_ruling,
    drafts_table,
    in_full,
    logged_rulings,
    read_state,
    slip_of,
)
from amends.desk import Desk, OpenEvent
from amends.desk.moments import moment
from amends.faults import refuse
from amends.reports.bulletin import bulletin as bulletin_of
from amends.reports.sheet import Sheet
from amends.reports.table import Table

NAME = "rulings"


def command(
    event: EventName,
    id: Annotated[str | None, typer.Argument(metavar="ID", help="A ruling or a case, to be shown in full.")] = None,
    slip: Annotated[bool, typer.Option("--slip", help="With ID: the slip for the table.")] = False,
    bulletin: Annotated[
        Path | None,
        typer.Option("--bulletin", metavar="FILE", help="Write all rulings for publication: .html, .txt or .pdf."),
    ] = None,
    names: Annotated[bool, typer.Option("--names", help="With --bulletin: with the names of those concerned.")] = False,
    at: Annotated[
        str | None, typer.Option("--at", metavar="MOMENT", help='As it was then: "16:05", "published", an entry.')
    ] = None,
    state: Annotated[str | None, typer.Option("--state", help=f"Only those: {', '.join(STATES)}.")] = None,
    board: Annotated[int | None, typer.Option("--board", help="Only those on a board.")] = None,
    html: Html = None,
    pdf: Pdf = None,
    force: Force = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """The log of rulings: every one that was given, cases without a ruling, and drafts; with ID, one in full.

    Example: amends rulings friday --state in-force
    """
    wanted = read_state(state)
    _fitting(id, slip, bulletin, names, state is not None or board is not None, html or pdf)
    free(html, pdf, bulletin, force=force)
    with at_desk(store) as desk:
        now = desk.open(event)
        opened = now if at is None else now.until(moment(at, now))
        if bulletin is not None:
            made = bulletin_of(opened.history, opened.event, date=opened.kept.date, names=names)
            by_suffix(bulletin, made.text(), made.page(), force)
            output.print_json({"written": [str(bulletin)]}) if json else output.say(f"written: {bulletin}")
        elif slip and id is not None:
            printed = slip_of(id, opened)
            _put(printed.text(), printed.page(), printed.data, html, pdf, force, json)
        elif id is not None:
            sheet, data = in_full(id, opened)
            _put(sheet.text(), sheet.page(), data, html, pdf, force, json)
        else:
            _log(desk, opened, wanted, board, html, pdf, force, json, drafts=at is None)


def _fitting(id: str | None, slip: bool, bulletin: Path | None, names: bool, filtered: bool, file: Path | None) -> None:
    """Refuse options that say nothing beside the others."""
    if slip and id is None:
        raise refuse("--slip without a ruling", "the ruling whose slip is wanted: amends rulings EVENT ID --slip")
    if names and bulletin is None:
        raise refuse("--names without --bulletin", "--names beside --bulletin")
    if bulletin is not None and (id is not None or slip or filtered):
        raise refuse("--bulletin beside a ruling or a filter", "--bulletin alone: it has all rulings")
    if bulletin is not None and file is not None:
        raise refuse("--bulletin beside --html or --pdf", "--bulletin alone: the name of its file says the kind")
    if id is not None and filtered:
        raise refuse("a ruling beside --state or --board", "one of the two")


def _log(
    desk: Desk,
    opened: OpenEvent,
    state: str | None,
    board: int | None,
    html: Path | None,
    pdf: Path | None,
    force: bool,
    json: bool,
    drafts: bool,
) -> None:
    given, cases = logged_rulings(opened, state, board), cases_without_ruling(opened, state, board)
    waiting = drafts_table(desk, opened, state, board) if drafts else Table("", [], [])
    tables = [table for table in (given, cases, waiting) if table.rows]
    sheet = Sheet(f"Rulings · {opened.kept.name}", tables)
    text = "\n".join(sheet.text().splitlines()[2:]) if tables else f"{opened.kept.name}: no ruling, no case, no draft."
    data = {"event": opened.kept.name, "rulings": given.data, "cases": cases.data, "drafts": waiting.data}
    _put(text, sheet.page(), data, html, pdf, force, json)


def _put(text: str, page: str, data: object, html: Path | None, pdf: Path | None, force: bool, json: bool) -> None:
    """Print it, or write it to files."""
    written = write_pages(page, html, pdf, force) if html or pdf else []
    if json:
        output.print_json(data)
        return
    for name in written:
        output.say(f"written: {name}")
    if not written:
        output.say(text)
