"""A store whose file is removed or replaced while it is open takes no entry that would be lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from amends.faults import Faults
from amends.store import open_store, salvage
from amends.store.checkpoints import checkpoint, is_log_alone, log_of
from support.store.making import journal_with_names, longer


def removed(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    with open_store(path) as other:
        other.backup(path.with_name("backup.db"))
    os.replace(path.with_name("backup.db"), path)


@pytest.mark.parametrize("loss", [removed, replaced])
def test_nothing_is_written_to_a_file_that_is_the_stores_no_more(tmp_path: Path, loss: Callable[[Path], None]) -> None:
    path, entries = tmp_path / "store.db", longer(journal_with_names(), 3)
    with open_store(path) as store:
        key = store.begin("Friday", entries=entries[:-1]).key
        kept = path.with_name("kept.db")
        os.link(path, kept)
        loss(path)
        for act in (lambda: store.add(key, entries[-1:]), store.events):
            with pytest.raises(Faults, match="removed or replaced"):
                act()
        assert loss is replaced or not path.exists()  # no empty file was made
        os.replace(kept, path)
        store.add(key, entries[-1:])
        assert store.entries(key) == entries


def test_the_log_waits_for_a_file_that_is_away_for_a_moment(tmp_path: Path) -> None:
    """SQLite removes a log beside an empty file, so the thread of the checkpoints makes none."""
    path, entries = tmp_path / "store.db", longer(journal_with_names(), 2)
    away = path.with_name("away.db")
    with open_store(path) as store:
        key = store.begin("Friday", entries=entries[:-1]).key
        store.bring_into_file()
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN").close()
            reader.execute("SELECT count(*) FROM entries").close()  # what it sees stays as it is, and so does the log
            store.add(key, entries[-1:])
            store.bring_into_file()
            path.rename(away)
            before = log_of(path).stat().st_size
            store.bring_into_file()
            checkpoint(path)
            assert not path.exists()
            assert log_of(path).stat().st_size == before > 0
    with pytest.raises(Faults, match=r"store\.db-wal beside it holds entries. Put the file back where it was"):
        open_store(path)
    path.touch()  # as some other program may have left it
    with pytest.raises(Faults, match="holds entries"):
        open_store(path)
    away.replace(path)
    with open_store(path) as store:
        assert store.entries(key) == entries


@pytest.fixture
def linked(tmp_path: Path) -> tuple[Path, Path]:
    """A store on another disk: the path that is named is a link, the log lies beside the file to which it leads."""
    link, real = tmp_path / "amends.db", tmp_path / "disk" / "real.db"
    real.parent.mkdir()
    link.symlink_to(real)
    return link, real


def test_the_log_of_a_store_that_is_named_by_a_link_is_looked_after_too(linked: tuple[Path, Path]) -> None:
    link, real = linked
    entries = longer(journal_with_names(), 3)
    with open_store(link) as store:
        key = store.begin("Friday", entries=entries[:-2]).key
        store.bring_into_file()
        assert not is_log_alone(real)
        assert log_of(real).stat().st_size == 0
        store.add(key, entries[-2:-1])
        remove_log(real, "-wal", "-shm")
        with pytest.raises(Faults, match=r"The log of the store .* was removed or replaced"):
            store.add(key, entries[-1:])
    with open_store(link) as store:
        assert store.entries(key) == entries[:-1]
        other = real.with_name("other.db")
        store.backup(other)
        link.unlink()
        link.symlink_to(other)
        with pytest.raises(Faults, match="The file of the store was removed or replaced"):
            store.add(key, entries[-1:])


def test_no_store_is_begun_where_a_link_leads_to_a_disk_that_is_away(tmp_path: Path) -> None:
    (tmp_path / "amends.db").symlink_to(tmp_path / "mnt" / "real.db")
    with pytest.raises(Faults, match=r"The link leads to .*real\.db, a folder that is not there\. Mount it"):
        open_store(tmp_path / "amends.db")
    assert not (tmp_path / "mnt").exists()


def test_what_stands_in_the_log_beside_a_linked_file_is_neither_removed_nor_left_out_when_it_is_salvaged(
    linked: tuple[Path, Path], tmp_path: Path
) -> None:
    link, real = linked
    entries, crashed = longer(journal_with_names(), 2), tmp_path / "crashed.db"
    with open_store(link) as store:
        key = store.begin("Friday", entries=entries[:-1]).key
        store.bring_into_file()
        store.add(key, entries[-1:])
        shutil.copyfile(real, crashed)  # as both stand if the machine stops now
        shutil.copyfile(log_of(real), log_of(crashed))
    link.unlink()
    link.symlink_to(crashed)
    [found] = salvage(link, tmp_path / "saved.db").events
    assert found.saved == len(entries)
    crashed.rename(tmp_path / "away.db")
    with pytest.raises(Faults, match=r"crashed\.db-wal beside it holds entries"):
        open_store(link)
    (tmp_path / "away.db").rename(crashed)
    with open_store(link) as store:
        assert store.entries(key) == entries


# The log beside the file


def remove_log(path: Path, *suffixes: str) -> None:
    for suffix in suffixes:
        path.with_name(f"{path.name}{suffix}").unlink()


ANOTHER_PROCESS = """
import sys
from amends.store import open_store
from support.store.making import journal_with_names
with open_store(sys.argv[1]) as store:
    store.begin(sys.argv[2], entries=journal_with_names())
"""


def write_elsewhere(path: Path, name: str) -> None:
    """An event that another process enters."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    subprocess.run([sys.executable, "-c", ANOTHER_PROCESS, str(path), name], check=True, env=environment)


def names(path: Path) -> set[str]:
    with open_store(path) as store:
        assert not any(store.check(each.key).faults for each in store.events())
        return {each.name for each in store.events()}


@pytest.mark.parametrize("suffixes", [("-wal",), ("-shm",), ("-wal", "-shm")], ids=" ".join)
@pytest.mark.parametrize("checkpointed", [True, False])
def test_nothing_is_written_once_the_log_is_gone_and_nothing_acknowledged_is_lost(
    tmp_path: Path, suffixes: tuple[str, ...], checkpointed: bool
) -> None:
    path, entries = tmp_path / "store.db", longer(journal_with_names(), 4)
    with open_store(path) as store:
        key = store.begin("Friday", entries=entries[:-2]).key
        store.add(key, entries[-2:-1])
        if checkpointed:
            store.bring_into_file()
        remove_log(path, *suffixes)
        for act in (lambda: store.add(key, entries[-1:]), store.events):
            with pytest.raises(Faults, match=r"The log of the store .* was removed or replaced") as refused:
                act()
            assert "Stop amends and start it again." in str(refused.value)
    with open_store(path) as store:
        assert store.entries(key) == entries[:-1]
        store.add(key, entries[-1:])
        assert store.entries(key) == entries


def test_a_running_server_saves_what_stands_in_a_log_that_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store:
        store.begin("Friday", entries=journal_with_names())
        remove_log(path, "-wal", "-shm")
        store.bring_into_file()  # as the thread of the checkpoints does
        copy = path.with_name("copy.db")
        shutil.copyfile(path, copy)  # as the file stands if the server is killed now
        with pytest.raises(Faults, match="The log of the store"):
            store.events()
    assert names(copy) == names(path) == {"Friday"}


def test_another_log_in_the_place_is_refused_and_what_the_other_wrote_stays(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store:
        store.begin("Friday", entries=journal_with_names())
        store.bring_into_file()
        remove_log(path, "-wal", "-shm")
        write_elsewhere(path, "Saturday")
        with pytest.raises(Faults, match="The log of the store"):
            store.begin("Sunday", entries=journal_with_names())
    assert names(path) == {"Friday", "Saturday"}


def test_processes_that_come_and_go_are_no_reason_to_refuse(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store:
        for number in range(2):
            store.begin(f"here {number}")
            write_elsewhere(path, f"there {number}")
            store.bring_into_file()
        assert len(store.events()) == 4
        store.close()  # with the last connection SQLite removes the log; a closed store opens again
        assert not path.with_name("store.db-wal").exists()
        write_elsewhere(path, "while it was closed")
        store.begin("here again")
        store._engine.pool.dispose()  # all connections end, as after trouble with the disk
        store.begin("and again")
    assert len(names(path)) == 7
