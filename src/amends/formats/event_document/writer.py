"""From a document to its text; what would be lost is refused before anything is written."""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import datetime
from typing import Any

from amends import clock
from amends.event import Event
from amends.faults import Fault, Faults
from amends.formats.event_document.models import VERSION
from amends.formats.event_document.unsealed import Published
from amends.journal.chain import entry_data, people_of
from amends.journal.codec.encode import canonical, plain
from amends.journal.document import Document
from amends.journal.fold import fold
from amends.journal.from_event import continued
from amends.journal.people import Salts, new_salt
from amends.regulations import Regulation, settings


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
    return found + (["regulation"] if _values(event.regulation) != _values(folded.regulation) else [])


def _values(regulation: Regulation) -> list[object]:
    return [getattr(regulation, key) for key in settings()]


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
