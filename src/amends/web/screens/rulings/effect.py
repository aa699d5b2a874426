"""The progress of a draft through the guide, and the effect that its ruling would have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from amends.bridge import Side
from amends.desk.commands.cases import Report
from amends.desk.commands.rulings import Proposed
from amends.desk.confirm import Draft, Effect
from amends.desk.desk import Desk
from amends.desk.guide import Answers, Correction, LeftOpen, Question, Ready, walked
from amends.desk.guide.replay import CASE
from amends.desk.open_event import OpenEvent
from amends.event.case import Statement
from amends.event.ruling import Penalty
from amends.faults import Fault, Faults
from amends.reports.preview import PreviewReport, sides_in_order
from amends.rulings.consequences.preview import Preview

# Where a draft stands


CLOSING = ("laws", "reason")
ACCEPT = "accept "
"""The questions at the end have one screen together: laws, reason, and why something unusual is right."""


@dataclass(frozen=True, slots=True)
class GuideProgress:
    """Where a draft stands."""

    answered: tuple[tuple[Question, str], ...]
    question: Question | None = None
    answer: str = ""
    """What was answered to the question, where somebody has come back to it."""
    faults: tuple[Fault, ...] = ()
    end: Ready | Correction | LeftOpen | None = None
    closing: tuple[Question, ...] = ()
    """The questions of the last screen."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """With what the last screen takes for granted."""


def is_closing(key: str) -> bool:
    """Whether the question with a key stands on the last screen."""
    return key in CLOSING or key.startswith(ACCEPT)


def progress_of(opened: OpenEvent, answers: Answers, at: str = "") -> GuideProgress:
    """Where these answers lead; with `at`, back to a question that was answered."""
    earlier = _before(answers, at) if at and at != CASE else answers
    try:
        way = walked(opened, earlier)
    except Faults as trouble:
        return _refused(opened, answers, trouble)
    before = tuple(each for each in way.answered if not is_closing(each[0].key))
    found = way.next
    if isinstance(found, Question) and not is_closing(found.key):
        return GuideProgress(before, found, answers.get(found.key, "") if at == found.key else "")
    return _closed(opened, dict(earlier), before)


def _before(answers: Answers, key: str) -> dict[str, str]:
    """The answers before one of them; all where it is none."""
    keys = list(answers)
    return {each: answers[each] for each in keys[: keys.index(key)]} if key in answers else dict(answers)


def _refused(opened: OpenEvent, answers: Answers, trouble: Faults) -> GuideProgress:
    """An answer that does not do, or does not any more: back to its question."""
    where = trouble.faults[0].where
    wrong = max((key for key in answers if where == key or where.startswith(f"{key}, ")), key=len, default="")
    if not wrong:
        raise trouble
    way = walked(opened, _before(answers, wrong))
    if not isinstance(way.next, Question):
        raise trouble
    before = tuple(each for each in way.answered if not is_closing(each[0].key))
    return GuideProgress(before, way.next, answers[wrong], trouble.faults)


def _closed(opened: OpenEvent, given: dict[str, str], before: tuple[tuple[Question, str], ...]) -> GuideProgress:
    """The end, with the usual answers to the questions of the last screen where none was given yet."""
    while True:
        way = walked(opened, given)
        if not isinstance(way.next, Question):
            break
        given[way.next.key] = way.next.default
    closing = tuple(question for question, _ in way.answered if is_closing(question.key))
    return GuideProgress(before, end=way.next, closing=closing, answers=given)


def with_answer(answers: Answers, key: str, answer: str) -> dict[str, str]:
    """The answers with another one: in its old place where it had one, so that those after it may stay."""
    return {**answers, key: answer}


FACTS, SAID_NS, SAID_EW = "facts", "said-ns", "said-ew"
PENALTY_WHO, PENALTY_AMOUNT, PENALTY_REASON = "penalty-who", "penalty-amount", "penalty-reason"
BESIDE = (FACTS, SAID_NS, SAID_EW, PENALTY_WHO, PENALTY_AMOUNT, PENALTY_REASON)
"""What the last screen asks for besides the ruling, kept with the answers under keys that the guide never asks for."""


@dataclass(frozen=True, slots=True)
class DraftEffect:
    """An effect, and for a ruling its preview."""

    effect: Effect
    preview: Preview | None
    report: PreviewReport | None

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides in the order in which they are shown: the non-offending one first."""
        return tuple(sides_in_order(self.preview.ruling)) if self.preview else tuple(Side)


def draft_effect(desk: Desk, opened: OpenEvent, draft: Draft) -> DraftEffect:
    """What a draft would do."""
    effect = desk.preview(opened, draft)
    preview = effect.previews[0] if effect.previews else None
    return DraftEffect(effect, preview, PreviewReport(preview, effect.after.event) if preview else None)


def draft_of(found: GuideProgress) -> Draft | None:
    """The draft to be confirmed; None where the questions lead to none."""
    match found.end:
        case Ready(ruling=ruling, report=report, penalties=penalties):
            # A procedural penalty of the last screen is a line of its own in the same case, never mixed into the score.
            who, amount = (found.answers.get(key, "") for key in (PENALTY_WHO, PENALTY_AMOUNT))
            penalty = Penalty(who, amount, "90", found.answers.get(PENALTY_REASON, ""))
            every = (*penalties, penalty) if who and amount else penalties
            return Proposed(ruling, with_more(report, found.answers), every).draft()
        case Correction() as correction:
            return correction.draft()
        case _:
            return None


def with_more(report: Report, answers: Mapping[str, str]) -> Report:
    """The report with the facts and statements of the last screen."""
    facts = replace(report.facts, happened=answers[FACTS]) if answers.get(FACTS) else report.facts
    said = tuple(
        Statement(words=answers[key], side=side)
        for key, side in ((SAID_NS, Side.NS), (SAID_EW, Side.EW))
        if answers.get(key)
    )
    return replace(report, facts=facts, statements=(*report.statements, *said))


def trial_effect(
    desk: Desk, opened: OpenEvent, answers: Mapping[str, str], key: str, answer: str
) -> DraftEffect | None:
    """What an answer would do if all went on as usual; None where it does not lead to a ruling yet."""
    try:
        found = progress_of(opened, with_answer(answers, key, answer))
        draft = draft_of(found)
        return draft_effect(desk, opened, draft) if draft is not None else None
    except Faults:
        return None
