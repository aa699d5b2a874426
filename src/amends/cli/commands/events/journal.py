"""`amends journal`: what happened to an event, and whether its journal is as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from amends import clock
from amends.cli import output
from amends.cli.options.common import Json, argument, option
from amends.cli.output import progress_bar
from amends.cli.pages import Force, Html, PageOptions, Pdf, free, put
from amends.cli.session import EventName, StorePlace, at_desk, at_event
from amends.desk import OpenEvent
from amends.desk.store_care import Noted, Verified, read_publication, verify_document, verify_event
from amends.desk.views.as_data import logged_data, verification_data
from amends.desk.views.differences import Cause, Difference, diff, moment, moment_words, notice_of
from amends.desk.views.journal import SHORT, entry_in_full, journal_log, logged
from amends.exact import many
from amends.faults import printable, refuse
from amends.journal.chain import people_of
from amends.journal.codec import time_text
from amends.journal.people import name_of
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Heading, Paragraph, Part, Sheet
from amends.reports.movers import attributed_table
from amends.rulings.consequences.moves import Attributed


def show(
    event: EventName,
    from_: Annotated[str, option("--from", 'The first entry: "12", "16:05", "published".', "MOMENT")] = "start",
    to: Annotated[str, option("--to", "The last entry, named in the same way.", "MOMENT")] = "now",
    entry: Annotated[int | None, option("--entry", "One entry, with all that it says.", "N")] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """List the entries of an event, in order.

    Each has its number, time, author, content and the beginning of its digest.

    Example: amends journal show friday
    """
    with at_event(event, store) as (_, opened):
        if entry is not None:
            _show_one(opened, entry, json)
            return
        start, end = moment(from_, opened), moment(to, opened)
        if start > end:
            raise refuse(f"from entry {start} to entry {end}", "the earlier moment first")
        lines = journal_log(opened, start, end)
        if json:
            output.print_json("journal", {"event": opened.kept.name, "entries": [logged_data(each) for each in lines]})
            return
        rows = [
            [str(each.seq), clock.shown_time(each.at), each.by or "–", printable(each.words), each.digest[:SHORT]]
            for each in lines
        ]
        output.table(opened.kept.name, ["entry", "time", "by", "what", "digest"], rows, (1, 2, 3, 4))


def _show_one(opened: OpenEvent, number: int, json: bool) -> None:
    found = entry_in_full(opened, number)
    line = logged(opened, number)
    if json:
        output.print_json("entry", {"event": opened.kept.name, "entry": found})
        return
    output.say(printable(f"Entry {number}, {clock.shown_time(line.at)}, by {line.by or '–'}: {line.words}"), "bold")
    for text in _lines({"kind": line.kind, **{k: v for k, v in found["payload"].items() if k != "kind"}}):
        output.say(text)
    output.say(f"previous: {found['previous']}")
    output.say(f"digest: {found['digest']}")


def _lines(data: Any, indent: str = "") -> Iterator[str]:
    """Plain data as lines: what is inside stands further in."""
    for key, part in data.items() if isinstance(data, Mapping) else enumerate(data, 1):
        if isinstance(part, Mapping | list):
            yield f"{indent}{printable(str(key))}:"
            yield from _lines(part, f"{indent}  ")
        else:
            said = ("yes" if part else "no") if isinstance(part, bool) else part
            yield f"{indent}{printable(str(key))}: {printable(str(said))}"


def verify(
    event: Annotated[str, argument("EVENT|FILE", "An event of the store, or an event document (.amends.json).")],
    digest: Annotated[str, option("--digest", "A digest from a slip or a page: an entry must have it.", "DIGITS")] = "",
    publication: Annotated[
        Path | None,
        option("--publication", "The publication.json of a publication: its last entry must be in its place.", "FILE"),
    ] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Check that no entry of a journal was changed or is missing.

    It also checks that the entries still make an event.

    Exit status 1 when something does not verify. Whoever cuts off the end of a journal, or writes it anew from some
    entry on, leaves a whole one behind: only a digest on paper (--digest) or in a publication (--publication) tells.

    Example: amends journal verify friday
    """
    if digest and publication is not None:
        raise refuse("--digest and --publication", "one of them at a time")
    verified = _verified(event, Noted(digest) if publication is None else read_publication(publication), store)
    if json:
        output.print_json("verification", verification_data(verified))
    else:
        for fault in verified.faults:
            output.say(str(fault))
        for fault in verified.beyond_limits:
            output.say(f"beyond the limits: {fault}")
        for words in verified.out_of_time:
            output.say(words)
        if verified.out_of_time:
            output.say("A clock was set back, or it was another's: entries count by their place in the journal.")
        for words in verified.taken_over:
            output.say(printable(words))
        for guard in verified.guards:
            output.say(f"The guard {guard} of the store is missing, switched off or changed.")
        if verified.guards:
            output.say("Entries can be changed unnoticed. `amends store salvage` makes a new store with all guards.")
        output.say(_summary(verified))
        if verified.noted is None and not verified.faults:
            output.say(NOT_COMPARED)
    if not verified.whole:
        raise typer.Exit(1)


NOT_COMPARED = "No publication or slip was given: an end that was cut off would not be noticed."


def _verified(event: str, noted: Noted, store: str | None) -> Verified:
    if not event.strip():
        raise refuse("no name", "an event of the store, or an event document (.amends.json)")
    path = Path(event)
    if event.endswith(".amends.json") or ("\0" not in event and path.is_file()):
        return verify_document(path, noted)
    with at_desk(store) as desk:
        return verify_event(desk, event, noted)


def _summary(verified: Verified) -> str:
    number = len(verified.faults)
    if number:
        wrong = many(number, "thing is wrong", "things are wrong")
        return f"{verified.name}: {wrong}; this is not the journal as it was written"
    entries = many(verified.entries, "entry", "entries")
    noted = f"; the digest that was noted is that of entry {verified.noted}" if verified.noted else ""
    return f"{verified.name}: {entries}, all in their place; last digest {verified.head}{noted}"


def diff_command(
    event: EventName,
    from_: Annotated[
        str, option("--from", 'The earlier moment: "published", "16:05", an entry ("12").', "MOMENT")
    ] = "published",
    to: Annotated[str, option("--to", "The later moment, named in the same way.", "MOMENT")] = "now",
    notice: Annotated[
        bool, option("--notice", "As a notice beside the results: what changed since they were published.")
    ] = False,
    html: Html = None,
    pdf: Pdf = None,
    force: Force = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Show what changed between two moments.

    The list has everybody whose score or place moved, and the entry that moved it.

    Example: amends diff friday --from start --to now
    """
    free(html, pdf, force=force)
    with at_event(event, store) as (_, opened):
        with progress_bar("scoring") as progress:
            found = diff(opened, moment(from_, opened), moment(to, opened), progress)
        noted = notice_of(found, opened.history) if notice else None
        sheet = noted.sheet() if noted else Sheet(_title(found), [Paragraph(_diff_summary(found)), *_parts(found)])
        kind, data = ("notice", noted.data()) if noted else ("difference", _diff_data(found))
        put(sheet, kind, data, PageOptions(html, pdf, force, json), opened.event)


def _title(found: Difference) -> str:
    """Of which event, between which moments."""
    start, end = found.before.seen, found.after.seen
    return f"{found.after.kept.name}: from {moment_words(found.after, start)} to {moment_words(found.after, end)}"


def _diff_summary(found: Difference) -> str:
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


def _diff_data(found: Difference) -> dict[str, object]:
    event = found.after.event

    def rows(moved: tuple[Attributed[int], ...]) -> list[dict[str, object]]:
        return [_moved(row) for table in attributed_table(moved, event, str) for row in table.data]

    return {
        "event": found.after.kept.name,
        "from_entry": found.before.seen,
        "to_entry": found.after.seen,
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


def _moved(row: dict[str, Any]) -> dict[str, object]:
    """Somebody who moved; each step is a move of the same contestant by one entry."""
    steps = [{"entry": int(step.pop("entry")), "move": {"contestant": row["contestant"], **step}} for step in row["by"]]
    return {**row, "by": steps}


COMMANDS = {"diff": diff_command, "journal show": show, "journal verify": verify}
