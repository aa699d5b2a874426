"""Plain data read back: the exact inverse of `plain`, led by the types of the fields; all faults with their paths."""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from amends import exact
from amends.awards import Award, Mixture, parse_award
from amends.awards.notation import parse_mixture
from amends.bridge import BySide, Call, Card, Deal, Hand
from amends.event.case import PollAnswer, Statement
from amends.event.event import Substitute
from amends.event.published import Printed
from amends.event.table_result import TableRecord
from amends.faults import Fault, Faults, refuse
from amends.journal import long_json
from amends.journal.entries import AppealDecided, AppealLodged, Reference


@dataclass(frozen=True, slots=True)
class Notation:
    """How values of a type are written as a text and read again."""

    name: str
    words: str
    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]

    def refused(self, text: str) -> ValueError:
        """What is raised for a text that is not in the notation."""
        return refuse(repr(text), self.words)


# Times


def utc(at: datetime) -> datetime:
    """The moment in UTC; a time without a zone is taken for one in UTC."""
    if at.tzinfo is None:
        return at.replace(tzinfo=UTC)
    try:
        return at.astimezone(UTC)
    except OverflowError:  # the first or the last day of the calendar
        raise refuse(f"the time {at.isoformat()}", "a time that can be said in UTC") from None


def by_the_wall(at: datetime) -> datetime:
    """The moment in UTC; a time without a zone is one that the clock on the wall has shown."""
    try:
        return at.astimezone(UTC)
    except (OverflowError, ValueError):  # the first or the last day of the calendar
        return at.replace(tzinfo=UTC)


def time_text(at: datetime) -> str:
    """In UTC with a Z; a time whose zone nobody knows stays as it stands."""
    return at.isoformat() if at.tzinfo is None else utc(at).isoformat().replace("+00:00", "Z")


_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z?"
_TIME_WORDS = 'a time such as "2026-11-15T15:42:00Z"'


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise refuse(repr(text), _TIME_WORDS) from None


# Calls, cards, deals

_CALL = r"(pass|XX?|[1-7](NT|[CDHS]))(!?)( ([\s\S]+))?"
_CALL_WORDS = 'a call such as "1NT", "pass" or "2C! asks for a major"'
_CARD = "[SHDC][AKQJT2-9]"
_HAND = r"(-|[AKQJT2-9]*(\.[AKQJT2-9]*){3})"


def _show_call(call: Call) -> str:
    """With a "!" where it was alerted, and the explanation after a blank: "2C! asks for a major"."""
    return f"{call.text}{'!' if call.alerted else ''}{' ' if call.explanation else ''}{call.explanation}"


def _call(text: str) -> Call:
    found = re.fullmatch(_CALL, text)
    if found is None:
        raise refuse(repr(text), _CALL_WORDS)
    return Call(found[1], bool(found[3]), found[5] or "")


def _deal(text: str) -> Deal:
    """As it was written: a hand that was not known is not worked out from the others."""
    return Deal(*(None if hand == "-" else Hand.parse(hand) for hand in text.removeprefix("N:").split(" ")))


def cards(text: str) -> tuple[Card, ...]:
    """Cards with blanks between them, in the order they were played."""
    return tuple(map(Card.parse, text.split(" ")))


# Numbers and awards

# Coarser than the readers where that keeps a pattern short enough to be read: the readers say what is wrong.
_NUMBER = "[0-9]{1,60}([./][0-9]{1,60})?"
_PRINTED = r"-?([0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})"
_OUTCOME = "(pass|0|[+-][0-9]{1,6}|[1-7](NT|[CDHS])x{0,2} [NESW] (=|[+-][0-9]{1,2}))"
_PART = rf"-?{_NUMBER}%? {_OUTCOME}"
_MIXTURE = rf"({_OUTCOME}|{_PART}(; {_PART})*)"
_AWARD = (
    rf"({_MIXTURE}|A[+-]?|{_NUMBER}%|[+-]?{_NUMBER} IMP|np|sit-out|complement"
    r"|(NS|EW) actual [^|]+ \| normal [^|]+ \| expected [^|]+"
    rf"|better of [^|]+ \| [^|]+|published -?{_NUMBER}( \| [^|]+)?)"
)

AWARD = Notation("Award", 'an award such as "4H N =", "60% +620; 40% -100", "A+" or "np"', _AWARD, str, parse_award)
PLAY = Notation("Play", 'cards such as "SA S4 S2"', f"{_CARD}( {_CARD})*", lambda play: " ".join(map(str, play)), cards)

_TEXTS = {
    Mixture: Notation(
        "Mixture", 'a result, or several with weights: "60% +620; 40% -100"', _MIXTURE, str, parse_mixture
    ),
    Fraction: Notation(
        "ExactNumber", 'an exact number as a text: "17/2", "8.5"', f"-?{_NUMBER}", exact.show, exact.number
    ),
    datetime: Notation("Time", _TIME_WORDS, _TIME, time_text, _time),
    Call: Notation("Call", _CALL_WORDS, _CALL, _show_call, _call),
    Card: Notation("Card", 'a card such as "DT"', _CARD, str, Card.parse),
    Deal: Notation(
        "Deal", 'a deal from North, "-" for a hand that is not known', f"N:{_HAND}( {_HAND}){{3}}", str, _deal
    ),
    Printed: Notation("Printed", 'a figure as it was printed: "28.3"', _PRINTED, str, Printed.parse),
    Reference: Notation("Reference", "a person: 64 digits of base 16, or nothing", "([0-9a-f]{64})?", str, Reference),
}

NOTATIONS: Mapping[Any, Notation] = {**dict.fromkeys(get_args(Award), AWARD), **_TEXTS}
"""The notation of each type that has one; any award is read by AWARD, a Mixture by its own."""


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
    Substitute: {"name": Reference},
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
    """How values of a type are read."""
    notation = notation_of(kind)
    if notation is not None:
        return _text(notation)
    if kind in SIMPLE:
        return _checked(lambda data: type(data) is kind, SIMPLE[kind])
    if kind is object:
        return _checked(_is_setting, "a text, a whole number, true, false, or an object of these")
    inner = without_none(kind)
    if inner is not None:
        read_inner = _reader(inner)
        return lambda data: None if data is None else read_inner(data)
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

    def read_data(data: Any) -> Any:
        if not isinstance(data, str):
            raise refuse(shown(data), notation.words)
        try:
            if len(data) <= LONGEST and pattern.fullmatch(data):
                return notation.read(data)
        except Faults as trouble:
            raise Faults(replace(fault, where=fault.where and f" {fault.where}") for fault in trouble.faults) from None
        raise notation.refused(data)

    return read_data


def _checked(accepts: Callable[[Any], bool], expected: str, convert: Reader = lambda data: data) -> Reader:
    """A reader of data that needs one check."""

    def read_data(data: Any) -> Any:
        if not accepts(data):
            raise refuse(shown(data), expected)
        return convert(data)

    return read_data


def _is_setting(data: Any) -> bool:
    """Whether data is a text, a whole number, true or false, or a table of these."""
    values = data.values() if isinstance(data, dict) else (data,)
    return all(type(value) in SIMPLE for value in values)


def _choice(kind: type[Enum]) -> Reader:
    members = {member.value: member for member in kind}
    accepts = lambda data: isinstance(data, str) and data in members  # noqa: E731
    return _checked(accepts, f"one of {', '.join(members)}", members.__getitem__)


def _list(each: Reader, length: int | None) -> Reader:
    return _checked(
        lambda data: isinstance(data, list) and length in (None, len(data)),
        "a list" if length is None else f"a list of {length}",
        lambda data: tuple(_read_parts(enumerate(data), lambda _: each).values()),
    )


def _mapping(keys: Any, each: Reader) -> Reader:
    def of_key(key: str) -> Reader:
        if keys is int and not _WHOLE.fullmatch(key):
            raise refuse(f"the key {key!r}", "a whole number")
        return each

    def convert(data: Any) -> dict[Any, Any]:
        values = _read_parts(data.items(), of_key)
        return {int(key): value for key, value in values.items()} if keys is int else values

    return _checked(_is_object, "an object", convert)


def _object(kind: Any, readers: Mapping[str, Reader]) -> Reader:
    """The reader of a dataclass from the reader of each field."""
    required = [name for name, default in defaults(kind).items() if default is REQUIRED]

    def of_key(key: str) -> Reader:
        if key not in readers:
            raise refuse(f"the key {key!r}", f"one of {', '.join(readers)}")
        return readers[key]

    def convert(data: Any) -> Any:
        missing = [Fault("nothing", f"the key {name!r}", step(name)) for name in required if name not in data]
        return kind(**_read_parts(data.items(), of_key, missing))

    return _checked(_is_object, "an object", convert)


def _is_object(data: Any) -> bool:
    return isinstance(data, dict)


def _read_parts(
    parts: Iterable[tuple[Any, Any]], reader_of: Callable[[Any], Reader], missing: Iterable[Fault] = ()
) -> dict[Any, Any]:
    """The value of each part by its key or place; raises the faults of all parts, and what is missing."""
    values, faults = dict[Any, Any](), list[Fault]()
    for key, part in parts:
        try:
            values[key] = reader_of(key)(part)
        except Faults as trouble:
            faults += under(key, trouble)
            if len(faults) > MOST_FAULTS:
                break
    faults += missing
    if faults:
        raise Faults(faults)
    return values


REQUIRED = object()
"""Stands for the default of a field that has none."""


def plain(value: Any) -> Any:
    """A value as plain data: exact numbers, awards and times as texts, objects without what equals its default."""
    kind: Any = type(value)
    if kind is str or kind is int:  # most of what there is
        return value
    return _writer(kind)(value)


def canonical(data: object) -> bytes:
    """Plain data in the one form that is sealed: sorted keys, no blanks, UTF-8."""
    text = long_json.dumps(data)
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
def _writer(kind: type) -> Callable[[Any], Any]:
    """How values of a type are written."""
    if kind in NOTATIONS:
        return NOTATIONS[kind].write
    if issubclass(kind, Enum):
        return lambda value: value.value
    if kind in (str, int, bool, type(None)):
        return lambda value: value
    if issubclass(kind, tuple | list):
        return lambda value: PLAY.write(value) if value and isinstance(value[0], Card) else [*map(plain, value)]
    if issubclass(kind, Mapping):
        return lambda value: {str(plain(key)): plain(part) for key, part in value.items()}
    if is_dataclass(kind):
        parts = tuple(defaults(kind).items())
        return lambda value: {name: plain(part) for name, default in parts if (part := getattr(value, name)) != default}
    raise TypeError(f"{kind.__name__} has no place in a journal")
