"""The guided ruling: one question per screen; a draft in the store keeps the answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from starlette.responses import Response

from amends.accounts.accounts import Right
from amends.awards import Mixture, parse_award
from amends.bridge import Result
from amends.desk.commands.penalties import standard_penalty
from amends.desk.confirm import Draft, Unlawful
from amends.desk.desk import clashing
from amends.desk.guide import Answers, Correction, Kind, LeftOpen, Question, Ready
from amends.desk.guide.called import find_table
from amends.desk.guide.outcomes import field_choices
from amends.desk.guide.replay import CASE
from amends.desk.open_event import OpenEvent
from amends.desk.unfinished_rulings import (
    KeptDraft,
    Unfinished,
    board_of,
    discard,
    drop,
    keep,
    kept_draft,
    proposed_by,
    take_up,
)
from amends.event import TableResult
from amends.faults import Fault, Faults, Refusal
from amends.journal.entries import RulingGiven
from amends.rulings.polls.poll import read_polls
from amends.scoring.standings import natural
from amends.web.filters import place_of
from amends.web.forms.entering import as_seen, enter
from amends.web.forms.form import SentForm
from amends.web.request import Page, hidden_boards, not_here, unplayed_page
from amends.web.screen import Screen
from amends.web.screens.rulings import editing
from amends.web.screens.rulings.editing import LITERAL, UNFINISHED, Editing, after_press, as_sent, editing_of, typed_in
from amends.web.screens.rulings.effect import (
    BESIDE,
    DraftEffect,
    GuideProgress,
    draft_effect,
    draft_of,
    is_closing,
    progress_of,
    trial_effect,
    with_answer,
)
from amends.wording.award_text import action_words, award_words, poll_words

screen = Screen()

MOST_BUTTONS = 60
"""So many boards have a button each."""


@screen.page("/e/{event}/rule", Right.RULE)
def first(page: Page) -> Response:
    """The first question; nothing is stored before it is answered."""
    return _asked(page, None, progress_of(page.newest, {}))


@screen.action("/e/{event}/rule", Right.RULE)
def begin(page: Page, form: SentForm) -> Response:
    """Begin a draft: with the answer to the first question, about the row that is wrong, or about an open case."""
    answers = {key: found for key in (CASE, "board", "table", "replace", "irregularity") if (found := form.text(key))}
    if form.text("key") == "board":
        answers = {"board": _text(form)}
        tried = progress_of(page.newest, answers)
        if tried.faults:
            return _asked(page, None, tried, trouble=Faults(tried.faults))
    if not answers:
        return page.go(page.to("rule"))
    id = keep(page.desk, page.newest, Unfinished(answers))
    return page.go(page.to("drafts", id))


@screen.page("/e/{event}/drafts/{draft}", Right.PROCESS)
def show(page: Page, draft: str) -> Response:
    """The next question, or an earlier one to change its answer."""
    kept = _kept(page, draft)
    if hidden_boards(page) and (board := board_of(kept, page.newest)) in {None, *hidden_boards(page)}:
        return unplayed_page(page, board)
    if not isinstance(kept.work, Unfinished):
        return _proposed(page, kept)
    found = progress_of(page.newest, kept.work.answers, page.asked("at"))
    return _asked(page, kept, found) if found.question else _closing(page, kept, found)


@screen.action("/e/{event}/drafts/{draft}", Right.RULE)
def answer(page: Page, form: SentForm, draft: str) -> Response:
    """Take an answer, or a press of a button while weights or votes are set."""
    kept = _held(page, draft)
    if not isinstance(kept.work, Unfinished):
        raise Refusal("This draft asks no questions.", "Confirm it, or throw it away.")
    answers = dict(kept.work.answers)
    key = form.text("key")
    found = progress_of(page.newest, answers, key if key in answers else "")
    question = found.question
    if question is None or question.key != key:
        return page.go(page.to("drafts", draft))  # answered meanwhile, in another window
    notation = page.visitor.look.notation
    sets = question.kind in (Kind.OUTCOMES, Kind.POLL)
    do = form.text("do", "answer")
    try:
        if sets and do not in ("answer", *LITERAL):
            work = after_press(question, form, notation)
            _keep(page, kept, answers | {UNFINISHED + key: work.kept(question)})
            return _asked(page, kept, found, work)
        text = do if do in LITERAL else as_sent(question, form, notation).answer(question) if sets else _text(form)
        tried = progress_of(page.newest, with_answer(_known(answers, key), key, text))
        if tried.question is not None and tried.question.key == key:
            raise Faults(tried.faults)
    except Faults as trouble:
        # What the form had on it stays, so that nothing has to be typed again; else what the draft keeps.
        try:
            work = after_press(question, form, notation)
        except Faults:
            work = _work(found, answers)
        return _asked(page, kept, found, replace(work, typed=typed_in(form)), trouble)
    _keep(page, kept, with_answer(_known(answers, key), key, text))
    return page.go(page.to("drafts", draft))


def _known(answers: dict[str, str], key: str) -> dict[str, str]:
    """The answers without what was being set."""
    return {name: value for name, value in answers.items() if name != UNFINISHED + key}


def _text(form: SentForm) -> str:
    """An answer in words; boxes that are ticked are answers with commas between them."""
    return ", ".join(filter(None, (*form.texts("ticked"), form.text("answer") or form.text("typed-table"))))


# One question


def _asked(
    page: Page, kept: KeptDraft | None, found: GuideProgress, work: Editing | None = None, trouble: Faults | None = None
) -> Response:
    """The screen of a question; `kept` is None before the first answer."""
    question = found.question
    assert question is not None
    answers = kept.work.answers if kept and isinstance(kept.work, Unfinished) else {}
    opened = page.newest
    row = _row(opened, found)
    work = work or _work(found, answers)
    shown: DraftEffect | None = None
    if question.kind is Kind.OUTCOMES and question.key.startswith("outcomes") and work.weighing.complete:
        shown = trial_effect(page.desk, opened, answers, question.key, work.weighing.answer)
    faults = trouble.faults if trouble else found.faults
    choices, is_poll = question.choices, question.kind is Kind.POLL
    ids = {choice.value for choice in choices} if question.kind is Kind.TABLE else set()
    tables = [each for each in opened.event.results if each.id in ids]
    context: dict[str, Any] = {
        "question": question,
        "given": found.answer,
        "work": work,
        # The question that is on the screen need not be named.
        "faults": [replace(fault, where="") if fault.where == question.key else fault for fault in faults],
        "chips": _chips(opened, found),
        "row": row,
        # Of a poll the results at other tables are offered too.
        "choices": field_choices(opened.event, row, opened.event.conditions(row.board, row))
        if row and is_poll
        else choices,
        "tables": sorted(tables, key=lambda row: (natural(row.session), natural(row.section), natural(row.table))),
        "boards": sorted({result.board for result in opened.event.results})[:MOST_BUTTONS],
        "keypad": editing,
        "shown": shown,
        "held_by": _other(page, kept) if kept else "",
        "single": question.key == "claim",
        "contracts": _contracts(opened, row) if row and question.key == "disallowed" else (),
    }
    return page.show("question.html", status=422 if trouble else 200, draft=kept, about=_about(found), **context)


def _work(found: GuideProgress, answers: Answers = MappingProxyType({})) -> Editing:
    """What is being set at the question, where it is one at which something is set."""
    assert found.question is not None
    sets = found.question.kind in (Kind.OUTCOMES, Kind.POLL)
    return editing_of(found.question, answers, found.answer) if sets else Editing()


def _chips(opened: OpenEvent, found: GuideProgress) -> list[tuple[str, str]]:
    row = _row(opened, found)
    return [
        (question.key, place_of(row) if question.key == "table" and row else answer_summary(question, answer))
        for question, answer in found.answered
    ]


def _about(found: GuideProgress) -> str:
    """The board, for the head of the page."""
    about = (answer_summary(question, answer) for question, answer in found.answered if question.key == "board")
    return next(about, "")


def _row(opened: OpenEvent, found: GuideProgress) -> TableResult | None:
    """The table that it is about, as soon as that is known."""
    for question, table in found.answered:
        if question.key == "table":
            ids = {choice.value for choice in question.choices}
            return find_table(table, [row for row in opened.event.results if row.id in ids])
    return None


def _contracts(opened: OpenEvent, row: TableResult) -> tuple[str, ...]:
    """Contracts that may be struck: the one of this table first, then those of other tables."""
    contracts: dict[str, None] = {}
    for each in (row, *(other for other in opened.event.results if other.board == row.board)):
        plain = each.result.plain if isinstance(each.result, Mixture) else None
        if isinstance(plain, Result):
            contracts[f"{plain.contract} {plain.declarer.value}"] = None
    return tuple(contracts)[:12]


# The end


def _closing(page: Page, kept: KeptDraft, found: GuideProgress, trouble: Faults | None = None) -> Response:
    if isinstance(found.end, LeftOpen):
        return page.show(
            "left_open.html",
            draft=kept,
            about=_about(found),
            end=found.end,
            chips=_chips(page.newest, found),
            held_by=_other(page, kept),
        )
    draft = draft_of(found)
    assert draft is not None
    shown, wrong = _effect(page, draft)
    faults = tuple(dict.fromkeys((*(trouble.faults if trouble else ()), *wrong)))
    ruling = found.end.ruling if isinstance(found.end, Ready) else None
    offer = found.end.offer if isinstance(found.end, Ready) else None
    return page.show(
        "closing.html",
        draft=kept,
        about=_about(found),
        chips=_chips(page.newest, found),
        closing=found.closing,
        answers=found.answers,
        shown=shown,
        correction=found.end if isinstance(found.end, Correction) else None,
        faults=faults,
        since=clashing(page.newest, kept.seen, ruling) if ruling else [],
        seats=[seat for side in shown.preview.table.seats for seat in side] if shown and shown.preview else [],
        penalty=standard_penalty(page.newest.event),
        offer=offer,
        held_by=_other(page, kept),
    )


def _effect(page: Page, draft: Draft) -> tuple[DraftEffect | None, tuple[Fault, ...]]:
    """What a draft would do, or what is wrong with it."""
    try:
        return draft_effect(page.desk, page.newest, draft), ()
    except Faults as wrong:
        return None, wrong.faults


def _proposed(page: Page, kept: KeptDraft) -> Response:
    """A draft that is a whole ruling: only to be looked at, confirmed, or thrown away."""
    found = proposed_by(kept, page.newest)
    assert found is not None
    shown, faults = _effect(page, found.draft())
    return page.show(
        "closing.html", draft=kept, about="", chips=[], closing=(), answers={},
        shown=shown, correction=None, faults=faults, since=clashing(page.newest, kept.seen, found.ruling), seats=[],
        offer=None,
        held_by=_other(page, kept),
    )  # fmt: skip


@screen.action("/e/{event}/drafts/{draft}/last", Right.RULE)
def last(page: Page, form: SentForm, draft: str) -> Response:
    """Take what the last screen says, and look at the effect again or confirm it."""
    kept = _held(page, draft)
    if not isinstance(kept.work, Unfinished):
        return _confirm(page, kept, None, form)
    answers = dict(kept.work.answers)
    for name in form.names():
        key = name.removeprefix("answer-")
        if name in BESIDE or (name.startswith("answer-") and is_closing(key)):
            answers[key] = form.text(name)
    try:
        found = progress_of(page.newest, answers)
    except Faults as trouble:
        return _closing(page, kept, progress_of(page.newest, kept.work.answers), trouble)
    if found.question is not None and is_closing(found.question.key):
        return _closing(page, kept, progress_of(page.newest, kept.work.answers), Faults(found.faults))
    kept = _keep(page, kept, answers)
    if form.text("do") != "confirm" or found.end is None or isinstance(found.end, LeftOpen):
        return page.go(page.to("drafts", draft))
    return _confirm(page, kept, found, form)


def _confirm(page: Page, kept: KeptDraft, found: GuideProgress | None, form: SentForm) -> Response:
    """Enter it, unless the Laws forbid it, or somebody was quicker about the same board, case or regulation."""
    proposed = proposed_by(kept, as_seen(page, form)) if found is None else None
    draft = draft_of(found) if found else proposed.draft() if proposed else None
    assert draft is not None
    try:
        effect = enter(page, form, draft)
    except Unlawful:
        answer = _closing(page, kept, found) if found else _proposed(page, kept)
        answer.status_code = 409
        return answer
    except Faults as trouble:
        if found is None:
            raise
        return _closing(page, kept, found, trouble)
    drop(page.desk, effect.after, kept.id)
    given = [entry.payload.ruling.id for entry in effect.new if isinstance(entry.payload, RulingGiven)]
    return page.go(page.to("rulings", given[-1], new=1) if given else page.to("rulings"))


# Who holds it


@screen.action("/e/{event}/drafts/{draft}/take", Right.RULE)
def take(page: Page, form: SentForm, draft: str) -> Response:
    """Take up another director's draft."""
    _kept(page, draft)
    take_up(page.desk, page.newest, draft)
    return page.go(page.to("drafts", draft))


@screen.action("/e/{event}/drafts/{draft}/drop", Right.RULE)
def throw_away(page: Page, form: SentForm, draft: str) -> Response:
    """Throw one's own draft away."""
    _kept(page, draft)
    discard(page.desk, page.newest, draft)
    return page.go(page.to())


def _kept(page: Page, id: str) -> KeptDraft:
    with not_here():
        return kept_draft(page.desk, page.newest, id)


def _held(page: Page, id: str) -> KeptDraft:
    """The draft, unless another director has it in hand."""
    kept = _kept(page, id)
    if kept.author != page.visitor.name:
        raise Refusal(f"{kept.author} has draft {id} in hand.", "Take it over first.")
    return kept


def _other(page: Page, kept: KeptDraft) -> str:
    return kept.author if kept.author != page.visitor.name else ""


def _keep(page: Page, kept: KeptDraft, answers: dict[str, str]) -> KeptDraft:
    keep(page.desk, page.newest, Unfinished(answers), kept.id)
    return kept_draft(page.desk, page.newest, kept.id)


# Answers in a few words


_SIDES = {
    "ns": "N-S non-offending",
    "ew": "E-W non-offending",
    "both": "both non-offending",
    "none": "nobody non-offending",
}
_NAMED: dict[str, Callable[[str], str]] = {
    "board": lambda answer: f"Board {answer.casefold().removeprefix('board').strip()}",
    "non-offending": lambda answer: _SIDES.get(answer, answer),
    "self-inflicted": lambda answer: "partly self-inflicted" if answer == "yes" else "not self-inflicted",
    "own-afterwards": lambda answer: "afterwards" if answer == "yes" else "not afterwards",
    "own-unrelated": lambda answer: "unrelated" if answer == "yes" else "related",
    "own-serious": lambda answer: "serious or gambling" if answer == "yes" else "not serious enough",
    "assigned-imps": lambda answer: f"assigned {answer} IMPs for N-S",
    "assigned-result": lambda answer: f"assigned {_award_summary(answer)}",
    "psyche-penalty": lambda answer: "no penalty" if answer == "none" else "the standard penalty",
    "replace": lambda answer: "replaces a ruling" if answer == "yes" else "the ruling stays",
    "without": lambda answer: f"expected {_award_summary(answer)}",
    "after": lambda answer: f"after it {_award_summary(answer)}",
    "claim": lambda answer: f"claim: {_award_summary(answer)}",
    "outside-agency": lambda answer: "outside agency" if answer == "yes" else "no outside agency",
    "favourable": lambda answer: "clearly favourable" if answer == "yes" else "not clearly favourable",
    "outcomes-ns": lambda answer: f"N-S {_award_summary(answer)}",
    "outcomes-ew": lambda answer: f"E-W {_award_summary(answer)}",
}


def answer_summary(question: Question, answer: str) -> str:
    """An answer in a few words."""
    if question.key in _NAMED:
        return _NAMED[question.key](answer)
    if question.noun:
        return {"yes": question.noun, "no": f"no {question.noun}"}.get(answer, "not sure yet")
    if question.key.startswith("fault-"):
        side = "N-S" if question.key.endswith("ns") else "E-W"
        return f"{side} {({'none': 'not ', 'partly': 'partly '}).get(answer, '')}at fault"
    if question.key == "disallowed":
        calls = ", ".join(action_words(call.strip()) for call in answer.split(","))
        return f"{calls} not allowed" if answer else "no call struck"
    if question.kind is Kind.POLL:
        try:
            polls = read_polls([[answer]]) if answer else ()
            return "; ".join(poll_words(dict(poll.votes)) for poll in polls) or "nobody polled"
        except Faults:
            return answer
    if question.kind is Kind.OUTCOMES:
        return "a score for each side" if answer == "split" else _award_summary(answer)
    for choice in question.choices:
        if choice.value == answer:
            return choice.words.partition(" · ")[0].partition(": ")[0]
    return answer if len(answer) <= 60 else f"{answer[:57]} …"


def _award_summary(answer: str) -> str:
    try:
        award = parse_award(answer)
    except Faults:
        return answer
    return award_words(award) if isinstance(award, Mixture) else answer
