"""`amends convert`: from one file format to another, saying first what would be lost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.event_files import EventOptions, Results, RulingsPath, read_both, refuse_forbidden, with_event_options
from amends.cli.event_files import sidecar as event_document_beside
from amends.cli.options import Json
from amends.cli.output import warn
from amends.faults import Fault, Faults, refuse
from amends.formats import files, format

NAME = "convert"
DOCUMENT = "amends"
"""The format that loses nothing."""


@with_event_options
def command(
    path: Results,
    out: Annotated[Path, typer.Argument(help="The file to write; its name says the format.", metavar="OUT")],
    options: EventOptions,
    rulings: RulingsPath = None,
    to: Annotated[str | None, typer.Option("--to", help="The format, where the name does not tell it.")] = None,
    sidecar: Annotated[
        bool, typer.Option("--sidecar", help="Write the event document, which loses nothing, beside it.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace files that are already there.")] = False,
    json: Json = False,
) -> None:
    """Write an event in another format, with its rulings in force. What the format cannot hold is said, line by line.

    Example: amends convert travellers.csv friday.amends.json --rulings rulings.toml
    """
    target = format.named(to) if to else format.to_write(out)
    if target.dumps is None:
        raise refuse(f"--to {to}", f"one of {', '.join(each.name for each in format.known().values() if each.dumps)}")
    document = read_both(path, rulings, options, deals_alone=True)
    refuse_forbidden(document.event)
    beside = event_document_beside(out) if sidecar and target.name != DOCUMENT else None
    taken = [name for name in (out, beside) if name is not None and name.exists() and not force]
    if taken:
        expected = "a new name, or --force to replace it"
        raise Faults([Fault("a file that is already there", expected, file=str(name)) for name in taken])
    losses = list(target.losses(document))
    if not json:
        warn(losses)
    content = target.dumps(document)
    if beside is not None:
        whole = format.named(DOCUMENT).dumps
        assert whole is not None
        files.write(beside, whole(document), force=force)
    files.write(out, content, force=force)
    written = [str(name) for name in (out, beside) if name is not None]
    if json:
        output.print_json({"written": written, "format": target.name, "losses": losses})
        return
    for name in written:
        output.say(f"written: {name}")
    if losses and beside is None:
        output.say("What this format cannot hold is kept by --sidecar: it writes the event document beside the file.")
