"""What amends and a program say to each other: a case per line to the program, an answer per line from it, in JSON.

docs/conformance-programs.md describes it for those who write such a program.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from amends import exact
from amends.conformance.comparison import differences, shown
from amends.conformance.runner import CaseVerdict, ConformanceCase, evaluate
from amends.conformance.suite import as_json, plain_case
from amends.faults import Faults
from amends.formats.common.toml_table import Given

LONGEST_LINE = 4_000_000
"""The most bytes of an answer."""


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """What a program says about a case: a result, or why it has none."""

    id: str
    result: Mapping[str, Any] | None = None
    unsupported: str = ""


class NoAnswer(ValueError):
    """A line of a program that is no answer, and why; with the id of the case, where it names one."""

    def __init__(self, why: str, id: str = "") -> None:
        super().__init__(why)
        self.id = id


def question(case: ConformanceCase) -> dict[str, Any]:
    """The case as a program is asked; `want` names the keys of the result that are compared, not their values."""
    plain = plain_case(case)
    return {
        "id": case.id,
        "kind": plain["kind"],
        "settings": plain.get("settings", {}),
        "given": plain["given"],
        "want": list(plain["expect"]),
    }


def question_line(case: ConformanceCase) -> bytes:
    """The line that is sent."""
    return as_json(question(case)).encode(errors="replace") + b"\n"


def read_answer(line: bytes) -> ProgramAnswer:
    """The answer of a line. Numbers stay texts, as the program wrote them: their places count."""
    try:
        data = json.loads(line.decode(), parse_int=str, parse_float=str, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise NoAnswer(f"a line that is no JSON: {shown(line.decode(errors='replace').strip())}") from None
    if not isinstance(data, dict) or not isinstance(data.get("id"), str):
        raise NoAnswer(f'a line without an "id": {shown(line.decode(errors="replace").strip())}')
    result, reason = data.get("result"), data.get("unsupported")
    if isinstance(result, dict) and reason is None:
        return ProgramAnswer(data["id"], result)
    if isinstance(reason, str) and reason.strip() and result is None:
        return ProgramAnswer(data["id"], unsupported=shown(reason.strip()))
    raise NoAnswer('an answer with neither a "result" that is an object nor an "unsupported" that says why', data["id"])


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)  # NaN and Infinity are no JSON


def verdict_on(case: ConformanceCase, answer: ProgramAnswer) -> CaseVerdict:
    """The case with what the program answered."""
    if answer.result is None:
        return CaseVerdict(case, (), answer.unsupported)
    try:
        return CaseVerdict(case, tuple(_differences(case.table["expect"], answer.result)))
    except Faults as trouble:
        return CaseVerdict(case, tuple(str(fault) for fault in trouble.faults))


def _differences(expected: Mapping[str, Any], result: Mapping[str, Any]) -> Iterator[str]:
    for key, value in expected.items():
        if key in result:
            yield from differences(key, value, result[key])
        else:
            yield f"{key}: expected {shown(value)}, came out nothing"


# amends as such a program


def answer_line(line: str) -> str:
    """The answer of amends itself to a line: what conformance/programs/amends_program.py prints."""
    asked = json.loads(line)
    try:
        came_out = evaluate(asked["kind"], Given(asked["given"]), asked.get("settings", {}))
        result = {
            key: _plain(value() if callable(value) else value)
            for key, value in came_out.items()
            if key in asked["want"]
        }
    except Faults as trouble:
        return as_json({"id": asked["id"], "unsupported": str(trouble)})
    return as_json({"id": asked["id"], "result": result})


def _plain(value: object) -> object:
    """A value of a result as JSON has it: figures exactly, as texts."""
    if isinstance(value, Fraction):
        return exact.show(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(each) for each in value] if isinstance(value, list) else value
