"""The journal as people read it: a line for each entry, and one entry in full with the names that are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from amends.desk.open_event import OpenEvent
from amends.desk.views.entry_text import payload_words
from amends.faults import refuse
from amends.journal.chain import Entry, entry_data, people_of
from amends.journal.people import People, name_of, named_payload
from amends.journal.people_in_entries import REMOVED, is_reference, unveiled

SHORT = 12
"""The digits of a digest that a line shows."""


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry in a line."""

    seq: int
    at: datetime
    by: str
    kind: str
    words: str
    digest: str


def journal_log(opened: OpenEvent, start: int = 1, end: int | None = None) -> tuple[Logged, ...]:
    """The entries from number `start` to number `end`, both among them."""
    people = people_of(opened.entries)
    edition = opened.event.regulation.edition
    return tuple(_logged(entry, people, edition) for entry in opened.entries[max(start, 1) - 1 : end])


def logged(opened: OpenEvent, seq: int) -> Logged:
    """One entry in a line."""
    return _logged(_entry(opened, seq), people_of(opened.entries), opened.event.regulation.edition)


def _logged(entry: Entry, people: People, edition: int) -> Logged:
    return Logged(
        entry.seq,
        entry.at,
        name_of(entry.author, people),
        type(entry.payload).__name__,
        payload_words(named_payload(entry.payload, people), edition),
        entry.digest,
    )


def entry_in_full(opened: OpenEvent, seq: int) -> dict[str, Any]:
    """All that an entry says as plain data, with names in place of references; whoever was removed is said to be."""
    people = people_of(opened.entries)
    named = _named(entry_data(_entry(opened, seq)), people)
    entry = opened.entries[seq - 1]
    return {**named, "previous": entry.previous, "digest": entry.digest}


def _entry(opened: OpenEvent, seq: int) -> Entry:
    if not 1 <= seq <= opened.seen:
        raise refuse(f"entry {seq}", f"one of the {opened.seen} entries of {opened.kept.name}")
    return opened.entries[seq - 1]


def _named(data: Any, people: People) -> Any:
    """Plain data with the names of people."""
    match data:
        case str() if is_reference(data):
            return people[data].name if data in people else REMOVED
        case str():
            return unveiled(data, lambda reference: people[reference].name if reference in people else "")
        case Mapping():
            return {key: _named(part, people) for key, part in data.items()}
        case list():
            return [_named(part, people) for part in data]
        case _:
            return data
