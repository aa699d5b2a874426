"""`amends publish`: the event as it stands as pages, data and files in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from amends import clock
from amends.cli import output
from amends.cli.options.common import Json, option
from amends.cli.output import progress_bar, warn
from amends.cli.session import By, EventName, StorePlace, at_desk
from amends.desk.publishing.publication_files import USUAL, Wanted
from amends.desk.publishing.publish import PublicationResult, publish
from amends.desk.views.as_data import publication_data
from amends.event import Event
from amends.exact import decimal
from amends.faults import printable, refuse
from amends.scoring.standings import Standing
from amends.wording.figures import figure_text, percent, total_unit
from amends.wording.names import number_and_names

_MOST_MOVES = 10


def command(
    event: EventName,
    to: Annotated[Path, option("--to", "Where the pages are put.", "FOLDER")],
    provisional: Annotated[bool, option("--provisional", "Results that may still change.")] = False,
    final: Annotated[bool, option("--final", "Results that are settled.")] = False,
    names: Annotated[bool, option("--names", "Name people in the rulings too.")] = False,
    format: Annotated[
        list[str] | None,
        option(
            "--format",
            "What is put beside the pages: usebio, json, pbn and others; may be repeated.",
            default=" and ".join(USUAL),
        ),
    ] = None,
    with_document: Annotated[
        bool, option("--with-document", "The event document too: all names and the whole journal.")
    ] = False,
    remark: Annotated[str, option("--remark", "Words for the first page and the journal.")] = "",
    anyway: Annotated[str, option("--anyway", "Why results are final although something is not settled.", "WHY")] = "",
    dry_run: Annotated[bool, option("--dry-run", "Show what would be done, and do nothing.")] = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Publish the results as web pages in a folder.

    The pages show the ranking, boards, score cards and rulings. The publication is entered in the journal.

    The folder works from a disk, a stick or any web server. An earlier publication of the event in it is replaced.

    Example: amends publish friday --provisional --to results --format json
    """  # fmt: skip
    if provisional == final:
        found = "--provisional and --final" if final else "neither --provisional nor --final"
        raise refuse(found, "one of the two")
    with at_desk(store, by) as desk, progress_bar("publishing") as progress:
        opened = desk.open(event)
        wanted = Wanted(
            final=final,
            names_in_rulings=names,
            formats=tuple(format or USUAL),
            remark=remark,
            anyway=anyway,
            with_document=with_document,
        )
        say_losses = None if json else warn
        made = publish(desk, opened, to, wanted, dry_run=dry_run, say_losses=say_losses, progress=progress)
    if json:
        output.print_json("publication", publication_data(made, dry_run))
    else:
        _say(made, to, dry_run, opened.event)


def _say(made: PublicationResult, to: Path, dry_run: bool, event: Event) -> None:
    """What was written, what is not settled, who moved."""
    state = "final" if made.final else "provisional"
    pages = sum(name.endswith(".html") for name in made.files)
    done = "would be written" if dry_run else "written"
    others = [name for name in made.files if name.startswith(("results.", "event."))]
    beside = f", {', '.join(others)}" if others else ""
    output.say(f"{done}: {printable(str(to / 'index.html'))} and {pages - 1} more pages{beside}")
    entry = "" if dry_run else f", entry {made.entry}"
    output.say(f"publication {made.number}, {state}, {clock.shown_time(made.at)}{entry}")
    if made.times:
        output.say(made.times)
    for words in made.unsettled:
        output.say(f"although {words}")
    if made.since is None:
        return
    since = clock.shown_time(made.since, made.at)
    if not made.moved:
        output.say(f"nobody moved since {since}")
        return
    output.say(f"moved since {since}: {len(made.moved)}")
    for move in made.moved[:_MOST_MOVES]:
        who = printable(number_and_names(event, move.contestant))
        output.say(f"  {who}: {_stood(move.before, event)} → {_stood(move.after, event)}")
    if len(made.moved) > _MOST_MOVES:
        output.say(f"  … and {len(made.moved) - _MOST_MOVES} more: see changes.html")


def _stood(standing: Standing | None, event: Event) -> str:
    if standing is None:
        return "not there"
    figure = f"{percent(standing.percent)}%"
    if standing.percent is None:
        figure = figure_text(standing.total)
        if standing.total is not None and total_unit(event, percent=False) == "VP":
            figure = decimal(standing.total).replace("-", "−")
    return f"{standing.place or '–'}, {figure}"


COMMANDS = {"publish": command}
