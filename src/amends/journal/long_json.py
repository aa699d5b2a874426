"""JSON of long journals in pieces: no other thread goes on while one text of JSON is written or read."""

from __future__ import annotations

import json
from typing import Any

ROWS_OF_A_PIECE = 500
"""Lists with more in them are written and read piece by piece."""

SHORT_TEXT = 200_000
"""Texts with fewer characters are read at once."""

DEPTH = 3
"""So deep long lists are looked for: an entry has its results in its payload."""

_decoder = json.JSONDecoder()


def dumps(data: object) -> str:
    """Plain data with sorted keys and no blanks, as `json.dumps` writes it.

    >>> dumps({'b': [1, 2], 'a': 'ä'})
    '{"a":"ä","b":[1,2]}'
    """
    return _written(data, DEPTH) if _is_long(data, DEPTH) else _dumps(data)


def _dumps(data: object) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _is_long(data: object, depth: int) -> bool:
    if isinstance(data, dict):
        return depth > 0 and all(isinstance(key, str) for key in data) and _any_long(data, depth)
    return isinstance(data, list) and len(data) > ROWS_OF_A_PIECE


def _any_long(data: dict[str, object], depth: int) -> bool:
    return any(_is_long(part, depth - 1) for part in data.values())


def _written(data: Any, depth: int) -> str:
    if not _is_long(data, depth):
        return _dumps(data)
    if isinstance(data, dict):
        return f"{{{','.join(f'{_dumps(key)}:{_written(part, depth - 1)}' for key, part in sorted(data.items()))}}}"
    firsts = range(0, len(data), ROWS_OF_A_PIECE)
    return f"[{','.join(_dumps(data[first : first + ROWS_OF_A_PIECE])[1:-1] for first in firsts)}]"


def loads(text: str) -> Any:
    """What a text says, as `json.loads` reads it; one that is no JSON is refused in the same way."""
    if len(text) < SHORT_TEXT:
        return json.loads(text)
    try:
        data, end = _read(text, 0, DEPTH)
    except (ValueError, StopIteration, IndexError):
        return json.loads(text)  # with blanks, or with a fault, which it says
    return data if end == len(text) else json.loads(text)


def _read(text: str, start: int, depth: int) -> tuple[Any, int]:
    """The value at a place, and where it ends; an object down to a depth key by key, a list row by row."""
    sign = text[start]
    if sign not in "{[" or depth < 0 or text[start + 1] in "}]":
        return _decoder.raw_decode(text, start)
    values, rows, place = dict[str, Any](), list[Any](), start
    while text[place] != ("}" if sign == "{" else "]"):
        if text[place] != ("," if place > start else sign):
            raise ValueError("a comma is missing")
        if sign == "[":
            row, place = _decoder.raw_decode(text, place + 1)
            rows.append(row)
            continue
        key, place = _decoder.raw_decode(text, place + 1)
        if not isinstance(key, str) or text[place] != ":":
            raise ValueError("a key is missing")
        values[key], place = _read(text, place + 1, depth - 1)
    return (values if sign == "{" else rows), place + 1
