"""The journal: folding it grows with its length alone, and adding to it costs little more than the bare database."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from secrets import token_urlsafe
from statistics import median

from amends import BySide, Ruling, TableReference, TableResult, parse_award
from amends.awards import Award
from amends.event.case import Statement
from amends.journal.chain import BEGINNING, Entry, sealed
from amends.journal.entries import (
    CaseOpened,
    EventSetUp,
    Payload,
    ResultCorrected,
    ResultsEntered,
    RulingGiven,
    RulingWithdrawn,
    StatementTaken,
)
from amends.journal.fold import fold
from amends.journal.history import history
from amends.store import Store, open_store
from amends.store.records import body_of
from amends.store.sent_forms import FormOnce
from benchmarks.report import Entry as Line
from benchmarks.report import Information, Measured
from benchmarks.timing import best_of, now, shown

LENGTH = 10_000
ADDED = 300
_START = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)


def folding(length: int = LENGTH, repetitions: int = 5) -> list[Line]:
    """A journal of 10,000 entries against one of 2,500: the time for an entry must not grow."""
    whole = journal(length)
    part = whole[: length // 4]
    short, long, told = best_of(repetitions, lambda: fold(part), lambda: fold(whole), lambda: history(whole))
    detail = (
        f"the time for an entry, {length} entries {shown(long)}, {len(part)} entries {shown(short)}; 1 is linear;"
        f" the history of all {shown(told)}"
    )
    agree = len(fold(whole).results) == len(fold(part).results) == _TABLES
    what = f"folding {length:,} : {len(part):,} entries, for each"
    return [Measured(what, long / short / 4, 1.5, detail, True, agree)]


def adding(added: int = ADDED) -> list[Line]:
    """One entry at a time, each acknowledged when it is on the disk."""
    entries = journal(2 * added + 1)
    # On the disk the project lies on: a temporary folder may be in memory, where nothing has to reach a disk.
    with tempfile.TemporaryDirectory(dir=os.curdir) as folder:
        bare = _Bare(Path(folder) / "bare.db")
        with open_store(Path(folder) / "store.db") as store, open_store(Path(folder) / "forms.db") as forms:
            keys = [each.begin("Friday", entries=entries[:1]).key for each in (store, forms)]
            bare.add(entries[0])
            times = list(_taking_turns(store, forms, keys, bare, entries[1:]))
            kept = store.entries(keys[0])
            agree = kept == entries == forms.entries(keys[1])
        bare.close()
    ours, with_form, theirs = (median(each) for each in zip(*times, strict=True))
    detail = (
        f"an entry added to SQLite {shown(ours)}; a bare INSERT of the same row with the same pragmas {shown(theirs)};"
        f" the median of {len(times)}, taking turns"
    )
    each = f"{shown(ours)} for each, with the digest checked, the head compared and the guards of the database"
    return [
        Measured("adding an entry : a bare INSERT", ours / theirs, 2, detail, at_most=True, agree=agree),
        Measured("the same with the token of its form", with_form / theirs, 2.5,
                 f"{shown(with_form)} for an entry and its token, in one transaction", at_most=True, agree=agree),
        Information("entries added in a second", f"{1 / ours:.0f}", each),
    ]  # fmt: skip


def _taking_turns(
    store: Store, forms: Store, keys: Sequence[str], bare: _Bare, entries: Sequence[Entry]
) -> Iterator[tuple[float, float, float]]:
    for entry in entries:
        form = forms.for_form(FormOnce(token_urlsafe(16), entry.digest[:32]))
        times = [now()]
        for add in (
            partial(store.add, keys[0], [entry]),
            partial(form.add, keys[1], [entry]),
            partial(bare.add, entry),
        ):
            add()
            times.append(now())
        first, second, third, last = times
        yield second - first, third - second, last - third


class _Bare:
    """The same row in a table of its own, by the driver alone."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            self._connection.execute(f"PRAGMA {pragma}").close()
        self._connection.execute(
            "CREATE TABLE entries (event TEXT, seq INTEGER, at TEXT, kind TEXT, previous TEXT, digest TEXT, body TEXT,"
            " PRIMARY KEY (event, seq))"
        )

    def add(self, entry: Entry) -> None:
        row = ("f" * 32, entry.seq, "", type(entry.payload).__name__, entry.previous, entry.digest, body_of(entry))
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


# A long journal

_TABLES = 200


def journal(length: int) -> tuple[Entry, ...]:
    """An event that was set up, and then so much happened."""
    entries: list[Entry] = []
    for payload in islice(_happenings(), length):
        previous = entries[-1].digest if entries else BEGINNING
        at = _START + timedelta(seconds=10 * len(entries))
        entries.append(sealed(len(entries) + 1, at, "Director", payload, previous))
    return tuple(entries)


def _happenings() -> Iterator[Payload]:
    results = [
        TableResult(str(table), parse_award("4S N ="), BySide((str(table),), (str(table + 500),)), board=7)
        for table in range(_TABLES)
    ]
    yield EventSetUp("Friday")
    yield ResultsEntered(tuple(results))
    number = 0
    while True:
        result = results[number % _TABLES]
        case = str(number)
        yield CaseOpened(case, 7)
        yield StatementTaken(case, Statement("I had my bid."))
        awards: BySide[Award | None] = BySide.both(parse_award("60% 4S N =; 40% 4S N -1"))
        yield RulingGiven(Ruling(case, 7, TableReference(result=result.id), awards, case=case, reason="no route to 5S"))
        yield ResultCorrected(result, "a slip")
        yield RulingWithdrawn(case, "a second thought")
        number += 1
