"""The shape of a document, checked by its models; what does not fit in the words of the other readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from amends.faults import Fault
from amends.formats.event_document.models import NOTATIONS_BY_NAME, document_model
from amends.formats.event_document.strict_json import path
from amends.journal.codec.decode import MOST_FAULTS, shown

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
