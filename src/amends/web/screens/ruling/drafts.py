"""Where a ruling begins, and what becomes of its draft: left, taken over, discarded, brought back.

Nothing is stored before the first answer: choosing a board and a table only leads on.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.desk.guide.replay import CASE
from amends.desk.open_event import OpenEvent
from amends.desk.unfinished_rulings import (
    KeptDraft,
    Unfinished,
    board_of,
    bring_back,
    discard,
    listed_draft,
    take_up,
)
from amends.event import TableResult
from amends.faults import Faults, Refusal
from amends.scoring.standings import natural
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards, not_here, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.ruling.frame import address, answers_of, has_table, held, keep_answers, kept_at, work_of
from amends.web.screens.ruling.steps import RulingStep
from amends.wording.names import names

screen = Screen()

MOST_FOUND = 40
"""So many tables are listed for what was typed."""


@dataclass(frozen=True, slots=True)
class BoardButton:
    """A board to choose."""

    number: int
    is_ruled: bool
    is_missing: bool


@screen.page("/e/{event}/rule", Right.RULE)
def where(page: Page) -> Response:
    """Board and table; rows show contract and score."""
    return _where(page, page.asked("board"), page.asked("find"))


def _where(page: Page, board: str, find: str, draft: str = "", trouble: Faults | None = None) -> Response:
    opened, hidden = page.newest, hidden_boards(page)
    rows = [row for row in opened.event.results if row.board not in hidden]
    number = whole_number(board)
    numbers = sorted({row.board for row in rows})
    faults = trouble.faults if trouble else ()
    if board and number not in numbers:
        known = (
            _("This event has %(first)s to %(last)s.", first=numbers[0], last=numbers[-1])
            if numbers
            else _("There is no result yet.")
        )
        faults = Refusal(_("There is no board %(board)s.", board=board[:20]), known).faults
        number = None
    if find:
        tables = [row for row in rows if _fits(row, find, opened)][:MOST_FOUND]
        if not tables:
            faults = Refusal(
                _('Nothing here is called "%(words)s".', words=find[:40]), _("Type a pair, a name or a contract.")
            ).faults
    else:
        tables = [row for row in rows if row.board == number]
    ruled = {ruling.board for ruling in opened.event.rulings}
    return page.show(
        "where.html",
        status=422 if faults else 200,
        boards=[BoardButton(each, each in ruled, False) for each in numbers],
        chosen=number,
        find=find,
        tables=sorted(tables, key=lambda row: (row.board, *map(natural, (row.session, row.section, row.table)))),
        faults=faults,
        draft=draft,
    )


def _fits(row: TableResult, find: str, opened: OpenEvent) -> bool:
    """Whether a row has a pair, a name or a contract that was typed."""
    said = find.casefold().replace("♠", "s").replace("♥", "h").replace("♦", "d").replace("♣", "c").replace(" ", "")
    seats = [seat for side in row.seats for seat in side]
    if any(said == seat.casefold() for seat in seats):
        return True
    if len(said) < 2:
        return False
    called = "".join(names(opened.event, seat) for seat in seats).casefold().replace(" ", "")
    return said in called or str(row.result).casefold().replace(" ", "").startswith(said)


@screen.action("/e/{event}/rule", Right.RULE)
def begin(page: Page, form: SentForm) -> Response:
    """From a row, from a slip or from an open case: on to what happened."""
    if case := form.text(CASE):
        page.newest.history.case(case)
        return page.go(page.to("rule", "facts", case=case))
    table, board = form.text("table"), form.text("board")
    if table:
        return page.go(page.to("rule", "facts", board=board, table=table))
    return page.go(page.to("rule", board=board))


# A draft


@screen.page("/e/{event}/drafts/{draft}", Right.PROCESS)
def show(page: Page, draft: str) -> Response:
    """The step at which a draft stands."""
    with not_here():
        kept = listed_draft(page.desk, page.newest, draft)
    if hidden_boards(page) and (board := board_of(kept, page.newest)) in {None, *hidden_boards(page)}:
        return unplayed_page(page, board)
    if kept.unreadable:
        return _stuck(page, kept, kept.unreadable)
    if not isinstance(kept.work, Unfinished):
        return page.go(page.to("drafts", draft, RulingStep.CHECK.value))
    if not has_table(kept.work.answers):
        return page.go(page.to("drafts", draft, RulingStep.WHERE.value))
    try:
        work = work_of(page, kept)
    except Faults as trouble:
        return _stuck(page, kept, trouble.message if isinstance(trouble, Refusal) else str(trouble))
    return page.go(address(page, work, work.progress.step))


def _stuck(page: Page, kept: KeptDraft, why: str) -> Response:
    """A draft that leads nowhere: its table was erased, or it cannot be read. It can be moved, or discarded."""
    held_by = kept.author if kept.author != page.visitor.name and not kept.unreadable else ""
    return page.show("stuck_draft.html", draft=kept, why=why, held_by=held_by)


@screen.page("/e/{event}/drafts/{draft}/where", Right.PROCESS)
def where_of(page: Page, draft: str) -> Response:
    """Another table for a draft."""
    answers = answers_of(kept_at(page, draft))
    board = answers.get("board", "")
    if not board and CASE in answers:
        case = page.newest.history.cases.get(answers[CASE])
        board = str(case.board) if case else ""
    return _where(page, page.asked("board") or board, page.asked("find"), draft)


@screen.action("/e/{event}/drafts/{draft}/where", Right.RULE)
def move(page: Page, form: SentForm, draft: str) -> Response:
    """Take the draft to another table; what happened there stays as it was told."""
    kept = held(page, form, draft)
    told = answers_of(kept)
    answers = {key: answer for key, answer in told.items() if key not in (CASE, "replace")}
    row = next((each for each in page.newest.event.results if each.id == form.text("table")), None)
    if row is None:
        raise Refusal(_("There is no such table."), _("Choose one of those above."))
    keep_answers(page, form, kept, {**answers, "board": str(row.board), "table": row.id})
    return page.go(page.to("drafts", draft, RulingStep.FACTS.value))


@screen.action("/e/{event}/drafts/{draft}/take", Right.RULE)
def take(page: Page, form: SentForm, draft: str) -> Response:
    """Take over another director's draft."""
    kept_at(page, draft)
    take_up(page.desk, page.newest, draft)
    return page.go(page.to("drafts", draft))


@screen.action("/e/{event}/drafts/{draft}/drop", Right.RULE)
def throw_away(page: Page, form: SentForm, draft: str) -> Response:
    """Discard one's own draft; it can be brought back."""
    discard(page.desk, page.newest, draft)
    return page.go(page.to(discarded=draft))


@screen.action("/e/{event}/drafts/{draft}/back", Right.RULE)
def undo(page: Page, form: SentForm, draft: str) -> Response:
    """Bring a draft back that was discarded."""
    bring_back(page.desk, page.newest, draft)
    return page.go(page.to("drafts", draft))
