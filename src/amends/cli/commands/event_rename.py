"""`amends event rename`: another name or date for an event."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import EventName, StorePlace, at_desk
from amends.cli.events import EventDate
from amends.cli.options import Json
from amends.desk.importing.documents import rename
from amends.faults import refuse

NAME = "event rename"


def command(
    event: EventName,
    name: Annotated[str | None, typer.Option("--name", help="The new name.")] = None,
    date: EventDate = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Give an event another name or date in the store. Its journal stays as it is.

    Example: amends event rename friday --name "Friday evening"
    """
    if name is None and date is None:
        raise refuse("neither --name nor --date", "one of them, or both")
    with at_desk(store) as desk:
        opened = desk.open(event)
        renamed = rename(desk, opened, name, date)
    if json:
        output.print_json({"event": renamed.kept.name, "date": renamed.kept.date, "was": str(opened.kept)})
        return
    output.say(f"{opened.kept} → {renamed.kept}")
