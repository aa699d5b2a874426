"""What the commands about cases share: which case is meant, and how an addition to it is entered and printed."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.effects import entries_data, print_entered
from amends.desk import Desk, Draft, OpenEvent

CaseNumber = Annotated[str, typer.Argument(metavar="CASE", help="The case, by its number.")]


def enter(desk: Desk, opened: OpenEvent, draft: Draft, json: bool) -> None:
    """Enter an addition to a case, and say what was entered."""
    effect = desk.confirm(opened, draft)
    if json:
        output.print_json({"entries": entries_data(effect)})
    else:
        print_entered(effect)
