"""Rulings: the log, the slip of one ruling, its effect, and undo, withdraw, replace, appeal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.awards import NotScored
from amends.bridge import Side
from amends.desk.commands.appeals import lodging, until
from amends.desk.commands.rulings import may_undo, undoing, withdrawing
from amends.desk.open_event import OpenEvent
from amends.desk.unfinished_rulings import KeptDraft, board_of, draft_words, kept_drafts
from amends.desk.views.rulings_log import (
    DRAFT,
    IN_FORCE,
    OPEN,
    STATES,
    as_it_stood,
    cases_without_ruling,
    logged_rulings,
    read_state,
    ruling_named,
)
from amends.event import Event
from amends.event.case import Statement
from amends.faults import Faults, Refusal
from amends.journal.entries import RulingGiven
from amends.journal.history import GivenRuling, History, RulingState
from amends.reports import dossier as records
from amends.reports.dossier import Dossier
from amends.reports.layout.diagram import AuctionRows, opening_lead
from amends.reports.layout.html import Markup
from amends.reports.layout.sheet import Labelled, Part
from amends.reports.pictures.frequencies import frequencies_picture
from amends.reports.pictures.moves import moves_picture
from amends.reports.pictures.weights import weights_picture
from amends.reports.preview import PreviewReport, sides_in_order
from amends.reports.slip import Slip, effect_words, journal_rows, place_words, slip, substitute_rows
from amends.rulings.time_limits import has_review
from amends.scoring.events.pairs import PairsStandings
from amends.scoring.standings import Standings
from amends.web.codes import qr_picture
from amends.web.forms.entering import NOTHING, FilledForm, enter, filled_form
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import NotHere, Page, hidden_boards, not_here, unplayed_page
from amends.web.screen import Screen
from amends.wording.award_text import CLAIMED, NON_OFFENDING, Rows, adjusted_rows, result_line
from amends.wording.names import number_and_names, ruling_author, side_names
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
            raise Refusal(_("Please say on what grounds the ruling is appealed.")).at("grounds")
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
    if given.ruling.board in hidden_boards(page):
        return unplayed_page(page, given.ruling.board)
    ends = until(given.ruling.id, opened)
    late = ends is not None and page.desk.clock() > ends
    stood = as_it_stood(given, page.opened)
    here = records.dossier(stood.history, stood.event, given)
    review = review_sentence(ends, opened.event.regulation, given.ruling.time or given.made.at)
    return page.show("lodge.html", sent=sent, given=given, until=ends, late=late, here=here, review=review)


# What it did


@screen.page("/e/{event}/rulings/{ruling}/effect", Right.LOOK)
def effect(page: Page, ruling: str) -> Response:
    """What it did: both sides, everybody who moved, the podium."""
    given = _visible(page, ruling)
    if given.ruling.board in hidden_boards(page):
        return unplayed_page(page, given.ruling.board)
    stood = as_it_stood(given, page.opened)
    here = records.dossier(stood.history, stood.event, given)
    preview, after = records.effect_of(here)
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


SHOWN_APART = (
    *("Event", "Table result", "Adjusted score", "Adjusted, N-S", "Adjusted, E-W", CLAIMED),
    *(NON_OFFENDING, "Offending side", "Laws", "Reason", "Effect", "Both sides", "Ruling"),
)
"""Lines of a slip that have a place of their own on its page."""

AT_THE_END = ("Review", "Journal")
"""Lines of a slip below the one that says who gave it."""


@screen.page("/e/{event}/rulings/{ruling}", cached=True)
def show(page: Page, ruling: str) -> Response:
    """The slip, with all that belongs to the ruling for who may see the process."""
    if page.visitor.may(Right.PROCESS):
        return _slip(page, ruling)
    return page.cached(
        lambda: _slip(page, ruling), "undone", "new", also=(_minutes_left(page, ruling), page.public_address)
    )


def _minutes_left(page: Page, id: str) -> int:
    """The minutes that are left to ask for a review; -1 after the last."""
    ends = until(_visible(page, id).ruling.id, page.opened)
    return -1 if ends is None else max(-1, int((ends - page.desk.clock()).total_seconds()) // 60)


def _slip(page: Page, id: str, sent: FilledForm = NOTHING) -> Response:
    opened, process = page.opened, page.visitor.may(Right.PROCESS)
    given = _visible(page, id)
    if given.ruling.board in hidden_boards(page):
        return unplayed_page(page, given.ruling.board)
    stood = as_it_stood(given, page.opened)
    here = records.dossier(stood.history, stood.event, given, names=process)
    seen = published_slip(stood.history, stood.standings, given, names=process)
    ends, left = until(given.ruling.id, opened), _minutes_left(page, id)
    open_to_appeal = given.state is RulingState.GIVEN and has_review(given) and left >= 0
    chain = opened.history.chain(given.ruling.id)
    preview, after = records.effect_of(here)
    individual = any(len(seats) > 1 for seats in here.table.seats)
    slip_address = f"{page.public_address}{page.to('rulings', id)}"
    return page.show(
        "slip.html",
        preview=preview if process or not individual else None,
        report=PreviewReport(preview, after.event),
        sides=sides_in_order(preview.ruling),
        rows=_other_rows((*(seen.where or ()), *seen.lines[1:]), records.given_words(here)),
        where_words=" · ".join(
            [_("Board %(board)s", board=given.ruling.board), *place_words(here.table)[-1:] * process]
        ),
        was_scored=not isinstance(here.entered, NotScored),
        table_result=result_line(here.entered, here.vulnerable),
        auction=here.auction,
        address=slip_address,
        code=qr_picture(slip_address),
        sent=sent,
        given=here.given,
        here=here,
        title=_heading(given),
        text=seen.text() if process else seen.title,
        parts=seen.parts(),
        chain=[each for each in chain if process or each.state.in_force],
        givers={each.ruling.id: ruling_author(opened.history, each, names=process) for each in chain},
        until=ends if open_to_appeal else None,
        left=left,
        process_parts=_process(here, opened) if process else [],
        process=process,
        weights=weights_of(here) if process else None,
        frequencies=frequencies_of(stood.standings, here.table.id, marked=process),
        appealable=has_review(given),
        undoable=may_undo(given, opened),
        undone=page.asked("undone") if given.state is RulingState.WITHDRAWN else "",
    )


def _heading(given: GivenRuling) -> str:
    """What the slip says, for who has not seen one."""
    place = {"ruling": given.ruling.id, "board": given.ruling.board}
    if given.claimed is not None:
        return _("Ruling %(ruling)s: a claim on board %(board)s", **place)
    if given.ruling.stands:
        return _("Ruling %(ruling)s: the result of board %(board)s stands", **place)
    return _("Ruling %(ruling)s: an adjusted score on board %(board)s", **place)


def _other_rows(rows: Iterable[tuple[str, str]], given: str) -> list[tuple[str, str]]:
    """The lines of a slip without a place of their own on its page, with who gave it.

    A line without a name continues the one above.
    """
    found: list[tuple[str, str]] = []
    apart = False
    for name, words in rows:
        apart = name in SHOWN_APART if name else apart
        if words and not apart:
            found.append((name, words))
    end = [row for row in found if row[0] in AT_THE_END]
    return [*(row for row in found if row not in end), (_("Given"), given), *end]


def _process(here: Dossier, opened: OpenEvent) -> list[Part]:
    """How the ruling came about: facts, statements, polls, what was accepted and why, penalties, appeals."""
    ruling = here.given.ruling
    parts: list[Part] = [Labelled([*records.fact_rows(here), *records.statement_rows(here)])]
    parts += records.poll_parts(here)
    rows: Rows = [(f"Unusual, {clause}", f"accepted: {why}") for clause, why in ruling.accept.items()]
    for id in here.case.penalties if here.case else ():
        penalty = opened.history.penalties[id]
        gone = f" (withdrawn: {penalty.why_withdrawn})" if penalty.withdrawn else ""
        words = f"{penalty.penalty.amount} from {penalty.penalty.contestant}, Law {penalty.penalty.law}"
        rows.append((f"Penalty {id}", f"{words}: {penalty.penalty.reason}{gone}"))
    for appeal in here.appeals:
        rows += [*records.appeal_rows(appeal), *records.decision_rows(appeal)]
    return [*parts, Labelled(rows)] if rows else parts


def _given(opened: OpenEvent, id: str) -> GivenRuling:
    with not_here():
        return opened.history.ruling(ruling_named(id, opened))


def _visible(page: Page, id: str) -> GivenRuling:
    """The ruling; who may not see the process sees those in force alone, and is not told which others there are."""
    if page.visitor.may(Right.PROCESS):
        return _given(page.opened, id)
    found = [each for each in page.opened.history.rulings if each.ruling.id == id and each.state.in_force]
    if not found:
        raise NotHere(Refusal(_('No ruling "%(id)s" is in force.', id=id)))
    return found[-1]


# All rulings


@screen.page("/e/{event}/rulings", cached=True)
def rulings(page: Page) -> Response:
    """Every ruling with what became of it; who may see the process, cases and drafts too."""
    return _log(page) if page.visitor.may(Right.PROCESS) else page.cached(lambda: _log(page))


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A draft of a ruling in the log."""

    draft: KeptDraft
    words: str
    board: int | None


def _log(page: Page) -> Response:
    opened, process = page.opened, page.visitor.may(Right.PROCESS)
    state = read_state(page.asked("state") or None) if process else IN_FORCE
    made = logged_rulings(opened, state)
    cases = cases_without_ruling(opened, state) if process and state != DRAFT else None
    drafts = kept_drafts(page.desk, opened) if process else ()
    named = {each: number_and_names(opened.event, each) for each in opened.event.contestants}
    without = list(zip(cases.rows, cases.data, strict=True)) if cases else []
    return page.show(
        "log.html",
        rulings=list(reversed(list(zip(made.rows, made.data, strict=True)))),
        open_cases=[(row, data) for row, data in without if data["state"] == OPEN],
        closed_cases=[(row, data) for row, data in without if data["state"] != OPEN],
        drafts=[DraftRow(draft, draft_words(draft, opened), board_of(draft, opened)) for draft in drafts]
        if state in (None, DRAFT)
        else [],
        penalties=list(opened.history.penalties.values()) if page.visitor.may(Right.LOOK) and not state else [],
        named=named,
        counts=_counts(page, len(drafts)) if process else {},
        all_count=len(opened.history.rulings)
        + len(drafts)
        + sum(not each.rulings for each in opened.history.cases.values()),
        state=state if process else None,
        process=process,
        hidden=hidden_boards(page),
    )


def _counts(page: Page, drafts: int) -> dict[str, int]:
    """How many there are in each state that something is in."""
    history = page.opened.history
    found = Counter(given.state.value for given in history.rulings)
    found.update(case.state for case in history.cases.values() if not case.rulings)
    found[IN_FORCE] = sum(given.state.in_force for given in history.rulings)
    found[DRAFT] = drafts
    return {state: found[state] for state in STATES if found[state]}


# A ruling as readers see it


def published_slip(history: History, standings: Standings, given: GivenRuling, names: bool = True) -> Slip:
    """The slip of a ruling, whatever became of it; without `names` what anybody may see of one that is published."""
    event = standings.event
    here = records.dossier(history, event, given, names)
    if names and given.state.in_force:
        ruling = next(each for each in event.rulings if each.id == given.ruling.id)
        return slip(standings, ruling, history)
    rows = [*records.result_rows(here), *(records.ruling_rows(here) if names else _published_rows(here))]
    individual = any(len(seats) > 1 for seats in here.table.seats)
    if names or not individual:
        preview, after = records.effect_of(here)
        ns, ew = (tuple(each.board for each in preview.sides[side]) for side in Side)
        rows.append(("Effect", effect_words(ns, ew, after.unit, given.ruling.stands and given.claimed is None)))
    if here.review:
        rows.append(("Review", here.review))
    rows += journal_rows(history)
    auction = AuctionRows.of(here.auction) if here.auction else None
    where = _where(here, event, names)
    return Slip([("", ""), *rows], {}, here.deal, auction, opening_lead(here.record), _title(given), where)


def _title(given: GivenRuling) -> str:
    return _("Ruling %(ruling)s · Board %(board)s", ruling=given.ruling.id, board=given.ruling.board)


def _published_rows(here: Dossier) -> Rows:
    """The ruling with its laws and reason, and nothing of how it came about."""
    ruling = here.given.ruling
    rows = [
        *adjusted_rows(ruling, here.table, here.vulnerable, here.event.regulation.edition, here.given.claimed),
        ("Laws", ", ".join(ruling.laws)),
        ("Reason", ruling.reason),
    ]
    return [(label, words) for label, words in rows if words or not label]


def _where(here: Dossier, event: Event, names: bool) -> Rows:
    board = ("Board", f"{here.table.board}, {here.dealer.name.title()} deals, {here.vulnerable.words}")
    rows = [("Event", event.title), ("Table", ", ".join(place_words(here.table))) if names else board]
    if names:
        rows += [(side.words, side_names(event, here.table.seats[side])) for side in Side]
        rows += substitute_rows(event, here.table)
    rows.append(("Ruling", records.given_words(here)))
    return [(label, words) for label, words in rows if words]


# Pictures


def weights_of(here: Dossier) -> Markup | None:
    """What the poll came to and the weights that were given, drawn; None where there was no poll about results."""
    case = here.case
    votes = [poll.counted for poll, _ in case.polls] if case and case.polls else here.given.ruling.poll
    found = records.proposal_and_weights(here, votes)
    if found is None:
        return None
    proposal, weights = found
    chosen = [weights.get(step.outcome, Fraction(0)) for step in proposal.band] if weights else None
    return weights_picture(proposal, chosen, name="weights")


def frequencies_of(standings: Standings, table: str, marked: bool) -> Markup | None:
    """How often each score was made on the board of a table, with that table marked and named; None at teams."""
    for board in standings.boards if isinstance(standings, PairsStandings) else ():
        if any(row.table.id == table for row in board.rows):
            return frequencies_picture(board, ruled=[table] if marked else [], name="frequencies")
    return None
