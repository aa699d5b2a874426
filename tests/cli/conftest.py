"""The command as a fixture, and the folder of worked examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.running import Amends


@pytest.fixture(scope="session")
def amends() -> Amends:
    """Runs `amends` in this process: `amends("points", "4H N =")`."""
    return Amends()


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder of the project."""
    return Path(__file__).resolve().parents[2]
