"""What stands around every step: where it is, the steps, the answers so far, the cards, who has the draft in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from starlette.responses import Response

from amends.awards import Mixture, parse_award
from amends.bridge import Auction
from amends.desk.desk import HeldByAnother
from amends.desk.guide import Kind, Question
from amends.desk.guide.called import find_table
from amends.desk.guide.in_question import auction_of, call_in_question
from amends.desk.guide.outcomes import GROUNDS
from amends.desk.guide.replay import CASE
from amends.desk.open_event import OpenEvent
from amends.desk.unfinished_rulings import KeptDraft, Unfinished, keep, keep_again, kept_draft
from amends.event import Ruling, TableResult
from amends.event.case import Irregularity
from amends.event.rows import table_of
from amends.faults import Faults, Refusal
from amends.journal.history import Case
from amends.reports.layout.diagram import diagrams
from amends.rulings.polls.poll import read_polls
from amends.web.forms.form import SentForm
from amends.web.forms.once import FIELD as TOKEN
from amends.web.forms.once import LONGEST as LONGEST_TOKEN
from amends.web.forms.texts import text as _
from amends.web.request import Page, not_here
from amends.web.screens.ruling.steps import BEING_SET, GuideProgress, RulingStep, progress_of, step_of
from amends.wording.award_text import action_words, award_words, poll_words

CALL = f"{BEING_SET}call"
"""The place of the call in question in the auction, where one was tapped."""


@dataclass(frozen=True, slots=True)
class Work:
    """A draft at work: what it has kept, where it stands, and the table that it is about."""

    kept: KeptDraft | None
    """None before the first answer."""
    answers: dict[str, str]
    progress: GuideProgress
    row: TableResult
    case: Case | None
    auction: Auction | None

    def with_answers(self, opened: OpenEvent, answers: dict[str, str]) -> Work:
        """The same draft with other answers."""
        return Work(self.kept, answers, progress_of(opened, answers), self.row, self.case, self.auction)

    def keep(self, page: Page, form: SentForm, answers: Mapping[str, str] | None = None) -> Work:
        """Keep the answers, these or its own; the work as it is kept then."""
        return replace(self, kept=keep_answers(page, form, self.kept, dict(answers or self.answers)))


def kept_at(page: Page, id: str) -> KeptDraft:
    """The draft of an address."""
    with not_here():
        return kept_draft(page.desk, page.newest, id)


SHOWN_DRAFT = "draft-mark"
"""The field that says which draft a page has shown."""


def held(page: Page, form: SentForm, id: str) -> KeptDraft:
    """The draft of an address, unless another director has it in hand, or the page of the form shows an older one."""
    kept = kept_at(page, id)
    if kept.author != page.visitor.name:
        raise HeldByAnother(kept.author, id)
    kept.refuse_stale(form.text(SHOWN_DRAFT), form.text(TOKEN))
    return kept


def keep_answers(page: Page, form: SentForm, kept: KeptDraft | None, answers: dict[str, str]) -> KeptDraft:
    """Keep the answers of a form, as a new draft where there is none yet."""
    work = Unfinished(answers)
    if kept is None:
        return kept_draft(page.desk, page.newest, keep(page.desk, page.newest, work))
    return keep_again(page.desk, page.newest, work, kept, form.text(TOKEN)[:LONGEST_TOKEN])


def answers_of(kept: KeptDraft) -> dict[str, str]:
    """The answers that a draft holds."""
    if not isinstance(kept.work, Unfinished):
        raise Refusal(_("This draft asks no questions."), _("Give it, or discard it."))
    return dict(kept.work.answers)


def has_table(answers: Mapping[str, str]) -> bool:
    """Whether answers say which table they are about."""
    return CASE in answers or "table" in answers


def work_of(page: Page, kept: KeptDraft) -> Work:
    """The work of a draft that holds answers."""
    return work_at(page.newest, answers_of(kept), kept)


def work_at(opened: OpenEvent, answers: dict[str, str], kept: KeptDraft | None = None) -> Work:
    """The work that these answers are."""
    row, case = _where(opened, answers)
    return Work(kept, answers, progress_of(opened, answers), row, case, auction_of(row, case))


def _where(opened: OpenEvent, answers: dict[str, str]) -> tuple[TableResult, Case | None]:
    case = opened.history.case(answers[CASE]) if answers.get(CASE) else None
    if case is not None:
        return table_of(Ruling(case.id, case.board, case.table), opened.event.results), case
    board = answers.get("board", "")
    rows = [row for row in opened.event.results if str(row.board) == board]
    if not rows:
        raise Refusal(_("Please choose a board and a table first."))
    row = rows[0] if len(rows) == 1 else find_table(answers.get("table", ""), rows)
    return row, None


# The frame


_WAY = {
    RulingStep.WHERE: _("Where"),
    RulingStep.FACTS: _("What happened"),
    RulingStep.POLL: _("Poll"),
    RulingStep.WEIGHTS: _("Weights"),
    RulingStep.CLAIM: _("Tricks"),
    RulingStep.CHECK: _("Give"),
}


def _way(progress: GuideProgress) -> tuple[RulingStep, ...]:
    """The steps of this ruling, as far as the answers tell."""
    kinds = progress.irregularities
    if kinds == (Irregularity.CLAIM,):
        return RulingStep.WHERE, RulingStep.FACTS, RulingStep.CLAIM
    short = progress.answer("result") == "cannot" or progress.answer("infraction") == "no"
    short = short or Irregularity.FIELDED_PSYCHE in kinds or progress.asked("assigned") is not None
    if short and progress.asked("outcomes") is None:
        return RulingStep.WHERE, RulingStep.FACTS, RulingStep.CHECK
    return RulingStep.WHERE, RulingStep.FACTS, RulingStep.POLL, RulingStep.WEIGHTS, RulingStep.CHECK


def address(page: Page, work: Work, step: RulingStep) -> str:
    """Where a step of a draft is; before the first answer there is only the first."""
    if work.kept is None:
        where = page.to("rule", board=work.row.board)
        return where if step is RulingStep.WHERE else page.to("rule", "facts", board=work.row.board, table=work.row.id)
    return page.to("drafts", work.kept.id, step.value)


def frame(page: Page, work: Work, step: RulingStep) -> dict[str, Any]:
    """The context that the templates of all steps need."""
    opened, row = page.newest, work.row
    way = _way(work.progress)
    here = way.index(step) if step in way else len(way) - 1
    question = call_in_question(work.auction, work.answers.get(CALL, ""))
    deals = diagrams(opened.event, row.board, [row])
    possible = page.server.analyst.possible(deals, iter(())) if deals else {}
    return {
        "draft": work.kept,
        "work": work,
        "step": step,
        "steps": [(_WAY[each], "done" if n < here else "now" if n == here else "") for n, each in enumerate(way)],
        "back": address(page, work, way[here - 1]) if here else page.to(),
        "here": address(page, work, step),
        "row": row,
        "summary": list(_summary(page, work)),
        "short": list(_short(work)),
        "held_by": work.kept.author if work.kept and work.kept.author != page.visitor.name else "",
        "deals": deals,
        "possible": possible,
        "auction": work.auction,
        "in_question": question,
        "conditions": opened.event.conditions(row.board, row),
    }


def _summary(page: Page, work: Work) -> Iterator[tuple[str, str, str]]:
    """The answers so far: what was asked for short, the answer, and where it is changed."""
    for question, answer in work.progress.answered:
        if question.key in ("board", "table", "replace") or (question.key == "poll-3" and not answer):
            continue
        words = answer_summary(question, answer)
        if words:
            yield _named(question), words, address(page, work, step_of(question.key))


def _named(question: Question) -> str:
    names = {
        "irregularity": _("What"),
        "non-offending": _("Non-offending"),
        "disallowed": _("Not allowed"),
        "result": _("Result"),
        "infraction": _("Judgement"),
        "poll": _("Poll"),
        "poll-2": _("Then"),
        "outcomes": _("Award"),
        "outcomes-ns": _("N-S"),
        "outcomes-ew": _("E-W"),
        "fault-ns": _("N-S"),
        "fault-ew": _("E-W"),
    }
    return names.get(question.key, question.words.rsplit(". ", 1)[-1])


def _short(work: Work) -> Iterator[str]:
    """The answers in one line."""
    for question, answer in work.progress.answered:
        if question.key == "irregularity" and answer != "several":
            yield Irregularity(answer).short.upper() or Irregularity(answer).words.capitalize()
        elif question.key == "disallowed" and answer:
            yield _("%(calls)s struck", calls=", ".join(action_words(call.strip()) for call in answer.split(",")))
        elif question.kind is Kind.POLL and answer:
            counts = "–".join(str(count) for action, count in _counts(answer))
            yield _("poll %(votes)s", votes=counts) if question.key == "poll" else _("then %(votes)s", votes=counts)
        elif question.key.startswith("fault-"):
            yield answer_summary(question, answer)


def _counts(answer: str) -> list[tuple[str, int]]:
    try:
        return list(read_polls([[answer]])[0].votes)
    except Faults:
        return []


def shown(
    page: Page, template: str, work: Work, step: RulingStep, status: int | None = None, **context: Any
) -> Response:
    """The page of a step."""
    return page.show(template, status=status, **frame(page, work, step), **context)


# Answers in a few words


_NAMED: dict[str, Callable[[str], str]] = {
    "non-offending": {"ns": "N-S", "ew": "E-W", "both": _("both sides"), "none": _("nobody")}.__getitem__,
    "nobody-innocent": {
        "artificial": _("no normal play possible"),
        "assigned": _("a score is assigned"),
        "stands": _("the result stands"),
    }.__getitem__,
    "result": {
        "played": _("played"),
        "foreseen": _("one can be foreseen"),
        "cannot": _("no result can be had"),
    }.__getitem__,
    "infraction": {
        "yes": _("infraction"),
        "no": _("none: the result stands"),
        "not-sure": _("not sure yet"),
    }.__getitem__,
    "self-inflicted": {"yes": _("partly their own doing"), "no": ""}.__getitem__,
    "split-ground": lambda answer: GROUNDS[answer][1] if answer in GROUNDS else "",
    "own-afterwards": lambda answer: _("after it") if answer == "yes" else _("not after it"),
    "own-unrelated": lambda answer: _("unrelated") if answer == "yes" else _("related"),
    "own-serious": lambda answer: _("serious") if answer == "yes" else _("not serious"),
    "assigned": lambda answer: _("no score assigned") if answer == "no" else "",
    "assigned-result": lambda answer: _("assigned %(award)s", award=_award_summary(answer)),
    "psyche-penalty": lambda answer: _("no penalty") if answer == "none" else _("the standard penalty"),
    "after": lambda answer: _("after it %(award)s", award=_award_summary(answer)),
    "claim": lambda answer: _("claim: %(award)s", award=_award_summary(answer)),
    "outside-agency": lambda answer: _("outside agency") if answer == "yes" else _("no outside agency"),
    "favourable": lambda answer: _("clearly favourable") if answer == "yes" else _("not clearly favourable"),
}


def answer_summary(question: Question, answer: str) -> str:
    """An answer in a few words."""
    if question.key in _NAMED:
        return _NAMED[question.key](answer)
    if question.key.startswith("fault-"):
        side = "N-S" if question.key.endswith("ns") else "E-W"
        return f"{side} {({'none': 'not ', 'partly': 'partly '}).get(answer, '')}at fault"
    if question.key == "disallowed":
        return ", ".join(action_words(call.strip()) for call in answer.split(",")) if answer else ""
    if question.kind is Kind.POLL:
        return poll_words(dict(_counts(answer))) if answer else ""
    if question.kind is Kind.OUTCOMES:
        return _("a score for each side") if answer == "split" else _award_summary(answer)
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
