"""`amends rulings`: the log of rulings, one of them in full, its slip, the bulletin."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from amends import clock
from amends.cli import output
from amends.cli.effects import drafts_table
from amends.cli.options.common import Json, Text, argument, option
from amends.cli.pages import Force, Html, PageOptions, Pdf, by_suffix, free, put
from amends.cli.session import EventName, StorePlace, at_event
from amends.desk import Desk, OpenEvent
from amends.desk.views import rulings_log
from amends.desk.views.differences import moment
from amends.event.ruling import Ruling
from amends.faults import refuse
from amends.journal.codec import plain, time_text
from amends.journal.history import Case, GivenRuling
from amends.reports.bulletin import Bulletin, table_words
from amends.reports.bulletin import bulletin as bulletin_of
from amends.reports.dossier import (
    board_parts,
    dossier,
    dossier_data,
    fact_rows,
    poll_parts,
    result_rows,
    statement_rows,
)
from amends.reports.layout.html import Table
from amends.reports.layout.sheet import Heading, Labelled, Part, Sheet, SheetReport, part_lines


def rulings_command(
    event: EventName,
    id: Annotated[Text, argument("ID", "A ruling or a case, to be shown in full.")] = None,
    slip: Annotated[bool, option("--slip", "With ID: the slip for the table.")] = False,
    bulletin: Annotated[
        Path | None, option("--bulletin", "Write all rulings for publication: .html, .txt or .pdf.", "FILE")
    ] = None,
    names: Annotated[bool, option("--names", "With --bulletin: with the names of those concerned.")] = False,
    at: Annotated[Text, option("--at", 'As it was then: "16:05", "published", an entry.', "MOMENT")] = None,
    state: Annotated[Text, option("--state", f"Only those: {', '.join(rulings_log.STATES)}.")] = None,
    board: Annotated[int | None, option("--board", "Only those on a board.")] = None,
    html: Html = None,
    pdf: Pdf = None,
    force: Force = False,
    store: StorePlace = None,
    json: Json = False,
) -> None:
    """List all rulings, open cases and drafts of an event.

    With ID it shows one of them in full.

    Example: amends rulings friday --state in-force
    """
    wanted = rulings_log.read_state(state, "--state")
    _fitting(id, slip, bulletin, names, state is not None or board is not None, html or pdf)
    free(html, pdf, bulletin, force=force)
    wanted_pages = PageOptions(html, pdf, force, json)
    with at_event(event, store) as (desk, now):
        opened = now if at is None else now.until(moment(at, now))
        if bulletin is not None:
            made = bulletin_of(opened.history, opened.event, date=opened.kept.date, names=names)
            by_suffix(bulletin, made.text(), made.page(), force)
            output.answer(json, "written", {"written": [str(bulletin)]}, f"written: {bulletin}")
        elif slip and id is not None:
            printed = rulings_log.slip_of(id, opened)
            put(printed, "slip", {**printed.data, "text": printed.text()}, wanted_pages, opened.event)
        elif id is not None:
            sheet, chain = in_full(id, opened)
            put(sheet, "ruling", {"chain": chain}, wanted_pages, opened.event)
        else:
            log, data = log_of(opened, wanted, board, None if at else desk)
            put(log, "rulings", data, wanted_pages)


def _fitting(id: str | None, slip: bool, bulletin: Path | None, names: bool, filtered: bool, file: Path | None) -> None:
    """Refuse options that say nothing beside the others."""
    if slip and id is None:
        raise refuse("--slip without a ruling", "the ruling whose slip is wanted: amends rulings EVENT ID --slip")
    if names and bulletin is None:
        raise refuse("--names without --bulletin", "--names beside --bulletin")
    if bulletin is not None and (id is not None or slip or filtered):
        raise refuse("--bulletin beside a ruling or a filter", "--bulletin alone: it has all rulings")
    if bulletin is not None and file is not None:
        raise refuse("--bulletin beside --html or --pdf", "--bulletin alone: the name of its file says the kind")
    if id is not None and filtered:
        raise refuse("a ruling beside --state or --board", "one of the two")


@dataclass(frozen=True, slots=True)
class Log(SheetReport):
    """The rulings, cases and drafts of an event, as far as they are wanted."""

    name: str
    rulings: Table
    cases: Table
    drafts: Table

    def sheet(self) -> Sheet:
        """The tables that have a row; a title only where nothing else has one."""
        tables = [table for table in (self.rulings, self.cases, self.drafts) if table.rows]
        return Sheet(f"Rulings · {self.name}", tables)

    def text(self) -> str:
        """The tables alone: the title of the page is that of the first of them."""
        parts = self.sheet().parts
        return (
            "\n\n".join("\n".join(part_lines(each)) for each in parts) or f"{self.name}: no ruling, no case, no draft."
        )


def log_of(opened: OpenEvent, state: str | None, board: int | None, desk: Desk | None) -> tuple[Log, dict[str, object]]:
    """The log of rulings and the same as data; without a `desk` there are no drafts: they have no past."""
    log = Log(
        opened.kept.name,
        rulings_log.logged_rulings(opened, state, board),
        rulings_log.cases_without_ruling(opened, state, board),
        drafts_table(desk, opened, board) if desk and state in (None, rulings_log.DRAFT) else Table("", [], []),
    )
    data: dict[str, object] = {
        "event": log.name,
        "rulings": log.rulings.data,
        "cases": log.cases.data,
        "drafts": log.drafts.data,
    }
    return log, data


# One of them


def in_full(id: str, opened: OpenEvent) -> tuple[Sheet, list[dict[str, object]]]:
    """A ruling with its chain, or a case that has none yet: for people, and as data."""
    history, event = opened.history, opened.event
    case = history.cases.get(id)
    if case is not None and not case.rulings:
        return _case_in_full(case, opened)
    chain = [
        dossier(history, rulings_log.as_it_stood(given, opened).event, given)
        for given in history.chain(rulings_log.ruling_named(id, opened))
    ]
    first, *parts = Bulletin(event, (tuple(chain),), opened.kept.date, names=True).sheet().parts
    ids = " → ".join(each.given.ruling.id for each in chain)
    about = first.words.partition(" ")[2] if isinstance(first, Heading) else ""
    now = chain[-1].given.state.value
    return Sheet(f"Ruling {ids} ({now}) · {about}", parts), [dossier_data(each) for each in chain]


def _case_in_full(case: Case, opened: OpenEvent) -> tuple[Sheet, list[dict[str, object]]]:
    """What was written down about a case in which nothing has been decided."""
    nothing = GivenRuling(Ruling("", case.board, case.table, case=case.id), case.opened)
    here = replace(dossier(opened.history, rulings_log.as_it_stood(nothing, opened).event, nothing), case=case)
    rows = [("Opened", f"{clock.shown_time(case.opened.at)} by {case.opened.by or '–'}")]
    rows += [("Table", table_words(case.table, opened.event))]
    rows += [("Closed", case.why_closed or clock.shown_time(case.closed.at))] if case.closed else []
    parts: list[Part] = [*board_parts(here), Labelled([*rows, *result_rows(here), *fact_rows(here)])]
    said = statement_rows(here)
    parts += [Labelled(said)] if said else []
    parts += poll_parts(here) if case.polls else []
    data: dict[str, object] = {
        "case": case.id,
        "board": case.board,
        "state": case.state,
        "irregularity": case.irregularity.value,
        "facts": plain(case.facts),
        "statements": [plain(each) | {"at": time_text(made.at)} for each, made in case.statements],
        "polls": [plain(poll) | {"at": time_text(made.at)} for poll, made in case.polls],
    }
    return Sheet(f"Case {case.id} ({case.state}) · Board {case.board}", parts), [data]


COMMANDS = {
    "rulings": rulings_command,
}
