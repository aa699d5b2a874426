"""`amends case open`: the director was called; it is written down before any ruling."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.cli.ruling_flags import read_irregularity, read_statement, read_time
from amends.desk import Report
from amends.desk.cases import opening
from amends.event.case import Facts
from amends.event.rows import table_of
from amends.event.ruling import Ruling, TableReference
from amends.faults import Faults, printable
from amends.reports.case_report import case_report

NAME = "case open"


def command(
    event: EventName,
    board: Annotated[int, typer.Option("--board", help="The board.")],
    ns: Annotated[str, typer.Option("--ns", metavar="NUMBER", help="Who sat there North-South.")] = "",
    ew: Annotated[str, typer.Option("--ew", metavar="NUMBER", help="Who sat there East-West.")] = "",
    table: Annotated[str, typer.Option("--table", help="The table.")] = "",
    round: Annotated[str, typer.Option("--round", help="The round.")] = "",
    section: Annotated[str, typer.Option("--section", help="The section.")] = "",
    session: Annotated[str, typer.Option("--session", help="The session.")] = "",
    match: Annotated[str, typer.Option("--match", help="Teams: the match.")] = "",
    room: Annotated[str, typer.Option("--room", help="Teams: open or closed.")] = "",
    irregularity: Annotated[
        str | None,
        typer.Option("--irregularity", help="ui, mi, revoke, unplayable, claim, slow-play, directors-error or other."),
    ] = None,
    facts: Annotated[str, typer.Option("--facts", metavar="WORDS", help="What happened.")] = "",
    statement: Annotated[
        list[str] | None, typer.Option("--statement", metavar="SEAT: WORDS", help="What a player said; repeatable.")
    ] = None,
    called: Annotated[str | None, typer.Option("--called", metavar="TIME", help='When: "21:05".')] = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Open a case about a table, with what is known already; its number is that of the ruling that ends it.

    Example: amends case open friday --board 9 --ns 5 --irregularity ui --facts "South passed after long thought."
    """
    reference = TableReference(ns, ew, session, section, round, table, match, room.lower())
    report = Report(
        irregularity=read_irregularity(irregularity),
        called=read_time(called) if called else None,
        facts=Facts(happened=facts),
        statements=tuple(map(read_statement, statement or ())),
    )
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        try:
            table_of(Ruling("", board, reference), opened.event.results)
        except Faults as trouble:
            raise Faults(replace(fault, where="") for fault in trouble.faults) from None
        after = desk.confirm(opened, opening(board, reference, report)).after
        case = list(after.history.cases.values())[-1]
        made = case_report(case, after.event, after.history)
        if json:
            output.print_json(made.data())
        else:
            output.say(
                printable(f"Case {case.id} is open: board {case.board}, {case.table}, {case.irregularity.words}.")
            )
