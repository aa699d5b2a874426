"""`amends score`: an event's ranking, a board's traveller, a contestant's score card."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.event_files import (
    EventOptions,
    Results,
    RulingsPath,
    Strict,
    read_event,
    with_event_options,
    without_forbidden,
)
from amends.cli.options import Json
from amends.cli.output import warn
from amends.faults import refuse
from amends.reports.card import score_card
from amends.reports.layout.table import Table
from amends.reports.ranking import bracket as bracket_of
from amends.reports.ranking import match_list, ranking
from amends.reports.traveller import travellers
from amends.rulings.consequences.late_rulings import event_notices
from amends.scoring.event import score

NAME = "score"


@with_event_options
def command(
    path: Results,
    options: EventOptions,
    rulings: RulingsPath = None,
    strict: Strict = False,
    board: Annotated[int | None, typer.Option("--board", help="The traveller and frequencies of a board.")] = None,
    pair: Annotated[str | None, typer.Option("--pair", help="The score card of a contestant.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="With --board: one session alone.")] = None,
    bracket: Annotated[bool, typer.Option("--bracket", help="Knockout teams: the bracket as text.")] = False,
    json: Json = False,
) -> None:
    """Score an event: the ranking, or a traveller (--board), or a score card (--pair); for teams also the matches.

    Example: amends score travellers.csv --rulings rulings.toml --regulation ebu
    """
    if session is not None and board is None:
        raise refuse("--session without --board", "--session beside --board")
    event = read_event(path, rulings, options)
    event = without_forbidden(event, strict)
    standings = score(event)
    drawn = bracket_of(standings) if bracket else []
    if bracket and not drawn:
        raise refuse("--bracket for an event that is no knockout", "--bracket beside --knockout, for teams")
    tables: list[Table] = []
    if board is not None:
        tables += travellers(standings, board, session)
    if pair is not None:
        tables.append(score_card(standings, pair))
    matches = match_list(standings) if not tables else []
    if not tables:
        tables = ranking(standings)
    notices = event_notices(standings)
    warn(notices)
    if json:
        output.print_json(
            {
                "form": event.form.value,
                "scoring": event.scoring,
                "regulation": event.regulation.name,
                "tables": [table.as_data() for table in tables],
                **({"matches": list(matches[0].data)} if matches else {}),
                "notices": notices,
            }
        )
        return
    if bracket:
        for line in drawn:
            output.say(line)
        return
    for place, table in enumerate([*tables, *matches]):
        if place:
            output.say()
        output.report(table)
