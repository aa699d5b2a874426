"""The last step: the award, what it does, what the Laws say, the reason; then it is given. Claims have it too."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.awards import Mixture, NotScored
from amends.bridge import Result
from amends.desk.commands.penalties import standard_penalty
from amends.desk.confirm import Draft, Unlawful
from amends.desk.desk import clashing
from amends.desk.guide import Correction, LeftOpen, Ready
from amends.desk.guide.questions import read_outcomes
from amends.desk.guide.result import NONE
from amends.desk.unfinished_rulings import KeptDraft, Unfinished, drop, proposed_by
from amends.event import Ruling
from amends.faults import Fault, Faults, Refusal
from amends.journal.entries import RulingGiven
from amends.web.forms.entering import as_seen, enter
from amends.web.forms.form import SentForm, whole_number
from amends.web.forms.texts import text as _
from amends.web.request import Page, hidden_boards, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.ruling.effect import BESIDE, DraftEffect, draft_effect, draft_of
from amends.web.screens.ruling.frame import Work, address, held, kept_at, shown, work_of
from amends.web.screens.ruling.steps import GuideProgress, RulingStep, is_closing
from amends.wording.award_text import result_line

screen = Screen()


@screen.page("/e/{event}/drafts/{draft}/check", Right.PROCESS)
def show(page: Page, draft: str) -> Response:
    """The ruling before it is given."""
    kept = kept_at(page, draft)
    if not isinstance(kept.work, Unfinished):
        return _proposed(page, kept)
    work = work_of(page, kept)
    if work.progress.question is not None or isinstance(work.progress.end, Correction):
        return page.go(address(page, work, work.progress.step))
    return _page(page, work)


@screen.action("/e/{event}/drafts/{draft}/check", Right.RULE)
def answer(page: Page, form: SentForm, draft: str) -> Response:
    """Keep what the page says, and give the ruling."""
    kept = held(page, form, draft)
    if not isinstance(kept.work, Unfinished):
        return _give_proposed(page, kept, form)
    work = work_of(page, kept)
    answers = dict(work.answers)
    for name in form.names():
        key = name.removeprefix("answer ")
        if name in BESIDE:
            answers[name] = form.text(name)
        elif name.startswith("answer ") and is_closing(key):
            answers[key] = form.text(name) or (NONE if key == "reason" else "")
    try:
        work = work.with_answers(page.newest, answers)
        if work.progress.faults:
            raise Faults(work.progress.faults)
    except Faults as trouble:
        return _page(page, work_of(page, kept), trouble, form)
    work = work.keep(page, form)
    if form.text("do") != "give" or work.progress.end is None or isinstance(work.progress.end, LeftOpen):
        return page.go(address(page, work, RulingStep.CHECK))
    return _give(page, form, work)


def _give(page: Page, form: SentForm, work: Work) -> Response:
    """Enter it, unless the Laws forbid it, or somebody was quicker about the same board, case or regulation."""
    assert work.kept is not None
    draft = draft_of(work.progress)
    assert draft is not None
    try:
        effect = enter(page, form, draft)
    except Unlawful:
        answer = _page(page, work)
        answer.status_code = 409
        return answer
    except Faults as trouble:
        return _claim_page(page, work, trouble) if _is_claim(work) else _page(page, work, trouble)
    drop(page.desk, effect.after, work.kept.id)
    given = [entry.payload.ruling.id for entry in effect.new if isinstance(entry.payload, RulingGiven)]
    return page.go(page.to("rulings", given[-1], new=1))


# A draft that is a whole ruling


def _give_proposed(page: Page, kept: KeptDraft, form: SentForm) -> Response:
    proposed = proposed_by(kept, as_seen(page, form))
    assert proposed is not None
    try:
        effect = enter(page, form, proposed.draft())
    except Unlawful:
        answer = _proposed(page, kept)
        answer.status_code = 409
        return answer
    drop(page.desk, effect.after, kept.id)
    given = [entry.payload.ruling.id for entry in effect.new if isinstance(entry.payload, RulingGiven)]
    return page.go(page.to("rulings", given[-1], new=1) if given else page.to("rulings"))


def _proposed(page: Page, kept: KeptDraft) -> Response:
    """A draft that is a whole ruling: only to be looked at, given, or discarded."""
    found = proposed_by(kept, page.newest)
    assert found is not None
    if found.ruling.board in hidden_boards(page):
        return unplayed_page(page, found.ruling.board)
    shown, faults = _effect(page, found.draft())
    return page.show(
        "check_proposed.html",
        draft=kept,
        shown=shown,
        ruling=found.ruling,
        faults=faults,
        since=clashing(page.newest, kept.seen, found.ruling),
        held_by=kept.author if kept.author != page.visitor.name else "",
        here=page.to("drafts", kept.id, "check"),
    )


# The page


def _page(page: Page, work: Work, trouble: Faults | None = None, form: SentForm | None = None) -> Response:
    if work.row.board in hidden_boards(page):
        return unplayed_page(page, work.row.board)
    progress = work.progress
    if isinstance(progress.end, LeftOpen):
        return shown(page, "left_open.html", work, RulingStep.CHECK, end=progress.end)
    draft = draft_of(progress)
    found, wrong = _effect(page, draft) if draft is not None else (None, ())
    faults = tuple(dict.fromkeys((*(trouble.faults if trouble else ()), *wrong)))
    ready = progress.end if isinstance(progress.end, Ready) else None
    ruling = ready.ruling if ready else None
    context: dict[str, Any] = {
        "closing": progress.closing,
        "answers": _fields(progress, form),
        "shown": found,
        "ruling": ruling,
        "stands": ruling is not None and _stands(ruling),
        "faults": faults,
        "since": clashing(page.newest, work.kept.seen, ruling) if ruling and work.kept else [],
        "seats": [seat for side in work.row.seats for seat in side],
        "penalty": standard_penalty(page.newest.event),
        "offer": ready.offer if ready else None,
        "was_scored": not isinstance(work.row.result, NotScored),
        "table_result": result_line(work.row.result, page.newest.event.conditions(work.row.board, work.row)),
    }
    return shown(page, "check.html", work, RulingStep.CHECK, 422 if trouble else None, **context)


def _stands(ruling: Ruling) -> bool:
    return ruling.self_inflicted is None and ruling.fault is None and not any(ruling.awards)


def _fields(progress: GuideProgress, form: SentForm | None) -> dict[str, str]:
    """What the fields show: what was sent, else what was answered; no reason is an empty field."""
    fields = {key: "" if answer == NONE else answer for key, answer in progress.answers.items()}
    if form is not None:
        fields |= {name.removeprefix("answer "): form.text(name) for name in form.names()}
    return fields


def _effect(page: Page, draft: Draft) -> tuple[DraftEffect | None, tuple[Fault, ...]]:
    """What a draft would do, or what is wrong with it."""
    try:
        return draft_effect(page.desk, page.newest, draft), ()
    except Faults as wrong:
        return None, wrong.faults


# A claim


def _is_claim(work: Work) -> bool:
    return work.progress.step is RulingStep.CLAIM or work.progress.asked("claim") is not None


@screen.page("/e/{event}/drafts/{draft}/claim", Right.PROCESS)
def claim(page: Page, draft: str) -> Response:
    """Tricks to declarer."""
    work = work_of(page, kept_at(page, draft))
    if not _is_claim(work):
        return page.go(address(page, work, work.progress.step))
    return _claim_page(page, work)


@screen.action("/e/{event}/drafts/{draft}/claim", Right.RULE)
def decide_claim(page: Page, form: SentForm, draft: str) -> Response:
    """Change the tricks, or give the result: it is put right, or it stands as it was."""
    work = work_of(page, held(page, form, draft))
    if not _is_claim(work):
        return page.go(address(page, work, work.progress.step))
    try:
        result = _claimed(form, work)
        told = {**work.answers, "claim": result, "laws": "70", "reason": form.text("reason") or NONE}
        if form.text("reason") == "":
            told["reason"] = ""
        work = work.with_answers(page.newest, told)
        if work.progress.faults:
            raise Faults(work.progress.faults)
    except Faults as trouble:
        return _claim_page(page, work, trouble)
    work = work.keep(page, form)
    if form.text("do") != "give":
        return _claim_page(page, work)
    return _give(page, form, work)


def _claimed(form: SentForm, work: Work) -> str:
    """The result after the claim: the contract with so many tricks, or what was typed."""
    if typed := form.text("typed"):
        return typed
    plain = work.row.result.plain if isinstance(work.row.result, Mixture) else None
    tricks = whole_number(form.text("tricks"))
    if not isinstance(plain, Result) or tricks is None:
        raise Refusal(_("Type the result after the claim, such as 4H N =.")).at("claim")
    change = {"more": 1, "less": -1}.get(form.text("do"), 0)
    wanted = max(0, min(13, tricks + change))
    return str(Result(plain.contract, plain.declarer, wanted))


def _claim_page(page: Page, work: Work, trouble: Faults | None = None) -> Response:
    if work.row.board in hidden_boards(page):
        return unplayed_page(page, work.row.board)
    plain = work.row.result.plain if isinstance(work.row.result, Mixture) else None
    answered = work.answers.get("claim", "")
    now = plain
    if answered and not trouble:
        now = read_outcomes(answered).plain
    draft = draft_of(work.progress)
    found, wrong = _effect(page, draft) if draft is not None else (None, ())
    return shown(
        page,
        "claim.html",
        work,
        RulingStep.CLAIM,
        422 if trouble else None,
        before=plain,
        now=now,
        reason="" if work.answers.get("reason", "") == NONE else work.answers.get("reason", ""),
        shown_effect=found,
        correction=work.progress.end if isinstance(work.progress.end, Correction) else None,
        faults=(*(trouble.faults if trouble else ()), *wrong),
    )
