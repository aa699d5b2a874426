"""The poll: what would you call, and how many tricks then; a tap is a vote."""

from __future__ import annotations

from dataclasses import replace

from starlette.datastructures import QueryParams
from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.bridge import Auction
from amends.desk.guide.in_question import CallInQuestion, call_in_question, played_contract
from amends.event.case import Irregularity, PollTaken
from amends.faults import Faults, Refusal
from amends.regulations import Regulation
from amends.rulings.polls.poll import logical_alternatives
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.ruling.frame import CALL, Work, address, held, kept_at, shown, work_of
from amends.web.screens.ruling.steps import RulingStep, step_of
from amends.web.screens.ruling.votes import (
    LEAST,
    MOST_ACTIONS,
    PASS,
    PollSheet,
    TrickVotes,
    goes_on,
    sent_sheet,
    trick_votes,
)
from amends.wording.award_text import action_words

screen = Screen()

PRESSES = ("call", "result", "add-call", "undo", "contract")
"""Buttons that change the votes and stay on the page."""


@screen.page("/e/{event}/drafts/{draft}/poll", Right.PROCESS)
def show(page: Page, draft: str) -> Response:
    """The questions, and the votes so far."""
    work = work_of(page, kept_at(page, draft))
    if work.progress.asked("poll") is None and work.progress.asked("outcomes") is None:
        return page.go(address(page, work, work.progress.step))
    return _page(page, work, _sheet(work))


@screen.action("/e/{event}/drafts/{draft}/poll", Right.RULE)
def answer(page: Page, form: SentForm, draft: str) -> Response:
    """Take a vote, or go on: to adjust is the judgement that there was an infraction."""
    work = work_of(page, held(page, form, draft))
    do = form.text("do")
    try:
        sheet = sent_sheet(form)
    except Faults as trouble:
        return _page(page, work, _as_sent(form, work), trouble)
    answers = {**work.answers, **sheet.kept}
    if do.partition(":")[0] in PRESSES or do == "keep":
        work = work.with_answers(page.newest, answers).keep(page, form)
        if do == "keep":
            return page.show("poll_says.html", says=_says(sheet, page.newest.event.regulation))
        return _page(page, work, sheet)
    try:
        told = {key: text for key, text in answers.items() if step_of(key) is not RulingStep.POLL}
        told |= {"infraction": "no" if do == "stands" else "yes", **sheet.answers()}
        tried = work.with_answers(page.newest, told)
        if tried.progress.faults and tried.progress.step in (RulingStep.POLL, RulingStep.FACTS):
            raise Faults(tried.progress.faults)
    except Faults as trouble:
        return _page(page, work.keep(page, form, answers), sheet, _plainly(trouble, sheet))
    tried.keep(page, form)
    return page.go(page.to("drafts", draft, tried.progress.step.value))


def _as_sent(form: SentForm, work: Work) -> PollSheet:
    """What the form had on it, without the press that was refused; else what the draft keeps."""
    try:
        return sent_sheet(SentForm(_without_press(form)))
    except Faults:
        return _sheet(work)


def _without_press(form: SentForm) -> QueryParams:
    pairs = [(name, text) for name in form.names() if name != "do" for text in form.texts(name)]
    return QueryParams(pairs)


def _plainly(trouble: Faults, sheet: PollSheet) -> Faults:
    """What the guide refuses, in words about votes."""
    if sheet.calls.asked and any("no vote for an action" in fault.found for fault in trouble.faults):
        return Refusal(
            _("All votes are for the call that was not allowed, so nothing is left to weigh."),
            _("Ask what else they would seriously consider, or go back and strike another call."),
        )
    return trouble


# The page


def _sheet(work: Work) -> PollSheet:
    """As the draft keeps it; at first with a pass and the call in question to tap."""
    sheet = PollSheet.of(work.answers)
    if not sheet.calls.votes:
        question = _question(work)
        sheet = replace(sheet, calls=sheet.calls.with_action(PASS))
        for call in [str(question.call)] if question else _struck(work)[: MOST_ACTIONS - 1]:
            sheet = replace(sheet, calls=sheet.calls.with_action(PASS if call == "pass" else call))
    asked = sheet.asked
    proposed = _proposed_questions(work)
    return replace(sheet, asked=(asked[0] or proposed[0], asked[1] or proposed[1]))


def _question(work: Work) -> CallInQuestion | None:
    return call_in_question(work.auction, work.answers.get(CALL, ""))


def _struck(work: Work) -> list[str]:
    return [contract.split()[0] for contract in work.progress.answer("disallowed").split(",") if contract.split()]


def _proposed_questions(work: Work) -> tuple[str, str]:
    """The words of the questions, for the record; a director changes them as they like."""
    question = _question(work)
    if question is None:
        return "You hold this hand. What would you call?", "How many tricks?"
    before = _calls_before(question.auction, question.place)
    seat = question.seat.name.title()
    return f"You hold {seat}'s hand{before}. What would you call?", "You play the contract. How many tricks?"


def _calls_before(auction: Auction, place: int) -> str:
    bids = [call for call in auction.calls[:place] if call.text != "pass"]
    if not bids:
        return ""
    partner = auction.calls[place - 2] if place >= 2 else None
    return f"; partner bids {partner.symbols} in tempo" if partner is not None and partner.bid else ""


def _tricks(work: Work, sheet: PollSheet) -> list[TrickVotes]:
    """A question about tricks for each call from which play goes on, open for those that somebody chose."""
    question = _question(work)
    disallowed = tuple(each.strip() for each in work.progress.answer("disallowed").split(",") if each.strip())
    calls = [call for call, _ in sheet.calls.votes if goes_on(call, disallowed)]
    chosen = {call for call in calls if sheet.calls.count(call)} or set(calls[:1])
    found = []
    for call in calls:
        contract = sheet.contracts.get(call) or (question.left_after(call) if question else "")
        if not contract and question is None and call != PASS and call not in ("X", "XX"):
            declarer = played_contract(work.row).partition(" ")[2]
            contract = f"{call} {declarer}" if declarer else ""
        found.append(trick_votes(sheet, call, contract, call in chosen))
    return found


def _page(page: Page, work: Work, sheet: PollSheet, trouble: Faults | None = None) -> Response:
    if work.row.board in hidden_boards(page):
        return unplayed_page(page, work.row.board)
    regulation = page.newest.event.regulation
    kinds = work.progress.irregularities
    return shown(
        page,
        "poll.html",
        work,
        RulingStep.POLL,
        422 if trouble else None,
        sheet=sheet,
        tricks=_tricks(work, sheet),
        says=_says(sheet, regulation),
        least=max(LEAST, regulation.poll_minimum),
        recorded=[poll for poll, _ in work.case.polls] if work.case else [],
        agreed=work.case is not None and len(work.case.agreed) == 2,
        of_play=kinds == (Irregularity.MISINFORMED_PLAY,),
        faults=trouble.faults if trouble else (),
    )


def _says(sheet: PollSheet, regulation: Regulation) -> list[tuple[str, int, int, bool]]:
    """What the poll says of each call: its votes, those asked, and whether it is a logical alternative."""
    if not sheet.calls.asked:
        return []
    poll = PollTaken(votes={action: count for action, count in sheet.calls.votes if count})
    found = logical_alternatives(poll, regulation)
    return [(action_words(each.action), each.chosen, each.asked, each.is_logical) for each in found]
