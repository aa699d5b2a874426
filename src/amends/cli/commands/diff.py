"""`amends diff`: who moved between two moments of an event, and the entries that moved them."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import clock
from amends.cli.options import Json
from amends.cli.output import progress_bar
from amends.cli.pages import Force, Html, Pdf, free, put
from amends.cli.session import EventName, StorePlace, at_desk
from amends.desk.views.differences import Cause, Difference, diff, moment_words, notice_of
from amends.desk.views.moments import moment
from amends.journal.chain import people_of
from amends.journal.codec.notations import time_text
from amends.journal.people import name_of
from amends.reports.layout.sheet import Heading, Paragraph, Part, Sheet
from amends.reports.layout.table import Table
from amends.reports.movers import attributed_table
from amends.rulings.consequences.attribution import Attributed

NAME = "diff"


def command(
    event: EventName,
    from_: Annotated[
        str, typer.Option("--from", metavar="MOMENT", help='The earlier moment: "published", "16:05", an entry ("12").')
    ] = "published",
    to: Annotated[str, typer.Option("--to", metavar="MOMENT", help="The later moment, named in the same way.")] = "now",
    notice: Annotated[
        bool, typer.Option("--notice", help="As a notice beside the results: what changed since they were published.")
    ] = False,
    html: Html = None,
    pdf: Pdf = None,
    force: Force = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """What changed between two moments: everybody whose score or place moved, and the entry that moved it.

    Example: amends diff friday --from start --to now
    """
    free(html, pdf, force=force)
    with at_desk(store) as desk:
        opened = desk.open(event)
        with progress_bar("scoring") as progress:
            found = diff(opened, moment(from_, opened), moment(to, opened), progress)
        noted = notice_of(found, opened.history) if notice else None
        sheet = noted.sheet() if noted else Sheet(_title(found), [Paragraph(_summary(found)), *_parts(found)])
        put(sheet, noted.data() if noted else _data(found), html, pdf, force, json)


def _title(found: Difference) -> str:
    """Of which event, between which moments."""
    start, end = found.before.seen, found.after.seen
    return f"{found.after.kept.name}: from {moment_words(found.after, start)} to {moment_words(found.after, end)}"


def _summary(found: Difference) -> str:
    """How many moved, in a sentence."""
    if not found.steps:
        return "Nothing was entered between them that could change a score."
    if not found.contestants:
        return "Nobody moved."
    scores = sum(each.whole.score_changed for each in found.moved)
    places = sum(each.whole.rank_changed for each in found.moved)
    words = f"{scores} with another score, {places} with another place"
    return f"{words}; {len(found.moved_back)} moved and moved back." if found.moved_back else f"{words}."


def _parts(found: Difference) -> list[Part]:
    """Who moved, who moved back, what moved them, and what moved nobody."""
    parts: list[Part] = []
    for moved, title in ((found.moved, "Moved"), (found.moved_back, "Moved, and back again")):
        if moved:
            parts += [Heading(title), *attributed_table(moved, found.after.event, lambda number: f"entry {number}")]
    for causes, title in ((found.causes, "What moved them"), (found.without_effect, "What moved nobody")):
        if causes:
            parts += [Heading(title), _causes(found, causes)]
    return parts


def _causes(found: Difference, causes: tuple[Cause, ...]) -> Table:
    """The entries, a line to each."""
    rows = [
        [
            str(each.seq),
            clock.shown_time(each.last.at),
            _author(found, each) or "–",
            each.words,
            str(len(found.by(each))),
        ]
        for each in causes
    ]
    return Table("", ["entry", "time", "by", "what", "moved"], rows, (1, 2, 3))


def _author(found: Difference, cause: Cause) -> str:
    return name_of(cause.last.author, people_of(found.after.entries))


def _data(found: Difference) -> dict[str, object]:
    event = found.after.event

    def rows(moved: tuple[Attributed[int], ...]) -> list[dict[str, object]]:
        return [row for table in attributed_table(moved, event, str) for row in table.data]

    return {
        "event": found.after.kept.name,
        "from": found.before.seen,
        "to": found.after.seen,
        "moved": rows(found.moved),
        "moved_back": rows(found.moved_back),
        "entries": [
            {
                "entry": each.seq,
                "at": time_text(each.last.at),
                "by": _author(found, each),
                "words": each.words,
                "moved": [move.contestant for move in found.by(each)],
            }
            for each in found.steps
        ],
    }
