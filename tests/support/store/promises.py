"""What writers said they wrote, held against what a store has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from amends.journal.chain import Entry, verify
from amends.journal.people import references
from amends.store import Store

Write = tuple[str, ...]
"""The digests of the entries that were written together; no two entries of these tests have the same."""


class Promises:
    """What was heard of the writers, line by line."""

    def __init__(self) -> None:
        self.begun: list[Write] = []
        self.acknowledged: list[Write] = []
        self.steps: Counter[str] = Counter()
        """How many died by themselves at which step."""
        self.died: dict[Write, str] = {}
        """The step at which a writer died by itself, by the write it was in."""
        self.last: dict[str, Write] = {}
        """The write that each writer began last."""
        self.killed: list[str] = []
        self.failed: list[str] = []

    def hear(self, lines: Iterable[dict[str, Any]]) -> Promises:
        """The same with more lines."""
        for line in lines:
            writer, write = line.get("writer", ""), tuple(line.get("entries", ()))
            match line["what"]:
                case "begun":
                    self.begun.append(write)
                    self.last[writer] = write
                case "acknowledged":
                    self.acknowledged.append(write)
                case "dying":
                    self.steps[line["step"]] += 1
                    self.died[self.last.get(writer, ())] = line["step"]
                case "failed":
                    self.failed.append(line["why"])
                case "ended" if line["killed"]:
                    self.killed.append(writer)
        return self

    @property
    def unanswered(self) -> set[str]:
        """The writers whose last write was not acknowledged."""
        answered = set(self.acknowledged)
        return {writer for writer, write in self.last.items() if write not in answered}


def broken(store: Store, promises: Promises) -> list[str]:
    """What is not as it was promised: the lost, the halved, the damaged and what nobody wrote."""
    journals = [store.entries(kept.key) for kept in store.events()]
    entries = [entry for journal in journals for entry in journal]
    there = {entry.digest for entry in entries}
    begun = {digest for write in promises.begun for digest in write}
    too_soon = [write for write, step in promises.died.items() if step != "after the commit"]
    return [
        *(f"lost: {write}" for write in promises.acknowledged if not there.issuperset(write)),
        *(f"half: {write}" for write in promises.begun if 0 < len(there.intersection(write)) < len(write)),
        *(f"there before it was committed: {write}" for write in too_soon if there.intersection(write)),
        *(f"damaged: {fault}" for journal in journals for fault in verify(journal)),
        *(f"without its people: {entry.digest}" for entry in entries if lacks_people(entry)),
        *("empty: an event" for journal in journals if not journal),
        *(f"written by nobody: {entry.digest}" for entry in entries if entry.author and entry.digest not in begun),
    ]


def lacks_people(entry: Entry) -> bool:
    """Whether somebody is missing: here all who are referred to come with the entry itself."""
    return set(references(entry.payload)) != set(entry.people)
