"""From the text of an event document to the document: its shape, its entries, the chain, and what they come to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from amends.event import Event, Form
from amends.faults import Fault, Faults
from amends.formats import files
from amends.formats.csv_table import Gathered
from amends.formats.event_document import strict_json
from amends.formats.event_document.models import upgraded
from amends.formats.event_document.unsealed import Published
from amends.journal.chain import Entry, entry_of, verify, with_people
from amends.journal.codec.decode import MOST_FAULTS, read, under
from amends.journal.document import Document, Note
from amends.journal.fold import fold
from amends.journal.people import Person
from amends.journal.people_in_entries import references
from amends.scoring.methods import method_names

_PART = re.compile(r"journal\[\d+\]|\w+")

_AROUND: Mapping[str, Any] = {
    "about": Mapping[str, str],
    "people": Mapping[str, Person],
    "published": Published,
    "notes": tuple[Note, ...],
}


def read_document(
    data: str | bytes, name: str, winners: int | None = None, progress: Callable[[int], None] | None = None
) -> Document:
    """The document of a text: first all that cannot be read, then all that is wrong with the chain."""
    try:
        found = upgraded(strict_json.parse(files.decoded(data, name), name))
    except Faults as trouble:
        raise Faults(replace(fault, file=name) for fault in trouble.faults) from None
    faults: list[Fault] = []
    entries = _entries(found.get("journal"), faults, progress)
    around = {key: _part(kind, key, found, faults) for key, kind in _AROUND.items()}
    published: Published = around["published"]
    if len(published.figures.datums) < len(published.datums):
        faults.append(Fault("two datums of one board", "one for a session, section and board", "published.datums"))
    gathered = Gathered(name)
    gathered.add(None, *faults, *_shape(found, faults))
    gathered.finish()
    journal = _chained(entries, around["people"], name)
    event = _folded(journal, name)
    return Document(
        event=event if winners is None else replace(event, winners=winners),
        published=published.figures,
        about=around["about"],
        notes=around["notes"],
        journal=journal,
        source="amends",
    )


def _shape(found: dict[str, Any], told: list[Fault]) -> list[Fault]:
    """What does not fit the published schema, in parts of which nothing has been told yet."""
    from amends.formats.event_document.models import shape_faults

    if len(told) >= MOST_FAULTS:
        return []

    def part(fault: Fault) -> str:
        place = _PART.match(fault.where)
        return place[0] if place else ""

    parts = set(map(part, told))
    return [fault for fault in shape_faults(found) if part(fault) not in parts]


def _entries(journal: Any, faults: list[Fault], progress: Callable[[int], None] | None) -> list[Entry]:
    entries = []
    for place, data in enumerate(journal if isinstance(journal, list) else ()):
        try:
            entries.append(entry_of(data))
        except Faults as trouble:
            faults += under("journal", Faults(under(place, trouble)))
            if len(faults) > MOST_FAULTS:
                break
        if progress is not None and place % 1000 == 999:
            progress(place + 1)
    return entries


def _part(kind: Any, key: str, found: Mapping[str, Any], faults: list[Fault]) -> Any:
    """A part around the entries; an empty one where it is not there, or cannot be read."""
    empty: Any = [] if key == "notes" else {}
    try:
        return read(kind, found.get(key, empty))
    except Faults as trouble:
        faults += under(key, trouble)
        return read(kind, empty)


def _chained(entries: Iterable[Entry], people: Mapping[str, Person], name: str) -> tuple[Entry, ...]:
    """The journal with its people, verified."""
    journal = with_people(entries, people)
    faults = verify(journal)
    if not faults:
        known = {reference for entry in journal for reference in (entry.author, *references(entry.payload))}
        nobody = [reference for reference in people if reference not in known]
        faults = [Fault("nobody's record", "a person that an entry refers to", f"people.{each}") for each in nobody]
    if faults:
        raise Faults(replace(fault, file=name) for fault in faults)
    return journal


def _folded(journal: tuple[Entry, ...], name: str) -> Event:
    try:
        event = fold(journal)
    except Faults as trouble:
        raise Faults(replace(fault, file=name) for fault in trouble.faults) from None
    known = ("imps", "bam") if event.form is Form.TEAMS else tuple(each for each in method_names() if each != "bam")
    faults = []
    if event.scoring not in known:
        faults.append(Fault(f"the scoring {event.scoring!r} for {event.form.value}", f"one of {', '.join(known)}"))
    if event.winners not in (1, 2):
        faults.append(Fault(f"{event.winners} winners", "1 or 2"))
    if faults:
        raise Faults(replace(fault, file=name, where="journal") for fault in faults)
    return event
