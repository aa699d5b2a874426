"""`amends conformance`: worked examples held against the engine, or against another program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from amends.cli import output
from amends.cli.options.common import Json, Text, Texts, option
from amends.conformance import CaseVerdict, ConformanceCase, read_cases, run, suite
from amends.conformance.runner import GRADES, CaseGrade
from amends.faults import Refusal, printable

LONGEST_WAIT = 3600


def conformance_command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(help="Files of cases, or folders with such files.", show_default="the suite of this package"),
    ] = None,
    program: Annotated[
        Text, option("--program", "Hold another program to the cases: the command that starts it.", "COMMAND")
    ] = None,
    timeout: Annotated[float, option("--timeout", "Seconds a program has for each case.", "SECONDS")] = 10,
    kinds: Annotated[Texts, option("--kind", "Only cases of this kind; may be repeated.", "KIND")] = None,
    only: Annotated[
        Texts, option("--only", "Only cases with this id, * for anything in it; may be repeated.", "ID")
    ] = None,
    export: Annotated[bool, typer.Option("--export", help="Print the cases as one JSON document.")] = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of that document.")] = False,
    json: Json = False,
) -> None:
    """Run the worked examples of the conformance suite.

    It prints a line per failing case, then how many passed and failed.

    Example: amends conformance --kind imps
    """
    if schema:
        output.print_data(suite.schema())
        return
    cases = suite.selected(read_cases(paths) if paths else suite.read_suite(), kinds or (), only or ())
    if export:
        print(suite.suite_text(cases))
        return
    verdicts = _by_program(cases, program, timeout) if program is not None else list(run(cases))
    _report(verdicts, program, json)
    raise typer.Exit(1 if any(verdict.grade == "failed" for verdict in verdicts) else 0)


def _by_program(cases: Sequence[ConformanceCase], program: str, timeout: float) -> list[CaseVerdict]:
    from amends.conformance.holding import run_program

    if not 0 < timeout <= LONGEST_WAIT:
        raise Refusal(f"--timeout {timeout:g} is no time to wait.", f"Give seconds, up to {LONGEST_WAIT}.")
    return list(run_program(cases, program, timeout))


def _report(verdicts: Sequence[CaseVerdict], program: Text, json: bool) -> None:
    grades = Counter(verdict.grade for verdict in verdicts)
    if json:
        output.print_json("conformance", _data(verdicts, program, grades))
        return
    for verdict in verdicts:
        if verdict.troubles:
            print(printable(f"{verdict.case.file}: {verdict.case.id}: {'; '.join(verdict.troubles)}"))
    if not program:
        print(f"{grades['passed']} passed, {grades['failed']} failed")
        return
    kinds = by_kind(verdicts)
    rows = [[kind, *(str(counts[grade]) for grade in GRADES)] for kind, counts in kinds.items()]
    output.table("", ["kind", *GRADES], rows, left=[0])
    reasons = Counter(verdict.unsupported for verdict in verdicts if verdict.grade == "unsupported")
    for line in output.shortened(f"{count} × {reason}" for reason, count in reasons.most_common()):
        print(f"unsupported: {line}")
    print(f"{grades['passed']} passed, {grades['failed']} failed, {grades['unsupported']} unsupported")


def by_kind(verdicts: Sequence[CaseVerdict]) -> dict[str, Counter[CaseGrade]]:
    """How the cases of each kind ended."""
    kinds: dict[str, Counter[CaseGrade]] = {}
    for verdict in verdicts:
        kinds.setdefault(str(verdict.case.table.get("kind", "")), Counter())[verdict.grade] += 1
    return dict(sorted(kinds.items()))


def _data(verdicts: Sequence[CaseVerdict], program: Text, grades: Mapping[CaseGrade, int]) -> dict[str, Any]:
    def about(verdict: CaseVerdict) -> dict[str, Any]:
        return {"file": verdict.case.file, "id": verdict.case.id, "case_kind": verdict.case.table.get("kind", "")}

    return {
        **({"program": program} if program else {}),
        **{grade: grades.get(grade, 0) for grade in GRADES},
        "kinds": {kind: {grade: counts[grade] for grade in GRADES} for kind, counts in by_kind(verdicts).items()},
        "failures": [{**about(each), "troubles": list(each.troubles)} for each in verdicts if each.troubles],
        "not_supported": [
            {**about(each), "reason": each.unsupported} for each in verdicts if each.grade == "unsupported"
        ],
    }


COMMANDS = {"conformance": conformance_command}
