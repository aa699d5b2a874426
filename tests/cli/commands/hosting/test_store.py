"""Looking after the store from the command: where it is, copies, what is left of a damaged one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

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
