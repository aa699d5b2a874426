"""The data of a club's results: a JSON file, or the page of the results, which holds the same JSON."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from amends.event.published import Printed
from amends.faults import Fault, Faults
from amends.formats.common.csv_table import Gathered
from amends.formats.common.files import HALF_CHARACTER, has_half_character

_SCRIPT = re.compile(r"\b(?:var|let|const)\s{1,9}data\s{0,9}=\s{0,9}(?=\{)")
_ATTRIBUTE = re.compile(r':data="(?=\{)')
_MOST = 20
"""The places of a page at which the data are looked for."""


class NotANumber(NamedTuple):
    """NaN or an infinity, which JSON does not have but programs write."""

    text: str


class Repeated(dict[str, Any]):
    """An object in which a key stands twice."""

    keys_twice: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    unique = dict(pairs)
    if len(unique) == len(pairs):
        return unique
    repeated = Repeated(unique)
    repeated.keys_twice = tuple(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
    return repeated


# Numbers stay the texts they are: nothing is rounded, and none is too long to be read.
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=str, parse_int=str, parse_constant=NotANumber)


def data(text: str, name: str) -> dict[str, Any]:
    """The object with the sessions of an event."""
    start = len(text) - len(text.lstrip())
    if text.startswith("{", start):
        whole, end = _decoded(text, start, name)
        if rest := text[end:].lstrip():
            line = text.count("\n", 0, len(text) - len(rest)) + 1
            raise Faults([Fault("text after the end of the data", "one JSON object", file=name, line=line)])
        return _checked(whole, name)
    trouble: Faults | None = None
    for candidate, start in islice(_candidates(text), _MOST):
        try:
            return _checked(_decoded(candidate, start, name)[0], name)
        except Faults as faults:
            trouble = trouble or faults
    if trouble is not None:
        raise trouble
    expected = "the results of a club game: JSON, or a page with var data = {…}"
    raise Faults([Fault("no data of a game" if text.strip() else "an empty file", expected, file=name)])


def _candidates(text: str) -> Iterator[tuple[str, int]]:
    """The texts of a page that may be the data, each with the place where they begin."""
    for script in _SCRIPT.finditer(text):
        yield text, script.end()
    for attribute in _ATTRIBUTE.finditer(text):
        yield html.unescape(text[attribute.end() :].partition('"')[0]), 0


def _decoded(text: str, start: int, name: str) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as trouble:
        message = f"{trouble.msg} at character {trouble.pos:,}"
        raise Faults([Fault(message, "JSON", file=name, line=trouble.lineno)]) from None
    except RecursionError:
        raise Faults([Fault("brackets within brackets without end", "JSON", file=name)]) from None


def _checked(value: Any, name: str) -> dict[str, Any]:
    """The object itself, or the one within it that has the sessions."""
    inner = [value, *(value.get(key) for key in ("event", "data", "results"))] if isinstance(value, dict) else []
    for each in inner:
        if isinstance(each, dict) and "sessions" in each:
            return each
    raise Faults([Fault("no sessions", "the results of a club game, an object with sessions", file=name)])


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
        if has_half_character(value):
            self.refuse(key, HALF_CHARACTER, "a text")
            return ""
        return value.strip()

    def whole(self, key: str) -> int | None:
        """A whole number that is not negative, of at most six digits."""
        text = self.text(key)
        number = _WHOLE.fullmatch(text)
        if text and number is None:
            self.refuse(key, repr(text[:60]), "a whole number")
        return int(number[1]) if number else None

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
        case bool():
            return str(value).lower()
        case NotANumber():
            return value.text
        case None:
            return "null"
    return f"the text {str(value)[:60]!r}"
