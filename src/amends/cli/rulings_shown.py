"""The log of rulings with what is no ruling yet, and one ruling or case in full."""

from __future__ import annotations

from dataclasses import dataclass, replace

from amends import clock
from amends.cli.drafts_shown import drafts_table
from amends.desk import Desk, OpenEvent
from amends.desk.views.rulings_log import DRAFT, cases_without_ruling, logged_rulings, ruling_named
from amends.event.ruling import Ruling
from amends.journal.codec.encode import plain
from amends.journal.codec.notations import time_text
from amends.journal.history import Case, GivenRuling
from amends.reports.asked import poll_parts
from amends.reports.bulletin import Bulletin
from amends.reports.rulings_log import table_words
from amends.reports.sheet import Heading, Labelled, OnPaper, Part, Sheet, part_lines
from amends.reports.table import Table
from amends.reports.told import board_parts, fact_rows, result_rows, statement_rows, told, told_data


@dataclass(frozen=True, slots=True)
class Log(OnPaper):
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
        logged_rulings(opened, state, board),
        cases_without_ruling(opened, state, board),
        drafts_table(desk, opened, board) if desk and state in (None, DRAFT) else Table("", [], []),
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
    chain = [told(history, event, given) for given in history.chain(ruling_named(id, opened))]
    first, *parts = Bulletin(event, (tuple(chain),), opened.kept.date, names=True).sheet().parts
    ids = " → ".join(each.given.ruling.id for each in chain)
    about = first.words.partition(" ")[2] if isinstance(first, Heading) else ""
    now = chain[-1].given.state.value
    return Sheet(f"Ruling {ids} ({now}) · {about}", parts), [told_data(each) for each in chain]


def _case_in_full(case: Case, opened: OpenEvent) -> tuple[Sheet, list[dict[str, object]]]:
    """What was written down about a case in which nothing has been decided."""
    nothing = GivenRuling(Ruling("", case.board, case.table, case=case.id), case.opened)
    here = replace(told(opened.history, opened.event, nothing), case=case)
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
