"""Finds what lies in a package (methods, commands, kinds, formats): adding one edits no list. And imports it late."""

from __future__ import annotations

import importlib
import pkgutil
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from types import ModuleType
from typing import Any


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package, by name."""
    for name in sorted(found.name for found in pkgutil.iter_modules(package.__path__)):
        if not name.startswith("_"):
            yield importlib.import_module(f"{package.__name__}.{name}")


def from_packages(group: str, kept: Collection[str]) -> Iterator[tuple[str, Any]]:
    """What other packages add by entry points of a group: its name and what it leads to, by name.

    The names of our own, `kept`, cannot be taken. What cannot be taken or loaded is left out, with a warning.
    """
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=group), key=lambda each: each.name):
        whose = f"{point.name} of {point.dist.name if point.dist else point.value} ({group})"
        if point.name in kept:
            warnings.warn(f"{whose} is left out: amends has one of this name.", stacklevel=2)
            continue
        try:
            yield point.name, point.load()
        except Exception as trouble:  # whatever goes wrong in a package of others
            warnings.warn(f"{whose} is left out: {type(trouble).__name__}: {trouble}", stacklevel=2)


def lazily(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package whose names are imported when somebody asks for them: its names by their modules.

    "load_regulation=load" is a name that has another one there.
    """
    found = {
        name: (module, own or name)
        for module, names in homes.items()
        for name, _, own in (each.partition("=") for each in names.split())
    }

    def get(name: str) -> object:
        if name not in found:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, own = found[name]
        value = getattr(importlib.import_module(module), own)
        setattr(sys.modules[package], name, value)  # so that nobody asks again
        return value

    return get
