"""The command as a fixture, the folder of worked examples, and folders with an event."""

from __future__ import annotations

from pathlib import Path

import pytest

from amends.demo import demonstration
from cli.event_files import Files
from cli.running import Amends


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
