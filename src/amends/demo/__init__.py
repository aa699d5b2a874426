"""The demonstration events: eight tables as travellers with a rulings file, and a whole club evening."""

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


def evening() -> bytes:
    """A club evening as a PBN file: 24 tables, two winners, 26 boards with all their cards, a few results missing."""
    return (files(__package__) / "evening.pbn").read_bytes()


def directing() -> str:
    """What the directors do on that evening, as TOML."""
    return (files(__package__) / "evening.toml").read_text(encoding="utf-8")
