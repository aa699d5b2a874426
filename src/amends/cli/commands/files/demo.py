"""`amends demo`: a small event with rulings of every kind, scored and explained."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.event_files import EventOptions, read_event
from amends.cli.options.common import Json, option
from amends.demo import demonstration
from amends.explain import Explained
from amends.reports.ranking import ranking
from amends.reports.slip import Slip, slip
from amends.reports.traveller import travellers
from amends.scoring.event import score
from amends.scoring.standings import Standings

BOARD, PAIR, RULING = 15, "7", "1"


def command(
    explain: Annotated[bool, option("--explain/--no-explain", "Show how a ruled row comes about.")] = True,
    files: Annotated[Path | None, option("--files", "Put the event's files into this folder.")] = None,
    json: Json = False,
) -> None:
    """Show a demonstration event.

    It prints the ranking, a traveller, an explanation and a ruling slip.

    Example: amends demo
    """
    with demonstration() as (results, rulings):
        event = read_event(results, rulings, EventOptions(winners=2))
        if files is not None:
            targets = {source: files / source.name for source in (results, rulings)}
            for source, target in targets.items():
                if target.exists() and not (target.is_file() and target.read_bytes() == source.read_bytes()):
                    raise typer.BadParameter(f"{target} is there already, and differs", param_hint="--files")
            files.mkdir(parents=True, exist_ok=True)
            for source, target in targets.items():
                target.write_bytes(source.read_bytes())
    standings = score(event)
    wanted = next(ruling for ruling in event.rulings if ruling.id == RULING)
    figure, made = standings.explain(PAIR, BOARD), slip(standings, wanted)
    if json:
        _print_document(standings, figure if explain else None, made)
        return
    tables = [*ranking(standings), *travellers(standings, BOARD)]
    for table in tables:
        output.report(table)
        output.say()
    if explain:
        output.tree(figure)
        output.say()
    output.say(made.text())
    output.say()
    folder = files or Path("demo")
    if files is None:
        output.say("Try it with the files: amends demo --files demo, then")
    else:
        output.say(f"The files are in {folder}. Try:")
    score_it = ["amends", "score", str(folder / results.name), "--rulings", str(folder / rulings.name)]
    output.say(f"  {shlex.join(score_it)} --winners 2 --pair 7")


def _print_document(standings: Standings, figure: Explained | None, made: Slip) -> None:
    from amends.contract.documents.rulings import slip_document
    from amends.contract.documents.standings import board_document, ranking_document

    data = {
        "ranking": ranking_document(standings),
        "board": board_document(standings, BOARD),
        "explanation": figure.data() if figure else None,
        "slip": slip_document(made, standings.event),
    }
    output.print_json("demo", data, standings.event)


COMMANDS = {"demo": command}
