"""From the answers so far to the next question: a function of the event and the answers, and of nothing else.

To go back is to drop answers from the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from amends.desk.guide.questions import Answers, Question, settled
from amends.desk.guide.result import Correction, LeftOpen, Ready
from amends.desk.guide.steps import ruling_steps
from amends.desk.open_event import OpenEvent
from amends.faults import Faults

CASE = "case"
"""The key under which answers may name an open case; it is never asked for."""

Next: TypeAlias = Question | Ready | Correction | LeftOpen
"""What comes next: one more question, or an end."""


@dataclass(frozen=True, slots=True)
class Walked:
    """The questions that have been answered, each with its answer as it counts, and what comes next."""

    answered: tuple[tuple[Question, str], ...]
    next: Next

    @property
    def answers(self) -> dict[str, str]:
        """The answers without any that were never asked for."""
        return {question.key: answer for question, answer in self.answered}


def next_question(opened: OpenEvent, answers: Answers) -> Next:
    """The next question; at the end a ruling, a corrected result, or why there is neither."""
    return walked(opened, answers).next


def walked(opened: OpenEvent, answers: Answers) -> Walked:
    """The way through the questions with these answers; one that is no answer is refused at its question."""
    steps = ruling_steps(opened, answers.get(CASE, ""))
    answered: list[tuple[Question, str]] = []
    question: Question | None = None
    try:
        question = next(steps)
        while question.key in answers:
            answer = settled(question, answers[question.key])
            answered.append((question, answer))
            question = steps.send(answer)
    except StopIteration as ended:
        return Walked(tuple(answered), ended.value)
    except Faults as trouble:
        raise trouble.at(question.key) if question else trouble from None
    return Walked(tuple(answered), question)
