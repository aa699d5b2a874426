"""Looking after the store from the command: where it is, copies, what is left of a damaged one."""

from __future__ import annotations

import json
import os
import re
from datetime import timedelta
from pathlib import Path

import pytest

from amends.accounts.accounts import accounts
from amends.desk.settings import signing_key
from amends.journal.chain import verify
from support import desks
from support.running import Amends


def test_where_the_store_is_and_what_is_in_it(amends: Amends, evening: Path) -> None:
    shown = amends.shown("store", "where")
    assert str(evening) in shown
    assert "1 event" in shown
    found = amends.data("store", "where")
    assert (found["where"], found["exists"], found["events"]) == (str(evening), True, 1)


def test_asking_where_makes_nothing(amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "new" / "amends.db"))
    assert "Nothing is kept there yet" in amends.shown("store", "where")
    assert list(tmp_path.iterdir()) == []


def test_a_password_is_not_shown(amends: Amends) -> None:
    message = amends.refused("store", "where", "--store", "postgresql://fox:secret@127.0.0.1:1/amends")
    assert "secret" not in message
    assert "127.0.0.1" in message


def test_the_variable_says_where_and_the_option_goes_first(amends: Amends, evening: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    assert amends.data("store", "where", "--store", str(other))["where"] == str(other)


def test_a_backup_is_a_store_with_the_same_history(amends: Amends, evening: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert "1 event" in amends.shown("store", "backup", str(copy))
    with desks.desk_at(evening) as desk, desks.desk_at(copy) as other:
        assert other.open("friday").entries == desk.open("friday").entries
    assert "already there" in amends.refused("store", "backup", str(copy))


def test_a_damaged_store_is_reported_and_what_can_be_saved_is_saved(
    amends: Amends, evening: Path, tmp_path: Path
) -> None:
    whole = desks.entries(evening)
    data = bytearray(evening.read_bytes())
    place = data.index(b"late for the second round")
    data[place : place + 4] = b"soon"
    evening.write_bytes(data)
    for name in ("-wal", "-shm"):
        evening.with_name(evening.name + name).unlink(missing_ok=True)
    ran = amends("store", "salvage", str(evening), str(tmp_path / "saved.db"), "--json")
    assert ran.status == 1
    [event] = json.loads(ran.out)["events"]
    assert (event["name"], event["saved"]) == ("Friday pairs", 14)
    assert event["lost"] >= 1
    entries = desks.entries(tmp_path / "saved.db")
    assert entries == whole[:14]
    assert verify(entries) == []
    fragments = json.loads((tmp_path / "saved.db.fragments.json").read_text(encoding="utf-8"))
    beyond = [entry["seq"] for each in fragments["beyond_a_gap"].values() for entry in each]
    assert beyond == [16, 17]
    assert "already there" in amends.refused("store", "salvage", str(evening), str(tmp_path / "saved.db"))


def test_a_whole_store_is_salvaged_whole(amends: Amends, evening: Path, tmp_path: Path) -> None:
    assert "Nothing is known to be lost" in amends.shown("store", "salvage", str(evening), str(tmp_path / "saved.db"))
    assert desks.entries(tmp_path / "saved.db") == desks.entries(evening)


@pytest.mark.parametrize("name", ["missing.db", "folder"])
def test_what_is_no_file_is_refused(amends: Amends, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    assert name in amends.refused("store", "salvage", str(tmp_path / name), str(tmp_path / "saved.db"))
    assert not (tmp_path / "saved.db").exists()


def test_a_store_that_others_may_read_is_said_with_what_to_type(amends: Amends, evening: Path) -> None:
    evening.chmod(0o644)
    for command in (["store", "where"], ["serve", "--dry-run", "--local", "--port", "0"]):
        ran = amends(*command)
        assert (ran.status, f"chmod 600 {evening}" in ran.err) == (0, True)
    evening.chmod(0o600)
    assert "chmod" not in amends("store", "where").err


def test_a_backup_says_what_is_not_in_it(amends: Amends, evening: Path, tmp_path: Path) -> None:
    assert "Not in it: the key of sessions" in amends.shown("store", "backup", str(tmp_path / "copy.db"))


def test_of_copies_in_a_folder_the_last_ones_stay(
    amends: Amends, evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copies"
    start = desks.START
    for minute in range(4):
        monkeypatch.setattr("amends.clock.now", lambda minute=minute: start + timedelta(minutes=minute))
        ran = amends.data("store", "backup", str(folder), "--keep", "2")
        if minute == 0:
            for name in ("amends.db", "amends-2026-11-13-190000.db.old", "letter.txt"):
                (folder / name).write_text("mine")
    assert [Path(each).name for each in ran["removed"]] == ["amends-2026-11-13-190100.db"]
    assert sorted(each.name for each in folder.iterdir()) == [
        "amends-2026-11-13-190000.db.old",
        "amends-2026-11-13-190200.db",
        "amends-2026-11-13-190300.db",
        "amends.db",
        "letter.txt",
    ]
    assert "already there" in amends.refused("store", "backup", str(folder), "--keep", "2")
    assert len(list(folder.iterdir())) == 5, "nothing is removed for a copy that was not made"
    assert "at least 1" in amends.refused("store", "backup", str(folder), "--keep", "0")


def test_a_clock_that_was_ahead_and_a_backup_that_was_killed_take_no_copy_away(
    amends: Amends, evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, start = tmp_path / "copies", desks.START
    left, working = (folder / f".amends-backup-{name}" for name in ("left", "working"))
    for each, hours in ((left, 30), (working, 1)):
        each.mkdir(parents=True)
        (each / "store.db").write_text("half of a store")
        os.utime(each, (start.timestamp() - 3600 * hours,) * 2)
    for year in (2031, 2032, 2033):
        (folder / f"amends-{year}-01-01-000000.db").write_text("from the future")
    for minute in range(4):
        monkeypatch.setattr("amends.clock.now", lambda minute=minute: start + timedelta(minutes=minute))
        amends.data("store", "backup", str(folder), "--keep", "3")
    names = sorted(each.name for each in folder.iterdir())
    assert [name for name in names if "2026" in name] == [f"amends-2026-11-13-190{minute}00.db" for minute in (1, 2, 3)]
    assert len([name for name in names if "203" in name]) == 3
    assert (left.exists(), working.exists()) == (False, True)


@pytest.mark.parametrize("keep", [[], ["--keep", "2"]])
def test_a_store_that_is_not_there_makes_no_empty_copy(
    amends: Amends, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: list[str]
) -> None:
    monkeypatch.setenv("AMENDS_STORE", str(tmp_path / "elsewhere" / "amends.db"))
    refused = amends.refused("store", "backup", str(tmp_path / "copies"), *keep)
    assert f"no store at {tmp_path / 'elsewhere' / 'amends.db'}" in refused
    assert "--store" in refused
    assert list(tmp_path.iterdir()) == []


def test_the_examples_of_hosting_serve_copy_and_restore_one_store() -> None:
    text = (Path(__file__).parents[4] / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert set(re.findall(r"/var/lib/amends/[\w.]+", text)) == {"/var/lib/amends/amends.db"}
    started = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    assert len(started) == 2
    assert all("--store /var/lib/amends/amends.db" in each for each in started)


def test_a_lost_store_is_restored_from_its_backup_and_work_goes_on(
    amends: Amends, evening: Path, tmp_path: Path
) -> None:
    with desks.desk_at(evening) as desk:
        people = accounts(desk)
        signing_key(desk)
    before = desks.entries(evening)
    amends.shown("store", "backup", str(tmp_path / "copies"), "--keep", "14")
    [copy] = (tmp_path / "copies").iterdir()
    for each in evening.parent.glob(f"{evening.name}*"):
        each.unlink()
    assert "Nothing is kept there yet" in amends.shown("store", "where")
    evening.write_bytes(copy.read_bytes())
    assert f"digest {before[-1].digest}" in amends.shown("journal", "verify", "friday", "--digest", before[-1].digest)
    with desks.desk_at(evening) as desk:
        assert signing_key(desk).is_new
        assert accounts(desk) == people
    amends.shown("penalty", "friday", "3", "10%", "--reason", "late")
    assert desks.entries(evening)[: len(before)] == before
    assert len(desks.entries(evening)) > len(before)
    assert "all in their place" in amends.shown("journal", "verify", "friday")
