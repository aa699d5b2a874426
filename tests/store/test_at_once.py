"""Several processes at one store: nothing is lost, no chain breaks, backups are whole."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from threading import Barrier, Thread

from amends.faults import refuse
from amends.journal.chain import verify
from amends.store import KeptEvent, Overtaken, Store, open_store
from support.store import adding
from support.store.making import longer

OPENING = """
import sys
from amends.store import open_store
print("ready", flush=True)
sys.stdin.readline()
with open_store(sys.argv[1], wait_seconds=60) as store:
    store.begin(sys.argv[2])
"""


class Process:
    """A process that says "ready", waits for a line, and goes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def heard(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def go(self) -> None:
        assert self.process.stdin is not None
        print(file=self.process.stdin, flush=True)

    def end(self) -> None:
        self.process.communicate()
        assert self.process.returncode == 0


def test_two_processes_that_add_at_once_lose_nothing(store: Store, where: str) -> None:
    key = store.begin("Friday", entries=longer((), 1)).key
    with ExitStack() as stack:
        both = [stack.enter_context(Process(adding.__file__, where, key, name, "50")) for name in ("one", "two")]
        assert [each.heard() for each in both] == ["ready", "ready"]
        for each in both:
            each.go()
        for each in both:
            each.end()
    entries = store.entries(key)
    assert verify(entries) == []
    assert Counter(entry.author for entry in entries[1:]) == {"one": 50, "two": 50}


def test_processes_that_open_an_empty_store_at_once_all_find_it_ready(where: str) -> None:
    names = ["one", "two", "three"]
    with ExitStack() as stack:
        all_of_them = [stack.enter_context(Process("-c", OPENING, where, name)) for name in names]
        assert [each.heard() for each in all_of_them] == ["ready"] * len(names)
        for each in all_of_them:
            each.go()
        for each in all_of_them:
            each.end()
    with open_store(where) as store:
        assert sorted(event.name for event in store.events()) == sorted(names)


def test_a_backup_that_is_made_while_another_process_writes_is_whole(store: Store, where: str, tmp_path: Path) -> None:
    key = store.begin("Friday", entries=longer((), 1)).key
    with Process(adding.__file__, where, key, "writer", "40") as writer:
        assert writer.heard() == "ready"
        writer.go()
        lengths = list[int]()
        for number in count():
            heard = writer.heard()
            if number % 10 == 0:
                copy = tmp_path / f"copy {number}.db"
                store.backup(copy)
                with open_store(copy) as opened:
                    entries = opened.entries(key)
                assert verify(entries) == []
                lengths.append(len(entries))
            if not heard:
                break
        writer.end()
    assert lengths == sorted(lengths)
    assert lengths[0] >= 2
    assert lengths[-1] == 41


def test_threads_may_share_a_store(store: Store) -> None:
    key = store.begin("Friday").key
    troubles = list[BaseException]()

    def add(author: str) -> None:
        try:
            entries = store.entries(key)
            for _ in range(10):
                while True:
                    try:
                        store.add(key, longer(entries, 1, author)[-1:])
                        entries = longer(entries, 1, author)
                        break
                    except Overtaken as overtaken:
                        entries += overtaken.since
        except BaseException as trouble:
            troubles.append(trouble)

    threads = [Thread(target=add, args=(name,)) for name in ("one", "two", "three")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert troubles == []
    assert len(store.entries(key)) == 30
    assert verify(store.entries(key)) == []


def at_once(number: int, work: Callable[[int], object]) -> list[BaseException]:
    """The same work by several threads that go at one signal, and what they ran into."""
    troubles, start = list[BaseException](), Barrier(number)

    def go(place: int) -> None:
        start.wait()
        try:
            work(place)
        except BaseException as trouble:
            troubles.append(trouble)

    threads = [Thread(target=go, args=(place,)) for place in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return troubles


def test_of_several_who_begin_the_same_event_at_once_one_does(store: Store) -> None:
    def alone(events: Sequence[KeptEvent], same: KeptEvent | None) -> None:
        if events or same:
            raise refuse("a second event", "one")

    troubles = at_once(4, lambda place: store.begin("Friday", "", longer((), 1), look=alone))
    assert [str(trouble) for trouble in troubles] == ["found a second event; expected one"] * 3
    assert len(store.events()) == 1


def test_several_who_change_what_stands_beside_a_journal_at_once_lose_nothing(store: Store) -> None:
    key = store.begin("Friday").key
    troubles = at_once(4, lambda place: store.change_beside(key, lambda data: {**data, str(place): place}))
    assert troubles == []
    assert store.beside(key) == {str(place): place for place in range(4)}


def test_a_reader_is_not_kept_waiting_by_a_writer(path_store: Store) -> None:
    key = path_store.begin("Friday", entries=longer((), 1)).key
    with open_store(path_store.where, wait_seconds=0) as other, path_store._writing() as connection:
        connection.exec_driver_sql("UPDATE events SET name = 'Saturday'")
        assert other.entries(key) == longer((), 1)
        assert other.events()[0].name == "Friday"
