"""`amends explain`: why a contestant has a number."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import exact
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
from amends.faults import refuse
from amends.scoring.event import score

NAME = "explain"


@with_event_options
def command(
    path: Results,
    pair: Annotated[str, typer.Option("--pair", help="The contestant: a pair, a player or a team.")],
    options: EventOptions,
    board: Annotated[int | None, typer.Option("--board", help="A board; without it, the total.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="With --board: one session alone.")] = None,
    rulings: RulingsPath = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Why this number? A contestant's board or total, down to the frequencies, each line with its law.

    Example: amends explain travellers.csv --rulings rulings.toml --board 7 --pair 3
    """
    if session is not None and board is None:
        raise refuse("--session without --board", "--session beside --board")
    event = read_event(path, rulings, options)
    event = without_forbidden(event, strict)
    standings = score(event)
    figure = standings.explain(pair, board, session)
    if json:
        place = standings.standing(pair)
        output.print_json({"contestant": pair, "place": place.place, "board": board, "explanation": figure.data()})
        return
    output.tree(figure)
    if board is None:
        entry = standings.standing(pair)
        better = [
            other
            for entries in standings.lists.values()
            if entry in entries
            for other in entries[: entries.index(entry)]
            if other.place != entry.place
        ]
        total = entry.percent if entry.percent is not None else entry.total
        if total is None:
            output.say(f"{pair} has no board that is scored, and no place.")
        else:
            output.say(f"Place {entry.place}: {len(better)} have more than {exact.mixed(total)}.")
