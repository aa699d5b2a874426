"""`amends store`: where events are kept, a copy of them, what is left of a damaged store."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.options.common import Json, argument, option
from amends.cli.session import StorePlace
from amends.desk.store_care import NOT_IN_A_BACKUP, backup, backup_into, saved, whereabouts
from amends.exact import many


def where(store: StorePlace = None, json: Json = False) -> None:
    """Print where the events are kept, and how many there are.

    AMENDS_STORE or --store names another place.

    Example: amends store where
    """
    found = whereabouts(store)
    words = f"{many(found.events or 0, 'event')}{f', {found.size // 1024} kB' if found.size is not None else ''}"
    if not found.exists:
        words = "Nothing is kept there yet: amends import or amends event new begins it."
    data = {"where": found.where, "exists": found.exists, "events": found.events, "bytes": found.size}
    output.answer(json, "store", data, found.where, words)
    output.warn(found.warnings)


def backup_store(
    path: Annotated[Path, argument("FILE|FOLDER", "The new file, which must not be there; a folder with --keep.")],
    keep: Annotated[
        int | None,
        option("--keep", "Put the copy into the folder, with date and time in its name; keep the last N there.", "N"),
    ] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Copy the whole store into one new file.

    Others can go on working. The copy is a store itself.

    A copy of the store's file by other means is no backup while amends runs: it may miss the last entries.

    Example: amends store backup friday-night.db
    """
    made, removed = (backup(path, store), []) if keep is None else backup_into(path, keep, store)
    data = {
        "backup": made.where,
        "events": made.events,
        "bytes": made.size,
        **({"removed": [str(each) for each in removed]} if keep is not None else {}),
    }
    lines = [f"{made.where}: {many(made.events or 0, 'event')}, a store that can be used as it is", NOT_IN_A_BACKUP]
    if removed:
        lines.append(f"Removed: {', '.join(each.name for each in removed)}")
    output.answer(json, "backup", data, *lines)


def salvage(
    source: Annotated[Path, argument("DAMAGED", "The file of the damaged store; it is only read.")],
    target: Annotated[Path, argument("NEW", "The file for what can be saved; it must be new.")],
    json: Json = False,
) -> None:
    """Save what can be saved of a damaged store into a new one.

    It says what is lost (exit status 1 if anything is).

    Each event keeps the entries up to the first that is missing; those found beyond it go into a file of their own.

    Example: amends store salvage amends.db saved.db
    """
    found, fragments = saved(source, target)
    if json:
        output.print_json(
            "salvage",
            {
                "saved": str(target),
                "whole": found.whole,
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
            },
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
        if found.is_cut:
            output.say("The file is cut off: the last entries of each event may be lost, also where none is counted.")
        output.say(
            "Nothing is known to be lost." if found.whole else "Something is lost: compare with your last backup."
        )
    if not found.whole:
        raise typer.Exit(1)


COMMANDS = {"store where": where, "store backup": backup_store, "store salvage": salvage}
