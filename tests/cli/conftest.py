"""The command as a fixture, the folder of worked examples, and folders with an event."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends.demo import demonstration
from amends.store import KeyFile
from support import desks
from support.event_files import Files
from support.running import Amends


@pytest.fixture(scope="session")
def amends() -> Amends:
    """Runs `amends` in this process: `amends("points", "4H N =")`."""
    return Amends()


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder of the project."""
    return Path(__file__).resolve().parents[2]


@pytest.fixture
def files(amends: Amends, tmp_path: Path) -> Files:
    """Writes an event to a folder of its own and runs a command on it."""
    return Files(amends, tmp_path)


@pytest.fixture(scope="session")
def event_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the demonstration; ruling 1 is called 7, as in the examples of the help."""
    folder = tmp_path_factory.mktemp("event")
    with demonstration() as (travellers, rulings):
        (folder / "travellers.csv").write_bytes(travellers.read_bytes())
        (folder / "rulings.toml").write_bytes(rulings.read_bytes().replace(b'id = "1"', b'id = "7"'))
    return folder


@pytest.fixture(scope="session")
def kept_evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an evening in it (`desks.evening`) and an account in each role; not to be written to."""
    path = tmp_path_factory.mktemp("store") / "amends.db"
    desks.evening(path)
    desks.add_accounts(path)
    return path


@pytest.fixture
def evening(kept_evening: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of the test's own, with an evening in it, in which the commands work; its clock goes on from there."""
    path = tmp_path / "amends.db"
    path.touch(0o600)
    KeyFile(path.with_name("amends.db.key"))
    path.write_bytes(kept_evening.read_bytes())
    monkeypatch.setenv("AMENDS_STORE", str(path))
    monkeypatch.setattr("amends.clock.now", desks.Clock(desks.START.replace(minute=10)))
    return path
