"""The JSON Schema of each kind: made from its model, and published as a file of the package.

A schema may gain keys. One that changes or loses a key needs a new version of the contract.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from amends.contract import VERSION
from amends.faults import Refusal

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DOCUMENT = "event-document"
"""The sealed event document, which has a schema of its own and a key of its own instead of `contract` and `kind`."""


def published_names() -> list[str]:
    """The kinds that have a published schema."""
    folder = files(__package__) / "published" / VERSION
    return sorted(each.name.removesuffix(".json") for each in folder.iterdir() if each.name.endswith(".json"))


def published(name: str) -> dict[str, Any]:
    """The published schema of a kind."""
    if name not in published_names():
        raise Refusal(f"There is no schema {name!r}.", f"Schemas: {', '.join(published_names())}.")
    text = (files(__package__) / "published" / VERSION / f"{name}.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def words(name: str) -> str:
    """What a kind is, in a sentence."""
    return str(published(name).get("description", ""))


@cache
def models() -> dict[str, dict[str, Any]]:
    """The schema of each kind as its model has it now."""
    from amends.contract.documents import kinds
    from amends.contract.plain_event_schema import PlainEvent
    from amends.formats import event_document

    made = {name: _schema(name, model.model_json_schema(mode="serialization")) for name, model in kinds().items()}
    made["event"] = _schema("event", PlainEvent.model_json_schema(mode="validation"))
    made[DOCUMENT] = event_document.schema()
    return dict(sorted(made.items()))


def schema_text(schema: Mapping[str, Any]) -> str:
    """A schema as its file has it."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _schema(name: str, made: dict[str, Any]) -> dict[str, Any]:
    """A schema of pydantic with plain names: parts that differ only in how figures are printed are one."""
    titles = {key: part.get("title", key) for key, part in made.get("$defs", {}).items()}
    tidy = _tidy(made, titles)
    parts = tidy.pop("$defs", {})
    merged: dict[str, Any] = {}
    for key, part in parts.items():
        if merged.setdefault(titles[key], part) != part:
            raise ValueError(f"two parts are called {titles[key]}")
    head = {"$schema": DIALECT, "$id": f"urn:amends:contract:{VERSION}:{name}", "title": name}
    return (
        head | {key: value for key, value in tidy.items() if key != "title"} | {"$defs": dict(sorted(merged.items()))}
    )


def _tidy(node: Any, titles: Mapping[str, str], named: bool = False) -> Any:
    """Without titles of keys, with the first paragraph of descriptions; `named` where keys are names of properties."""
    if isinstance(node, list):
        return [_tidy(each, titles) for each in node]
    if not isinstance(node, dict):
        return node
    tidy: dict[str, Any] = {}
    for key, value in node.items():
        if named or key in ("properties", "$defs"):
            tidy[key] = _tidy(value, titles, named=not named and key in ("properties", "$defs"))
        elif key == "$ref":
            tidy[key] = f"#/$defs/{titles[value.removeprefix('#/$defs/')]}"
        elif key == "description":
            tidy[key] = " ".join(value.split("\n\n")[0].split())
        elif key != "title":
            tidy[key] = _tidy(value, titles)
    return tidy


# What may change within a version


_WORDS = ("description", "title", "examples")


def breaks(old: Any, new: Any, path: str = "", asked: bool = False) -> Iterator[str]:
    """What a new schema changes or removes, by its path; nothing where it only adds keys.

    `asked` where it is the schema of what others send: there a new key must be one that may be left out.
    """
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new:
            yield f"{path or '/'}: {_brief(old)} became {_brief(new)}"
        return
    for key in old.keys() | new.keys():
        if key in _WORDS:
            continue
        here = f"{path}/{key}"
        if key in ("properties", "$defs"):
            before, after = old.get(key, {}), new.get(key, {})
            for name in before:
                if name in after:
                    yield from breaks(before[name], after[name], f"{here}/{name}", asked)
                elif key == "properties":
                    yield f"{here}/{name}: removed"
        elif key == "required":
            before, after = set(old.get(key, ())), set(new.get(key, ()))
            wrong = after - before if asked else before - after
            yield from (f"{here}: {name}" for name in sorted(wrong))
        elif key not in old or key not in new:
            yield f"{here}: {'removed' if key in old else 'added'}"
        else:
            yield from breaks(old[key], new[key], here, asked)


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:79]}…"
