"""`amends enter`: the results of a board, typed as a traveller has them."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.awards import parse_award
from amends.bridge import TrickNotation
from amends.cli import output
from amends.cli.effects import DryRun, enter, print_change
from amends.cli.options.common import Json, argument, option
from amends.cli.options.ruling_options import PLACES, RulingOptions, with_ruling_options
from amends.cli.session import By, EventName, StorePlace, at_event
from amends.desk.commands.corrections import correcting, erasing
from amends.desk.typing.results import Typed, entering
from amends.desk.views.as_data import change_data
from amends.event.rows import row_of
from amends.faults import Fault, Faults, refuse


def enter_command(
    event: EventName,
    lines: Annotated[
        list[str],
        argument(
            "LINE…",
            'N-S, E-W and the result of each table: "3 11 4hxn-1", "3 11 420", "3 11 np"; players: "1+3 2+4 p".',
        ),
    ],
    board: Annotated[int, typer.Option("--board", help="The board.", min=1)],
    tricks: Annotated[
        TrickNotation, option("--tricks", 'How a number behind the declarer is read: as all tricks, or as "made".')
    ] = TrickNotation.EUROPEAN,
    section: Annotated[str, option("--section", "The section of all lines.")] = "",
    session: Annotated[str, option("--session", "The session of all lines.")] = "",
    round: Annotated[str, option("--round", "The round of all lines.")] = "",
    room: Annotated[str, option("--room", "Teams: open or closed; teams of eight also open 2, closed 2.")] = "",
    new: Annotated[bool, option("--new", "Take in contestants who are not in the event yet.")] = False,
    reason: Annotated[str, option("--reason", "Why a recorded result changes.", "WORDS")] = "",
    late: Annotated[str, option("--late", "Why it is changed after the correction period (79C).", "WORDS")] = "",
    dry_run: DryRun = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Enter results of a board by hand.

    New lines and missing results need no reason; corrections do.

    Example: amends enter friday "1 11 4hn=" "2 12 3nte-1" --board 33
    """
    typed = [_typed(number, line, section, session, round, room.lower()) for number, line in enumerate(lines, 1)]
    with at_event(event, store, by) as (desk, opened):
        newcomers = new or not opened.event.contestants
        draft = entering(board, typed, notation=tricks, reason=reason, late=late, newcomers=newcomers)
        effect = enter(desk, opened, draft, dry_run)
    if effect.new or json:
        print_change(effect, dry_run, json)
    else:
        output.say("Nothing new: all of it is recorded already.")


def _typed(number: int, line: str, section: str, session: str, round: str, room: str) -> Typed:
    """A line as it is typed: the result is whatever follows the two sides."""
    parts = line.split(None, 2)
    if len(parts) < 2:
        raise Faults([Fault(repr(line), 'N-S, E-W and the result: "3 11 4hn="', f"line {number}")])
    ns, ew = (tuple(each.split("+")) for each in parts[:2])
    return Typed("".join(parts[2:]), ns, ew, section=section, session=session, round=round, room=room)


@with_ruling_options(PLACES)
def correct_command(
    event: EventName,
    board: Annotated[int, option("--board", "The board.")],
    reason: Annotated[str, option("--reason", "Why, for the journal.", "WORDS")],
    options: RulingOptions,
    result: Annotated[
        str | None, argument("[RESULT]", 'What was really obtained: "4H N -1", "+620", "pass", "np".')
    ] = None,
    erase: Annotated[bool, option("--erase", "Take the line out: nobody played it.")] = False,
    late: Annotated[str, option("--late", "Why it is done after the correction period (79C).", "WORDS")] = "",
    dry_run: DryRun = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Correct a result that was recorded wrongly.

    It also takes out a line that nobody played. The first entry stays in the journal.

    Example: amends correct friday "4H N =" --board 15 --ns 5 --reason "both sides agree"
    """
    if (result is None) != erase:
        raise refuse("a result beside --erase" if erase else "no result", "a result, or --erase")
    where = options.reference
    if result is None:
        draft = erasing(board, where, reason, late)
    else:
        draft = correcting(board, where, parse_award(result), reason, late)
    with at_event(event, store, by) as (desk, opened):
        effect = enter(desk, opened, draft, dry_run)
    row = row_of(board, where, opened.event.results)
    ruling = opened.standings.ruled.get(row.id)
    if json:
        data = change_data(effect, dry_run) | {"table": row.id, "ruling": ruling}
        output.print_json("change", data, effect.after.event)
        return
    if ruling is not None:
        output.say(f"Ruling {ruling} is in force at this table and stays.")
    print_change(effect, dry_run, json)


COMMANDS = {
    "enter": enter_command,
    "correct": correct_command,
}
