"""`amends schema`: the JSON Schemas of the documents."""

from __future__ import annotations

import json
from pathlib import Path

from amends.contract import schemas
from amends.formats import event_document
from support.running import Amends


def test_it_prints_the_schema_with_and_without_json(amends: Amends) -> None:
    ran = amends("schema", "event-document")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == amends.data("schema", "event-document") == event_document.schema()


def test_what_it_prints_is_the_published_file(amends: Amends, project: Path) -> None:
    assert amends("schema", "event-document").out == (project / "docs/formats/amends-1.schema.json").read_text(
        encoding="utf-8"
    )


def test_it_lists_all_schemas(amends: Amends) -> None:
    shown = amends.shown("schema")
    listed = amends.data("schema")["schemas"]
    assert [each["name"] for each in listed] == schemas.published_names()
    assert all(f"{each['name']} {each['words']}" in shown for each in listed)


def test_a_schema_that_is_not_there_is_refused_with_those_that_are(amends: Amends) -> None:
    message = amends.refused("schema", "nonsense")
    assert "nonsense" in message
    assert "ranking" in message
