"""`amends case agree`: a side agrees with the director's report."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.bridge import Side
from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.case_entries import CaseNumber, enter
from amends.cli.options import Json
from amends.desk import Report
from amends.desk.commands.cases import recording
from amends.faults import refuse

NAME = "case agree"


def command(
    event: EventName,
    case: CaseNumber,
    side: Annotated[str, typer.Argument(metavar="SIDE", help="ns, ew or both.")],
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """A side agrees with the report of a case; once both have, its facts and polls are closed.

    Example: amends case agree friday 1 ns
    """
    sides = tuple(Side) if side.strip().casefold() == "both" else (Side.parse(side),)
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        agreed = opened.history.case(case).agreed
        new = tuple(each for each in sides if each not in agreed)
        if not new:
            words = " and ".join(each.words for each in sides)
            raise refuse(f"{words}, who have agreed already", "a side that has not")
        enter(desk, opened, recording(case, Report(agreed=new)), json)
