"""The suite that comes with amends: where it is, and as one JSON document that needs no other file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from amends.conformance.event_files import with_files
from amends.conformance.runner import ConformanceCase, known_kinds, read_cases
from amends.faults import Refusal

CONTRACT = "1"
INSTALLED = Path(__file__).with_name("suite")
"""Where hatch_build.py puts the suite in a package; a checkout has it at its root."""
CHECKOUT = Path(__file__).resolve().parents[3] / "conformance"
SCHEMA = Path(__file__).with_name("suite.schema.json")


def suite_folder() -> Path:
    """The folder of the suite that comes with this amends."""
    folder = INSTALLED if INSTALLED.is_dir() else CHECKOUT
    if not folder.is_dir():
        raise Refusal("This installation has no conformance suite.", "Name the folder of one: amends conformance PATH.")
    return folder


def read_suite() -> list[ConformanceCase]:
    """The cases that come with amends; their files are named from the folder of the suite."""
    folder = suite_folder()
    return [replace(case, file=Path(case.file).relative_to(folder).as_posix()) for case in read_cases([folder])]


def selected(
    cases: Iterable[ConformanceCase], kinds: Sequence[str] = (), ids: Sequence[str] = ()
) -> list[ConformanceCase]:
    """The cases of these kinds whose ids fit one of these patterns (with `*` for anything); all where none is named."""
    unknown = [kind for kind in kinds if kind not in known_kinds()]
    if unknown:
        raise Refusal(f'There is no kind "{unknown[0]}".', f"The kinds are {', '.join(sorted(known_kinds()))}.")
    found = [
        case
        for case in cases
        if (not kinds or case.table.get("kind") in kinds)
        and (not ids or any(fnmatchcase(case.id, pattern) for pattern in ids))
    ]
    if not found and (kinds or ids):
        raise Refusal("No case is selected.", "Name other kinds, or ids as they stand in the suite, such as 'wbf-*'.")
    return found


def plain_case(case: ConformanceCase) -> dict[str, Any]:
    """A case as JSON has it: an event with its files."""
    table = {"file": case.file, **({"source": case.source} if case.source else {}), **case.table}
    given = table.get("given")
    if table.get("kind") == "event" and isinstance(given, dict) and "folder" in given:
        table["given"] = with_files(given)
    return table


def suite_text(cases: Iterable[ConformanceCase]) -> str:
    """The cases as one JSON document, a case per line; `schema` describes it."""
    head = as_json({"contract": CONTRACT, "kind": "conformance-suite"})
    lines = ",\n".join(as_json(plain_case(case)) for case in cases)
    return f'{head[:-1]}, "cases": [\n{lines}\n]}}'


def as_json(data: object) -> str:
    """Data in one line of JSON; TOML has times, JSON has texts."""
    return json.dumps(data, ensure_ascii=False, default=str)


def schema() -> Any:
    """The JSON Schema of the document, and of the lines that go to a program and come back."""
    return json.loads(SCHEMA.read_text(encoding="utf-8"))
