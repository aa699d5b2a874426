"""What a store gives: the events it keeps, drafts not given yet, accounts, and word of entries that came first."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from amends.exact import many
from amends.faults import Refusal, refuse
from amends.journal import long_json
from amends.journal.chain import Entry, entry_data, entry_of
from amends.journal.codec import canonical, plain, read, utc
from amends.journal.people import Person

_DIGEST = re.compile(r'"digest":"([0-9a-f]{64})",')


def body_of(entry: Entry) -> str:
    """The canonical JSON of an entry."""
    return canonical(entry_data(entry)).decode()


def entry_in(body: str) -> Entry:
    """The entry that a body says; one that cannot be read, or does not fit its digest, is refused."""
    if not is_whole(body):
        raise refuse("an entry that does not fit its digest", "an entry as it was written")
    return entry_of(value_in(body))


def is_whole(body: str) -> bool:
    """Whether a body fits the digest that it says.

    The digest seals the same canonical JSON without the digest, and in sorted keys it is the first key of that name.
    """
    found = _DIGEST.search(body)
    if found is None:
        return False
    sealed = body[: found.start()] + body[found.end() :]
    return hashlib.sha256(sealed.encode(errors="replace")).hexdigest() == found[1]


def record_of(person: Person) -> str:
    """The canonical JSON of a person, whose SHA-256 is the reference."""
    return canonical(plain(person)).decode()


def person_in(record: str) -> Person:
    """The person that a record says."""
    person: Person = read(Person, value_in(record))
    return person


def json_of(data: Mapping[str, Any]) -> str:
    """A JSON object as text."""
    return value_of(dict(data))


def json_in(text: str) -> dict[str, Any]:
    """A JSON object from its text."""
    data = value_in(text)
    if not isinstance(data, dict):
        raise refuse("JSON that is no object", "an object")
    return data


def value_of(data: Any) -> str:
    """Plain JSON as text in ASCII, which both engines can keep whatever it says."""
    return json.dumps(data, allow_nan=False, separators=(",", ":"))


def value_in(text: str) -> Any:
    """Plain JSON from its text."""
    try:
        return long_json.loads(text)
    except (ValueError, RecursionError):
        raise refuse("JSON that cannot be read", "JSON as it was written") from None


def time_of(at: datetime) -> str:
    """A time as text."""
    return str(plain(at))


def time_in(text: str) -> datetime:
    """A time from its text."""
    try:
        return utc(datetime.fromisoformat(text))
    except ValueError:
        raise refuse("a time that cannot be read", "a time as it was written") from None


def line_of(text: str, what: str) -> str:
    """A text in one line that both engines can keep."""
    line = " ".join(text.split())
    try:
        line.encode()
    except UnicodeEncodeError:
        raise Refusal(f"There is half a character in {line!r}.", f"Type {what} again.") from None
    if "\0" in line:
        raise Refusal(f"There is a zero character in {line!r}.", f"Type {what} again.")
    return line


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event as a list of events shows it.

    `head` is the digest of its last entry (BEGINNING if there is none), `last` the time of that entry.
    """

    key: str
    name: str
    date: str
    entries: int
    head: str
    last: datetime | None
    people: int = 0
    """How many persons stand beside its journal: fewer, once somebody was removed."""

    def __str__(self) -> str:
        """As it is named to people: "Friday pairs 2026-11-13"."""
        return " ".join(part for part in (self.name, self.date) if part) or f"an event without a name, {self.key}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Something that is not in the journal yet; `seen` is the number of entries its author had before them."""

    id: str
    body: Mapping[str, Any]
    author: str
    at: datetime
    seen: int


class HeldByAnother(Refusal):
    """Another director has the draft in hand."""

    def __init__(self, author: str, id: str) -> None:
        super().__init__(f"{author or 'Somebody else'} has draft {id} in hand.", "Take it over first.")


class DraftChanged(Refusal):
    """The draft is not as it was when a page, or a request, began with it."""

    def __init__(self, id: str) -> None:
        super().__init__(
            f"Draft {id} was changed on another page since this one was loaded.",
            "Open it again: it is there as it stands now.",
        )


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """Who may sign in: `secret` is a hash, never what is typed; sessions of an earlier `epoch` have ended."""

    name: str
    role: str
    secret: str = field(repr=False)
    epoch: int
    created: datetime


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A key of another program: `digest` is of what it sends, which is kept nowhere."""

    id: str
    name: str
    role: str
    digest: str = field(repr=False)
    created: datetime


class Overtaken(Exception):
    """Somebody else has added entries first: nothing was written; `since` are those entries."""

    def __init__(self, since: tuple[Entry, ...]) -> None:
        self.since = since
        super().__init__(f"{many(len(since), 'entry was', 'entries were')} added by somebody else")
