"""A store whose file is removed or replaced while it is open takes no entry that would be lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from amends.faults import Faults
from amends.store import open_store
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
