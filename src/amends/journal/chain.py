"""The chain: entries in their order, each sealed with the digest of the one before."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import Any

from amends.event.event import Event
from amends.event.published import PublishedFigures
from amends.faults import Fault, Faults, refuse
from amends.journal.codec import MOST_FAULTS, canonical, plain, read, shown, step, under, utc
from amends.journal.entries import KINDS, Payload
from amends.journal.people import People, Person, Register, is_reference, references

MOST_NOTES = 20
"""The notes of a kind that a text lists where not all are asked for."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something a reader noticed that is no fault: a line left out, a contract that does not give its score.

    `kind` is one word by which notes are gathered:
    `contract` the contract does not give the score that stands beside it (the score is kept);
    `unreadable` a field that says nothing a reader knows (the rest of the line is kept);
    `erased` a row marked as erased, or one that a later row of the same table has replaced;
    `repeated` the same line once more;
    `waiting` an adjusted score that the director has still to decide;
    `left-out` something the event has no place for;
    `several-events` a collection of events that is read as one;
    `tables-missing` a board of which the file does not have all tables, so that its figures cannot follow;
    `boards-missing` a file that does not have all boards, so that its totals cannot follow;
    `not-in-the-score` something that counts in the ranking of the file and is not in the event;
    `other-ranking` the event has another ranking than the file prints.
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

    @property
    def is_own(self) -> bool:
        """Whether it was read from a file that amends has written in the format of another program.

        An event document keeps what an earlier file said of itself, and is none.
        """
        return self.source != EVENT_DOCUMENT and self.about.get("program", "").split(" ")[0] == PROGRAM


PROGRAM = "amends"
"""What files that amends has written call their program."""

EVENT_DOCUMENT = "amends"
"""The name of the format that holds everything."""

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


BEGINNING = "0" * 64
"""What stands in place of the digest before the first entry."""


DIGITS = 12
"""The digits of a digest that people are shown: enough to tell one journal from another."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal."""

    seq: int
    at: datetime
    author: str
    """Who made it: a person by reference, or an office or a program ("amends") by its name."""
    payload: Payload
    previous: str
    digest: str
    people: People = field(default_factory=dict)
    """The persons that came in with this entry; no part of what is sealed, so that they can be removed."""


def append(
    entries: Sequence[Entry], payload: Payload, at: datetime, author: str, people: People | None = None
) -> tuple[Entry, ...]:
    """The journal with one entry more; `people` are the persons that come in with it."""
    previous = entries[-1].digest if entries else BEGINNING
    return (*entries, sealed(len(entries) + 1, at, author, payload, previous, people))


def sealed(seq: int, at: datetime, author: str, payload: Payload, previous: str, people: People | None = None) -> Entry:
    """An entry with its digest; a name where a reference belongs, and a person it does not refer to, are refused."""
    referred = set(references(payload))
    if not all(map(is_reference, referred)):
        raise refuse("a name in an entry", "the reference of a person (amends.journal.people)", f"entry {seq}")
    referred |= {author} if is_reference(author) else set()
    if people and not referred.issuperset(people):
        raise refuse("a person whom the entry does not refer to", "those it refers to", f"entry {seq}")
    entry = Entry(seq, utc(at), author, payload, previous, "", people or {})
    return replace(entry, digest=digest(entry))


def entered(
    entries: Sequence[Entry], payloads: Iterable[Payload], register: Register, at: datetime, author: str
) -> tuple[Entry, ...]:
    """The next entries of a journal, with these payloads; people stand in them by name, and come in by `register`."""
    new: list[Entry] = []
    previous = entries[-1].digest if entries else BEGINNING
    for seq, payload in enumerate(register.payloads(payloads), len(entries) + 1):
        new.append(sealed(seq, at, author, payload, previous))
        previous = new[-1].digest
    return with_people(new, register.people)


def digest(entry: Entry) -> str:
    """SHA-256 of the entry's canonical JSON without the digest itself; the digest of the entry before is in it."""
    return hashlib.sha256(canonical(_contents(entry))).hexdigest()


def verify(entries: Sequence[Entry]) -> list[Fault]:
    """What is wrong with the chain: entries that were changed, are missing, or stand in the wrong place.

    A person whose record is gone is nothing wrong; one whose record does not fit its reference is.
    """
    faults, previous, number = [], BEGINNING, 0
    for entry in entries:
        where = f"entry {entry.seq}"
        if entry.seq != number + 1:
            after = f"after number {number}" if number else "in the first place"
            faults.append(Fault(f"number {entry.seq} {after}", f"number {number + 1}: no entry left out", where))
        if entry.previous != previous:
            faults.append(Fault("a link that does not fit", "the digest of the entry before", where))
        if digest(entry) != entry.digest:
            faults.append(Fault("an entry that was changed", "an entry that fits its digest", where))
        for reference, person in entry.people.items():
            if person.reference != reference:
                expected = "a record that fits its reference"
                faults.append(Fault("a person's record that was changed", expected, f"{where}, person {reference}"))
        previous, number = entry.digest, entry.seq
    return faults


# People beside the chain


def people_of(entries: Iterable[Entry]) -> dict[str, Person]:
    """Everybody who is known to the journal, by reference."""
    return {reference: person for entry in entries for reference, person in entry.people.items()}


def with_people(entries: Iterable[Entry], people: People) -> tuple[Entry, ...]:
    """The journal with these persons and no others, each beside the first entry that refers to it."""
    left = dict(people)
    found = []
    for entry in entries:
        known = dict.fromkeys(each for each in (entry.author, *references(entry.payload)) if each in left)
        found.append(replace(entry, people={reference: left.pop(reference) for reference in known}))
    return tuple(found)


def without_people(entries: Iterable[Entry], removed: Collection[str]) -> tuple[Entry, ...]:
    """The journal without the records of some persons, by reference; it verifies as before."""
    return tuple(
        replace(entry, people={key: person for key, person in entry.people.items() if key not in removed})
        if any(key in removed for key in entry.people)
        else entry
        for entry in entries
    )


# Entries as plain data


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as plain data: what is sealed, and the digest."""
    return {**_contents(entry), "digest": entry.digest}


def _contents(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at": plain(entry.at),
        "author": entry.author,
        "payload": {"kind": type(entry.payload).__name__, **plain(entry.payload)},
        "previous": entry.previous,
    }


_KEYS = {"seq": int, "at": datetime, "author": str, "previous": str, "digest": str}


def entry_of(data: object) -> Entry:
    """The entry that plain data says, the inverse of `entry_data`; whether it fits its digest, `verify` tells.

    What says the same in another way ("4h n 10" for "4H N =") is refused: it would not have this digest.
    """
    if not isinstance(data, dict):
        raise refuse(shown(data), "an entry: an object")
    values, faults = dict[str, Any](), list[Fault]()
    for key, kind in {**_KEYS, "payload": None}.items():
        try:
            if key not in data:
                raise refuse("nothing", f"the key {key!r}")
            values[key] = _payload(data[key]) if kind is None else read(kind, data[key])
        except Faults as trouble:
            faults += under(key, trouble)
    expected = f"one of {', '.join((*_KEYS, 'payload'))}"
    unknown = (key for key in data if key not in (*_KEYS, "payload"))
    faults += [Fault(f"the key {key!r}", expected, step(key)) for key in islice(unknown, MOST_FAULTS)]
    if faults:
        raise Faults(faults)
    entry = Entry(**{**values, "at": utc(values["at"])})
    again = entry_data(entry)
    if again != data:
        raise Faults(_differing(data, again))
    return entry


def _payload(data: object) -> Payload:
    if not isinstance(data, dict):
        raise refuse(shown(data), "an object")
    if not isinstance(data.get("kind"), str):
        raise refuse(shown(data["kind"]) if "kind" in data else "nothing", f"one of {', '.join(KINDS)}", "kind")
    return payload_of(data["kind"], {key: part for key, part in data.items() if key != "kind"})


def payload_of(kind: str, data: Mapping[str, Any]) -> Payload:
    """The payload of a kind from its plain data, the exact inverse of `plain`; all faults with their paths."""
    if kind not in KINDS:
        raise refuse(f"the kind {kind!r}", f"one of {', '.join(KINDS)}", "kind")
    payload: Payload = read(KINDS[kind], data)
    return payload


def _differing(found: Any, wanted: Any) -> Iterator[Fault]:
    """Where plain data is not as amends writes it."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key, part in found.items():
            if key not in wanted:
                yield Fault(f"{key} = {shown(part)}", "the key left out: this is its default", step(key))
            elif part != wanted[key]:
                yield from under(key, Faults(_differing(part, wanted[key])))
    elif isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        for place, (part, other) in enumerate(zip(found, wanted, strict=True)):
            if part != other:
                yield from under(place, Faults(_differing(part, other)))
    else:
        yield Fault(shown(found), f"{shown(wanted)}, as amends writes it")
