"""The published schemas are those of the models, and only grow."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from amends.contract import VERSION, schemas


def test_every_kind_has_a_published_schema_and_none_is_left_over() -> None:
    assert schemas.published_names() == list(schemas.models())


@pytest.mark.parametrize("name", schemas.published_names())
def test_the_published_schema_is_that_of_the_model(name: str) -> None:
    """`make schemas` writes it; it refuses what needs a new version of the contract."""
    assert schemas.published(name) == schemas.models()[name]


@pytest.mark.parametrize("name", schemas.published_names())
def test_a_schema_is_one_and_says_what_it_is(name: str) -> None:
    schema = schemas.published(name)
    Draft202012Validator.check_schema(schema)
    if name != schemas.DOCUMENT:
        assert schema["description"]
        assert schema["properties"]["contract"]["const"] == VERSION


def test_an_added_key_breaks_nothing() -> None:
    old = schemas.published("ranking")
    new = copy.deepcopy(old)
    new["properties"]["weather"] = {"type": "string"}
    new["required"].append("weather")
    assert list(schemas.breaks(old, new)) == []
    assert list(schemas.breaks(old, new, asked=True)) == ["/required: weather"]


def changed(change: str) -> dict[str, Any]:
    """The schema of the ranking after a change."""
    new = copy.deepcopy(schemas.published("ranking"))
    match change:
        case "a key is removed":
            del new["properties"]["rows"]
        case "a key may be missing":
            new["required"].remove("rows")
        case "a key has another type":
            new["properties"]["name"] = {"type": "integer"}
        case "a part has lost a key":
            del new["$defs"]["RankingRow"]["properties"]["place"]
        case "a figure is written in another way":
            new["$defs"]["Figure"]["properties"]["exact"]["pattern"] = ".*"
    return new


@pytest.mark.parametrize(
    "change",
    [
        "a key is removed",
        "a key may be missing",
        "a key has another type",
        "a part has lost a key",
        "a figure is written in another way",
    ],
)
def test_what_needs_a_new_version_is_found(change: str) -> None:
    assert list(schemas.breaks(schemas.published("ranking"), changed(change)))
