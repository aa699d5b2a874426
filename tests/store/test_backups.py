"""A backup is the whole store in one file, there whole or not at all."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path

import pytest

from amends.faults import Faults
from amends.store import KeptAccount, Store, open_store
from support.journals import START
from support.store.making import journal, journal_with_names


def test_a_backup_has_everything(store: Store, tmp_path: Path) -> None:
    key = store.begin("Friday", "2026-11-13", journal(2), {"club": "A club"}).key
    store.begin("Saturday", entries=journal_with_names())
    draft = store.keep_draft(key, {"award": "A+"}, "Director", 3)
    store.add_account(KeptAccount("R. Fox", "chief", "$argon2id$hash", 3, START))
    store.change_settings(lambda settings: {"signing_key": "5a" * 32, "club": "A club"})
    store.end_session("a session that has ended", START, timedelta(hours=12))
    folder = tmp_path / "backups"
    folder.mkdir()
    store.backup(folder / "copy.db")
    assert [path.name for path in folder.iterdir()] == ["copy.db"]
    with open_store(folder / "copy.db") as copy:
        assert copy.events() == store.events()
        assert [copy.entries(event.key) for event in copy.events()] == [journal_with_names(), journal(2)]
        assert copy.beside(key) == {"club": "A club"}
        assert copy.drafts(key) == [draft]
        assert copy.accounts() == store.accounts() != []
        assert copy.settings() == {"club": "A club"}
        assert copy.keep_draft(key, {}, "x", 0).id == "2"
        assert copy.missing_guards() == []
    data = (folder / "copy.db").read_bytes()
    assert [secret for secret in (b"5a" * 32, b"a session that has ended") if secret in data] == []


def test_a_backup_that_was_put_to_use_where_it_lay_is_not_removed_as_an_old_one(store: Store, tmp_path: Path) -> None:
    store.begin("Friday", entries=journal_with_names())
    served, old, older = (tmp_path / f"amends-2026-0{month}-16-033000.db" for month in (3, 2, 1))
    store.backup(served)
    for other in (old, older):
        store.backup(other)
    named = tmp_path / "served.db"
    named.symlink_to(served)
    for where, keep, gone in ((served, 2, older), (named, 1, old)):
        with open_store(where) as used:
            path, removed = used.backup_into(tmp_path, keep)
            used.begin(f"Saturday {where.name}", entries=journal_with_names())
        assert removed == [gone]
        path.rename(old)  # so that the next one is no copy of the same second
    assert served.exists()


def test_a_backup_of_an_empty_store(store: Store, tmp_path: Path) -> None:
    store.backup(tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db") as copy:
        assert copy.events() == []


@pytest.mark.parametrize("name", ["there.db", "folder"])
def test_what_is_there_already_is_left_alone(store: Store, tmp_path: Path, name: str) -> None:
    (tmp_path / "there.db").write_text("mine")
    (tmp_path / "folder").mkdir()
    with pytest.raises(Faults, match="already there; expected a new name"):
        store.backup(tmp_path / name)
    assert (tmp_path / "there.db").read_text() == "mine"
    assert list((tmp_path / "folder").iterdir()) == []


def test_a_folder_that_is_not_there_is_a_fault(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Faults, match="No such file or directory"):
        store.backup(tmp_path / "nowhere" / "copy.db")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are UTF-8")
def test_a_path_that_is_not_utf_8_is_a_fault(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "\udcff"
    folder.mkdir()
    if store.is_shared:
        return
    with pytest.raises(Faults, match="a path that is not UTF-8"):
        store.backup(folder / "copy.db")
    assert list(folder.iterdir()) == []


def test_a_backup_that_fails_leaves_nothing_behind(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.begin("Friday", entries=journal())
    folder = tmp_path / "backups"
    folder.mkdir()
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(Faults, match=r"No space left on device; expected .*free space"):
        store.backup(folder / "copy.db")
    assert list(folder.iterdir()) == []


def full(_: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_file_that_appears_meanwhile_is_left_alone(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: (tmp_path / "copy.db").write_text("mine"))
    with pytest.raises(Faults, match="already there"):
        store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"
