"""How much a request to the API may hold, told before anything is made of it: a check of types would take minutes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from amends.event.limits import LONGEST_TEXT, MOST_ROWS
from amends.faults import Fault, Faults
from amends.formats.event_document.strict_json import pointer

MOST_VALUES = 4_000_000
"""Of a request: those of an event of `MOST_ROWS` results, and as many again."""

MOST_IN_AN_ENTRY = 1000
"""Values in an entry of a list, such as a result or a ruling; and keys of an object."""

MOST_TOLD = 100
"""Faults."""

_DEEPEST = 8
"""Objects in each other whose lists are looked at entry by entry: more than any request has."""


def refuse_many_values(data: bytes) -> None:
    """Refuse a request of more values than any event has, by its signs alone: to read them would take the memory."""
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES:
        raise Faults([Fault(f"more than {MOST_VALUES:,} values", "no more than the largest event has")])


def refuse_long_parts(body: Mapping[str, Any]) -> None:
    """Refuse lists, objects and texts that are too long; an event document has limits of its own."""
    event = body.get("event")
    read = {**body, "event": None} if isinstance(event, Mapping) and "amends" in event else body
    if faults := list(islice(_faults(read, []), MOST_TOLD)):
        raise Faults(faults)


def _faults(value: Any, steps: list[str | int]) -> Iterator[Fault]:
    if isinstance(value, dict) and len(steps) < _DEEPEST:
        if len(value) > MOST_IN_AN_ENTRY:
            yield Fault(f"an object of {len(value):,} keys", f"at most {MOST_IN_AN_ENTRY:,}", path=pointer(steps))
            return
        for key, part in value.items():
            yield from _faults_of_entry(key, steps)
            yield from _faults(part, [*steps, key[:100]])
    elif isinstance(value, list) and len(steps) < _DEEPEST:
        if len(value) > MOST_ROWS:
            yield Fault(f"a list of {len(value):,}", f"at most {MOST_ROWS:,}", path=pointer(steps))
            return
        for number, entry in enumerate(value):
            yield from _faults_of_entry(entry, [*steps, number])
    else:
        yield from _faults_of_entry(value, steps)


def _faults_of_entry(entry: Any, steps: list[str | int]) -> Iterator[Fault]:
    """What is too long in an entry of a list, or in a single value."""
    count, waiting = 0, [entry]
    while waiting:
        value = waiting.pop()
        count += 1
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            yield Fault(f"a text of {len(value):,} characters", f"at most {LONGEST_TEXT:,}", path=pointer(steps))
            return
        parts = (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else ()
        if count + len(waiting) + len(parts) > MOST_IN_AN_ENTRY:
            yield Fault(f"more than {MOST_IN_AN_ENTRY:,} values", "fewer in one entry", path=pointer(steps))
            return
        waiting += parts
