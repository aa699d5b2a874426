"""The data of a club's results: a JSON file, or the page of the results, which holds the same JSON."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from amends.faults import Fault, Faults

_SCRIPT = re.compile(r"\b(?:var|let|const)\s{1,9}data\s{0,9}=\s{0,9}(?=\{)")
_ATTRIBUTE = re.compile(r':data="(?=\{)')
_SIGN = re.compile(r"\S")
_MOST = 20
"""The places of a page at which the data are looked for."""


class NotANumber:
    """NaN or an infinity, which JSON does not have but programs write."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Repeated(dict[str, Any]):
    """An object in which a key stands twice."""

    keys_twice: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    times = Counter(key for key, _ in pairs)
    twice = Repeated(found)
    twice.keys_twice = tuple(key for key, count in times.items() if count > 1)
    return twice


# Numbers stay the texts they are: nothing is rounded, and none is too long to be read.
_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=str, parse_int=str, parse_constant=NotANumber)


def data(text: str, name: str) -> dict[str, Any]:
    """The object with the sessions of an event."""
    start = _start(text, 0)
    if text.startswith("{", start):
        whole, end = _decoded(text, start, name)
        if (more := _start(text, end)) < len(text):
            raise _fault("text after the end of the data", "one JSON object", name, text, more)
        return _checked(whole, name)
    trouble: Faults | None = None
    for candidate, start in islice(_candidates(text), _MOST):
        try:
            return _checked(_decoded(candidate, start, name)[0], name)
        except Faults as found:
            trouble = trouble or found
    if trouble is not None:
        raise trouble
    expected = "the results of a club game: JSON, or a page with var data = {…}"
    raise Faults([Fault("no data of a game" if text.strip() else "an empty file", expected, file=name)])


def _start(text: str, at: int) -> int:
    """The place of the next sign that is no blank."""
    found = _SIGN.search(text, at)
    return found.start() if found else len(text)


def _candidates(text: str) -> Iterator[tuple[str, int]]:
    """The texts of a page that may be the data, each with the place where they begin."""
    for found in _SCRIPT.finditer(text):
        yield text, found.end()
    for found in _ATTRIBUTE.finditer(text):
        end = text.find('"', found.end())
        yield html.unescape(text[found.end() : end if end >= 0 else len(text)]), 0


def _decoded(text: str, start: int, name: str) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as trouble:
        raise _fault(f"{trouble.msg} at character {trouble.pos:,}", "JSON", name, text, trouble.pos) from None
    except RecursionError:
        raise Faults([Fault("brackets within brackets without end", "JSON", file=name)]) from None


def _checked(value: Any, name: str) -> dict[str, Any]:
    """The object itself, or the one within it that has the sessions."""
    inner = [value, *(value.get(key) for key in ("event", "data", "results"))] if isinstance(value, dict) else []
    for each in inner:
        if isinstance(each, dict) and "sessions" in each:
            return each
    raise Faults([Fault("no sessions", "the results of a club game, an object with sessions", file=name)])


def _fault(found: str, expected: str, name: str, text: str, at: int) -> Faults:
    return Faults([Fault(found, expected, file=name, line=text.count("\n", 0, at) + 1)])
