"""`amends conformance`: worked examples held against the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.options.common import Json
from amends.conformance import read_cases, run
from amends.faults import printable
from amends.formats import event_document


def conformance_command(
    paths: Annotated[list[Path], typer.Argument(help="Files of cases, or folders with such files.")],
    json: Json = False,
) -> None:
    """Run worked examples: a line for each case that fails, then how many passed and failed.

    Example: amends conformance conformance
    """
    verdicts = list(run(read_cases(paths)))
    failed = [verdict for verdict in verdicts if not verdict.passed]
    if json:
        output.print_json(
            {
                "passed": len(verdicts) - len(failed),
                "failed": len(failed),
                "failures": [
                    {"file": verdict.case.file, "id": verdict.case.id, "troubles": list(verdict.troubles)}
                    for verdict in failed
                ],
            }
        )
    else:
        for verdict in failed:
            print(printable(f"{verdict.case.file}: {verdict.case.id}: {'; '.join(verdict.troubles)}"))
        print(f"{len(verdicts) - len(failed)} passed, {len(failed)} failed")
    raise typer.Exit(1 if failed else 0)


def schema_command(json: Json = False) -> None:
    """The JSON Schema of the event document (*.amends.json), for programs that read or write it.

    Example: amends schema
    """
    output.print_json(event_document.schema())  # with --json or without: a schema is data


COMMANDS = {"conformance": conformance_command, "schema": schema_command}
