"""`amends store backup`: a whole copy of the store, while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import StorePlace
from amends.cli.options import Json
from amends.desk.store_care import backup
from amends.exact import many

NAME = "store backup"


def command(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="The new file; one that is there is not replaced.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Copy the whole store into one new file, while others go on working. The copy is a store itself.

    Example: amends store backup friday-night.db
    """
    made = backup(path, store)
    if json:
        output.print_json({"backup": made.where, "events": made.events, "bytes": made.size})
        return
    output.say(f"{made.where}: {many(made.events or 0, 'event')}, a store that can be used as it is")
