"""`amends event show`: an event in its big numbers, and its ranking; a board or a score card; now or as it was."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import clock
from amends.cli import output
from amends.cli.at_desk import EventName, StorePlace, at_desk
from amends.cli.events import event_data, head_words, number_lines
from amends.cli.options import Json
from amends.desk import OpenEvent
from amends.desk.views.moments import moment
from amends.faults import refuse
from amends.reports.ranking import ranking
from amends.reports.score_card import score_card
from amends.reports.table import Table
from amends.reports.traveller import travellers

NAME = "event show"


def command(
    event: EventName,
    board: Annotated[int | None, typer.Option("--board", help="The traveller and frequencies of a board.")] = None,
    pair: Annotated[str | None, typer.Option("--pair", help="The score card of a contestant.")] = None,
    session: Annotated[str | None, typer.Option("--session", help="With --board: one session alone.")] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="MOMENT", help='As it was: "16:05", "published", "final", an entry ("12").'),
    ] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Show an event: how much of it is in, what was ruled and published, and the ranking, or a board, or a score card.

    Example: amends event show friday --at published
    """
    if session is not None and board is None:
        raise refuse("--session without --board", "--session beside --board")
    with at_desk(store) as desk:
        opened = desk.open(event)
    if at is not None:
        opened = _as_it_was(opened, at)
    tables = _tables(opened, board, pair, session)
    if json:
        output.print_json(event_data(opened) | {"tables": [table.as_data() for table in tables]})
        return
    if board is None and pair is None:
        output.say(str(opened.kept), style="bold")
        if at is not None:
            output.say(f"as it was after entry {opened.seen}, {clock.shown_time(opened.entries[-1].at)}")
        output.say(head_words(opened))
        for label, words in number_lines(opened):
            output.say(f"{label:<12} {words}")
        output.say()
    for place, table in enumerate(tables):
        if place:
            output.say()
        output.report(table)
    if not tables:
        output.say("No results yet.")


def _as_it_was(opened: OpenEvent, at: str) -> OpenEvent:
    seq = moment(at, opened)
    if not seq:
        first = clock.shown_time(opened.entries[0].at) if opened.entries else "none"
        raise refuse(f"a moment before {opened.kept} was begun ({at})", f"one after its first entry, {first}")
    return opened.until(seq)


def _tables(opened: OpenEvent, board: int | None, pair: str | None, session: str | None) -> list[Table]:
    if not opened.event.results:
        if board is not None or pair is not None:
            raise refuse(f"an event without results, {opened.kept}", "one with results")
        return []
    tables: list[Table] = []
    if board is not None:
        tables += travellers(opened.standings, board, session)
    if pair is not None:
        tables.append(score_card(opened.standings, pair))
    return tables or ranking(opened.standings)
