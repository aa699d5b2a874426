"""One helper finds what lies in a package: methods, commands, kinds, formats. Adding one edits no list."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType


def modules(package: ModuleType, beginning: str = "") -> Iterator[ModuleType]:
    """The modules of a package, by name; only those whose name begins so are imported."""
    for name in names(package):
        if name.startswith(beginning):
            yield importlib.import_module(f"{package.__name__}.{name}")


def names(package: ModuleType) -> list[str]:
    """The names of a package's modules; nothing is imported."""
    return sorted(found.name for found in pkgutil.iter_modules(package.__path__) if not found.name.startswith("_"))
