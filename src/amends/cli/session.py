"""Commands that work on the store: their options, and how a desk is opened and its refusals are printed."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated

import typer

from amends import clock
from amends.cli.options.common import Text, argument, option
from amends.cli.output import finding_line, print_error, print_forbidden, say, warn
from amends.desk import Desk, OpenEvent, Unlawful, open_desk
from amends.desk.views.overview import overview
from amends.exact import many
from amends.explain import Verdict
from amends.faults import printable
from amends.rulings.time_limits import last_correction_ends

EventDate = Annotated[Text, option("--date", "The day on which the event is played.", "YYYY-MM-DD")]

MOST_BOARDS = 12
"""The boards with missing lines that are named."""


def head_words(opened: OpenEvent) -> str:
    """What kind of contest it is, in a line: pairs, matchpoints, 2 winners, regulation ebu."""
    event, numbers = opened.event, overview(opened)
    parts = [event.form.value, event.scoring]
    parts += ["2 winners"] * (event.winners == 2) + ["knockout"] * event.knockout
    changed = f" with {', '.join(numbers.changed_settings)} changed" if numbers.changed_settings else ""
    return ", ".join([*parts, f"regulation {numbers.regulation}{changed}"])


def number_lines(opened: OpenEvent) -> Iterator[tuple[str, str]]:
    """The big numbers, each with its label."""
    numbers, event = overview(opened), opened.event
    yield (
        f"{event.form.noun}s",
        f"{numbers.contestants}" + (f" at {many(numbers.tables, 'table')}" if numbers.tables else ""),
    )
    yield "boards", str(numbers.boards)
    yield "results", _results(opened)
    appealed = f", {numbers.under_appeal} under appeal" if numbers.under_appeal else ""
    waiting = f", {many(numbers.cases, 'open case')}" if numbers.cases else ""
    yield "rulings", f"{numbers.rulings}{appealed}{waiting}"
    yield "penalties", str(numbers.penalties)
    last = numbers.published
    if last is None:
        yield "published", "not yet"
        return
    ends = last_correction_ends(opened.history, opened.event.regulation)
    until = f"; corrections until {clock.shown_time(ends, last.made.at)}" if ends else ""
    yield "published", f"{'final' if last.final else 'provisional'}, {clock.shown_time(last.made.at)}{until}"


def print_numbers(opened: OpenEvent) -> None:
    """Print the big numbers, a line each."""
    for label, words in number_lines(opened):
        say(f"{label:<12} {words}")
    for fault in overview(opened).beyond_limits:
        say(f"beyond the limits: {fault}")


def _results(opened: OpenEvent) -> str:
    numbers = overview(opened)
    if not numbers.missing:
        return str(numbers.results)
    words = [each.words for each in numbers.missing]
    more = f" and {len(words) - MOST_BOARDS} boards more" if len(words) > MOST_BOARDS else ""
    return f"{numbers.results} of {numbers.expected}; missing: {printable('; '.join(words[:MOST_BOARDS]))}{more}"


EventName = Annotated[
    str, argument("EVENT", "An event in the store (amends event list): its name, the start of its name, or its date.")
]
By = Annotated[
    Text,
    typer.Option("--by", metavar="NAME", envvar="AMENDS_BY", help="Who does this: the name on the entry."),
]
StorePlace = Annotated[
    Text,
    typer.Option(
        "--store",
        metavar="PLACE",
        envvar="AMENDS_STORE",
        help="Where events are kept: a file or a postgresql:// address. Your own data folder if left out.",
    ),
]


@contextmanager
def at_desk(store: str | None = None, by: str | None = None) -> Iterator[Desk]:
    """The desk of a command; a ruling that cannot be given is said, and ends it with status 1."""
    try:
        with open_desk(store, _name(by)) as desk:
            yield replace(desk, notice=lambda words: warn([words]))
    except Unlawful as trouble:
        print_findings(trouble)
        print_forbidden(finding_line(*each) for each in trouble.findings)
        raise typer.Exit(1) from None


@contextmanager
def at_event(event: str, store: str | None = None, by: str | None = None) -> Iterator[tuple[Desk, OpenEvent]]:
    """The desk of a command, and the event that it is about."""
    with at_desk(store, by) as desk:
        yield desk, desk.open(event)


def _name(by: str | None) -> str:
    """Who is meant; without a word the user of this machine."""
    if by and by.strip():
        return " ".join(by.split())
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return ""


def print_findings(trouble: Unlawful) -> None:
    """Say why a ruling cannot be given, and what would help."""
    for ruling, finding in trouble.findings:
        print_error(finding_line(ruling, finding))
    unusual = [finding.clause for _, finding in trouble.findings if finding.verdict is Verdict.UNUSUAL]
    if unusual and not trouble.forbidden:
        accept = " ".join(f'--accept "{clause}=why"' for clause in dict.fromkeys(unusual))
        print_error(f"it can be given with a reason: {accept}")
