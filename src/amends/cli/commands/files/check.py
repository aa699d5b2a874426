"""`amends check`: whether rulings are lawful."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.event_files import (
    EventOptions,
    Results,
    RulingsPath,
    event_regulation,
    note_lines,
    read_both,
    read_rulings,
    refuse_forbidden,
    with_event_options,
)
from amends.cli.event_files import sidecar as event_document_beside
from amends.cli.options.common import Json, option
from amends.cli.output import warn
from amends.cli.pages import Force, OutputFile, OutputFormat, free, to_write
from amends.cli.streams import is_stream, named_format, write_output
from amends.desk.file_event import no_results
from amends.event import Ruling, TableResult
from amends.event.match import room_words
from amends.event.rows import table_of
from amends.explain import Finding, Verdict
from amends.faults import Faults, Refusal
from amends.formats.common import files
from amends.formats.common.citations import with_laws
from amends.rulings.checks.in_event import check_event, event_findings
from amends.rulings.checks.of_ruling import check, verdict
from amends.rulings.consequences.on_board import lone_context

_STYLES = {Verdict.FORBIDDEN: "bold red", Verdict.UNUSUAL: "yellow", Verdict.ALLOWED: "green"}


@with_event_options
def check_command(
    rulings: Annotated[Path, typer.Argument(help="A rulings file (TOML), or - for standard input.")],
    options: EventOptions,
    event: Annotated[Path | None, option("--event", "The results file that the rulings are about.")] = None,
    json: Json = False,
) -> None:
    """Check rulings against the Laws.

    Each ruling is forbidden (exit status 1), unusual or allowed.

    Example: amends check rulings.toml --event travellers.csv
    """
    tables: dict[str, TableResult] = {}
    about_event: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    if event is not None:
        document = read_both(event, rulings, options)
        made, notes = document.event, note_lines(document)
        found = check_event(made)
        about_event = event_findings(made)
        for finding in () if json else about_event:
            output.warn([f"the event: {finding.verdict.value}: {finding.words}  [{finding.clause}]"])
        tables = {ruling.id: table_of(ruling, made.results) for ruling, _ in found}
    else:
        file = read_rulings(rulings)
        rules = event_regulation(options.regulation, file, options.set)
        read, faults = with_laws(file.rulings, rules.edition)
        if faults:
            raise file.placed(Faults(faults))
        found = [(ruling, check(ruling, lone_context(ruling, rules))) for ruling in read]
    if json:
        from amends.contract.documents.rulings import check_document

        output.print_document(check_document(found, about_event).model_copy(update={"notes": notes}))
    else:
        for ruling, findings in found:
            _print(ruling, findings, _where(tables[ruling.id]) if ruling.id in tables else str(ruling.table))
        if not found:
            output.say("There is no ruling in this file.")
    if any(verdict(findings) is Verdict.FORBIDDEN for _, findings in found):
        raise typer.Exit(1)


def _where(table: TableResult) -> str:
    """Where a table is, and who sat there."""
    named = (("session", table.session), ("section", table.section), ("round", table.round))
    places = [f"{name} {value}" for name, value in named if value] + ([room_words(table.room)] if table.room else [])
    return ", ".join([*places, table.words])


def _print(ruling: Ruling, findings: tuple[Finding, ...], where: str) -> None:
    said = verdict(findings)
    output.say(f"Ruling {ruling.id}, board {ruling.board}, {where}: {said.value}", style=_STYLES[said])
    for finding in findings:
        reason = ruling.accept.get(finding.clause)
        accepted = f"  (accepted: {reason})" if reason and finding.verdict is Verdict.UNUSUAL else ""
        output.say(f"  {finding.verdict.value}: {finding.words}  [{finding.clause}]{accepted}")


DOCUMENT = "amends"
"""The format that loses nothing."""

WITH_DEALS = (DOCUMENT, "pbn", "usebio")
"""The formats that hold deals: only these are written from a file that has nothing else."""


@with_event_options
def convert_command(
    path: Results,
    out: OutputFile,
    options: EventOptions,
    rulings: RulingsPath = None,
    to: OutputFormat = None,
    sidecar: Annotated[bool, option("--sidecar", "Write the event document, which loses nothing, beside it.")] = False,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write an event in another format, with its rulings in force.

    What the format cannot hold is listed.

    Example: amends convert travellers.csv friday.amends.json --rulings rulings.toml
    """
    target, dumps = to_write(out, named_format(out, to))
    document = read_both(path, rulings, options, deals_alone=True)
    if not document.event.results and target.name not in WITH_DEALS:
        raise Faults([no_results(document, str(path))])
    refuse_forbidden(document.event)
    beside = event_document_beside(out) if sidecar and target.name != DOCUMENT else None
    if sidecar and is_stream(out):
        raise Refusal("Nothing can be written beside standard output.", "Name a file, or leave --sidecar out.")
    free(out, beside, force=force)
    losses = list(target.losses(document))
    if not json:
        warn(losses)
    content = dumps(document)
    if beside is not None:
        files.write(beside, to_write(beside, DOCUMENT)[1](document), force=force)
    write_output(out, content, force=force)
    if is_stream(out):
        return
    written = [str(name) for name in (out, beside) if name is not None]
    lines = [f"written: {name}" for name in written]
    if losses and beside is None:
        lines.append("What this format cannot hold is kept by --sidecar: it writes the event document beside the file.")
    data = {"written": written, "format": target.name, "losses": losses, "notes": note_lines(document)}
    output.answer(json, "written", data, *lines)


COMMANDS = {
    "check": check_command,
    "convert": convert_command,
}
