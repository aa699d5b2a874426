"""What a file holds: the event, what the file says about it, what it has published, and the journal if it has one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from amends.event.event import Event
from amends.event.published import PublishedFigures
from amends.journal.chain import Entry


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader noticed that is no fault: a line left out, a contract that does not give its score.

    `kind` is one word by which notes are gathered:
    `contract` the contract does not give the score that stands beside it (the score is kept);
    `unreadable` a field that says nothing a reader knows (the rest of the line is kept);
    `erased` a row marked as erased, or one that a later row of the same table has replaced;
    `repeated` the same line once more;
    `waiting` an adjusted score that the director has still to decide;
    `left-out` something the event has no place for.
    """

    kind: str
    words: str
    table: str = ""
    """The id of the table result it is about, if it is about one."""
    board: int | None = None
    line: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.words}" if self.line else self.words


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An event with all that stands around it in a file."""

    event: Event
    published: PublishedFigures = field(default_factory=PublishedFigures)
    about: Mapping[str, str] = field(default_factory=dict)
    """What the file says of itself, by the keys of ABOUT; empty texts are left out."""
    notes: tuple[Note, ...] = ()
    journal: tuple[Entry, ...] = ()
    """Empty where the file has none: an event that was read from another program's file has no history yet."""
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The line of the file on which a table result stands, by its id, where the reader knows it."""
    source: str = ""
    """The name of the format it was read from; "" where it was made otherwise."""


ABOUT = {
    "club": "the club or organisation",
    "club_id": "its number with the federation",
    "date": "the day it was played, YYYY-MM-DD",
    "venue": "where",
    "director": "who directed",
    "scorer": "who scored",
    "contact": "whom to ask",
    "program": "the program that wrote the file",
    "program_version": "its version",
    "event_id": "the number of the event in that program",
    "description": "a longer title",
    "notes": "remarks for readers",
    "version": "the version of the format that the file names",
}
"""What a file may say of itself."""
