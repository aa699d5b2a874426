"""A store on each engine; a test that asks for `where` or `store` runs on both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amends.store import Store, open_store


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A place where there is no store yet."""
    if request.param == "sqlite":
        return str(tmp_path / "kept" / "store.db")
    return str(request.getfixturevalue("postgresql_server").url(request.node.originalname))


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    """An empty store."""
    with open_store(where) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a SQLite store may be made."""
    return tmp_path / "store.db"


@pytest.fixture
def path_store(path: Path) -> Iterator[Store]:
    """An empty SQLite store, for what does not depend on the engine."""
    with open_store(path) as opened:
        yield opened
