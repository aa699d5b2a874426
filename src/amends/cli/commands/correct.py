"""`amends correct`: a wrongly recorded result put right by hand (79C)."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.awards import parse_award
from amends.cli import output
from amends.cli.effects import DryRun, change_data, print_change
from amends.cli.options import Json
from amends.cli.ruling_options import PLACES, RulingOptions, with_ruling_options
from amends.cli.session import By, EventName, StorePlace, at_desk
from amends.desk.commands.corrections import correcting, erasing
from amends.event.rows import row_of
from amends.faults import refuse

NAME = "correct"


@with_ruling_options(PLACES)
def command(
    event: EventName,
    board: Annotated[int, typer.Option("--board", help="The board.")],
    reason: Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why, for the journal.")],
    options: RulingOptions,
    result: Annotated[
        str | None,
        typer.Argument(metavar="[RESULT]", help='What was really obtained: "4H N -1", "+620", "pass", "np".'),
    ] = None,
    erase: Annotated[bool, typer.Option("--erase", help="Take the line out: nobody played it.")] = False,
    late: Annotated[
        str, typer.Option("--late", metavar="WORDS", help="Why it is done after the correction period (79C).")
    ] = "",
    dry_run: DryRun = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Put right a result that was recorded wrongly, or take out a line that nobody played; the first entry stays.

    Example: amends correct friday "4H N =" --board 15 --ns 5 --reason "both sides agree"
    """
    if (result is None) != erase:
        raise refuse("a result beside --erase" if erase else "no result", "a result, or --erase")
    where = options.reference
    if result is None:
        draft = erasing(board, where, reason, late)
    else:
        draft = correcting(board, where, parse_award(result), reason, late)
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        effect = desk.preview(opened, draft) if dry_run else desk.confirm(opened, draft)
    row = row_of(board, where, opened.event.results)
    ruling = opened.standings.ruled.get(row.id)
    if json:
        output.print_json(change_data(effect, dry_run) | {"table": row.id, "ruling": ruling})
        return
    if ruling is not None:
        output.say(f"Ruling {ruling} is in force at this table and stays.")
    print_change(effect, dry_run)
