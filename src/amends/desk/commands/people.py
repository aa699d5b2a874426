"""Removing a person for good: the records go, the chain stays, and what cannot be changed is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from amends.desk.desk import Desk
from amends.desk.importing.documents import Beside, change_beside
from amends.desk.open_event import OpenEvent
from amends.desk.views.journal import payload_words
from amends.faults import Faults, Refusal
from amends.journal.chain import Entry, people_of, verify, without_people
from amends.journal.codec import plain
from amends.journal.entries import ContestantsEntered, Payload
from amends.journal.people import REMOVED, People
from amends.store import Draft

MOST_CANDIDATES = 12
"""The most names that are listed in a fault."""


@dataclass(frozen=True, slots=True)
class Mention:
    """An entry in whose free text a name still stands; `words` say which entry that is."""

    seq: int
    words: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was removed, and where words of the name still stand."""

    name: str
    records: int
    beside: tuple[str, ...]
    """What the file said of itself and had the name in it: it was taken out there too."""
    mentions: tuple[Mention, ...]
    event: OpenEvent


def forget(desk: Desk, opened: OpenEvent, name: str) -> Forgotten:
    """Remove all records with a name from the store, for good; the journal verifies as before.

    What a contestant calls itself goes with the name that is part of it. Names that were typed in another form into a
    reason or a statement are sealed: the entries that have words of them are told.
    """
    people = people_of(opened.entries)
    try:
        full = _full_name(name, people)
    except Faults:
        desk.store.forget(opened.kept.key, ())  # of who was removed while others were reading, there may be traces left
        raise
    references = [reference for reference, person in people.items() if _same(person.name, full)]
    references += _called_after(full, opened.entries, people)
    beside = _without_name_beside(desk, opened, full)
    removed = desk.store.forget(opened.kept.key, references, partial(_stands_in, full))
    after = OpenEvent(opened.kept, without_people(opened.entries, references))
    if faults := verify(after.entries):
        raise Faults(faults)
    return Forgotten(full, removed, beside, tuple(_mentions(full, after.entries)), after)


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def _full_name(name: str, people: People) -> str:
    """The name of a person as the journal has it; a part of names is refused with those that have it."""
    wanted = " ".join(name.split())
    if not wanted:
        raise Refusal("The name is missing.", "Give the full name of a person of the event.")
    known = sorted({person.name for person in people.values() if person.name})
    if found := [each for each in known if _same(each, wanted)]:
        return found[0]
    near = [each for each in known if wanted.casefold() in each.casefold()]
    shown = ", ".join(near[:MOST_CANDIDATES]) + (", …" if len(near) > MOST_CANDIDATES else "")
    raise Refusal(f"Nobody is called {name!r}.", f"Full names: {shown}." if near else "Give a name of the event.")


def _called_after(name: str, entries: Iterable[Entry], people: People) -> list[str]:
    """The records of what contestants call themselves, where the name is a part of it and no player is called so."""
    called, players = set[str](), set[str]()
    for entry in entries:
        if isinstance(entry.payload, ContestantsEntered):
            for each in entry.payload.contestants:
                called.add(each.name)
                players.update((*each.players, *(player for pair in each.pairs for player in pair.players)))
    return [
        reference
        for reference in sorted(called - players)
        if reference in people and not _same(people[reference].name, name) and _stands_in(name, people[reference].name)
    ]


# What stands beside the journal


def _without_name_beside(desk: Desk, opened: OpenEvent, name: str) -> tuple[str, ...]:
    """Take the name out of what the file said of itself, out of its notes and out of drafts; the keys it stood in."""
    changed = list[str]()

    def cleaned(beside: Beside) -> Beside:
        changed.extend(key for key, text in beside.about.items() if _stands_in(name, text))
        about = {key: _without(name, text) for key, text in beside.about.items() if not _same(text, name)}
        notes = tuple(replace(note, words=_without(name, note.words)) for note in beside.notes)
        taken = tuple(
            replace(each, who=_without(name, each.who), file=_without(name, each.file)) for each in beside.taken_over
        )
        return replace(beside, about=about, notes=notes, taken_over=taken)

    change_beside(desk, opened, cleaned, once=False)  # the form is done when the person is removed
    for draft in desk.store.drafts(opened.kept.key):
        if _cleaned_draft(name, draft) != draft:
            desk.store.change_draft(opened.kept.key, draft.id, partial(_cleaned_draft, name))
    return tuple(changed)


def _cleaned_draft(name: str, draft: Draft) -> Draft:
    return replace(draft, body=_cleaned(name, draft.body), author="" if _same(draft.author, name) else draft.author)


def _cleaned(name: str, data: Any) -> Any:
    if isinstance(data, str):
        return _without(name, data)
    if isinstance(data, Mapping):
        return {key: _cleaned(name, part) for key, part in data.items()}
    return [_cleaned(name, part) for part in data] if isinstance(data, list) else data


def _pattern(words: str) -> re.Pattern[str]:
    parts = r"\s+".join(map(re.escape, words.split()))
    return re.compile(rf"(?<!\w){parts}(?!\w)", re.IGNORECASE)


def _stands_in(words: str, text: str) -> bool:
    return _pattern(words).search(text) is not None


def _without(name: str, text: str) -> str:
    return _pattern(name).sub(REMOVED, text)


# What is sealed


def _mentions(name: str, entries: Iterable[Entry]) -> Iterable[Mention]:
    """The entries whose texts have the name, or a word of it that is longer than an initial."""
    words = [word for word in re.findall(r"\w+", name) if len(word) > 2]
    found = re.compile("|".join(_pattern(each).pattern for each in (name, *words)), re.IGNORECASE)
    for entry in entries:
        if any(found.search(text) for text in _texts(plain(entry.payload))):
            yield Mention(entry.seq, _told(entry.payload))


def _texts(data: Any) -> Iterable[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for part in data.values():
            yield from _texts(part)
    elif isinstance(data, list):
        for part in data:
            yield from _texts(part)


def _told(payload: Payload) -> str:
    """What an entry did, without the words that are not to be repeated."""
    return payload_words(payload, 2017).split(": ")[0]  # no clause stands before the colon
