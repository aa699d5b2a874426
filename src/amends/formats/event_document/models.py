"""The document as pydantic models, made from the types of the values: for the published schema, and to check files.

A class of `amends.event` is described once, by its own fields; nothing has to be added here for a new kind of entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, RootModel, StringConstraints, ValidationError, create_model
from pydantic.json_schema import GenerateJsonSchema

from amends.bridge import BySide
from amends.faults import Fault, Faults, refuse
from amends.formats.event_document.figures import Published
from amends.formats.event_document.strict_json import path
from amends.journal.chain import ABOUT, Note
from amends.journal.codec import (
    MOST_FAULTS,
    NOTATIONS,
    REQUIRED,
    Notation,
    defaults,
    notation_of,
    plain,
    shown,
    types_of,
    without_none,
)
from amends.journal.entries import KINDS
from amends.journal.people import Person

_STRICT = ConfigDict(extra="forbid", strict=True)
_HEX = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
_SALT = Annotated[str, StringConstraints(pattern="^[0-9a-f]{32}$")]
_WHOLE = Annotated[str, StringConstraints(pattern="^-?[0-9]{1,18}$")]
_SETTING = str | int | bool | dict[str, str | int | bool]

Fields = dict[str, tuple[Any, Any]]

# Types that are made at run time are nothing a type checker can follow.
_LIST: Any = list
_DICT: Any = dict
_LITERAL: Any = Literal


@cache
def document_model() -> type[BaseModel]:
    """The model of the whole document."""
    about = "; ".join(f"{key}: {words}" for key, words in ABOUT.items())
    return _model("EventDocument", "An event of duplicate bridge with its whole history, as amends keeps it.", {
        "amends": (_LITERAL[VERSION], Field(description="the version of this format")),
        "about": (dict[str, str], Field(default={}, description=f"what the file says of itself; {about}")),
        "people": (_DICT[_HEX, _model("Person", _words(Person), {**_fields(Person), "salt": (_SALT, ...)})], Field(
            default={}, description="who is who, by reference: SHA-256 of the record's canonical JSON"
        )),
        "journal": (_LIST[_entry_model()], Field(
            min_length=1, description="what happened, in its order; the event is what these entries come to"
        )),
        "published": (_of(Published), Field(default={}, description="figures that were printed before")),
        "notes": (_LIST[_of(Note)], Field(default=[], description="what a reader noticed")),
    })  # fmt: skip


def _entry_model() -> Any:
    payloads = [_object(kind, {"kind": (_LITERAL[name], ...)}) for name, kind in KINDS.items()]
    any_of: Any = Union[tuple(payloads)]  # noqa: UP007
    words = (
        "An entry. Its digest is the SHA-256 of its canonical JSON without the digest: keys sorted, no blanks, UTF-8."
    )
    return _model("Entry", words, {
        "seq": (Annotated[int, Field(ge=1)], Field(description="1 for the first")),
        "at": (_text(NOTATIONS_BY_NAME["Time"]), Field(description="in UTC, with a Z")),
        "author": (str, ...),
        "payload": (Annotated[any_of, Field(discriminator="kind")], ...),
        "previous": (_HEX, Field(description="the digest of the entry before; 64 zeros in the first one")),
        "digest": (_HEX, ...),
    })  # fmt: skip


NOTATIONS_BY_NAME = {notation.name: notation for notation in NOTATIONS.values()}


# From types to models


def _model(name: str, words: str, fields: Fields) -> type[BaseModel]:
    made: Any = create_model(name, __config__=_STRICT, __doc__=words, **fields)  # type: ignore[call-overload]
    return made  # type: ignore[no-any-return]


@cache
def _text(notation: Notation) -> Any:
    """A text with a pattern, under its own name in the schema."""
    base: Any = RootModel[Annotated[str, StringConstraints(pattern=f"^{notation.pattern}$", strict=True)]]
    return create_model(notation.name, __base__=base, __doc__=notation.words)


@cache
def _of(kind: Any) -> Any:
    """What stands in the document for a type."""
    notation = notation_of(kind)
    if notation is not None:
        return _text(notation)
    if kind in (str, int, bool):
        return kind
    if kind is object:
        return _SETTING
    inner = without_none(kind)
    if inner is not None:
        return _of(inner) | None
    origin, inside = get_origin(kind), get_args(kind)
    if origin is tuple:
        each = _LIST[_of(inside[0])]
        return each if inside[-1] is ... else Annotated[each, Field(min_length=len(inside), max_length=len(inside))]
    if origin is BySide:
        each = _of(inside[0])
        return _model(f"EachSide{_name(inside[0])}", "One for each side.", {"ns": (each, ...), "ew": (each, ...)})
    if origin is not None and issubclass(origin, Mapping):
        return _DICT[_WHOLE if inside[0] is int else str, _of(inside[1])]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _LITERAL[tuple(member.value for member in kind)]
    return _object(kind, {})


def _name(kind: Any) -> str:
    """A word for what each side has."""
    notation = notation_of(without_none(kind) or kind)
    if notation is not None:
        return notation.name
    return "Names" if get_origin(kind) is tuple else {str: "Text", bool: "Flag"}.get(kind, kind.__name__)


def _object(kind: Any, more: Fields) -> Any:
    return _model(kind.__name__, _words(kind), {**more, **_fields(kind)})


def _fields(kind: Any) -> Fields:
    def default(value: object) -> Any:
        return Field() if value is REQUIRED else Field(default=plain(value))

    values = defaults(kind)
    return {name: (_of(hint), default(values[name])) for name, hint in types_of(kind).items()}


def _words(kind: Any) -> str:
    """The docstring on one line, without its examples."""
    return " ".join((kind.__doc__ or "").partition(">>>")[0].replace("`", "").split())


# The schema


class _Plain(GenerateJsonSchema):
    """Without a title for each key, and closed also where keys have a pattern."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the document."""
    made = document_model().model_json_schema(schema_generator=_Plain)
    head = {"$schema": _Plain.schema_dialect, "$id": f"urn:amends:event-document:{VERSION}"}
    closed: dict[str, Any] = _closed({**head, **made})
    return closed


def _closed(part: Any) -> Any:
    if isinstance(part, list):
        return [_closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    closing = {"additionalProperties": False} if "patternProperties" in part else {}
    return {key: _closed(each) for key, each in part.items()} | closing


VERSION = 1
"""The version that is written."""

Upgrade = Callable[[Mapping[str, Any]], Mapping[str, Any]]

UPGRADES: Mapping[int, Upgrade] = {}
"""From each earlier version to the next one; they see data that may be wrong in any way."""


def upgraded(data: Any) -> dict[str, Any]:
    """The data as the present version has it; a newer version, or data without one, is refused."""
    if not isinstance(data, dict) or "amends" not in data:
        raise refuse(shown(data), 'an event document: an object with "amends" and the number of its version')
    number = data["amends"]
    if type(number) is not int:
        raise _unknown(shown(number))
    if number > VERSION:
        raise refuse(
            f"version {number} of the event document", f"version {VERSION} or older: a newer amends reads it", "amends"
        )
    while number < VERSION:
        if number not in UPGRADES:
            raise _unknown(str(number))
        number += 1
        data = {**UPGRADES[number - 1](data), "amends": number}
    return dict(data)


def _unknown(found: str) -> Faults:
    versions = ", ".join(map(str, (*sorted(UPGRADES), VERSION)))
    return refuse(f"the version {found}", f"a version that there is: {versions}", "amends")


_EXPECTED = {
    "string_type": "a text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "extra_forbidden": "a key that there is (amends schema has them)",
    "union_tag_not_found": 'an object with a "kind"',
}
_LIMITS = {
    "too_short": "at least {min_length}",
    "too_long": "at most {max_length}",
    "greater_than_equal": "{ge} or more",
}
_WORDS = {f"^{notation.pattern}$": notation.words for notation in NOTATIONS_BY_NAME.values()}


def shape_faults(data: dict[str, Any]) -> list[Fault]:
    """All that does not have the shape of an event document, each with its path."""
    try:
        document_model().model_validate(data)
    except ValidationError as trouble:
        if trouble.error_count() > MOST_FAULTS:
            found = f"{trouble.error_count():,} keys and values that do not fit"
            return [Fault(found, "an event document (amends schema says what it has)")]
        told: dict[str, Fault] = {}
        for error in trouble.errors(include_url=False, include_input=False):
            fault = _fault(error, data)
            first = told.setdefault(fault.where, fault)
            if first.expected != fault.expected:  # a choice of several types fails for each of them
                words = f"{first.expected} or {fault.expected}"
                told[fault.where] = Fault(first.found, words, first.where)
        return list(told.values())
    return []


def _fault(error: Any, data: Any) -> Fault:
    kind, context = error["type"], error.get("ctx", {})
    steps, here = _walked(error["loc"], data, kind == "missing")
    where = path(steps)
    last = steps[-1] if steps else ""
    if kind == "missing":
        return Fault("nothing", f"the key {last!r}", where)
    if kind == "extra_forbidden":
        return Fault(f"the key {last!r}", _EXPECTED[kind], where)
    if "[key]" in error["loc"]:
        return Fault(f"the key {last!r}", f"a key like {context.get('pattern', error['msg'])}", where)
    if kind in ("literal_error", "union_tag_invalid"):
        expected = context.get("expected") or context.get("expected_tags")
        return Fault(shown(here.get("kind") if isinstance(here, dict) else here), f"one of {expected}", where)
    if kind == "string_pattern_mismatch":
        return Fault(shown(here), _WORDS.get(context["pattern"], f"a text like {context['pattern']}"), where)
    expected = _LIMITS[kind].format(**context) if kind in _LIMITS else _EXPECTED.get(kind, error["msg"])
    return Fault(shown(here), expected, where)


def _walked(places: Sequence[str | int], data: Any, missing: bool) -> tuple[list[str | int], Any]:
    """The steps to a fault and what stands there; names of models, which stand among the places, are left out."""
    steps: list[str | int] = []
    for number, place in enumerate(places):
        last = number == len(places) - 1
        if isinstance(data, dict) and isinstance(place, str) and (place in data or (missing and last)):
            data = data.get(place)
        elif isinstance(data, list) and isinstance(place, int):
            data = data[place]
        else:
            continue
        steps.append(place)
    return steps, data
