"""Cases and the files they stand in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from amends.faults import Fault, Faults
from amends.toml import read_toml

EXPECTED = "expected.toml"
"""The standings of an event, beside its travellers.csv."""

EVENT_EXPECTS = ("standings", "matches", "figures", "clauses", "findings")
"""What a variant of an event may expect."""


@dataclass(frozen=True, slots=True)
class Case:
    """One worked example, as its file has it; nothing is checked yet."""

    file: str
    id: str
    table: Mapping[str, Any]


def read_cases(paths: Iterable[Path]) -> Iterator[Case]:
    """The cases of files and folders, in order; all files that cannot be read are refused together."""
    cases: list[Case] = []
    faults: list[Fault] = []
    for path in paths:
        try:
            files = _files(path)
        except Faults as trouble:
            faults += trouble.faults
            continue
        for file in files:
            try:
                cases += _cases(file)
            except Faults as trouble:
                faults += trouble.faults
    if faults:
        raise Faults(faults)
    return iter(cases)


def _files(path: Path) -> list[Path]:
    try:
        if not path.is_dir():
            return [path]
    except (OSError, ValueError):  # a name no file can have
        return [path]
    found = [file for file in sorted(path.rglob("*.toml")) if file.name == EXPECTED or not _of_an_event(file)]
    if not found:
        raise Faults([Fault("no .toml file", "a folder with files of cases", file=str(path))])
    return found


def _of_an_event(file: Path) -> bool:
    """Whether a file stands in a folder that holds an event."""
    return (file.parent / "travellers.csv").exists()


def _event(file: Path, data: Mapping[str, Any]) -> Iterator[Case]:
    """A case for each variant of an event's expected standings."""
    head = {key: value for key, value in data.items() if key != "variant"}
    for place, variant in enumerate(data.get("variant", []), 1):
        id = f"{file.parent.name}-{variant.get('id', place)}"
        expected = {key: variant[key] for key in EVENT_EXPECTS if key in variant}
        own = {key: value for key, value in variant.items() if key not in ("id", "title", "settings", *EVENT_EXPECTS)}
        table = {
            "id": id,
            "kind": "event",
            "title": str(variant.get("title", "")),
            "settings": variant.get("settings", {}),
            "given": {"folder": str(file.parent), **head, **own},
            "expect": expected or {"standings": []},
        }
        yield Case(str(file), id, table)


def _cases(file: Path) -> Iterator[Case]:
    data = read_toml(file)
    if file.name == EXPECTED and _of_an_event(file):
        yield from _event(file, data)
        return
    cases = data.get("case", [])
    unknown = [key for key in data if key not in ("source", "case")]
    if unknown:
        expected = "source and [[case]] alone at the top of a file"
        raise Faults([Fault(f"the key {key!r}", expected, file=str(file)) for key in unknown])
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise Faults([Fault("a case that is no table", "[[case]] tables", file=str(file))])
    for place, table in enumerate(cases, 1):
        yield Case(str(file), str(table.get("id", f"case {place}")), table)
