"""Missing results one by one: a row of the event at a time, with keys for a thumb."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.bridge import TrickNotation
from amends.desk.typing.cells import NOTHING, Meaning, meaning
from amends.desk.typing.results import Typed, boards_in, entering
from amends.event import TableResult
from amends.event.rows import rows_in_force
from amends.faults import Fault, Faults, Refusal
from amends.scoring.standings import natural
from amends.web.forms.entering import enter
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards
from amends.web.screen import Screen
from amends.web.screens.results.lines import MISSING
from amends.web.screens.ruling import weighing

screen = Screen()

MOST_LISTED = 30
"""The most rows in the list beside the keys."""

FIELDS = ("typed", "level", "suit", "double", "by", "tricks", "other")
USUAL_TRICKS = ("-2", "-1", "=", "+1", "+2", "+3")
"""Keys that are always in view; the others come with "Other"."""


def missing_rows(page: Page) -> tuple[TableResult, ...]:
    """Rows that wait for a result, board by board; without boards that the visitor has still to play."""
    event, hidden = page.newest.event, hidden_boards(page)
    rows = (row for row in rows_in_force(event.results, event.rulings) if all(each == MISSING for each in row.awards))
    waiting = (row.table for row in rows if all(row.table.seats) and row.table.board not in hidden)
    return tuple(sorted(waiting, key=_order))


def _order(row: TableResult) -> tuple[Any, ...]:
    seats = (natural("+".join(side)) for side in row.seats)
    return natural(row.session), natural(row.section), row.board, natural(row.round), natural(row.table), *seats


def _next(rows: Sequence[TableResult], after: TableResult) -> TableResult | None:
    """The row after another one, behind the last of them the first."""
    others = [row for row in rows if row.id != after.id]
    return next((row for row in others if _order(row) > _order(after)), others[0] if others else None)


@screen.page("/e/{event}/results/missing", Right.RESULTS)
def one_by_one(page: Page) -> Response:
    """One missing row with its keys; the first, unless another is asked for."""
    rows = missing_rows(page)
    row = next((each for each in rows if each.id == page.asked("row")), rows[0] if rows else None)
    return page.go(page.to("results")) if row is None else _shown(page, rows, row)


def _shown(
    page: Page,
    rows: Sequence[TableResult],
    row: TableResult,
    pressed: Mapping[str, str] | None = None,
    faults: tuple[Fault, ...] = (),
) -> Response:
    at = rows.index(row)
    following = _next(rows, row)
    boards = boards_in(page.newest)
    tricks = dict(weighing.TRICKS)
    return page.show(
        "results_missing.html",
        row=row,
        number=at + 1,
        count=len(rows),
        rows=rows[max(0, at - 3) :][:MOST_LISTED],
        following=following,
        results=sum(each.results for each in boards),
        expected=sum(each.expected for each in boards),
        saved=next((each for each in page.newest.event.results if each.id == page.asked("saved")), None),
        keys=weighing,
        usual_tricks=[(each, tricks[each]) for each in USUAL_TRICKS],
        other_tricks=[pair for pair in weighing.TRICKS if pair[0] not in USUAL_TRICKS],
        pressed=pressed or {},
        read="",
        means=NOTHING,
        faults=faults,
    )


def _result(form: SentForm, notation: TrickNotation) -> tuple[str, TrickNotation]:
    """What a form says about the result, with the notation of its tricks: typed, or by keys."""
    if typed := form.text("typed"):
        return typed, notation
    return str(weighing.pressed(form, notation)), TrickNotation.EUROPEAN


@screen.action("/e/{event}/results/missing", Right.RESULTS)
def save(page: Page, form: SentForm) -> Response:
    """Enter the result of one row, and go on to the next that is missing."""
    before = missing_rows(page)
    row = next((each for each in before if each.id == form.text("row")), None)
    if row is None:
        return _overtaken(page, form.text("row"), before)
    try:
        result, notation = _result(form, page.visitor.look.notation)
        enter(page, form, entering(row.board, [Typed(result, row=row.id)], notation=notation, newcomers=False))
    except Faults as trouble:
        pressed = {name: form.text(name) for name in FIELDS}
        rows = missing_rows(page)
        return _shown(page, rows, row, pressed, trouble.faults) if row in rows else _overtaken(page, row.id, rows)
    page.reload()
    following = _next(missing_rows(page), row)
    if following is None:
        where = {"done_session": row.session, "done_section": row.section}
        return page.go(page.to("results", done=row.board, **where))
    return page.go(page.to("results", "missing", row=following.id, saved=row.id))


def _overtaken(page: Page, id: str, rows: Sequence[TableResult]) -> Response:
    """Say that a row is no longer missing; what stands there is not overwritten here."""
    there = next((each for each in page.newest.event.results if each.id == id), None)
    if there is None:
        raise Refusal(_("There is no such row."), _("Choose one of those that are missing."))
    after = _next(rows, there)
    if after is None:
        return page.go(page.to("results"))
    return page.go(page.to("results", "missing", row=after.id, saved=there.id, overtaken=1))


@screen.action("/e/{event}/results/missing/check", Right.RESULTS, reading=True)
def check(page: Page, form: SentForm) -> Response:
    """What the keys mean so far: a piece of the page, and nothing is entered."""
    row = next((each for each in missing_rows(page) if each.id == form.text("row")), None)
    means, read = NOTHING, ""
    if row is not None:
        try:
            means = _meaning(page, form, row)
        except Faults:  # not all keys are pressed yet
            level, suit, double, by, tricks = (form.text(name)[:4] for name in FIELDS[1:6])
            suits = dict(weighing.SUITS)
            read = " ".join(filter(None, (level + suits.get(suit, "") + double, by, tricks.replace("-", "−"))))
    return page.show("results_reading.html", means=means, read=read)


def _meaning(page: Page, form: SentForm, row: TableResult) -> Meaning:
    result, notation = _result(form, page.visitor.look.notation)
    return meaning(result, notation, page.newest.event.conditions(row.board))
