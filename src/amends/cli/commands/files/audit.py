"""`amends audit`: which published figures follow from the scores, and which do not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from amends import formats
from amends.audit import Audit, audit, findings
from amends.cli import output
from amends.cli.event_files import FormatName, RulingsPath, Winners, read_document, sidecar
from amends.cli.options.common import Json, argument, option
from amends.cli.output import progress_bar
from amends.desk.file_event import no_results
from amends.faults import Fault, Faults, refuse
from amends.formats import pbn, rulings_file
from amends.formats.common import files
from amends.formats.pbn.collections import split
from amends.formats.rulings_file.tables import RulingsFile


def command(
    paths: Annotated[list[Path], argument("FILE...", "Files of results, or folders with such files.")],
    rulings: RulingsPath = None,
    winners: Winners = None,
    from_: FormatName = None,
    html: Annotated[Path | None, option("--html", "Write the report to this file as a web page.")] = None,
    force: Annotated[bool, option("--force", "Replace that page if it is already there.")] = False,
    all_: Annotated[bool, option("--all", "List all findings and remarks, even if there are many.")] = False,
    json: Json = False,
) -> None:
    """List the printed figures that do not follow from the scores.

    Everything is computed again from the raw scores.

    It tries the conventions of known programs and names the one that fits. It also looks for scores that the file
    hides. Exit status 1: a figure is wrong by more than its last digit; 2: a file cannot be read.

    Example: amends audit travellers.csv --html audit.html
    """
    found = list(_files(paths))
    if rulings is not None and len(found) > 1:
        raise refuse(f"--rulings beside {len(found)} files", "--rulings beside one file")
    ruled = rulings_file.load(rulings) if rulings else None
    audits: list[Audit] = []
    faults: list[Fault] = []
    with progress_bar("auditing", quiet=len(found) < 2) as progress:
        for place, path in enumerate(found, 1):
            try:
                audits += _audits(path, ruled, from_, winners)
            except Faults as trouble:
                faults += ruled.placed(trouble).faults if ruled else trouble.faults
            progress(place, len(found))
    if html is not None and audits:
        files.write(html, findings.page(audits), force=force)
    _print(audits, faults, json, all_)
    for fault in faults:
        print(f"amends: {fault}", file=sys.stderr)
    raise typer.Exit(2 if faults else 0 if all(each.passes for each in audits) else 1)


def _audits(path: Path, ruled: RulingsFile | None, format: str | None, winners: int | None) -> Iterator[Audit]:
    """The audit of a file; of a collection, that of each event."""
    events = _collected(path) if ruled is None and format in (None, "pbn") else {}
    if len(events) < 2:
        yield _audit(path, ruled, format, winners)
        return
    for title, text in events.items():
        document = pbn.loads(text, str(path), winners=winners)
        if document.event.results or document.published:
            yield audit(document, f"{path}, {title}")


def _collected(path: Path) -> dict[str, str]:
    """The events of a PBN file; none where it is another file, or cannot be read."""
    if path.suffix.lower() != ".pbn":
        return {}
    try:
        return split(files.read_bytes(path), str(path))
    except Faults:
        return {}


def _audit(path: Path, ruled: RulingsFile | None, format: str | None, winners: int | None) -> Audit:
    """The audit of a file, with the rulings of a rulings file or of the event document that lies beside it."""
    document = read_document(path, format, winners)
    if not document.event.results and not document.published:
        raise Faults([no_results(document, str(path))])
    beside = sidecar(path)
    if ruled:
        event = document.event
        document = replace(document, event=replace(event, rulings=(*event.rulings, *ruled.rulings)))
    elif beside != path and beside.is_file():
        event = read_document(beside).event
        if document.published.lines.keys() <= {result.id for result in event.results}:
            found = audit(replace(document, event=event), str(path))
            return replace(
                found, remarks=(f"results and rulings are those of {beside.name}, beside it", *found.remarks)
            )
    return audit(document, str(path))


def _print(audits: list[Audit], faults: list[Fault], json: bool, whole: bool) -> None:
    if json:
        data = {"files": [findings.data(each) for each in audits], "faults": [str(fault) for fault in faults]}
        output.print_json("audit", data)
        return
    for place, each in enumerate(audits):
        if place:
            output.say()
        for line in findings.text(each, whole=whole):
            output.say(line)
    if len(audits) > 1:
        output.say()
        output.report(findings.summary(audits))


def _files(paths: list[Path]) -> Iterator[Path]:
    """The files that are named, and in folders those whose names say that they hold results."""
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise Faults([Fault("no such file", "", file=str(path)) for path in missing])
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        within = formats.files_within(path)
        if not within:
            suffixes = tuple(suffix for each in formats.known().values() if each.loads for suffix in each.suffixes)
            raise Faults([Fault("no file of results", f"files that end in {', '.join(suffixes)}", file=str(path))])
        yield from within


COMMANDS = {"audit": command}
