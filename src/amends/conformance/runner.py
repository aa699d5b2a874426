"""Runs cases: what came out is held against what was expected, and only what is named there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from amends import discovery, exact
from amends.conformance import kinds
from amends.faults import Fault, Faults, refuse
from amends.formats.common.toml_table import Given, read_number
from amends.regulations import Regulation, default
from amends.toml import read_toml

EXPECTED = "expected.toml"
"""The standings of an event, beside its travellers.csv."""

EVENT_EXPECTS = ("standings", "matches", "figures", "clauses", "findings")
"""What a variant of an event may expect."""


@dataclass(frozen=True, slots=True)
class ConformanceCase:
    """One worked example, as its file has it; nothing is checked yet."""

    file: str
    id: str
    table: Mapping[str, Any]


def read_cases(paths: Iterable[Path]) -> Iterator[ConformanceCase]:
    """The cases of files and folders, in order; all files that cannot be read are refused together."""
    cases: list[ConformanceCase] = []
    faults: list[Fault] = []
    for path in paths:
        files = _files(path)
        if not files:
            faults.append(Fault("no .toml file", "a folder with files of cases", file=str(path)))
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
    return [file for file in sorted(path.rglob("*.toml")) if file.name == EXPECTED or not _of_an_event(file)]


def _of_an_event(file: Path) -> bool:
    """Whether a file stands in a folder that holds an event."""
    return (file.parent / "travellers.csv").exists()


def _event(file: Path, data: Mapping[str, Any]) -> Iterator[ConformanceCase]:
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
        yield ConformanceCase(str(file), id, table)


def _cases(file: Path) -> Iterator[ConformanceCase]:
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
        yield ConformanceCase(str(file), str(table.get("id", f"case {place}")), table)


Evaluate = Callable[[Given, Regulation], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class CaseVerdict:
    """A case and what is wrong with it; nothing when it passed."""

    case: ConformanceCase
    troubles: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.troubles


@lru_cache(maxsize=1)
def known_kinds() -> dict[str, Evaluate]:
    """The kinds of cases: what the functions evaluate_… in the modules of `kinds` are called."""
    functions = {name: each for module in discovery.modules(kinds) for name, each in vars(module).items()}
    start = "evaluate_"
    return {name.removeprefix(start): each for name, each in functions.items() if name.startswith(start)}


def run(cases: Iterable[ConformanceCase]) -> Iterator[CaseVerdict]:
    """Each case with its verdict; an id that stands twice in a file is a failure."""
    seen: set[tuple[str, str]] = set()
    for case in cases:
        verdict = run_case(case)
        if (case.file, case.id) in seen:
            verdict = CaseVerdict(case, ("the id stands twice in this file", *verdict.troubles))
        seen.add((case.file, case.id))
        yield verdict


def run_case(case: ConformanceCase) -> CaseVerdict:
    """One case with its verdict."""
    try:
        return CaseVerdict(case, tuple(_troubles(case)))
    except Faults as trouble:
        return CaseVerdict(case, tuple(str(fault) for fault in trouble.faults))


def _troubles(case: ConformanceCase) -> Iterator[str]:
    head = Given(case.table)
    head.text("id")
    kind = head.text("kind")
    given, expected, settings = (
        Given(head.needed("given")),
        Given(head.needed("expect")),
        head.raw("settings", {}),
    )
    for key in ("title", "law", "source", "derivation"):
        head.text(key, "")
    head.done()
    if not expected.table:
        raise refuse("an empty expect", "at least one value that must come out")
    came_out = evaluate(kind, given, settings)
    for key in expected.table:
        if key not in came_out:
            yield f"found the key 'expect.{key}'; expected one of {', '.join(came_out)}"
        else:
            value = came_out[key]() if callable(came_out[key]) else came_out[key]
            yield from _differences(key, expected.table[key], value)


def evaluate(kind: str, given: Given, settings: object) -> Mapping[str, Any]:
    """All that follows from `given` under the settings; a value that takes long may be a function that gives it."""
    if kind not in known_kinds():
        raise refuse(f"the kind {kind!r}", f"one of {', '.join(sorted(known_kinds()))}")
    if not isinstance(settings, Mapping):
        raise refuse(f"settings = {settings!r}", "a table")
    result = known_kinds()[kind](given, default().having(**settings))
    given.done()
    return result


def _in_table(where: str, expected: Mapping[str, Any], actual: Mapping[Any, Any]) -> Iterator[str]:
    """Each key of a table whose value is not what was expected."""
    by_score = all(isinstance(key, int) for key in actual)
    for key, value in expected.items():
        place = f"{where}.{key}"
        own_key = read_number(key, place) if by_score else key
        if own_key not in actual:
            yield f"{place}: expected {_shown(value)}, came out nothing"
        else:
            yield from _differences(place, value, actual[own_key])


def _differences(where: str, expected: object, actual: object) -> Iterator[str]:
    """Each place where what came out is not what was expected."""
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        yield from _in_table(where, expected, actual)
    elif isinstance(actual, Mapping) and "ns" in actual:
        for side in ("ns", "ew"):  # one number where each side has its own: it is said of both
            yield from _differences(f"{where}.{side}", expected, actual[side])
    elif isinstance(actual, frozenset) and isinstance(expected, list):
        for one in expected:  # each of which must be among what came out
            if one not in actual:
                yield f"{where}: expected {one}, came out {', '.join(sorted(actual)) or 'nothing'}"
    elif isinstance(actual, list) and isinstance(expected, list):
        if len(actual) != len(expected):
            yield f"{where}: expected {len(expected)} values, came out {len(actual)}"
        for number, (one, other) in enumerate(zip(expected, actual, strict=False), 1):
            yield from _differences(f"{where}[{number}]", one, other)
    else:
        value = expected
        if isinstance(actual, Fraction):
            value = read_number(expected, where) if isinstance(expected, str | int) else None
        if value != ("np" if actual is None else actual):
            yield f"{where}: expected {_shown(expected)}, came out {_shown(actual)}"


def _shown(value: object) -> str:
    return exact.show(value) if isinstance(value, Fraction) else "np" if value is None else str(value)
