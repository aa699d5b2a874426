"""The steps of a ruling, and where a draft stands in them: a function of the event and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from amends.desk.guide import Answers, Correction, LeftOpen, Question, Ready, walked
from amends.desk.guide.outcomes import GROUND
from amends.desk.guide.replay import CASE
from amends.desk.open_event import OpenEvent
from amends.event.case import Irregularity
from amends.faults import Fault, Faults


class RulingStep(StrEnum):
    """A step; its value is the last part of its address."""

    WHERE = "where"
    FACTS = "facts"
    POLL = "poll"
    WEIGHTS = "weights"
    CLAIM = "claim"
    CHECK = "check"


CLOSING = ("laws", "reason")
ACCEPT = "accept "
"""Before the clause under which something is unusual: the question why it is right here."""

BEING_SET = "~"
"""Before the name of something that is being set, or that only the pages know: the guide never asks for it."""


def is_closing(key: str) -> bool:
    """Whether a question belongs to the last step."""
    return key in CLOSING or key.startswith(ACCEPT)


def step_of(key: str) -> RulingStep:
    """The step at which a question is asked."""
    if key in ("board", "table", CASE):
        return RulingStep.WHERE
    if key == "claim":
        return RulingStep.CLAIM
    if key == "poll" or key.startswith("poll-"):
        return RulingStep.POLL
    if key in ("outcomes", "self-inflicted", "after", GROUND) or key.startswith(("outcomes-", "legal-route ", "own-")):
        return RulingStep.WEIGHTS
    return RulingStep.CHECK if is_closing(key) else RulingStep.FACTS


@dataclass(frozen=True, slots=True)
class GuideProgress:
    """Where a draft stands: what was answered, then a question or an end."""

    answered: tuple[tuple[Question, str], ...]
    question: Question | None = None
    """The next question, or the one whose answer is refused."""
    faults: tuple[Fault, ...] = ()
    end: Ready | Correction | LeftOpen | None = None
    closing: tuple[Question, ...] = ()
    """The questions of the last step."""
    answers: Mapping[str, str] = field(default_factory=dict)
    """With what the last step takes for granted."""

    @property
    def step(self) -> RulingStep:
        """The step at which it stands."""
        if self.question is not None:
            return step_of(self.question.key)
        return RulingStep.CLAIM if isinstance(self.end, Correction) else RulingStep.CHECK

    def answer(self, key: str) -> str:
        """What was answered to a question; "" where it was not asked."""
        return next((answer for question, answer in self.answered if question.key == key), "")

    def asked(self, key: str) -> Question | None:
        """A question that was answered, or that is asked next."""
        found = (question for question, _ in self.answered if question.key == key)
        return next(found, self.question if self.question is not None and self.question.key == key else None)

    @property
    def irregularities(self) -> tuple[Irregularity, ...]:
        """What happened, as far as it was said."""
        said = (answer for question, answer in self.answered if question.key.startswith("irregularity"))
        return tuple(Irregularity(answer) for answer in said if answer in list(Irregularity))


def progress_of(opened: OpenEvent, answers: Answers) -> GuideProgress:
    """Where these answers lead."""
    try:
        way = walked(opened, answers)
    except Faults as trouble:
        return _refused(opened, answers, trouble)
    before = tuple(each for each in way.answered if not is_closing(each[0].key))
    if isinstance(way.next, Question) and not is_closing(way.next.key):
        return GuideProgress(before, way.next, answers=answers)
    return _closed(opened, dict(answers), before)


def _refused(opened: OpenEvent, answers: Answers, trouble: Faults) -> GuideProgress:
    """An answer that does not do, or does not any more: the way ends at its question."""
    where = trouble.faults[0].where
    wrong = max((key for key in answers if where == key or where.startswith(f"{key}, ")), key=len, default="")
    if not wrong:
        raise trouble
    way = walked(opened, {key: answer for key, answer in answers.items() if key != wrong})
    if not isinstance(way.next, Question):
        raise trouble
    before = tuple(each for each in way.answered if not is_closing(each[0].key))
    return GuideProgress(before, way.next, trouble.faults, answers=answers)


def _closed(opened: OpenEvent, given: dict[str, str], before: tuple[tuple[Question, str], ...]) -> GuideProgress:
    """The end, with the usual answers to the questions of the last step where none was given yet."""
    while True:
        way = walked(opened, given)
        if not isinstance(way.next, Question):
            break
        given[way.next.key] = way.next.default
    closing = tuple(question for question, _ in way.answered if is_closing(question.key))
    return GuideProgress(before, end=way.next, closing=closing, answers=given)
