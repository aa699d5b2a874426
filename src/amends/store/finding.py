"""Which event somebody means: by key, name, name and date, date, or the beginning of any of them."""

from __future__ import annotations

from collections.abc import Sequence

from amends.faults import Faults, refuse
from amends.store.kept import KeptEvent

_MOST = 8
"""The most events that are listed in a fault."""

_SHORTEST_KEY = 4
"""The fewest digits of a key that name an event."""


def found(text: str, events: Sequence[KeptEvent]) -> KeptEvent:
    """The event that the text names; a text that names several, or none, is refused with what there is."""
    wanted = " ".join(text.split()).casefold()
    for names in (_exact_key, _exact_name, _name_and_date, _date, _beginning) if wanted else ():
        named = [event for event in events if names(event, wanted)]
        if len(named) == 1:
            return named[0]
        if named:
            several = f"{text!r}, which {len(named)} events are called"
            raise refuse(several, f"one of {listed(named)}")
    raise unknown(f"{text!r}, which no event is called", events)


def unknown(what: str, events: Sequence[KeptEvent]) -> Faults:
    """A fault for an event that is not there; it says which are."""
    return refuse(what, f"one of {listed(events)}" if events else "an event; there is none in the store yet")


def listed(events: Sequence[KeptEvent]) -> str:
    """Events as something to choose from: two of the same name and date by their keys."""
    shown = [str(event) for event in events]
    names = (
        f"{name} (key {event.key[:12]})" if shown.count(name) > 1 else name
        for name, event in zip(shown[:_MOST], events, strict=False)
    )
    more = f" and {len(events) - _MOST} more" if len(events) > _MOST else ""
    return ", ".join(names) + more


def _exact_key(event: KeptEvent, wanted: str) -> bool:
    return event.key == wanted


def _exact_name(event: KeptEvent, wanted: str) -> bool:
    return event.name.casefold() == wanted


def _name_and_date(event: KeptEvent, wanted: str) -> bool:
    return f"{event.name} {event.date}".casefold() == wanted


def _date(event: KeptEvent, wanted: str) -> bool:
    return event.date.casefold() == wanted


def _beginning(event: KeptEvent, wanted: str) -> bool:
    begun = f"{event.name} {event.date}".strip().casefold().startswith(wanted)
    dated = event.date.casefold().startswith(wanted)
    return begun or dated or (len(wanted) >= _SHORTEST_KEY and event.key.startswith(wanted))
