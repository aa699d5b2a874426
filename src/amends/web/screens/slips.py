"""A ruling: its slip for the table, what it did, and what can be done with it: undo, withdraw, replace, appeal."""

from __future__ import annotations

from starlette.responses import Response

from amends.bridge import Side
from amends.desk.accounts.roles import Right
from amends.desk.commands.appeals import lodging, until
from amends.desk.commands.rulings import may_undo, undoing, withdrawing
from amends.desk.open_event import OpenEvent
from amends.desk.views.rulings_log import ruling_named
from amends.event.case import Statement
from amends.faults import Faults, refuse
from amends.journal.entries import RulingGiven
from amends.journal.history import GivenRuling, RulingState
from amends.reports.dossier import Dossier, appeal_rows, decision_rows, dossier, effect_of, fact_rows, statement_rows
from amends.reports.layout.sheet import Labelled, Part
from amends.reports.pictures.moves import moves_picture
from amends.reports.poll_section import poll_parts
from amends.reports.preview import PreviewReport, sides_in_order
from amends.reports.ruling_seen import frequencies_of, seen_ruling, slip_parts, weights_of
from amends.rulings.appeal import has_review
from amends.web.forms.entering import NOTHING, FilledForm, enter, filled_form
from amends.web.forms.form import SentForm
from amends.web.request import NotHere, Page, hidden_boards, unplayed_page
from amends.web.screen import Screen
from amends.wording.award_text import Rows
from amends.wording.names import ruling_author
from amends.wording.times import review_sentence

screen = Screen()


# What is done with it


@screen.action("/e/{event}/rulings/{ruling}/undo", Right.RULE)
def undo(page: Page, form: SentForm, ruling: str) -> Response:
    """Undo it, as long as nothing was published after it; what it had replaced is given again."""
    try:
        effect = enter(page, form, undoing(ruling))
    except Faults as trouble:
        return _slip(page, ruling, filled_form(form, trouble))
    again = [entry.payload.ruling.id for entry in effect.new if isinstance(entry.payload, RulingGiven)]
    return page.go(page.to("rulings", ruling, undone=again[0] if again else "yes"))


@screen.action("/e/{event}/rulings/{ruling}/withdraw", Right.RULE)
def withdraw(page: Page, form: SentForm, ruling: str) -> Response:
    """Take it back, with a reason; the table result counts again."""
    try:
        enter(page, form, withdrawing(ruling, form.text("withdraw-reason")))
    except Faults as trouble:
        return _slip(page, ruling, filled_form(form, trouble))
    return page.go(page.to("rulings", ruling))


# Appeal


@screen.page("/e/{event}/rulings/{ruling}/appeal", Right.RULE)
def lodge(page: Page, ruling: str) -> Response:
    """The form on which an appeal is lodged."""
    return _lodging(page, ruling)


@screen.action("/e/{event}/rulings/{ruling}/appeal", Right.RULE)
def lodged(page: Page, form: SentForm, ruling: str) -> Response:
    """Lodge an appeal; after the time for it only with a reason."""
    _given(page.newest, ruling)
    try:
        side = Side.parse(form.text("side")) if form.text("side") else None
        if not form.text("grounds"):
            raise refuse("no grounds", "on what grounds the ruling is appealed")
        said = form.text("statement")
        draft = lodging(
            ruling,
            side=side,
            grounds=form.text("grounds"),
            who=form.text("who"),
            deposit=form.text("deposit"),
            late=form.text("late"),
            statements=(Statement(said, side=side, who=form.text("who")),) if said else (),
        )
        effect = enter(page, form, draft)
    except Faults as trouble:
        return _lodging(page, ruling, filled_form(form, trouble))
    return page.go(page.to("appeals", list(effect.after.history.appeals)[-1]))


def _lodging(page: Page, ruling: str, sent: FilledForm = NOTHING) -> Response:
    opened = page.newest
    given = _given(opened, ruling)
    ends = until(given.ruling.id, opened)
    late = ends is not None and page.desk.clock() > ends
    here = dossier(opened.history, opened.event, given)
    review = review_sentence(ends, opened.event.regulation, given.ruling.time or given.made.at)
    return page.show(
        "lodge.html", status=sent.status, sent=sent, given=given, until=ends, late=late, here=here, review=review
    )


# What it did


@screen.page("/e/{event}/rulings/{ruling}/effect", Right.LOOK)
def effect(page: Page, ruling: str) -> Response:
    """What it did: both sides, everybody who moved, the podium."""
    given = _visible(page, ruling)
    if given.ruling.board in hidden_boards(page):
        return unplayed_page(page, given.ruling.board)
    here = dossier(page.opened.history, page.opened.event, given)
    preview, after = effect_of(here)
    report = PreviewReport(preview, after.event)
    seated = {seat for side in here.table.seats for seat in side}
    moves = (*(each.move for side in preview.sides for each in side), *preview.others)
    return page.show(
        "slip_effect.html",
        given=given,
        preview=preview,
        report=report,
        sides=sides_in_order(preview.ruling),
        picture=moves_picture([move for move in moves if move.rank_changed or move.score_changed], after.event, seated),
    )


# The slip


@screen.page("/e/{event}/rulings/{ruling}")
def slip(page: Page, ruling: str) -> Response:
    """The slip, with all that belongs to the ruling for who may see the process."""
    return _slip(page, ruling)


def _slip(page: Page, id: str, sent: FilledForm = NOTHING) -> Response:
    opened, process = page.opened, page.visitor.may(Right.PROCESS)
    given = _visible(page, id)
    if given.ruling.board in hidden_boards(page):
        return unplayed_page(page, given.ruling.board)
    here = dossier(opened.history, opened.event, given, names=process)
    seen = seen_ruling(opened.history, opened.standings, given, names=process)
    ends = until(given.ruling.id, opened)
    left = -1 if ends is None else int((ends - page.desk.clock()).total_seconds()) // 60
    open_to_appeal = given.state is RulingState.GIVEN and has_review(given) and left >= 0
    chain = opened.history.chain(given.ruling.id)
    return page.show(
        "slip.html",
        status=sent.status,
        sent=sent,
        given=given,
        here=here,
        title=seen.title,
        text=seen.text() if process else seen.title,
        parts=slip_parts(seen),
        chain=[each for each in chain if process or each.state.in_force],
        givers={each.ruling.id: ruling_author(opened.history, each, names=process) for each in chain},
        until=ends if open_to_appeal else None,
        left=left,
        process_parts=_process(here, opened) if process else [],
        process=process,
        weights=weights_of(here) if process else None,
        frequencies=frequencies_of(opened.standings, here.table.id, marked=process),
        appealable=has_review(given),
        undoable=may_undo(given, opened),
        undone=page.asked("undone") if given.state is RulingState.WITHDRAWN else "",
    )


def _process(here: Dossier, opened: OpenEvent) -> list[Part]:
    """How the ruling came about: facts, statements, polls, what was accepted and why, penalties, appeals."""
    ruling = here.given.ruling
    parts: list[Part] = [Labelled([*fact_rows(here), *statement_rows(here)])]
    parts += poll_parts(here)
    rows: Rows = [(f"Unusual, {clause}", f"accepted: {why}") for clause, why in ruling.accept.items()]
    for id in here.case.penalties if here.case else ():
        penalty = opened.history.penalties[id]
        gone = f" (withdrawn: {penalty.why_withdrawn})" if penalty.withdrawn else ""
        words = f"{penalty.penalty.amount} from {penalty.penalty.contestant}, Law {penalty.penalty.law}"
        rows.append((f"Penalty {id}", f"{words}: {penalty.penalty.reason}{gone}"))
    for appeal in here.appeals:
        rows += [*appeal_rows(appeal), *decision_rows(appeal)]
    return [*parts, Labelled(rows)] if rows else parts


def _given(opened: OpenEvent, id: str) -> GivenRuling:
    try:
        return opened.history.ruling(ruling_named(id, opened))
    except Faults as trouble:
        raise NotHere(trouble) from None


def _visible(page: Page, id: str) -> GivenRuling:
    """The ruling; who may not see the process sees those in force alone, and is not told which others there are."""
    if page.visitor.may(Right.PROCESS):
        return _given(page.opened, id)
    found = [each for each in page.opened.history.rulings if each.ruling.id == id and each.state.in_force]
    if not found:
        raise NotHere(refuse(f"the ruling {id!r}", "a ruling in force"))
    return found[-1]
