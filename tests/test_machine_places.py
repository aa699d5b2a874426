"""Of one person so much is worked on at a time, however many processes of the machine are asked."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from amends import child
from amends.child import Workers
from amends.machine_places import MachinePlaces

HOLDER = """
import sys
from amends.machine_places import MachinePlaces
with MachinePlaces(sys.argv[1]).held(sys.argv[2], 1):
    print("held", flush=True)
    sys.stdin.read()
"""


@contextmanager
def held_elsewhere(folder: Path, who: str) -> Iterator[subprocess.Popen[str]]:
    """A place that another process has until it is ended."""
    command = [sys.executable, "-c", HOLDER, str(folder), who]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Set once somebody waits."""
    has_looked, sleep = Event(), time.sleep

    def noted(_: float) -> None:
        has_looked.set()
        sleep(0.001)

    monkeypatch.setattr(time, "sleep", noted)
    return has_looked


def test_who_has_all_places_waits_and_others_do_not(tmp_path: Path, looks: Event) -> None:
    places = MachinePlaces(str(tmp_path))

    def taken(who: str, most: int) -> str:
        with places.held(who, most):
            return who

    with ThreadPoolExecutor(1) as pool, held_elsewhere(tmp_path, "a key") as process:
        assert taken("another key", 1) == "another key"
        assert taken("a key", 2) == "a key", "there are two, and the other process has one"
        waiting = pool.submit(taken, "a key", 1)
        assert looks.wait(60)
        assert not waiting.done()
        process.kill()  # the system gives back what a process had
        assert waiting.result(60) == "a key"


def test_one_process_alone_shares_nothing() -> None:
    places = MachinePlaces()
    with places.held("a key", 1), places.held("a key", 1):
        assert not places.folder


@pytest.mark.parametrize(("kind", "who"), [("file", "file R. Fox"), ("work", "work R. Fox")])
def test_files_and_operations_of_one_person_wait_for_those_at_other_processes(
    tmp_path: Path, looks: Event, monkeypatch: pytest.MonkeyPatch, kind: str, who: str
) -> None:
    monkeypatch.setattr(child.MACHINE, "folder", str(tmp_path))
    limits = child.ChildLimits(60)
    workers = Workers("amends.contract.engine", limits, most_of_one=1)

    def work(person: str) -> bytes:
        if kind == "work":
            return workers.run(b"version\n{}", person)
        return child.run("amends.contract.sent_event", b"{}", limits, who=person)

    with ThreadPoolExecutor(1) as pool:
        try:
            with held_elsewhere(tmp_path, who):
                assert work("J. Finch")
                waiting = pool.submit(work, "R. Fox")
                assert looks.wait(60)
                assert not waiting.done()
            assert waiting.result(60)
        finally:
            workers.end()
