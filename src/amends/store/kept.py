"""What a store gives: the events it keeps, drafts not given yet, accounts, and word of entries that came first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from amends.exact import many
from amends.journal.chain import Entry


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


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """Who may sign in: `secret` is a hash, never what is typed; sessions of an earlier `epoch` have ended."""

    name: str
    role: str
    secret: str = field(repr=False)
    epoch: int
    created: datetime


class Overtaken(Exception):
    """Somebody else has added entries first: nothing was written; `since` are those entries."""

    def __init__(self, since: tuple[Entry, ...]) -> None:
        self.since = since
        super().__init__(f"{many(len(since), 'entry was', 'entries were')} added by somebody else")
