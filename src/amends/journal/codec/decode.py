"""Plain data read back: the exact inverse of `plain`, led by the types of the fields; all faults with their paths."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass, replace
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from amends.awards import Award
from amends.bridge import BySide, Card
from amends.event.case import PollAnswer, Statement
from amends.event.table_result import TableRecord
from amends.faults import Fault, Faults, refuse
from amends.journal.codec.encode import REQUIRED, defaults
from amends.journal.codec.notations import AWARD, NOTATIONS, PLAY, Notation
from amends.journal.entries import AppealDecided, AppealLodged, Reference

Reader = Callable[[Any], Any]

SIMPLE = {str: "a text", int: "a whole number", bool: "true or false"}
"""The types that stand in plain data as they are, in words."""

LONGEST = 100_000
"""The most characters of a text in one of the notations."""

MOST_FAULTS = 10_000
"""After so many faults in one list or object the rest is not looked at."""

_WHOLE = re.compile("0|-?[1-9][0-9]{0,17}", re.ASCII)


def read(kind: Any, data: object) -> Any:
    """The value of a type from its plain data; raises all that is wrong with it, each fault with its path."""
    return _reader(kind)(data)


# What types are made of; the published schema is made from the same

_IN_THE_CHAIN: Mapping[Any, Mapping[str, Any]] = {
    TableRecord: {"players": tuple[Reference, ...]},
    Statement: {"who": Reference},
    PollAnswer: {"who": Reference},
    AppealLodged: {"who": Reference},
    AppealDecided: {"reviewers": tuple[Reference, ...]},
}
"""Fields with the names of people: in the chain nobody has a name."""


@cache
def types_of(kind: Any) -> Mapping[str, Any]:
    """The type of each field of a dataclass, as it stands in plain data."""
    hints = get_type_hints(kind)
    found = {name: hints[name] for name in defaults(kind)}
    return {**found, **_IN_THE_CHAIN.get(kind, {})}


def notation_of(kind: Any) -> Notation | None:
    """The notation of a type that is written as one text."""
    if kind in NOTATIONS:
        return NOTATIONS[kind]
    if kind == tuple[Card, ...]:
        return PLAY
    return AWARD if is_union(kind) and set(get_args(kind)) <= set(get_args(Award)) else None


def is_union(kind: Any) -> bool:
    """Whether a type is one of several."""
    return get_origin(kind) in (Union, types.UnionType)


def without_none(kind: Any) -> Any:
    """A type that may be None, without that; None for a type that may not."""
    if not is_union(kind) or type(None) not in get_args(kind):
        return None
    return Union[tuple(each for each in get_args(kind) if each is not type(None))]  # noqa: UP007


# Paths


def under(key: str | int, faults: Faults) -> Iterator[Fault]:
    """The faults of a part, each with the path from the whole."""
    for fault in faults.faults:
        rest = fault.where
        yield replace(fault, where=f"{step(key)}{'.' if rest and rest[0] not in '[ ' else ''}{rest}")


def step(key: str | int) -> str:
    """One step of a path: a key, or a place in a list, counted from 0."""
    if isinstance(key, int):
        return f"[{key}]"
    return key if re.fullmatch(r"\w{1,64}", key) else f"[{key[:64]!r}]"


def shown(data: object) -> str:
    """Plain data in a few words."""
    if isinstance(data, Mapping):
        return "an object"
    if isinstance(data, list):
        return f"a list of {len(data)}"
    words = {None: "null", True: "true", False: "false"}
    return words[data] if data is None or isinstance(data, bool) else repr(data)


# Readers


@cache
def _reader(kind: Any) -> Reader:
    notation = notation_of(kind)
    if notation is not None:
        return _text(notation)
    if kind in SIMPLE:
        return _simple(kind)
    if kind is object:
        return _setting
    inner = without_none(kind)
    if inner is not None:
        reader = _reader(inner)
        return lambda data: None if data is None else reader(data)
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _list(_reader(inside[0]), None if inside[-1] is ... else len(inside))
    if origin is BySide:
        return _object(BySide, {"ns": _reader(inside[0]), "ew": _reader(inside[0])})
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(inside[0], _reader(inside[1]))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(kind)
    parts: Any = kind
    if is_dataclass(kind):
        return _object(parts, {name: _reader(hint) for name, hint in types_of(parts).items()})
    raise TypeError(f"{kind} has no place in a journal")


def _text(notation: Notation) -> Reader:
    pattern = re.compile(notation.pattern)

    def reader(data: Any) -> Any:
        if not isinstance(data, str):
            raise refuse(shown(data), notation.words)
        try:
            if len(data) <= LONGEST and pattern.fullmatch(data):
                return notation.read(data)
        except Faults as trouble:
            raise Faults(replace(fault, where=fault.where and f" {fault.where}") for fault in trouble.faults) from None
        raise notation.refused(data)

    return reader


def _simple(kind: type) -> Reader:
    def reader(data: Any) -> Any:
        if type(data) is not kind:
            raise refuse(shown(data), SIMPLE[kind])
        return data

    return reader


def _setting(data: Any) -> Any:
    """The value of a setting: a text, a whole number, true or false, or a table of these."""
    values = data.values() if isinstance(data, dict) else (data,)
    if not all(type(value) in SIMPLE for value in values):
        raise refuse(shown(data), "a text, a whole number, true, false, or an object of these")
    return data


def _choice(kind: type[Enum]) -> Reader:
    members = {member.value: member for member in kind}

    def reader(data: Any) -> Enum:
        if not isinstance(data, str) or data not in members:
            raise refuse(shown(data), f"one of {', '.join(members)}")
        return members[data]

    return reader


def _list(each: Reader, length: int | None) -> Reader:
    def reader(data: Any) -> tuple[Any, ...]:
        if not isinstance(data, list) or length not in (None, len(data)):
            raise refuse(shown(data), "a list" if length is None else f"a list of {length}")
        values, faults = [], list[Fault]()
        for place, part in enumerate(data):
            try:
                values.append(each(part))
            except Faults as trouble:
                faults += under(place, trouble)
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise Faults(faults)
        return tuple(values)

    return reader


def _mapping(keys: Any, each: Reader) -> Reader:
    def reader(data: Any) -> dict[Any, Any]:
        if not isinstance(data, dict):
            raise refuse(shown(data), "an object")
        values, faults = dict[Any, Any](), list[Fault]()
        for key, part in data.items():
            try:
                if keys is int and not _WHOLE.fullmatch(key):
                    raise refuse(f"the key {key!r}", "a whole number")
                values[int(key) if keys is int else key] = each(part)
            except Faults as trouble:
                faults += under(key, trouble)
                if len(faults) > MOST_FAULTS:
                    break
        if faults:
            raise Faults(faults)
        return values

    return reader


def _object(kind: Any, readers: Mapping[str, Reader]) -> Reader:
    required = [name for name, default in defaults(kind).items() if default is REQUIRED]

    def reader(data: Any) -> Any:
        if not isinstance(data, dict):
            raise refuse(shown(data), "an object")
        values, faults = dict[str, Any](), list[Fault]()
        for key, part in data.items():
            if len(faults) > MOST_FAULTS:
                break
            if key not in readers:
                faults.append(Fault(f"the key {key!r}", f"one of {', '.join(readers)}", step(key)))
                continue
            try:
                values[key] = readers[key](part)
            except Faults as trouble:
                faults += under(key, trouble)
        faults += [Fault("nothing", f"the key {name!r}", step(name)) for name in required if name not in data]
        if faults:
            raise Faults(faults)
        return kind(**values)

    return reader
