"""`amends event list`: the events of the store."""

from __future__ import annotations

from amends import clock
from amends.cli import output
from amends.cli.at_desk import StorePlace, at_desk
from amends.cli.events import event_data
from amends.cli.options import Json
from amends.desk import Desk, KeptEvent, OpenEvent
from amends.desk.views.overview import overview
from amends.faults import Faults, printable

NAME = "event list"


def command(store: StorePlace = None, json: Json = False) -> None:
    """List the events of the store, the last used first: boards and results, rulings, when something was last entered.

    Example: amends event list
    """
    with at_desk(store) as desk:
        events = [(kept, _opened(desk, kept)) for kept in desk.events()]
    if json:
        output.print_json({"events": [_data(kept, opened) for kept, opened in events]})
        return
    if not events:
        output.say("No event is kept yet: amends import FILE or amends event new NAME begins one.")
        return
    heads = ("event", "date", "boards", "results", "rulings", "last entry")
    output.table("Events", heads, [_row(kept, opened) for kept, opened in events], left=(0, 1, 5))


def _opened(desk: Desk, kept: KeptEvent) -> OpenEvent | None:
    """An event; None for one that cannot be read: it must not hide the others."""
    try:
        opened = desk.open(kept.key)
        overview(opened)
    except Faults:
        return None
    return opened


def _row(kept: KeptEvent, opened: OpenEvent | None) -> list[str]:
    last = clock.shown_time(kept.last) if kept.last else "–"
    name = printable(kept.name)
    if opened is None:
        return [name, kept.date, "–", "–", "–", f"{last}  cannot be read: amends event show says why"]
    numbers = overview(opened)
    results = str(numbers.results) if numbers.results == numbers.expected else f"{numbers.results}/{numbers.expected}"
    return [name, kept.date, str(numbers.boards), results, str(numbers.rulings), last]


def _data(kept: KeptEvent, opened: OpenEvent | None) -> dict[str, object]:
    if opened is None:
        return {"event": kept.name, "date": kept.date, "key": kept.key, "entries": kept.entries, "readable": False}
    return event_data(opened) | {"readable": True}
