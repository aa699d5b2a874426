"""`amends event new`: an event without results yet."""

from __future__ import annotations

from typing import Annotated

import typer

from amends.cli import output
from amends.cli.at_desk import By, StorePlace, at_desk
from amends.cli.event_files import EventRegulation, FormOption, Knockout, Options, Scoring, Winners, new_event
from amends.cli.events import EventDate, event_data, head_words
from amends.cli.options import Json, SettingList
from amends.desk.typing.new_event import found

NAME = "event new"


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the event is called.")],
    date: EventDate = None,
    form: FormOption = None,
    scoring: Scoring = None,
    winners: Winners = None,
    knockout: Knockout = False,
    regulation: EventRegulation = None,
    set: SettingList = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Begin an event in the store; its results come in later, with `amends import FILE --into NAME`.

    Example: amends event new "Saturday teams" --form teams --date 2026-11-14
    """
    event = new_event(name, Options(scoring, form, winners, knockout, regulation, set))
    with at_desk(store, by) as desk:
        opened = found(desk, event, date or "")
    if json:
        output.print_json(event_data(opened))
        return
    output.say(f"{opened.kept}: begun")
    output.say(head_words(opened))
