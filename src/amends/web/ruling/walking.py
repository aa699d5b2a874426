"""Where a draft stands: the answers so far, the question that comes next, or the end with all that it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from amends.desk.guide import Answers, Correction, LeftOpen, Question, Ready, walked
from amends.desk.guide.replay import CASE
from amends.desk.open_event import OpenEvent
from amends.faults import Fault, Faults

CLOSING = ("laws", "reason")
ACCEPT = "accept "
"""The questions at the end have one screen together: laws, reason, and why something unusual is right."""


@dataclass(frozen=True, slots=True)
class Stand:
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


def stand(opened: OpenEvent, answers: Answers, at: str = "") -> Stand:
    """Where these answers lead; with `at`, back to a question that was answered."""
    earlier = _before(answers, at) if at and at != CASE else answers
    try:
        way = walked(opened, earlier)
    except Faults as trouble:
        return _refused(opened, answers, trouble)
    before = tuple(each for each in way.answered if not is_closing(each[0].key))
    found = way.next
    if isinstance(found, Question) and not is_closing(found.key):
        return Stand(before, found, answers.get(found.key, "") if at == found.key else "")
    return _closed(opened, dict(earlier), before)


def _before(answers: Answers, key: str) -> dict[str, str]:
    """The answers before one of them; all where it is none."""
    kept = dict(answers)
    if key in kept:
        for each in list(kept)[list(kept).index(key) :]:
            del kept[each]
    return kept


def _refused(opened: OpenEvent, answers: Answers, trouble: Faults) -> Stand:
    """An answer that does not do, or does not any more: back to its question."""
    where = trouble.faults[0].where
    wrong = max((key for key in answers if where == key or where.startswith(f"{key}, ")), key=len, default="")
    if not wrong:
        raise trouble
    way = walked(opened, _before(answers, wrong))
    if not isinstance(way.next, Question):
        raise trouble
    before = tuple(each for each in way.answered if not is_closing(each[0].key))
    return Stand(before, way.next, answers[wrong], trouble.faults)


def _closed(opened: OpenEvent, given: dict[str, str], before: tuple[tuple[Question, str], ...]) -> Stand:
    """The end, with the usual answers to the questions of the last screen where none was given yet."""
    while True:
        way = walked(opened, given)
        if not isinstance(way.next, Question):
            break
        given[way.next.key] = way.next.default
    closing = tuple(question for question, _ in way.answered if is_closing(question.key))
    return Stand(before, end=way.next, closing=closing, answers=given)


def with_answer(answers: Answers, key: str, answer: str) -> dict[str, str]:
    """The answers with another one: in its old place where it had one, so that those after it may stay."""
    return {**answers, key: answer}
