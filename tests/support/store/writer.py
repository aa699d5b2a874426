"""A process that writes to a store and says each step on a pipe; it can die by itself at a chosen step.

What it says, a line of JSON each: it is "ready", it has "begun" a write of these entries, it is "committing",
the write was "acknowledged", it is "dying" at a step, it "failed".
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from typing import Any, NoReturn

from sqlalchemy import Engine, event

from amends.awards import parse_award
from amends.bridge import BySide
from amends.event import Contestant, Player, TableRecord, TableResult
from amends.journal.chain import BEGINNING, Entry, sealed
from amends.journal.entries import ContestantsEntered, EventSetUp, Payload, PublishedStandings, ResultsEntered
from amends.journal.people import People, Register
from amends.store import Overtaken, Store, open_store

WAIT_SECONDS = 60
"""So long that nobody gives up on a busy machine."""

OPENING = -1
"""In place of the number of a write: the opening of the store."""

START = datetime(2026, 11, 15, 14, 0, tzinfo=UTC)
AWARD = parse_award("4H N =")
BIG = tuple(
    TableResult(f"{board}/{pair}-{pair + 100}", AWARD, BySide((str(pair),), (str(pair + 100),)), board=board)
    for board in range(1, 31)
    for pair in range(1, 101)
)
"""The results of a large event: some 280 kilobytes as an entry."""


class Written:
    """What a writer has to write, the same every time: small entries, big ones, and some that come with people."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.numbers = count(1)

    def payloads(self, number: int) -> Iterator[tuple[Payload, People]]:
        """What the write of a number consists of; of each four, one is big and one is of two entries."""
        register = Register(self.salt)
        match number % 4:
            case 0:
                yield PublishedStandings(), {}
            case 1:
                results = *map(register.result, map(self.with_players, BIG[:25])), *BIG[25:]
                yield ResultsEntered(results), register.people
            case 2:
                yield ContestantsEntered(tuple(map(register.contestant, self.contestants()))), register.people
            case _:
                yield ContestantsEntered(tuple(map(register.contestant, self.contestants()))), register.people
                yield PublishedStandings(), {}

    def salt(self) -> str:
        """Salts without chance, each once."""
        return sha256(f"{self.name} {next(self.numbers)}".encode()).hexdigest()[:32]

    def contestants(self) -> list[Contestant]:
        """Pairs with names."""
        return [
            Contestant(str(pair), players=(Player(f"A{pair}", f"9{pair}"), Player(f"B{pair}"))) for pair in range(9)
        ]

    def with_players(self, result: TableResult) -> TableResult:
        """A result with the names of those who sat there."""
        return replace(result, record=TableRecord(players=tuple(f"{seat} {result.id}" for seat in "NESW")))


def entries_of(payloads: Iterator[tuple[Payload, People]], seq: int, previous: str, author: str) -> list[Entry]:
    """Entries that stand behind the one of this number and digest."""
    entries: list[Entry] = []
    for payload, people in payloads:
        seq += 1
        entries.append(sealed(seq, START, author, payload, previous, people))
        previous = entries[-1].digest
    return entries


class Writer:
    """Writes until it is killed, or `writes` times, as the plan says."""

    def __init__(self, where: str, name: str, plan: dict[str, Any], pipe: int) -> None:
        self.where, self.name, self.plan, self.pipe = where, name, plan, pipe
        self.dies: str = plan["dies"]
        """The step at which it dies by itself, in its write number `plan["write"]` (from 0, or OPENING)."""
        self.promises_early: bool = plan["promises_early"]
        self.write = OPENING
        self.statements = 0
        self.inside = False

    def run(self) -> NoReturn:
        """All of the process."""
        try:
            event.listen(Engine, "before_cursor_execute", self.before_statement)
            event.listen(Engine, "commit", self.before_commit)
            self.write_on()
        except BaseException as trouble:
            self.say("failed", why=f"{type(trouble).__name__}: {trouble}"[:500])
        finally:
            os._exit(0)  # nothing of the process it was forked from is to go on here

    def say(self, what: str, **more: object) -> None:
        """One line, whole: a pipe takes so few bytes at once."""
        os.write(self.pipe, json.dumps({"what": what, **more}).encode() + b"\n")

    def write_on(self) -> None:
        """Write after write."""
        self.inside = self.plan["write"] == OPENING
        store = open_store(self.where, wait_seconds=WAIT_SECONDS)
        self.inside = False
        self.die_at("after the commit")
        self.say("ready")
        written = Written(self.name)
        seq, previous, key = self.plan["seq"], self.plan["previous"], self.plan["event"]
        for number in range(self.plan["writes"]):
            self.write = number
            payloads = list(written.payloads(self.plan["first"] + self.write))
            if key is None:
                payloads = [(EventSetUp(f"{self.name}, write {self.write}"), {}), *payloads]
            while True:
                entries = entries_of(iter(payloads), seq, previous, self.name)
                try:
                    key = self.written(store, key, entries)
                except Overtaken as overtaken:
                    seq, previous = overtaken.since[-1].seq, overtaken.since[-1].digest
                else:
                    seq, previous = entries[-1].seq, entries[-1].digest
                    break
            if self.plan["begins"]:
                seq, previous, key = 0, BEGINNING, None

    def written(self, store: Store, key: str | None, entries: list[Entry]) -> str:
        """The key of the event that the entries were added to, or that was begun with them."""
        digests = [entry.digest for entry in entries]
        self.say("begun", entries=digests)
        if self.promises_early:
            self.say("acknowledged", entries=digests, head=(entries[-1].seq, digests[-1]))
        self.statements, self.inside = 0, True
        if key is None:
            key = store.begin(self.name, "2026-11-15", entries).key
        else:
            store.add(key, entries)
        self.inside = False
        self.die_at("after the commit")
        if not self.promises_early:
            self.say("acknowledged", entries=digests, head=(entries[-1].seq, digests[-1]))
        return key

    def before_statement(self, *_: object) -> None:
        """Called by SQLAlchemy before each statement."""
        if self.inside:
            self.statements += 1
            self.die_at(f"before statement {self.statements}")

    def before_commit(self, _: object) -> None:
        """Called by SQLAlchemy before it commits."""
        if self.inside:
            self.say("committing", write=self.write)
            self.die_at("before the commit")

    def die_at(self, step: str) -> None:
        """Die here and now if the plan says so; after the commit in any case, for it may have no such statement."""
        if self.dies and self.write >= self.plan["write"] and step in (self.dies, "after the commit"):
            self.say("dying", step=step)
            os.kill(os.getpid(), signal.SIGKILL)
