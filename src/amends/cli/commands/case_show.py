"""`amends case show`: everything about a case, or the list of all."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import clock
from amends.cli import options, output
from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.desk import OpenEvent
from amends.faults import printable
from amends.reports.case_report import case_report
from amends.rulings.polls.votes import read_calls

NAME = "case show"


def command(
    event: EventName,
    case: Annotated[str | None, typer.Argument(metavar="CASE", help="The case; without it, all of them.")] = None,
    non_offending: Annotated[
        str | None, typer.Option("--non-offending", help="For whom weights are proposed: ns, ew, both or none.")
    ] = None,
    disallowed: Annotated[
        list[str] | None,
        typer.Option("--disallowed", metavar="CALL", help="A call whose votes do not count; may be repeated."),
    ] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """A case with its facts, statements and polls, the weights they propose together, its rulings and the clock.

    Example: amends case show friday 1
    """
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        if case is None:
            _all(opened, json)
            return
        sides, calls = options.read_sides(non_offending), read_calls(disallowed or [])
        made = case_report(opened.history.case(case), opened.event, opened.history, sides, calls)
        if json:
            output.print_json(made.data())
        else:
            output.say(made.text())


def _all(opened: OpenEvent, json: bool) -> None:
    cases = opened.history.cases.values()
    if json:
        output.print_json([case_report(case, opened.event, opened.history).data() for case in cases])
        return
    if not cases:
        output.say("No case is open: amends case open opens one.")
        return
    rows = [
        (
            case.id,
            clock.shown_time(case.opened.at),
            str(case.board),
            str(case.table),
            case.what_happened,
            case.state,
        )
        for case in cases
    ]
    heads = ["case", "opened", "board", "table", "what happened", "state"]
    output.table("Cases", heads, [[printable(cell) for cell in row] for row in rows], left=(1, 3, 4, 5))
