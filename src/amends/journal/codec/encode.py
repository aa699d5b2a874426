"""Values as plain data for canonical JSON: objects, lists, texts, whole numbers; no floats.

What equals its default is left out, so that a field that is added later changes no digest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from amends.bridge import Card
from amends.faults import refuse
from amends.journal.codec.notations import NOTATIONS, PLAY

Writer = Callable[[Any], Any]

REQUIRED = object()
"""Stands for the default of a field that has none."""


def plain(value: Any) -> Any:
    """A value as plain data: exact numbers, awards and times as texts, objects without what equals its default."""
    kind: Any = type(value)
    if kind is str or kind is int:  # most of what there is
        return value
    writer: Writer = _writer(kind)
    return writer(value)


def canonical(data: object) -> bytes:
    """Plain data in the one form that is sealed: sorted keys, no blanks, UTF-8."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError as trouble:
        raise refuse(f"half a character ({text[trouble.start]!r})", "text that can be written in UTF-8") from None


@cache
def defaults(kind: Any) -> Mapping[str, object]:
    """The default of each field of a dataclass, REQUIRED where it has none."""
    found = {}
    for entry in fields(kind):
        made = entry.default_factory() if entry.default_factory is not MISSING else REQUIRED
        found[entry.name] = made if entry.default is MISSING else entry.default
    return found


@cache
def _writer(kind: type) -> Writer:
    """How values of a type are written."""
    if kind in NOTATIONS:
        return NOTATIONS[kind].write
    if issubclass(kind, Enum):
        return lambda value: value.value
    if kind in (str, int, bool, type(None)):
        return lambda value: value
    if issubclass(kind, tuple | list):
        return _list
    if issubclass(kind, Mapping):
        return lambda value: {str(plain(key)): plain(part) for key, part in value.items()}
    if is_dataclass(kind):
        parts = tuple(defaults(kind).items())
        return lambda value: {name: plain(part) for name, default in parts if (part := getattr(value, name)) != default}
    raise TypeError(f"{kind.__name__} has no place in a journal")


def _list(value: tuple[object, ...] | list[object]) -> Any:
    if value and isinstance(value[0], Card):
        return PLAY.write(value)
    return [plain(part) for part in value]
