"""`amends event regulation`: another regulation for an event, and whom it moves."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import By, EventName, StorePlace, at_desk
from amends.cli.effects import DryRun, change_data, print_change
from amends.cli.options import Json, SettingList, read_regulation
from amends.desk.commands.regulation import choosing
from amends.faults import refuse
from amends.regulations import load

NAME = "event regulation"


def command(
    event: EventName,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A shipped regulation or a .toml file, whose settings are entered.",
            show_default="the event's own, changed by --set",
        ),
    ] = None,
    set: SettingList = None,
    reason: Annotated[str, typer.Option("--reason", help="Why, for the journal.")] = "",
    dry_run: DryRun = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Put an event under another regulation, or change settings of its own. Everything is scored again.

    Example: amends event regulation friday ebu --reason "as the programme says"
    """
    if name is None and not set:
        raise refuse("neither a regulation nor --set", "one of them, or both")
    with at_desk(store, by) as desk:
        opened = desk.open(event)
        draft = choosing(read_regulation(load(name) if name else opened.event.regulation, set), reason)
        effect = desk.preview(opened, draft) if dry_run else desk.confirm(opened, draft)
    if json:
        output.print_json(change_data(effect, dry_run))
        return
    print_change(effect, dry_run)
