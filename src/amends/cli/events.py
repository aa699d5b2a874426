"""How commands show events of the store, and what was done to them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Annotated

import typer

from amends.cli import output
from amends.desk import Effect, OpenEvent, clock
from amends.desk.corrections import correction_ends
from amends.desk.merged import Merge
from amends.desk.overview import overview
from amends.desk.words import entry_words
from amends.event import TableResult
from amends.faults import printable
from amends.reports.previewed import EffectReport

EventDate = Annotated[
    str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="The day on which the event is played.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and enter nothing.")]

MOST_BOARDS = 12
"""The boards with missing lines that are named."""


# Events


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
    noun = {"teams": "teams", "individual": "players"}.get(event.form.value, "pairs")
    yield noun, f"{numbers.contestants}" + (f" at {_many(numbers.tables, 'table')}" if numbers.tables else "")
    yield "boards", str(numbers.boards)
    yield "results", _results(opened)
    appealed = f", {numbers.under_appeal} under appeal" if numbers.under_appeal else ""
    waiting = f", {_many(numbers.cases, 'open case')}" if numbers.cases else ""
    yield "rulings", f"{numbers.rulings}{appealed}{waiting}"
    yield "penalties", str(numbers.penalties)
    last = numbers.published
    if last is None:
        yield "published", "not yet"
        return
    ends = correction_ends(opened)
    until = f"; corrections until {clock.shown(ends, last.made.at)}" if ends else ""
    yield "published", f"{'final' if last.final else 'provisional'}, {clock.shown(last.made.at)}{until}"


def _results(opened: OpenEvent) -> str:
    numbers = overview(opened)
    if not numbers.missing:
        return str(numbers.results)
    words = [each.words for each in numbers.missing]
    more = f" and {len(words) - MOST_BOARDS} boards more" if len(words) > MOST_BOARDS else ""
    return f"{numbers.results} of {numbers.expected}; missing: {printable('; '.join(words[:MOST_BOARDS]))}{more}"


def event_data(opened: OpenEvent) -> dict[str, object]:
    """An event and its big numbers as plain data."""
    event, kept, numbers = opened.event, opened.kept, overview(opened)
    return {
        "event": kept.name,
        "date": kept.date,
        "key": kept.key,
        "entries": opened.seen,
        "last_entry": opened.entries[-1].at.isoformat() if opened.entries else None,
        "form": event.form.value,
        "scoring": event.scoring,
        "winners": event.winners,
        "knockout": event.knockout,
        "regulation": numbers.regulation,
        "changed_settings": list(numbers.changed_settings),
        "contestants": numbers.contestants,
        "tables": numbers.tables,
        "boards": numbers.boards,
        "results": numbers.results,
        "expected": numbers.expected,
        "missing": [
            {"session": each.session, "section": each.section, "board": each.board, "lines": each.lines}
            for each in numbers.missing
        ],
        "rulings": numbers.rulings,
        "under_appeal": numbers.under_appeal,
        "open_cases": numbers.cases,
        "penalties": numbers.penalties,
        "published": numbers.published.made.at.isoformat() if numbers.published else None,
        "final": bool(numbers.published and numbers.published.final),
    }


# What was done


def print_effect(effect: Effect, dry_run: bool) -> None:
    """The entries, and whom they move."""
    for entry in effect.new:
        output.say(printable(entry_words(entry, effect.after)))
    print_moves(effect)
    if dry_run:
        output.say("Nothing was entered (--dry-run).")


def print_moves(effect: Effect) -> None:
    """Whom it moves; nothing where there was nobody before."""
    if effect.new and effect.before.event.results:
        output.say()
        output.say(EffectReport(effect.moves, effect.after.event).text())


def effect_data(effect: Effect, dry_run: bool) -> dict[str, object]:
    """The same as plain data."""
    return {
        "event": effect.after.kept.name,
        "entered": not dry_run,
        "entries": [{"entry": entry.seq, "words": entry_words(entry, effect.after)} for entry in effect.new],
        "effect": EffectReport(effect.moves, effect.after.event).data() if _scored(effect) else None,
    }


def _scored(effect: Effect) -> bool:
    return bool(effect.before.event.results and effect.after.event.results)


def print_merge(made: Merge, effect: Effect, dry_run: bool) -> None:
    """What importing a file comes to: what changes line by line, and whom it moves."""
    output.say(f"{effect.after.kept}: {made.summary}")
    for _, lines in groupby(made.words(), key=lambda line: line.split(":")[0]):
        for line in output.shortened(lines):
            output.say(line)
    for entry in made.further:
        output.say(printable(entry_words(entry, effect.after)))
    ends = correction_ends(effect.before)
    if made.corrected and ends is not None and effect.new[0].at > ends:
        output.say(f"The correction period ended at {clock.shown(ends)} (79C).")
    if not effect.new:
        output.say("Nothing changes.")
    print_moves(effect)
    if dry_run and effect.new:
        output.say("Nothing was entered (--dry-run).")


def merge_data(made: Merge, effect: Effect, dry_run: bool) -> dict[str, object]:
    """The same as plain data."""
    return effect_data(effect, dry_run) | {
        "unchanged": made.unchanged,
        "corrected": [
            {**_row(each.old), "was": str(each.old.result), "now": str(each.new.result), "words": each.words}
            for each in made.corrected
        ],
        "new": [_row(row) | {"now": str(row.result)} for row in made.entered],
        "erased": [_row(row) | {"was": str(row.result)} for row in made.erased],
        "missing": [_row(row) | {"was": str(row.result)} for row in made.missing],
        "contestants": [each.id for each in made.contestants],
        "deals": [deal.board for deal in made.deals],
        "awards": [each.words for each in made.awards],
        "kept": list(made.kept),
        "otherwise": list(made.otherwise),
    }


def _row(row: TableResult) -> dict[str, object]:
    return {"table": row.id, "board": row.board, "seats": row.words}


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
