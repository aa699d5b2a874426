"""From the text of an event document to the document: its shape, its entries, the chain, and what they come to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from amends import clock
from amends.event import Event, Form
from amends.event.match import TEAM_SCORINGS
from amends.faults import Fault, Faults
from amends.formats.common import files
from amends.formats.common.csv_table import Gathered
from amends.formats.common.format import Progress, report
from amends.formats.event_document import strict_json
from amends.formats.event_document.figures import Published
from amends.formats.event_document.models import VERSION, upgraded
from amends.journal.chain import Document, Entry, Note, entry_data, entry_of, people_of, verify, with_people
from amends.journal.codec import MOST_FAULTS, canonical, plain, read, under
from amends.journal.fold import fold
from amends.journal.from_event import continued
from amends.journal.people import Person, Salts, new_salt, references
from amends.regulations import settings
from amends.scoring.methods import method_names


def written(document: Document, at: datetime | None = None, author: str = "amends", salts: Salts = new_salt) -> str:
    """The text of a document; what has no entry yet gets one, of this time and author."""
    journal = document.journal
    if not journal or _differing(document.event, fold(journal)):
        journal = continued(journal, document.event, at or clock.now(), author, salts=salts)
        if lost := _differing(document.event, fold(journal)):
            found = f"an event whose {', '.join(lost)} cannot be told by entries after those of its journal"
            raise Faults([Fault(found, "nothing left out that the journal has, or a document without a journal")])
    around: dict[str, Any] = {
        "about": plain(document.about),
        "people": plain(people_of(journal)),
        "journal": list(map(entry_data, journal)),
        "published": plain(Published.of(document.published)),
        "notes": plain(document.notes),
    }
    data = {"amends": VERSION, **{key: part for key, part in around.items() if part}}
    canonical(data)  # refuses what no file can hold
    return laid_out(data) + "\n"


def _differing(event: Event, folded: Event) -> list[str]:
    """The parts of an event that are not those of its journal."""
    names = [entry.name for entry in fields(Event) if entry.name != "regulation"]
    found = [name for name in names if getattr(event, name) != getattr(folded, name)]
    own, other = event.regulation, folded.regulation
    return found + ["regulation"] * any(getattr(own, key) != getattr(other, key) for key in settings())


WIDTH = 200
ROWS = "results"
"""The key of a list whose parts are never broken: with thousands of them the file stays smaller, too."""


def laid_out(data: Any, indent: int = 0, rows: bool = False) -> str:
    """The JSON of plain data, without an end of line; what is too long for a line is broken into its parts."""
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(data, dict | list):
        return line
    if isinstance(data, dict):
        parts = [
            f"{json.dumps(key, ensure_ascii=False)}: {laid_out(part, indent + 1, key == ROWS)}"
            for key, part in data.items()
        ]
    elif rows:
        parts = [json.dumps(part, ensure_ascii=False) for part in data]
    else:
        parts = [laid_out(part, indent + 1) for part in data]
    opening, closing = "{}" if isinstance(data, dict) else "[]"
    blank = " " * indent
    inside = ",\n".join(f"{blank} {part}" for part in parts)
    return f"{opening}\n{inside}\n{blank}{closing}"


_PART = re.compile(r"journal\[\d+\]|\w+")

_AROUND: Mapping[str, Any] = {
    "about": Mapping[str, str],
    "people": Mapping[str, Person],
    "published": Published,
    "notes": tuple[Note, ...],
}


def read_document(data: str | bytes, name: str, winners: int | None = None, progress: Progress = None) -> Document:
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


def _entries(journal: Any, faults: list[Fault], progress: Progress) -> list[Entry]:
    entries = []
    for place, data in enumerate(journal if isinstance(journal, list) else ()):
        try:
            entries.append(entry_of(data))
        except Faults as trouble:
            faults += under("journal", Faults(under(place, trouble)))
            if len(faults) > MOST_FAULTS:
                break
        report(progress, place + 1, every=1_000)
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
    known = TEAM_SCORINGS if event.form is Form.TEAMS else tuple(each for each in method_names() if each != "bam")
    faults = []
    if event.scoring not in known:
        faults.append(Fault(f"the scoring {event.scoring!r} for {event.form.value}", f"one of {', '.join(known)}"))
    if event.winners not in (1, 2):
        faults.append(Fault(f"{event.winners} winners", "1 or 2"))
    if faults:
        raise Faults(replace(fault, file=name, where="journal") for fault in faults)
    return event
