"""What a draft does, as commands print it: before it is given, and after."""

from __future__ import annotations

from typing import Annotated

from amends import clock
from amends.cli import output
from amends.cli.options.common import option
from amends.desk import Desk, Draft, Effect, OpenEvent
from amends.desk.commands.rulings import Proposed
from amends.desk.unfinished_rulings import KeptDraft, draft_words, kept_drafts
from amends.desk.views.as_data import change_data, draft_data
from amends.desk.views.journal import entry_words
from amends.faults import printable
from amends.journal.chain import Entry
from amends.journal.entries import PenaltyGiven
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Paragraph, Part, Sheet
from amends.reports.movers import moves_table
from amends.reports.preview import EffectReport, PreviewReport
from amends.reports.slip import slip

DryRun = Annotated[bool, option("--dry-run", "Show what would change, and enter nothing.")]


def print_preview(effect: Effect, title: str = "What it changes") -> None:
    """What a draft would do."""
    event = effect.after.event
    if len(effect.previews) == 1:
        output.say(PreviewReport(effect.previews[0], event).text())
        for entry in _penalties(effect):
            output.say("\nWith it: " + printable(entry_words(entry, effect.after)))
        return
    for preview in effect.previews:
        report = PreviewReport(preview, event)
        parts: list[Part] = [report.both, *(Paragraph(line, bold=True) for line in report.findings())]
        output.say(f"{Sheet(report.sheet().title, parts).text()}\n")
    output.say(EffectReport(effect.moves, event, title).text())


def print_given(effect: Effect) -> None:
    """The slips of the rulings that were given, and the places that are others now; of anything else, what it was."""
    after = effect.after
    if not effect.rulings:
        for line in entered_lines(effect):
            output.say(line)
        return
    for ruling in effect.rulings:
        output.say(slip(after.standings, ruling, after.history).text())
        output.say()
    for entry in _penalties(effect):
        output.say(printable(f"Entered: {entry_words(entry, after)}"))
    _print_places(effect)


def _penalties(effect: Effect) -> list[Entry]:
    """Penalties beside a ruling: they are part of what the totals lose, and no slip tells them."""
    return [entry for entry in effect.new if isinstance(entry.payload, PenaltyGiven)]


def entered_lines(effect: Effect) -> list[str]:
    """The entries, a line each."""
    return [printable(f"Entered: {entry_words(entry, effect.after)}") for entry in effect.new]


def _print_places(effect: Effect) -> None:
    """Who stands on another place now."""
    moved = [move for move in effect.moves if move.rank_changed]
    if not moved:
        output.say("No place changes.")
        return
    output.say("New places")
    for table in moves_table(moved, effect.after.event):
        output.report(table)


# What gives no ruling


def enter(desk: Desk, opened: OpenEvent, draft: Draft, dry_run: bool) -> Effect:
    """Enter a draft; with --dry-run only what it would do."""
    return (desk.preview if dry_run else desk.confirm)(opened, draft)


def print_change(effect: Effect, dry_run: bool, json: bool) -> None:
    """What a draft without a ruling has done, or would do: its entries, and whom they move."""
    if json:
        output.print_json("change", change_data(effect, dry_run), effect.after.event)
        return
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
        for line in forbidden_lines(effect):
            output.say(printable(line))


def forbidden_lines(effect: Effect) -> list[str]:
    """What the Laws forbid in rulings after it, a line each: nothing is published until that is put right."""
    return [
        f"Look at ruling {ruling.id} on board {ruling.board} again: {finding.words} [{finding.clause}]"
        for ruling, finding in effect.after.forbidden
    ]


def drafts_table(desk: Desk, opened: OpenEvent, board: int | None = None) -> Table:
    """The drafts that wait, those on a board where one is said; with who holds them."""
    found = [draft for draft in kept_drafts(desk, opened) if board in (None, _board(draft))]
    rows = [[each.id, clock.shown_time(each.at), draft_words(each, opened), each.author or "–"] for each in found]
    data = [draft_data(each, opened) for each in found]
    return Table("Drafts", ["draft", "time", "what", "held by"], rows, (1, 2, 3), data)


def _board(draft: KeptDraft) -> int | None:
    if isinstance(draft.work, Proposed):
        return draft.work.ruling.board
    said = draft.work.answers.get("board", "")
    return int(said) if said.isdecimal() and len(said) < 9 else None
