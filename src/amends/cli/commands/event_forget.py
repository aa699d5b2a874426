"""`amends event forget`: a person's records are removed for good."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.desk.commands.people import forget
from amends.exact import many

NAME = "event forget"


def command(
    event: EventName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The full name of the person.")],
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Remove a person's records from an event, for good. The journal verifies as before; the person has no name in it.

    Copies that were exported or published before still have the name.

    Example: amends event forget friday "C. Cole"
    """
    with at_desk(store) as desk:
        opened = desk.open(event)
        forgotten = forget(desk, opened, name)
    if json:
        mentions = [{"entry": each.seq, "words": each.words} for each in forgotten.mentions]
        output.print_json(
            {
                "event": opened.kept.name,
                "records": forgotten.records,
                "beside": list(forgotten.beside),
                "mentions": mentions,
            }
        )
        return
    output.say(f"{opened.kept}: {many(forgotten.records, 'record')} removed; the journal verifies as before")
    if forgotten.mentions:
        output.say("Words of the name stand in the text of entries, which cannot be changed:")
    for mention in forgotten.mentions:
        output.say(f"  entry {mention.seq}, {mention.words}")
