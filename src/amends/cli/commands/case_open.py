"""`amends case open`: the director was called; it is written down before any ruling."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.cli.ruling_flags import report_of
from amends.cli.ruling_options import PLACES, RulingOptions, with_ruling_options
from amends.desk.commands.case_notation import read_time
from amends.desk.commands.cases import opening
from amends.faults import printable
from amends.reports.case_report import case_report

NAME = "case open"


@with_ruling_options((*PLACES, "irregularity", "facts", "statement"))
def command(
    event: EventName,
    board: Annotated[int, typer.Option("--board", help="The board.")],
    options: RulingOptions,
    called: Annotated[str | None, typer.Option("--called", metavar="TIME", help='When: "21:05".')] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Open a case about a table, with what is known already; its number is that of the ruling that ends it.

    Example: amends case open friday --board 9 --ns 5 --irregularity ui --facts "South passed after long thought."
    """
    report = replace(report_of(options), called=read_time(called) if called else None)
    with at_desk(store, by) as desk:
        after = desk.confirm(desk.open(event), opening(board, options.reference, report)).after
        case = list(after.history.cases.values())[-1]
        made = case_report(case, after.event, after.history)
        if json:
            output.print_json(made.data())
        else:
            output.say(printable(f"Case {case.id} is open: board {case.board}, {case.table}, {case.what_happened}."))
