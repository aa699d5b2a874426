"""What happened: one irregularity, or several in the same case."""

from __future__ import annotations

from amends.desk.guide.questions import NO, Choice, Kind, Question, Steps, choose
from amends.event import Event, Form
from amends.event.case import Irregularity
from amends.journal.history import Case
from amends.laws.editions import REGULATION, clause

SEVERAL = "several"
MOST = 4
"""How many irregularities a case may have."""

_ALONE = (Irregularity.CLAIM, Irregularity.FIELDED_PSYCHE, Irregularity.NOT_COMPARABLE)
"""What has a way of its own through the questions."""


def what_happened(event: Event, case: Case | None) -> Steps[tuple[Irregularity, ...]]:
    """The irregularities that the ruling is about, the first one first."""
    question = Question(
        key="irregularity",
        kind=Kind.CHOICE,
        words="What happened?",
        choices=(*_choices(event, offered(event)), Choice(SEVERAL, "several of these")),
        default=_default(case),
    )
    answer = yield from choose(question)
    if answer != SEVERAL:
        return (Irregularity(answer),)
    found: tuple[Irregularity, ...] = ()
    while len(found) < MOST:
        left = [each for each in offered(event) if each not in (*_ALONE, *found)]
        enough = (Choice(NO, "nothing else"),) if len(found) > 1 else ()
        more = Question(
            key=f"irregularity-{len(found) + 1}",
            kind=Kind.CHOICE,
            words="What happened first?" if not found else "What else happened?",
            choices=(*enough, *_choices(event, left)),
            hint="by either side: the laws of all are cited, and each side has one award" if not found else "",
        )
        answer = yield from choose(more)
        if answer == NO:
            break
        found = (*found, Irregularity(answer))
    return found


def _default(case: Case | None) -> str:
    if case is None:
        return ""
    return case.irregularity.value if len(case.irregularities) == 1 else SEVERAL


def offered(event: Event) -> list[Irregularity]:
    """All, but comparisons between two rooms only where there are two."""
    return [each for each in Irregularity if each is not Irregularity.NOT_COMPARABLE or event.form is Form.TEAMS]


def _choices(event: Event, irregularities: list[Irregularity]) -> tuple[Choice, ...]:
    return tuple(Choice(each.value, f"{each.words} · {_law(each, event)}", each.short) for each in irregularities)


def _law(irregularity: Irregularity, event: Event) -> str:
    """Its law in the event's edition."""
    number = clause(irregularity.law, event.regulation.edition) if irregularity.law else REGULATION
    if irregularity is Irregularity.FOULED_BOARD and event.form is Form.TEAMS and event.regulation.edition >= 2017:
        return f"Laws {number} and 86B2"
    return "the regulation" if number == REGULATION else f"Law {number}"
