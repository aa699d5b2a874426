"""`amends journal show`: what happened to an event, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from amends import clock
from amends.cli import output
from amends.cli.at_desk import EventName, StorePlace, at_desk
from amends.cli.options import Json
from amends.desk import OpenEvent
from amends.desk.views.journal import SHORT, Logged, entry_in_full, journal_log, logged
from amends.desk.views.moments import moment
from amends.faults import printable, refuse
from amends.journal.codec.notations import time_text

NAME = "journal show"


def command(
    event: EventName,
    from_: Annotated[
        str, typer.Option("--from", metavar="MOMENT", help='The first entry: "12", "16:05", "published".')
    ] = "start",
    to: Annotated[str, typer.Option("--to", metavar="MOMENT", help="The last entry, named in the same way.")] = "now",
    entry: Annotated[int | None, typer.Option("--entry", metavar="N", help="One entry, with all that it says.")] = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """What happened to an event, in its order: number, time, who, what, and the beginning of the digest.

    Example: amends journal show friday
    """
    with at_desk(store) as desk:
        opened = desk.open(event)
        if entry is not None:
            _show_one(opened, entry, json)
            return
        start, end = moment(from_, opened), moment(to, opened)
        if start > end:
            raise refuse(f"from entry {start} to entry {end}", "the earlier moment first")
        lines = journal_log(opened, start, end)
        if json:
            output.print_json([_data(each) for each in lines])
            return
        rows = [
            [str(each.seq), clock.shown_time(each.at), each.by or "–", printable(each.words), each.digest[:SHORT]]
            for each in lines
        ]
        output.table(opened.kept.name, ["entry", "time", "by", "what", "digest"], rows, (1, 2, 3, 4))


def _data(each: Logged) -> dict[str, object]:
    return {
        "entry": each.seq,
        "at": time_text(each.at),
        "by": each.by,
        "kind": each.kind,
        "words": each.words,
        "digest": each.digest,
    }


def _show_one(opened: OpenEvent, number: int, json: bool) -> None:
    found = entry_in_full(opened, number)
    line = logged(opened, number)
    if json:
        output.print_json(found)
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
