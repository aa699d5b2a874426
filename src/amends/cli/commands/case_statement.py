"""`amends case statement`: what somebody at the table says."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.case_entries import CaseNumber, enter
from amends.cli.options import Json, refuse_unknown
from amends.cli.ruling_flags import read_statement
from amends.desk import Report
from amends.desk.commands.cases import recording

NAME = "case statement"


def command(
    event: EventName,
    case: CaseNumber,
    words: Annotated[list[str], typer.Argument(metavar="SEAT: WORDS", help='Who and what: "S: I had a full opening."')],
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write down what players say, before a ruling or for an appeal.

    Example: amends case statement friday 2 "E: I picked up the wrong board." "NS: We were ready to play."
    """
    refuse_unknown(words, NAME)
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        opened.history.case(case)
        enter(desk, opened, recording(case, Report(statements=tuple(map(read_statement, words)))), json)
