"""`amends import`: a file into the store, as a new event or into one that is there."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Annotated

from amends import clock
from amends.cli import output
from amends.cli.effects import DryRun, print_moves
from amends.cli.event_files import (
    EventOptions,
    Results,
    RulingsPath,
    note_lines,
    read_again,
    read_both,
    refuse_forbidden,
    with_event_options,
)
from amends.cli.options.common import Json, Text, option
from amends.cli.session import By, EventDate, StorePlace, at_desk, at_event, head_words, print_numbers
from amends.desk import Effect, OpenEvent
from amends.desk.commands.corrections import late_law
from amends.desk.importing.documents import begin, kept_beside, to_begin
from amends.desk.importing.merge import Merge
from amends.desk.importing.reimport import enter_merge, merge, preview_merge
from amends.desk.views.as_data import change_data, event_data
from amends.desk.views.journal import entry_words
from amends.event import TableResult
from amends.faults import printable, refuse
from amends.journal.chain import Document


@with_event_options
def command(
    path: Results,
    options: EventOptions,
    into: Annotated[Text, option("--into", "The event to import into; a new one if left out.", "EVENT")] = None,
    name: Annotated[Text, option("--name", "What the new event is called.", default="its title")] = None,
    date: EventDate = None,
    erase_missing: Annotated[
        bool, option("--erase-missing", "With --into: erase lines that are no longer in the file.")
    ] = False,
    results_only: Annotated[
        bool, option("--results-only", "With --into: take the results, not the history that the file has.")
    ] = False,
    dry_run: DryRun = False,
    rulings: RulingsPath = None,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Import a results file, as a new event or into one (--into).

    With --into, it enters changed lines as corrections, skips unchanged lines and keeps all rulings.

    Example: amends import travellers.csv --name "Saturday pairs" --winners 2
    """
    if into is None:
        if erase_missing or results_only:
            raise refuse("--erase-missing" if erase_missing else "--results-only", "it beside --into EVENT")
        document = _to_begin(path, rulings, options, name or "")
        called = (name or "", date or "")
        with at_desk(store, by) as desk:
            if dry_run:
                opened = to_begin(desk, document, *called, file=str(path))
            else:
                opened = begin(desk, document, *called, file=str(path), recompute=options.recompute)
        _print_begun(opened, document, path.name, dry_run, json)
        return
    if options.say or rulings is not None or name is not None or date is not None:
        words = "--name, --date, --rulings and what is said of form, scoring and regulation"
        raise refuse(f"{words} beside --into", "them for a new event; an event that is there keeps its own")
    with at_event(into, store, by) as (desk, opened):
        again = options.recompute or kept_beside(desk, opened).recompute
        document = read_again(path, opened.event, options.from_, again, options.accept_scores, options.all_)
        made = merge(opened, document, file=path.name, erase_missing=erase_missing, results_only=results_only)
        effect = preview_merge(desk, opened, made)
        refuse_forbidden(effect.after.event, {change.new.id for change in made.awards if change.new is not None})
        if not dry_run:
            effect = enter_merge(desk, opened, made, document)
    if json:
        data = merge_data(made, effect, dry_run) | {"notes": note_lines(document)}
        output.print_json("import", data, effect.after.event)
    else:
        print_merge(made, effect, dry_run)


def _to_begin(path: Path, rulings: Path | None, options: EventOptions, name: str) -> Document:
    """The document of a new event."""
    document = read_both(path, rulings, options, keep_history=True)
    if document.event.title == path.stem and name.strip() and not document.journal:  # the file has no title
        document = replace(document, event=replace(document.event, title=" ".join(name.split())))
    refuse_forbidden(document.event)
    return document


def _print_begun(opened: OpenEvent, document: Document, file: str, dry_run: bool, json: bool) -> None:
    if json:
        begun = {"begun": not dry_run, "notes": note_lines(document)}
        output.print_json("overview", event_data(opened) | begun)
        return
    output.say(f"{opened.kept}: {'would be begun' if dry_run else 'begun'} from {file}")
    output.say(head_words(opened))
    print_numbers(opened)
    if dry_run:
        output.say("Nothing was entered (--dry-run).")


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


COMMANDS = {"import": command}
