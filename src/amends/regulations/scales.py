"""Victory point scales: their names and their data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any

from amends.faults import refuse
from amends.toml import read_toml


@lru_cache(maxsize=1)
def scale_names() -> tuple[str, ...]:
    """The names of the victory point scales."""
    return tuple(sorted(_stems("scales")))


def _stems(folder: str) -> list[str]:
    return [entry.name[:-5] for entry in (files(__package__) / folder).iterdir() if entry.name.endswith(".toml")]


@lru_cache(maxsize=32)
def scale_data(name: str) -> Mapping[str, Any]:
    """The data of a victory point scale."""
    if name not in scale_names():
        raise refuse(f"the scale {name!r}", f"one of {', '.join(scale_names())}")
    with as_file(files(__package__) / "scales" / f"{name}.toml") as path:
        return read_toml(path)
