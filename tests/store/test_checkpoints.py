"""Entries come into the file itself soon: a copy of the file alone has them."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from amends.store import open_store
from amends.store.checkpoints import checkpoint, log_of
from support.store.making import journal


def copied_alone(path: Path) -> list[str]:
    """The events in a copy of the file without its log."""
    copy = path.with_name("copied.db")
    shutil.copyfile(path, copy)
    with open_store(copy) as store:
        return [event.name for event in store.events()]


def until(reached: Callable[[], bool]) -> None:
    """Wait for something that a thread will do; a test that waits in vain fails by its end."""
    for _ in range(3000):
        if reached():
            return
        time.sleep(0.01)
    raise AssertionError("it was not done")


def is_empty(log: Path) -> bool:
    return not log.exists() or log.stat().st_size == 0


def test_a_server_brings_entries_into_the_file_by_itself(path: Path) -> None:
    with open_store(path) as store:
        checkpoint(path)
        store.begin("Friday", entries=journal())
        assert copied_alone(path) == [], "in the log alone"
        store.keep_in_file(seconds=0.01)
        until(lambda: is_empty(log_of(path)))
        assert copied_alone(path) == ["Friday"]
        with open_store(path) as other:
            other.begin("Saturday")
        until(lambda: is_empty(log_of(path)))
        assert sorted(copied_alone(path)) == ["Friday", "Saturday"]


def test_a_command_brings_its_entries_into_the_file_when_it_ends_though_others_have_it_open(path: Path) -> None:
    with open_store(path) as running:
        running.events()
        with open_store(path) as command:
            command.begin("Friday", entries=journal())
        assert copied_alone(path) == ["Friday"]


def test_a_reader_or_writer_is_not_waited_for_and_it_is_done_later(path: Path) -> None:
    with open_store(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        checkpoint(path)
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM events").fetchall()
        store.begin("Friday", entries=journal())
        assert not checkpoint(path)
        store.begin("Saturday")
        other.execute("ROLLBACK")
        other.execute("BEGIN IMMEDIATE")
        checkpoint(path)
        assert sorted(copied_alone(path)) == ["Friday", "Saturday"], "a writer is in the way of emptying the log alone"
        other.execute("ROLLBACK")
        assert checkpoint(path)
        assert is_empty(log_of(path))
