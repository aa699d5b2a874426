"""Of one person so much is worked on at a time, however many processes of the machine are asked."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from amends import child
from amends.machine_places import MachinePlaces
from support.held_places import held_elsewhere


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


def test_without_a_folder_or_any_place_it_is_done_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Something may clean up temporary files, and a disk may be full."""
    with MachinePlaces(str(tmp_path / "gone")).held("a key", 1):
        assert (tmp_path / "gone").is_dir()
    (tmp_path / "file").touch()
    with MachinePlaces(str(tmp_path / "file")).held("a key", 1):
        assert "no places in" in caplog.text


def test_one_process_alone_shares_nothing() -> None:
    places = MachinePlaces()
    with places.held("a key", 1), places.held("a key", 1):
        assert not places.folder


def test_files_of_one_person_wait_for_those_at_other_processes(
    tmp_path: Path, looks: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child.MACHINE, "folder", str(tmp_path))
    limits = child.ChildLimits(60)

    def read(person: str) -> bytes:
        return child.run("amends.contract.sent_event", b"{}", limits, who=person)

    with ThreadPoolExecutor(1) as pool:
        with held_elsewhere(tmp_path, "file R. Fox"):
            assert read("J. Finch")
            waiting = pool.submit(read, "R. Fox")
            assert looks.wait(60)
            assert not waiting.done()
        assert waiting.result(60)
