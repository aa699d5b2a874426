"""`amends rulings`: the log of rulings, one of them in full, its slip, the bulletin."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.cli.pages import Force, Html, Pdf, by_suffix, free, put
from amends.cli.rulings_shown import in_full, log_of
from amends.desk.views.moments import moment
from amends.desk.views.rulings_log import STATES, read_state, slip_of
from amends.faults import refuse
from amends.reports.bulletin import bulletin as bulletin_of

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
    wanted = read_state(state, "--state")
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
            put(printed, printed.data, html, pdf, force, json)
        elif id is not None:
            put(*in_full(id, opened), html, pdf, force, json)
        else:
            put(*log_of(opened, wanted, board, None if at else desk), html, pdf, force, json)


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
