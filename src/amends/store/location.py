"""Where a store is: a file, or a database on a PostgreSQL server; as shown to people without any password."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from amends.faults import Faults, Refusal
from amends.store.records import KeptEvent

VARIABLE = "AMENDS_STORE"
"""The environment variable that says where the store is."""

EXPECTED = "the path of a file, or postgresql://user@host/database"

_SERVERS = ("postgresql", "postgres", "postgresql+psycopg")


@dataclass(frozen=True, slots=True)
class StoreLocation:
    """A file or a URL of a server, exactly one of the two; `shown` has no password.

    A path that is a link leads to the file: SQLite keeps its log beside that. `named` is the link.
    """

    path: Path | None
    url: URL | None
    shown: str
    named: Path | None = None

    @property
    def is_file(self) -> bool:
        """Whether the store is a SQLite file."""
        return self.path is not None


def location() -> str:
    """Where the store is unless somebody says otherwise: what AMENDS_STORE says, else a file in the user's data."""
    return os.environ.get(VARIABLE) or str(Path(platformdirs.user_data_dir("amends", appauthor=False)) / "amends.db")


def place_of(where: str | Path | None) -> StoreLocation:
    """The place that a path or a URL names."""
    text = location() if where is None else str(where)
    scheme, separator, _ = text.partition("://")
    if isinstance(where, Path) or not separator:
        return _file(text)
    if scheme not in _SERVERS:
        raise Refusal(f"A store cannot be at {scheme}://…", f"Name {EXPECTED}.")
    try:
        url = make_url(text).set(drivername="postgresql+psycopg")
    except (ArgumentError, ValueError):  # what they say may have the password in it
        raise Refusal("The URL of the store cannot be read.", f"Name {EXPECTED}.") from None
    return StoreLocation(None, url, _shown(url))


def _file(text: str) -> StoreLocation:
    if not text or "\0" in text:
        raise Refusal(f"The path {text!r} cannot be that of a store.", f"Name {EXPECTED}.")
    try:
        path = Path(text).expanduser()
    except RuntimeError:  # a user that nobody knows
        path = Path(text)
    return StoreLocation(real(path), None, str(path), path)


def real(path: Path) -> Path:
    """Where a path leads; a link in a circle is taken as it is."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path


def _shown(url: URL) -> str:
    said = {key: value for key, value in url.query.items() if "pass" not in key.lower()}
    return URL.create("postgresql", url.username, None, url.host, url.port, url.database, said).render_as_string()


_MOST = 8
"""The most events that are listed in a fault."""

_SHORTEST_KEY = 4
"""The fewest digits of a key that name an event."""


def found(text: str, events: Sequence[KeptEvent]) -> KeptEvent:
    """The event that the text names; a text that names several, or none, is refused with what there is."""
    wanted = " ".join(text.split()).casefold()
    for is_named in _WAYS_TO_NAME if wanted else ():
        named = [event for event in events if is_named(event, wanted)]
        if len(named) == 1:
            return named[0]
        if named:
            raise Refusal(f'{len(named)} events are called "{text}".', f"Events: {listed(named)}.")
    raise unknown(f'No event is called "{text}".', events)


def unknown(message: str, events: Sequence[KeptEvent]) -> Faults:
    """The refusal of an event that is not there; it says which are."""
    return Refusal(message, f"Events: {listed(events)}." if events else "There is no event in the store yet.")


def listed(events: Sequence[KeptEvent]) -> str:
    """Events as something to choose from: two of the same name and date by their keys."""
    shown = [str(event) for event in events]
    names = (
        f"{name} (key {event.key[:12]})" if shown.count(name) > 1 else name
        for name, event in zip(shown[:_MOST], events, strict=False)
    )
    more = f" and {len(events) - _MOST} more" if len(events) > _MOST else ""
    return ", ".join(names) + more


def _begins(event: KeptEvent, wanted: str) -> bool:
    begun = f"{event.name} {event.date}".strip().casefold().startswith(wanted)
    dated = event.date.casefold().startswith(wanted)
    return begun or dated or (len(wanted) >= _SHORTEST_KEY and event.key.startswith(wanted))


_WAYS_TO_NAME: tuple[Callable[[KeptEvent, str], bool], ...] = (
    lambda event, wanted: event.key == wanted,
    lambda event, wanted: event.name.casefold() == wanted,
    lambda event, wanted: f"{event.name} {event.date}".casefold() == wanted,
    lambda event, wanted: event.date.casefold() == wanted,
    _begins,
)
"""How a text may name an event; the first way that finds one counts."""
