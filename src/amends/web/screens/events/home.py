"""Home of an event: what is to be done now, what is in, what players see, who leads, what was entered last."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.commands.contestants import contestants_of, is_named
from amends.desk.open_event import OpenEvent
from amends.desk.unfinished_rulings import KeptDraft, Unfinished, board_of, kept_drafts
from amends.desk.views.journal import journal_log
from amends.desk.views.overview import is_to_be_published, newer_than_published, overview
from amends.event.ruling import Ruling, TableReference
from amends.explain import Finding
from amends.faults import Faults
from amends.journal.history import Appeal, Case
from amends.regulations import load
from amends.scoring.standings import Standing
from amends.web.request import Page, hidden_boards
from amends.web.screen import Screen
from amends.web.screens.ruling.steps import RulingStep, progress_of
from amends.web.screens.ruling.votes import PollSheet
from amends.wording.times import publication_words

screen = Screen()

LAST_ENTRIES = 5
"""How many of the last entries are shown."""
LEADERS = 3
"""How many contestants of each list are shown."""


# Drafts


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A draft as the list of work shows it."""

    draft: KeptDraft
    board: int | None
    table: str = ""
    """The table in a few words; "" where it is not known yet."""
    step: RulingStep | None = None
    """The step at which it stands; None where its answers do not fit the event any more."""
    what_happened: str = ""
    asked: int = 0
    """How many players of a poll have answered."""


def draft_line(draft: KeptDraft, opened: OpenEvent) -> DraftLine:
    """Where a draft stands."""
    board = board_of(draft, opened)
    if draft.unreadable:
        return DraftLine(draft, board)
    if not isinstance(draft.work, Unfinished):
        return DraftLine(draft, board, table_words(draft.work.ruling.table), RulingStep.CHECK)
    answers = draft.work.answers
    try:
        progress = progress_of(opened, answers)
    except Faults:
        return DraftLine(draft, board)
    case = opened.history.cases.get(answers.get("case", ""))
    rows = [row for row in opened.event.results if row.id == answers.get("table")]
    if case is None and "table" in answers and not rows:
        return DraftLine(draft, board)
    reference = case.table if case else None
    if rows:
        ns, ew = ("+".join(side) for side in rows[0].seats)
        reference = TableReference(table=rows[0].table, ns=ns, ew=ew)
    sheet = PollSheet.of(answers)
    return DraftLine(
        draft,
        board,
        table_words(reference) if reference else "",
        progress.step,
        " and ".join(each.words for each in progress.irregularities),
        max(sheet.calls.asked, sheet.results.asked),
    )


def table_words(table: TableReference) -> str:
    """A table by its number, else by who sat there.

    >>> table_words(TableReference(table="4", ns="4", ew="27")), table_words(TableReference(ns="4", ew="27"))
    ('table 4', '4 against 27')
    """
    return f"table {table.table}" if table.table else str(table)


# The page


@dataclass(frozen=True, slots=True)
class OpenAppeal:
    """An appeal that waits, with the board of the ruling it is against."""

    appeal: Appeal
    board: int | None
    at: datetime


@screen.page("/e/{event}", cached=True)
def home(page: Page) -> Response:
    """The list of work for officials; the state of the event and its leaders for everybody."""
    process = page.visitor.may(Right.PROCESS)
    if page.visitor.may(Right.LOOK):  # messages from players and drafts are not in the journal
        return _home(page, process)
    return page.cached(lambda: _home(page, process), also=page.readers)


def _home(page: Page, process: bool) -> Response:
    opened = page.opened
    history, numbers = opened.history, overview(opened)
    boards = {given.ruling.id: given.ruling.board for given in history.rulings}
    appeals: list[OpenAppeal] = []
    cases: list[Case] = []
    drafts: list[DraftLine] = []
    forbidden: dict[str, list[tuple[Ruling, Finding]]] = {}
    if process:
        for ruling, finding in opened.forbidden:
            forbidden.setdefault(ruling.id, []).append((ruling, finding))
        waiting = [appeal for appeal in history.appeals.values() if appeal.decision is None]
        appeals = [OpenAppeal(appeal, boards.get(appeal.ruling), appeal.lodged.at) for appeal in waiting]
        cases = [case for case in history.cases.values() if case.waits]
        drafts = [draft_line(draft, opened) for draft in kept_drafts(page.desk, opened)]
    publish = page.visitor.may(Right.PUBLISH) and is_to_be_published(opened)
    enter = page.visitor.may(Right.RESULTS) and bool(numbers.missing)
    return page.show(
        "home.html",
        discarded=page.asked("discarded") if page.visitor.may(Right.RULE) else "",
        numbers=numbers,
        nameless=sum(not is_named(each) for each in contestants_of(opened.event).values())
        if page.visitor.may(Right.RESULTS)
        else 0,
        regulation=load(numbers.regulation),
        appeals=appeals,
        drafts=drafts,
        cases=cases,
        forbidden=forbidden.values(),
        table_words=table_words,
        enter=enter,
        publish=publish,
        messages=page.messages,
        messages_change=page.desk.store.position(opened.kept.key).messages if page.visitor.may(Right.LOOK) else 0,
        work=sum(map(len, (forbidden, appeals, drafts, cases)))
        + enter
        + publish
        + sum(each.waits for each in page.messages),
        newer=newer_than_published(opened),
        deadlines=publication_words(history, opened.event.regulation) if numbers.published else "",
        leaders=leaders(opened),
        # To somebody who is still to play boards the log would tell results of them.
        log=tuple(reversed(journal_log(opened, opened.seen - LAST_ENTRIES + 1)))
        if process and not hidden_boards(page)
        else (),
    )


def leaders(opened: OpenEvent) -> dict[str, list[Standing]]:
    """The first contestants of each list; none before there is a result."""
    lists = opened.standings.lists
    return {name: [entry for entry in entries[:LEADERS] if entry.place] for name, entries in lists.items()}
