"""`amends case close`: a case that needs no ruling."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.case_entries import CaseNumber, enter
from amends.cli.options import Json
from amends.desk.commands.cases import closing
from amends.faults import refuse

NAME = "case close"


def command(
    event: EventName,
    case: CaseNumber,
    reason: Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why no ruling is needed.")],
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Close a case; a ruling that is given in it later opens it again.

    Example: amends case close friday 4 --reason "both sides are content"
    """
    if not reason.strip():
        raise refuse("no reason", "why the case is closed")
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        if opened.history.case(case).closed is not None:
            raise refuse(f"case {case}, which is closed", "an open case")
        enter(desk, opened, closing(case, reason), json)
