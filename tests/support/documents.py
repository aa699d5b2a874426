"""Holds documents against their published schemas."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from amends import exact
from amends.contract import schemas


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds documents of a kind against its schema."""
    return Draft202012Validator(schemas.published(name))


def check_document(data: Any) -> Any:
    """The document; fails where it is none of the contract, or has a float anywhere."""
    if "$schema" in data:  # a schema is no document
        Draft202012Validator.check_schema(data)
        return data
    assert data["contract"] == "1"
    validator(data["kind"]).validate(data)
    assert list(floats(data)) == []
    return data


def floats(data: Any, path: str = "") -> Any:
    """Where floating point numbers stand."""
    if isinstance(data, float):
        yield path
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in parts:
        yield from floats(part, f"{path}/{key}")


def exact_texts(data: Any) -> Any:
    """The same with the exact text in the place of each figure: 8.5, 37/3."""
    if isinstance(data, dict):
        if data.keys() == {"exact", "shown"}:
            return exact.show(Fraction(data["exact"]))
        return {key: exact_texts(part) for key, part in data.items()}
    return [exact_texts(part) for part in data] if isinstance(data, list) else data
