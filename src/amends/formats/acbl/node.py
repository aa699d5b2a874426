"""A value of the data with its place, so that each fault says where it is: sessions[0].sections[1].boards[3]."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from amends.event.published import Printed
from amends.faults import Fault, Faults
from amends.formats.acbl.page import NotANumber, Repeated
from amends.formats.csv_table import Gathered

_WHOLE = re.compile(r"(\d{1,6})(?:\.0{1,6})?", re.ASCII)

LONGEST = 1000
"""The most characters of a text that is kept."""


@dataclass(frozen=True, slots=True)
class Node:
    """An object of the data; what is missing or null is empty, what is of another kind is a fault."""

    value: dict[str, Any]
    path: str
    faults: Gathered

    def place(self, key: str) -> str:
        """Where a key stands."""
        return f"{self.path}.{key}" if self.path else key

    def refuse(self, key: str, found: str, expected: str) -> None:
        """Keep a fault of a key."""
        self.faults.add(None, Fault(found, expected, self.place(key) if key else self.path))

    def text(self, key: str, longest: int = LONGEST) -> str:
        """A text, or a number as it is written; "" where there is none."""
        value = self.value.get(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.refuse(key, _kind(value), "a text or a number")
            return ""
        if len(value) > longest:
            self.refuse(key, f"a text of {len(value):,} characters", f"at most {longest:,} characters")
            return ""
        return value.strip()

    def whole(self, key: str) -> int | None:
        """A whole number that is not negative, of at most six digits."""
        text = self.text(key)
        if not text:
            return None
        found = _WHOLE.fullmatch(text)
        if found is None:
            self.refuse(key, repr(text[:60]), "a whole number")
            return None
        return int(found[1])

    def child(self, key: str) -> Node:
        """The object of a key; an empty one where there is none."""
        value = self.value.get(key)
        return _node({} if value is None else value, self.place(key), self.faults) or Node({}, "", self.faults)

    def items(self, key: str) -> list[Node]:
        """The objects of a list; none where there is no list."""
        values = self.value.get(key)
        if isinstance(values, dict) and all(name.isdigit() for name in values):
            values = list(values.values())  # a list with gaps is written as an object with numbers for keys
        if values is None:
            return []
        if not isinstance(values, list):
            self.refuse(key, _kind(values), "a list")
            return []
        nodes = (_node(value, f"{self.place(key)}[{n}]", self.faults) for n, value in enumerate(values))
        return [node for node in nodes if node is not None]

    def printed(self, key: str) -> tuple[Printed | None, str]:
        """A figure as it was printed, else why there is none."""
        text = self.text(key)
        if not text:
            return None, ""
        try:
            return Printed.parse(text), ""
        except Faults as trouble:
            return None, f"{key}: {trouble.faults[0].found[:100]} is left out"


def root(value: dict[str, Any], faults: Gathered) -> Node:
    """The whole of the data."""
    return _node(value, "", faults) or Node({}, "", faults)


def _node(value: Any, path: str, faults: Gathered) -> Node | None:
    if not isinstance(value, dict):
        faults.add(None, Fault(_kind(value), "an object", path))
        return None
    node = Node(value, path, faults)
    if isinstance(value, Repeated):
        for key in value.keys_twice:
            node.refuse(key[:60], f"the key {key[:60]!r} twice", "each key once")
    return node


def _kind(value: object) -> str:
    match value:
        case dict():
            return "an object"
        case list():
            return "a list"
        case bool() | NotANumber():
            return str(value).lower() if isinstance(value, bool) else repr(value)
        case None:
            return "null"
    return f"the text {str(value)[:60]!r}"
