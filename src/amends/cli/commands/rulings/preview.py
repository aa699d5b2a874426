"""`amends preview`: what a ruling would do, and what pending ones leave open; nothing is entered."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from amends.cli import output
from amends.cli.effects import print_preview
from amends.cli.options.common import Json, option
from amends.cli.options.ruling_flags import proposed_by_flags
from amends.cli.options.ruling_options import RulingOptions, flag, with_ruling_options
from amends.cli.options.ruling_source import meant, new_in_file, refuse_unanswered
from amends.cli.output import progress_bar
from amends.cli.session import By, EventName, StorePlace, at_event
from amends.desk import Desk, OpenEvent
from amends.desk.views.as_data import effect_data
from amends.desk.views.rulings_log import Pending, by_table, pending_drafts, pending_in_file
from amends.faults import Faults, refuse
from amends.reports.preview import BlindReport, ScenariosReport
from amends.rulings.consequences.scenarios import blind as blinded
from amends.rulings.consequences.scenarios import scenarios as all_ways


@with_ruling_options()
def command(
    event: EventName,
    options: RulingOptions,
    scenarios: Annotated[
        bool,
        option(
            "--scenarios", "Show every possible outcome of the pending rulings; at most one ruling per table applies."
        ),
    ] = False,
    drafts: Annotated[bool, option("--drafts", "Use all drafts as the pending rulings.")] = False,
    blind: Annotated[
        bool, option("--blind", "For a committee: figures on the board alone, no names and no places.")
    ] = False,
    by: By = None,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """Show what a ruling would do, without giving it.

    It shows the effect on the table, on everybody else and on the first places.

    Example: amends preview friday --board 9 --ns 5 --both "4S S =" --non-offending ew
    """
    with at_event(event, store, by) as (desk, opened):
        if blind:
            report = BlindReport(blinded(opened.event, _pending(options, drafts, desk, opened)))
            output.answer(json, "blind", report.data(), report.text(), event=opened.event)
        elif scenarios or drafts:
            pending = _pending(options, drafts, desk, opened)
            with progress_bar("pending rulings") as progress:
                found = ScenariosReport(all_ways(opened.event, pending, progress), opened.event)
            output.answer(json, "scenarios", found.data(), found.text(), event=opened.event)
        else:
            _one(options, desk, opened, json)


def _one(options: RulingOptions, desk: Desk, opened: OpenEvent, json: bool) -> None:
    """What would be entered, as a whole; status 1 where it could not be."""
    found = meant(options, desk, opened, take=False)
    if found is None:
        raise refuse("nothing to preview", "a ruling, such as --board 15 --ns 7 --both RESULT; or --rulings, --drafts")
    if found.waits:
        assert found.from_draft is not None
        raise refuse_unanswered(found.from_draft, opened)
    if found.draft is None:
        data = {"given": False, "rulings": [], "entries": []}
        output.answer(json, "effect", data, "Nothing new: all of it has been given.")
        return
    try:
        effect = desk.preview(opened, found.draft)
        blocked = bool(effect.in_the_way)
    except Faults as trouble:
        raise found.placed(trouble) from None
    if json:
        output.print_json("effect", effect_data(effect, given=False), effect.after.event)
    else:
        print_preview(effect, "All of them together")
    if blocked:
        raise typer.Exit(1)


def _pending(options: RulingOptions, drafts: bool, desk: Desk, opened: OpenEvent) -> Pending:
    """The pending rulings that are meant, by table."""
    given = options.given()
    if drafts:
        if given:
            raise refuse(f"{flag(next(iter(given)))} beside --drafts", "one of the two")
        return pending_drafts(desk, opened)
    if options.rulings is not None:
        stray = [name for name in given if name not in ("rulings", "only", "replace")]
        if stray:
            raise refuse(f"{flag(stray[0])} beside --rulings", "one of the two")
        file, new = new_in_file(options.rulings, options.only or [], opened)
        try:
            pending = pending_in_file(new, opened)
        except Faults as trouble:
            raise file.placed(trouble) from None
        if not pending:
            raise refuse("no ruling that is not given yet", "a file with pending rulings")
        return pending
    if options.from_draft is not None:
        raise refuse("--from-draft beside --scenarios or --blind", "--drafts, for all of them")
    if not given:
        raise refuse("no pending ruling", "--rulings FILE, --drafts, or a ruling by its options")
    proposed = proposed_by_flags(options, opened)
    return by_table([replace(proposed.ruling, id="new")], opened)


COMMANDS = {"preview": command}
