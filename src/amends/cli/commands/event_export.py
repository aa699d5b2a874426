"""`amends event export`: an event of the store as a file, saying first what would be lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.cli.output import warn
from amends.desk.importing.documents import exported
from amends.faults import refuse
from amends.formats import files, format

NAME = "event export"


def command(
    event: EventName,
    out: Annotated[Path, typer.Argument(help="The file to write; its name says the format.", metavar="FILE")],
    to: Annotated[str | None, typer.Option("--to", help="The format, where the name does not tell it.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is already there.")] = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Write an event to a file. NAME.amends.json keeps everything; what another format cannot hold is said.

    Example: amends event export friday friday.amends.json
    """
    target = format.named(to) if to else format.to_write(out)
    if target.dumps is None:
        raise refuse(f"--to {to}", f"one of {', '.join(each.name for each in format.known().values() if each.dumps)}")
    with at_desk(store) as desk:
        document = exported(desk, desk.open(event))
    losses = list(target.losses(document))
    content = target.dumps(document)
    if not json:
        warn(losses)
    files.write(out, content, force=force)
    if json:
        output.print_json({"written": str(out), "format": target.name, "losses": losses})
        return
    output.say(f"written: {out}")
    if losses:
        output.say("What this format cannot hold is kept by a file whose name ends in .amends.json.")
