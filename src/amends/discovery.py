"""One helper finds what lies in a package: methods, commands, kinds, formats. Adding one edits no list."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType


def modules(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package, by name."""
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda module: module.name):
        if not found.name.startswith("_"):
            yield importlib.import_module(f"{package.__name__}.{found.name}")
