"""How `amends import` shows what a file brings into an event that is there."""

from __future__ import annotations

from itertools import groupby

from amends import clock
from amends.cli import output
from amends.cli.effects import change_data, print_moves
from amends.desk import Effect
from amends.desk.commands.corrections import late_law
from amends.desk.importing.merge import Merge
from amends.desk.views.entry_text import entry_words
from amends.event import TableResult
from amends.faults import printable


def print_merge(made: Merge, effect: Effect, dry_run: bool) -> None:
    """What importing a file comes to: what changes line by line, and whom it moves."""
    output.say(f"{effect.after.kept}: {made.summary}")
    for _, lines in groupby(made.words(), key=lambda line: line.split(":")[0]):
        for line in output.shortened(lines):
            output.say(line)
    for entry in made.further:
        output.say(printable(entry_words(entry, effect.after)))
    if ended := made.period_ended(effect):
        output.say(f"The correction period ended at {clock.shown_time(ended)} ({late_law(effect.before)}).")
    if not effect.new:
        output.say("Nothing changes.")
    print_moves(effect)
    if dry_run and effect.new:
        output.say("Nothing was entered (--dry-run).")


def merge_data(made: Merge, effect: Effect, dry_run: bool) -> dict[str, object]:
    """The same as plain data."""
    return change_data(effect, dry_run) | {
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
