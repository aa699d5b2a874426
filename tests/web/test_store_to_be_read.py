"""A store that cannot be written to is still read: by commands and by the app; writing is refused in words."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from support import desks
from support.store import only_reading
from support.store.making import run

TESTS = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="rights are given up in the manner of Linux")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an evening and an account in each role."""
    path = tmp_path_factory.mktemp("whole") / "amends.db"
    desks.copy_evening(path)
    desks.add_accounts(path)
    return path


@pytest.fixture
def path(whole: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it in a folder of its own, whose rights a test may take."""
    folder = tmp_path / "archive"
    folder.mkdir()
    shutil.copyfile(whole, folder / "amends.db")
    yield folder / "amends.db"
    folder.chmod(0o755)


def told(path: Path, most_bytes: str = "-") -> dict[str, Any]:
    """What a process says that has no rights but those of the files."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    command = [sys.executable, only_reading.__file__, str(path), most_bytes]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def read_in_all_ways(found: dict[str, Any]) -> None:
    for name in ("list", "verify", "show", "where"):
        assert (found[name]["status"], "Friday pairs" in found[name]["out"] or name == "where") == (0, True), found[
            name
        ]
        assert "Traceback" not in found[name]["err"]
    assert found["ranking"] == 200
    assert [name.startswith("Friday pairs") for name in found["events"]] == [True]


def only_read(found: dict[str, Any]) -> None:
    read_in_all_ways(found)
    assert (found["entries"], found["still"], found["penalty"]["status"]) == (17, 17, 2)
    assert "Traceback" not in found["penalty"]["err"]
    assert found["read_only"].startswith("The store can only be read: ")
    assert "The store cannot be written to" in found["confirm"]
    assert "The store cannot be written to" in found["penalty"]["err"]
    assert found["read_only"] in found["home"]
    assert found["read_only"] in found["notices"]
    assert found["enters"] == 403
    assert found["sign_out_all"]


@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o755), (0o644, 0o555), (0o444, 0o555)])
def test_without_the_right_to_write(path: Path, file: int, folder: int) -> None:
    before = path.read_bytes()
    path.chmod(file)
    path.parent.chmod(folder)
    only_read(told(path))
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir() if each.name.endswith("-wal")] == []


def test_with_a_log_that_was_left_behind(path: Path, whole: Path) -> None:
    """As on a disk that was made while amends ran: the entries in the log count."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL").close()
        connection.execute("PRAGMA wal_autocheckpoint = 0").close()
        connection.execute("UPDATE events SET name = 'Friday pairs of old'")
        connection.commit()
        shutil.copyfile(path, path.with_name("copy.db"))
        shutil.copyfile(f"{path}-wal", path.with_name("copy.db-wal"))
    path.parent.chmod(0o555)
    found = told(path.with_name("copy.db"))
    only_read(found)
    assert "Friday pairs of old" in found["list"]["out"]
    assert "of old" not in path.with_name("copy.db").read_bytes().decode(errors="replace")


def test_with_tables_of_an_older_version(path: Path) -> None:
    for table in (
        "sent_forms",
        "ended_sessions",
        "sign_in_tries",
        "uploads",
        "analyses",
        "player_messages",
        "api_keys",
    ):
        run(str(path), f"DROP TABLE {table}")
    run(str(path), "UPDATE amends_schema SET version_num = '3'")
    path.parent.chmod(0o555)
    only_read(told(path))
    assert run(f"{path}", "SELECT version_num FROM amends_schema") == [("3",)]


def test_on_a_disk_without_room_for_the_files_beside_it(path: Path) -> None:
    only_read(told(path, "0"))


def test_on_a_disk_without_room_for_more(path: Path) -> None:
    found = told(path, str(40_000))
    read_in_all_ways(found)
    assert found["read_only"] == ""
    assert "The disk does not read or write as it should; nothing that was kept is lost." in found["large"]
