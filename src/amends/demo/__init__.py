"""The demonstration event: eight tables, two winners, four rulings of different kinds and a penalty."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import as_file, files
from pathlib import Path


@contextmanager
def demonstration() -> Iterator[tuple[Path, Path]]:
    """The files of the demonstration event: travellers and rulings."""
    with (
        as_file(files(__package__) / "travellers.csv") as travellers,
        as_file(files(__package__) / "rulings.toml") as rulings,
    ):
        yield travellers, rulings
