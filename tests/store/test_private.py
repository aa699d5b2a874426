"""Only their owner may read the files of a store: made so, and said where they are not."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from amends.store import KeyFile, open_store, place_of, salvage
from amends.store.key_file import key_path
from store.test_at_once import at_once
from support.store.making import journal, run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files have other rights there")


@pytest.fixture(autouse=True)
def everybody_may_read_new_files() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def test_new_files_and_folders_are_private(tmp_path: Path) -> None:
    path = tmp_path / "mine" / "events" / "store.db"
    with open_store(path) as store:
        store.begin("Friday", entries=journal())
        store.backup(path.with_name("backup.db"))
        KeyFile(store.key_path)
        modes = {each.name: mode(each) for each in path.parent.iterdir()}
    salvage(path, path.with_name("saved.db"))
    modes["saved.db"] = mode(path.with_name("saved.db"))
    names = ("store.db", "store.db-wal", "store.db-shm", "store.db.key", "backup.db", "saved.db")
    assert modes == dict.fromkeys(names, "0o600")
    assert [mode(each) for each in (path.parent, path.parent.parent)] == ["0o700", "0o700"]


def test_a_backup_of_a_server_is_private_too(where: str, tmp_path: Path) -> None:
    with open_store(where) as store:
        store.backup(tmp_path / "copy.db")
    assert mode(tmp_path / "copy.db") == "0o600"


def test_what_was_there_before_stays_as_it_is_and_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a folder" / "store.db"
    with open_store(path) as store:
        assert store.open_to_others() == []
    path.chmod(0o644)
    path.parent.chmod(0o755)
    with open_store(path) as store:
        [words] = store.open_to_others()
        assert "may read the store" in words
        assert f"chmod 600 '{path}'" in words
        assert (mode(path), mode(path.parent)) == ("0o644", "0o755")
    path.chmod(0o600)
    path.parent.chmod(0o770)
    with open_store(path) as store:
        assert store.open_to_others() == [
            f"Other users of this machine may put another file in place of the store: chmod go-w '{path.parent}'"
        ]


def test_threads_that_make_the_key_at_once_get_the_same(tmp_path: Path) -> None:
    keys = list[str]()
    assert at_once(8, lambda place: keys.append(KeyFile(tmp_path / "a" / "store.db.key").read())) == []
    assert (len(keys), len(set(keys))) == (8, 1)
    assert [each.name for each in (tmp_path / "a").iterdir()] == ["store.db.key"]


def test_the_key_of_a_server_is_among_the_users_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_data_dir", lambda *names, **_: str(tmp_path.joinpath("data", *names)))
    one, other = (
        key_path(place_of(f"postgresql://fox:secret@host/{name}")).relative_to(tmp_path) for name in ("club", "other")
    )
    assert one.parts[:2] == ("data", "amends")
    assert one != other
    assert key_path(place_of("postgresql://birch@host:5432/club")).relative_to(tmp_path) == one
    made = KeyFile(tmp_path / one)
    assert (mode(made.path), mode(made.path.parent)) == ("0o600", "0o700")


def test_the_key_of_an_older_store_is_in_no_salvaged_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as store:
        store.begin("Friday", entries=journal())
        store.change_settings(lambda settings: {"signing_key": "5a" * 32, "club": "A club"})
    run(str(path), "INSERT INTO ended_sessions VALUES ('an ended session', '2026-11-13T19:00:00Z')")
    salvage(path, tmp_path / "saved.db")
    with open_store(tmp_path / "saved.db") as saved:
        assert saved.settings() == {"club": "A club"}
    data = (tmp_path / "saved.db").read_bytes()
    assert [secret for secret in (b"5a" * 32, b"an ended session") if secret in data] == []
