"""Runs cases: what came out is held against what was expected, and only what is named there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from amends import discovery
from amends.conformance import kinds
from amends.conformance.comparison import differences
from amends.faults import Fault, Faults, refuse
from amends.formats.common.toml_table import Given
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
    source: str = ""
    """Where the examples of the whole file come from."""


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
        yield ConformanceCase(str(file), id, table, str(data.get("source", "")))


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
        source = str(data.get("source", ""))
        yield ConformanceCase(str(file), str(table.get("id", f"case {place}")), table, source)


Evaluate = Callable[[Given, Regulation], Mapping[str, Any]]


CaseGrade = Literal["passed", "failed", "unsupported"]
GRADES: tuple[CaseGrade, ...] = get_args(CaseGrade)


@dataclass(frozen=True, slots=True)
class CaseVerdict:
    """A case and what is wrong with it; nothing when it passed."""

    case: ConformanceCase
    troubles: tuple[str, ...]
    unsupported: str = ""
    """Why a program does not do such cases, as it says itself."""

    @property
    def grade(self) -> CaseGrade:
        """How the case ended."""
        return "failed" if self.troubles else "unsupported" if self.unsupported else "passed"

    @property
    def passed(self) -> bool:
        """Whether the right figures came out."""
        return self.grade == "passed"


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


def faults_of(case: ConformanceCase) -> tuple[str, ...]:
    """What is wrong with the case itself, whoever is asked."""
    try:
        _parts(case)
    except Faults as trouble:
        return tuple(str(fault) for fault in trouble.faults)
    return ()


def _parts(case: ConformanceCase) -> tuple[str, Given, Given, object]:
    """Kind, given, expect and settings of a case; other keys than those of a case are refused."""
    head = Given(case.table)
    head.text("id")
    kind = head.text("kind")
    given, expected, settings = Given(head.needed("given")), Given(head.needed("expect")), head.raw("settings", {})
    for key in ("title", "law", "source", "derivation"):
        head.text(key, "")
    head.done()
    if not expected.table:
        raise refuse("an empty expect", "at least one value that must come out")
    return kind, given, expected, settings


def _troubles(case: ConformanceCase) -> Iterator[str]:
    kind, given, expected, settings = _parts(case)
    came_out = evaluate(kind, given, settings)
    for key in expected.table:
        if key not in came_out:
            yield f"found the key 'expect.{key}'; expected one of {', '.join(came_out)}"
        else:
            value = came_out[key]() if callable(came_out[key]) else came_out[key]
            yield from differences(key, expected.table[key], value)


def evaluate(kind: str, given: Given, settings: object) -> Mapping[str, Any]:
    """All that follows from `given` under the settings; a value that takes long may be a function that gives it."""
    if kind not in known_kinds():
        raise refuse(f"the kind {kind!r}", f"one of {', '.join(sorted(known_kinds()))}")
    if not isinstance(settings, Mapping):
        raise refuse(f"settings = {settings!r}", "a table")
    result = known_kinds()[kind](given, default().having(**settings))
    given.done()
    return result
