"""`amends case facts`: what the director has found out about a case."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.case_entries import CaseNumber, enter
from amends.cli.options import Json
from amends.desk import Report
from amends.desk.commands.case_notation import read_auction, read_explanation
from amends.desk.commands.cases import recording
from amends.event.case import Facts
from amends.faults import refuse

NAME = "case facts"


def command(
    event: EventName,
    case: CaseNumber,
    happened: Annotated[str, typer.Option("--happened", metavar="WORDS", help="What happened.")] = "",
    auction: Annotated[
        str, typer.Option("--auction", metavar="CALLS", help='From the dealer on: "1H pass 4H 4S".')
    ] = "",
    explained: Annotated[
        list[str] | None,
        typer.Option(
            "--explained", metavar="CALL=WORDS", help='What was said of a call: "2C=both majors"; may be repeated.'
        ),
    ] = None,
    play: Annotated[str, typer.Option("--play", metavar="WORDS", help="The play, as far as it matters.")] = "",
    methods: Annotated[str, typer.Option("--methods", metavar="WORDS", help="What the partnerships play.")] = "",
    screens: Annotated[
        bool | None, typer.Option("--screens/--no-screens", help="Whether there were screens.", show_default=False)
    ] = None,
    found: Annotated[str, typer.Option("--found", metavar="WORDS", help="What is established as a fact.")] = "",
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write down what was found out; it adds to what is there already, until both sides have agreed the report.

    Example: amends case facts friday 2 --found "East had looked at the wrong hand; all agree."
    """
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        about = opened.history.case(case)
        facts = Facts(
            happened,
            read_auction(auction, opened, about, "--auction") if auction.strip() else None,
            tuple(read_explanation(each, "--explained") for each in explained or ()),
            play,
            methods,
            screens,
            found,
        )
        if facts == Facts():
            raise refuse("no facts", "--happened, --auction, --explained, --play, --methods, --screens or --found")
        enter(desk, opened, recording(case, Report(facts=facts)), json)
