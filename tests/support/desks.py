"""An evening at the desk for tests: a store with the demonstration event, ruled, published and appealed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from argon2 import PasswordHasher

from amends.accounts import passwords
from amends.accounts.accounts import Role, add_account
from amends.bridge import Side
from amends.demo import demonstration
from amends.desk import Desk, Report
from amends.desk.commands.appeals import lodging
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import giving
from amends.desk.confirm import Draft, Drafting
from amends.event.case import Facts, Irregularity, PollAnswer, PollTaken, Statement
from amends.event.ruling import Penalty, Ruling
from amends.formats import rulings_file, travellers_csv
from amends.journal.chain import Document, Entry
from amends.journal.entries import Payload, PublishedStandings
from amends.journal.from_event import journal_of
from amends.store import open_store

START = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
NAME, DATE, DIRECTOR = "Friday pairs", "2026-11-13", "R. Fox"


class Clock:
    """A clock that goes on by some minutes each time somebody looks at it."""

    def __init__(self, start: datetime = START, minutes: int = 1) -> None:
        self.time, self.step = start, timedelta(minutes=minutes)

    def __call__(self) -> datetime:
        self.time += self.step
        return self.time


@contextmanager
def desk_at(path: Path | str, who: str = DIRECTOR, clock: Callable[[], datetime] | None = None) -> Iterator[Desk]:
    """A desk with a clock of its own."""
    with open_store(path) as store:
        yield Desk(store, who, clock or Clock())


def entries(path: Path, name: str = NAME) -> tuple[Entry, ...]:
    """The journal of an event in a store."""
    with open_store(path) as store:
        return store.entries(store.find(name).key)


def begin(desk: Desk, name: str = NAME, date: str = DATE) -> None:
    """Put the demonstration event into the store, without rulings."""
    begun = document()
    event = replace(begun.event, title=name)
    desk.store.begin(name, date, journal_of(replace(begun, event=event), desk.clock(), "amends"))


def document() -> Document:
    """The demonstration event without rulings."""
    with demonstration() as (travellers, _):
        loaded = travellers_csv.load(travellers)
    return replace(loaded, event=replace(loaded.event, winners=2))


def penalty(contestant: str, amount: str, reason: str = "late") -> Penalty:
    """A penalty by Law 90."""
    return Penalty(contestant, amount, "90B3", reason)


def anew(ruling: Ruling) -> Ruling:
    """A ruling to be given once more, with an id and a time of its own."""
    return replace(ruling, id="", time=None, director="", replaces=None)


def publishing(final: bool = False) -> Callable[[Drafting], list[Payload]]:
    """A draft that only records a publication."""
    return lambda drafting: [PublishedStandings(final)]


def evening(path: Path | str) -> None:
    """The event with its four rulings and its penalty, published; ruling 1 is under appeal."""
    with demonstration() as (_, rulings), desk_at(path) as desk:
        begin(desk)
        file = rulings_file.load(rulings)
        for ruling in file.rulings:
            report = _report() if ruling.id == "1" else Report()
            poll = () if ruling.id == "1" else ruling.poll
            given = replace(ruling, director="", time=None, poll=poll)
            desk.confirm(desk.open(NAME), giving(given, report))
        desk.confirm(desk.open(NAME), penalising(file.penalties[0]))
        desk.confirm(desk.open(NAME), publishing())
        desk.confirm(desk.open(NAME), lodging("1", side=Side.EW, grounds="Pass was no alternative.", who="C. Cole"))


def copy_evening(path: Path) -> None:
    """The same in a file, for a test that does not mind which keys it has: made once per process, and copied."""
    path.touch(0o600)
    path.write_bytes(_evening())


@cache
def _evening() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "amends.db"
        evening(path)
        return path.read_bytes()


CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes secrets in no time; put in place of `amends.accounts.passwords.HASHER`."""


def accepting(ruling: Ruling, report: Report | None = None) -> Draft:
    """Give a ruling whatever it leaves unsaid: who was non-offending is of no matter to the test."""
    accept = {"12B1": "of no matter", **ruling.accept}
    return giving(replace(ruling, accept=accept), report or Report())


SECRETS = {"R. Fox": "271828", "A. Birch": "161803", "D. Dean": "141421", "E. Ash": "173205"}
"""The PINs of the accounts that `add_accounts` makes."""


def add_accounts(path: Path) -> None:
    """An account in each role: R. Fox is chief director, A. Birch director, D. Dean scorer, E. Ash reviewer."""
    with patch.object(passwords, "HASHER", CHEAP), desk_at(path) as desk:
        roles = (Role.CHIEF, Role.DIRECTOR, Role.SCORER, Role.REVIEWER)
        for (name, pin), role in zip(SECRETS.items(), roles, strict=True):
            add_account(desk, name, role, pin)


def _report() -> Report:
    answers = [PollAnswer("4H N =", ("4H N -1",), "expert")] * 3 + [PollAnswer("4H N -1", (), "club")] * 3
    return Report(
        irregularity=Irregularity.UNAUTHORISED_INFORMATION,
        facts=Facts(happened="West passed after long thought; East bid 4S.", found="The pause is agreed."),
        statements=(Statement("I had a full opening.", side=Side.EW, who="C. Cole"),),
        polls=(PollTaken("How do you play 4H?", tuple(answers)),),
    )
