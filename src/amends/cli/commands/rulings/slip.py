"""`amends slip`: the ruling slip in the Maastricht form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.event_files import EventOptions, Strict, note_lines, read_both, with_event_options, without_forbidden
from amends.cli.options.common import Json, Text, option
from amends.event.rows import in_force
from amends.faults import refuse
from amends.reports.slip import slip
from amends.scoring.event import score


@with_event_options
def command(
    rulings: Annotated[Path, typer.Argument(help="A rulings file (TOML).")],
    event: Annotated[Path, option("--event", "The file of results the rulings are about.")],
    options: EventOptions,
    ruling: Annotated[Text, option("--ruling", "One ruling; without it, all in force.")] = None,
    strict: Strict = False,
    json: Json = False,
) -> None:
    """Print the ruling slip for the table.

    It has N-S scores, the best first, one weight per line, and the effect on both sides.

    Example: amends slip rulings.toml --event travellers.csv --ruling 7
    """
    document = read_both(event, rulings, options)
    made = without_forbidden(document.event, strict)
    wanted = [each for each in in_force(made.rulings) if ruling in (None, each.id)]
    if not wanted:
        known = ", ".join(each.id for each in in_force(made.rulings)) or "there is none"
        raise refuse(f"the ruling {ruling!r}" if ruling else "no ruling in force", f"one in force: {known}")
    standings = score(made)
    slips = [slip(standings, each) for each in wanted]
    if json:
        from amends.contract.documents.rulings import SlipsDocument, slip_document

        documents = tuple(slip_document(each, made) for each in slips)
        output.print_document(SlipsDocument(slips=documents, notes=note_lines(document)))
        return
    output.say("\n\n".join(each.text() for each in slips))


COMMANDS = {"slip": command}
