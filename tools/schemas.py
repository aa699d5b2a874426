"""Writes the published schemas of the contract, and the reference of the docs that is made from them: `make schemas`.

A schema that only gains keys is written; one that changes or loses a key is refused, as it needs a new version.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from amends.contract import VERSION, schemas

PROJECT = Path(__file__).resolve().parents[1]
FOLDER = PROJECT / "src" / "amends" / "contract" / "published" / VERSION
REFERENCE = PROJECT / "docs" / "documents.md"

HEAD = """# The documents

Every `--json` of a command, every `.json` page of the app and every answer of [the engine](scoring-programs.md) is
one of these documents. Each carries `contract`, the version, and `kind`, its name here. All keys are always there;
what is not known is null. Within a version keys are added, and never changed or removed: a reader passes over keys
it does not know. `amends schema NAME` prints the JSON Schema; this page is made from the schemas (`make schemas`).
The [event document](formats/event-document.md) has a key and a page of its own.

A **figure** has the exact fraction and the text that a page prints: `{"exact": "595/9", "shown": "66.11"}`. There
is no JSON float anywhere. Counts are whole numbers. Sides are `ns` and `ew`, teams are `home` and `away`.
"""


def main() -> int:
    """Write them all, or say what breaks the contract."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    broken = []
    for name, made in schemas.models().items():
        if name in schemas.published_names():
            broken += [f"{name}{each}" for each in schemas.breaks(schemas.published(name), made, asked=name == "event")]
    broken += [f"{name}: removed" for name in schemas.published_names() if name not in schemas.models()]
    if broken:
        print(f"The contract {VERSION} does not allow this; it needs a new version:", *broken, sep="\n  ")
        return 1
    for name, made in schemas.models().items():
        (FOLDER / f"{name}.json").write_text(schemas.schema_text(made), encoding="utf-8")
    REFERENCE.write_text(reference(), encoding="utf-8")
    return 0


# The reference


def reference() -> str:
    """The page of all documents and their parts."""
    every = {name: made for name, made in schemas.models().items() if name != schemas.DOCUMENT}
    parts: dict[str, Any] = {}
    for name, made in every.items():
        for part, schema in made["$defs"].items():
            if parts.setdefault(part, schema) != schema:
                raise ValueError(f"{name} has another part {part}")
    lines = [HEAD, "## Kinds", ""]
    for name, made in every.items():
        lines += [f"### {name}", "", str(made["description"]), "", *_table(made), ""]
    lines += ["## Parts", ""]
    for name, made in sorted(parts.items()):
        lines += [f"### {name}", "", str(made.get("description", "")), "", *_table(made), ""]
    return "\n".join(lines).rstrip() + "\n"


def _table(schema: Mapping[str, Any]) -> Iterator[str]:
    """The keys of an object."""
    yield "| key | type |"
    yield "| --- | --- |"
    for key, about in schema.get("properties", {}).items():
        words = f": {about['description']}" if "description" in about else ""
        yield f"| `{key}` | {_type(about)}{words} |"


def _type(schema: Mapping[str, Any]) -> str:
    """A type in words, with links to parts."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f'`"{schema["const"]}"`'
    if "enum" in schema:
        return ", ".join(f"`{each}`" if not isinstance(each, str) else f'`"{each}"`' for each in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"list of {len(schema['prefixItems'])}: {_type(schema['prefixItems'][0])}"
        case "array":
            return f"list of {_type(schema['items'])}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {_type(schema['additionalProperties'])}"
        case "string":
            return "text"
        case "integer":
            return "whole number"
        case "boolean":
            return "true or false"
        case "null":
            return "null"
    return str(schema.get("type", "any JSON"))


if __name__ == "__main__":
    sys.exit(main())
