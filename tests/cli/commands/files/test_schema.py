"""`amends schema`: the JSON Schema of the event document."""

from __future__ import annotations

import json
from pathlib import Path

from amends.formats import event_document
from support.running import Amends


def test_it_prints_the_schema_with_and_without_json(amends: Amends) -> None:
    ran = amends("schema")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == amends.data("schema") == event_document.schema()


def test_what_it_prints_is_the_published_file(amends: Amends, project: Path) -> None:
    assert amends("schema").out == (project / "docs/formats/amends-1.schema.json").read_text(encoding="utf-8")


def test_it_takes_no_argument(amends: Amends) -> None:
    assert "nonsense" in amends.refused("schema", "nonsense")
