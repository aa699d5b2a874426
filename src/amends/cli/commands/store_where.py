"""`amends store where`: where events are kept."""

from __future__ import annotations

from amends.cli import output
from amends.cli.at_desk import StorePlace
from amends.cli.options import Json
from amends.desk.store_care import whereabouts
from amends.exact import many

NAME = "store where"


def command(store: StorePlace = None, json: Json = False) -> None:
    """Where the events are kept, and how many there are. AMENDS_STORE or --store names another place.

    Example: amends store where
    """
    found = whereabouts(store)
    if json:
        output.print_json({"where": found.where, "exists": found.exists, "events": found.events, "bytes": found.size})
        return
    output.say(found.where)
    if not found.exists:
        output.say("Nothing is kept there yet: amends import or amends event new begins it.")
        return
    output.say(f"{many(found.events or 0, 'event')}{f', {found.size // 1024} kB' if found.size is not None else ''}")
