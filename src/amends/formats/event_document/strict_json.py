"""JSON without the things that say nothing exact: floats, NaN, endless numbers, keys that stand twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from amends.faults import Fault, Faults
from amends.formats.common.csv_table import Gathered
from amends.journal.codec import MOST_FAULTS, step

MOST_DIGITS = 18
"""The most digits of a whole number."""

_EXACT = 'exact numbers as texts ("17/2", "8.5")'


class _Odd(NamedTuple):
    """Something in the file that has no place in it; found again with its path when all has been read."""

    found: str
    expected: str


class _Repeated(dict[str, Any]):
    """An object with a key that stands in it twice."""

    key = ""


class _Hooks:
    """What the parser calls; odd things are kept in their places, up to a number that no honest file has."""

    def __init__(self) -> None:
        self.count = 0

    def odd(self, found: str, expected: str) -> _Odd:
        self._counted()
        return _Odd(found, expected)

    def inexact(self, number: str) -> _Odd:
        return self.odd(f"the number {number[:40]}", _EXACT)

    def whole(self, number: str) -> int | _Odd:
        digits = len(number.removeprefix("-"))
        if digits <= MOST_DIGITS:
            return int(number)
        return self.odd(f"a number with {digits} digits", f"at most {MOST_DIGITS}")

    def one(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) == len(pairs):
            return made
        self._counted()
        repeated, seen = _Repeated(made), set[str]()
        for key, _ in pairs:
            if key in seen:
                repeated.key = key
                break
            seen.add(key)
        return repeated

    def _counted(self) -> None:
        self.count += 1
        if self.count > MOST_FAULTS:
            raise Faults([Fault(f"more than {MOST_FAULTS:,} inexact numbers and keys that stand twice", _EXACT)])


def parse(text: str, name: str, *, pointers: bool = False) -> Any:
    """The data of a JSON text: objects, lists, texts, whole numbers, true, false and null; all faults at once.

    With `pointers` each fault has its place as a JSON pointer, which programs can follow.
    """
    try:
        text.encode()
    except UnicodeEncodeError as trouble:  # a text that was no file may have halves of characters in it
        line = text.count("\n", 0, trouble.start) + 1
        raise Faults([Fault("half a character", "text that is Unicode", file=name, line=line)]) from None
    hooks = _Hooks()
    try:
        data = json.loads(
            text,
            object_pairs_hook=hooks.one,
            parse_float=hooks.inexact,
            parse_constant=hooks.inexact,
            parse_int=hooks.whole,
        )
    except json.JSONDecodeError as trouble:
        found = f"a syntax error ({trouble.msg})"
        raise Faults([Fault(found, "valid JSON", file=name, line=trouble.lineno, column=trouble.colno)]) from None
    except RecursionError:
        found = "lists or objects that are nested too deeply"
        raise Faults([Fault(found, "fewer in each other" if pointers else "an event document", file=name)]) from None
    # Half a character can only come in as an escape.
    if hooks.count or "\\ud" in text.lower():
        gathered = Gathered(name)
        for fault in _odd(data, pointer if pointers else path):
            gathered.add(None, replace(fault, path=fault.where, where="") if pointers else fault)
        gathered.finish()
    return data


def _odd(data: Any, place: Callable[[list[str | int]], str]) -> Iterator[Fault]:
    """What is odd in the data, each with its path, in the order of the file; to any depth."""
    steps: list[str | int] = []
    yield from _odd_here(data, steps, place)
    open_parts = [_parts(data)]
    while open_parts:
        found = next(open_parts[-1], None)
        if found is None:
            open_parts.pop()
            del steps[len(open_parts) - 1 :]
            continue
        key, part = found
        del steps[len(open_parts) - 1 :]
        steps.append(key)
        yield from _odd_here(part, steps, place)
        open_parts.append(_parts(part))


def _parts(here: Any) -> Iterator[tuple[str | int, Any]]:
    if isinstance(here, dict):
        return iter(here.items())
    return iter(enumerate(here)) if isinstance(here, list) else iter(())


def _odd_here(here: Any, steps: list[str | int], place: Callable[[list[str | int]], str]) -> Iterator[Fault]:
    if isinstance(here, _Odd):
        yield Fault(here.found, here.expected, place(steps))
    elif isinstance(here, str) and _is_half(here):
        yield Fault("half a character", "text that is Unicode", place(steps))
    elif isinstance(here, dict):
        if isinstance(here, _Repeated):
            yield Fault(f"the key {here.key!r} twice", "each key once", place(steps))
        for key in filter(_is_half, here):
            yield Fault(f"half a character in the key {key!r}", "text that is Unicode", place(steps))


def path(steps: list[str | int]) -> str:
    """The steps as one path: journal[2].payload."""
    shown = map(step, steps)
    return "".join(each if each[0] == "[" or not place else f".{each}" for place, each in enumerate(shown))


def pointer(steps: Sequence[str | int]) -> str:
    """The steps as a JSON pointer: /results/2/board.

    >>> pointer(["rulings", 0, "legal_route", "a/b"])
    '/rulings/0/legal_route/a~1b'
    """
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def _is_half(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
