"""`amends store salvage`: what can be saved of a damaged store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.options import Json
from amends.desk.store_care import saved

NAME = "store salvage"


def command(
    source: Annotated[Path, typer.Argument(metavar="DAMAGED", help="The file of the damaged store; it is only read.")],
    target: Annotated[Path, typer.Argument(metavar="NEW", help="The file for what can be saved; it must be new.")],
    json: Json = False,
) -> None:
    """Save what can be saved of a damaged store into a new one, and say what is lost (exit status 1 if anything is).

    Each event keeps the entries up to the first that is missing; those found beyond it go into a file of their own.

    Example: amends store salvage amends.db saved.db
    """
    found, fragments = saved(source, target)
    whole = not found.loose and all(event.lost == 0 for event in found.events)
    if json:
        output.print_json(
            {
                "saved": str(target),
                "whole": whole,
                "events": [
                    {
                        "name": event.name,
                        "date": event.date,
                        "saved": event.saved,
                        "lost": event.lost,
                        "people": event.people,
                        "beyond_a_gap": len(event.beyond),
                    }
                    for event in found.events
                ],
                "of_no_known_event": len(found.loose),
                "fragments": str(fragments) if fragments else None,
            }
        )
    else:
        heads = ["event", "date", "entries saved", "known to be lost", "found beyond a gap", "people"]
        rows = [
            [event.name, event.date, *map(str, (event.saved, event.lost, len(event.beyond), event.people))]
            for event in found.events
        ]
        output.table(f"Saved in {target}", heads, rows, left=(0, 1))
        if fragments:
            output.say(f"Entries that belong behind a gap, or to no event that is known, are in {fragments}.")
        output.say("Nothing is known to be lost." if whole else "Something is lost: compare with your last backup.")
    if not whole:
        raise typer.Exit(1)
