"""Where no result can be had: an artificial adjusted score by responsibility (12C2(a))."""

from __future__ import annotations

from dataclasses import replace

from amends.awards import Artificial, Mixture
from amends.bridge import BySide, Side, Vulnerable
from amends.desk.guide.questions import NO, YES, Choice, Kind, Question, Steps, choose, choose_yes
from amends.event import Event, Form, Ruling, TableResult
from amends.laws.editions import clause
from amends.laws.law12.c2_artificial import Responsibility, by_responsibility, exceeds_the_board
from amends.reports.awarded import result_line
from amends.reports.names import number_and_names

BY_FAULT = (
    Choice("none", "no fault of theirs: average plus"),
    Choice("partly", "partly at fault: average"),
    Choice("direct", "directly at fault: average minus"),
)
"""How far a side was at fault, and what it gets (12C2(a))."""


def responsibility(
    event: Event, row: TableResult, law: str, choices: tuple[Choice, ...] = BY_FAULT
) -> Steps[BySide[Responsibility]]:
    """How far each side was at fault."""
    answers = []
    for side in Side:
        who = ", ".join(number_and_names(event, seat) for seat in row.seats[side])
        question = Question(
            key=f"fault-{side.value.lower()}",
            kind=Kind.CHOICE,
            words=f"Were {side.words}{f' ({who})' if who else ''} at fault?",
            law=law,
            choices=choices,
        )
        answers.append(Responsibility((yield from choose(question))))
    return BySide(answers[0], answers[1])


def artificial(event: Event, row: TableResult, ruling: Ruling) -> Steps[Ruling]:
    """The ruling with average plus, average or average minus for each side."""
    law = clause("12C2(a)", event.regulation.edition)
    fault = yield from responsibility(event, row, law)
    return (yield from by_fault(event, ruling, fault))


def by_fault(event: Event, ruling: Ruling, fault: BySide[Responsibility]) -> Steps[Ruling]:
    """The ruling with the artificial scores that the fault of each side brings."""
    grades = fault.map(by_responsibility)
    outside = False
    if exceeds_the_board(grades.ns, grades.ew, event.regulation):
        question = Question(
            key="outside-agency",
            kind=Kind.CHOICE,
            words=f"{grades.ns} and {grades.ew} add up to more than the board. Was an outside agency at fault?",
            law=clause("12C2(a)", event.regulation.edition),
            choices=(Choice(YES, "yes, somebody who does not sit there"), Choice(NO, "no")),
            hint="the director, a caddy, another table; without one this is unusual and wants a reason",
        )
        outside = yield from choose_yes(question)
    return replace(ruling, fault=fault, awards=grades.map(Artificial), outside_agency=outside)


def other_room(event: Event, row: TableResult) -> TableResult | None:
    """At teams, the same board at the other table of the match, where it has a result."""
    if event.form is not Form.TEAMS:
        return None
    for other in event.results:
        same = (other.board, other.session, other.round, other.match) == (row.board, row.session, row.round, row.match)
        reversed_seats = (other.seats.ns, other.seats.ew) == (row.seats.ew, row.seats.ns)
        if same and reversed_seats and other.id != row.id and isinstance(other.result, Mixture):
            return other
    return None


def favourable(event: Event, other: TableResult, vulnerable: Vulnerable) -> Steps[bool]:
    """Whether the result at the other table is clearly favourable to one side, so that a result is assigned (86B1)."""
    question = Question(
        key="favourable",
        kind=Kind.CHOICE,
        words=(f"At the other table: {result_line(other.result, vulnerable)}. Is that clearly favourable to one side?"),
        law=clause("86B1", event.regulation.edition),
        choices=(
            Choice(NO, "no: an artificial score"),
            Choice(YES, "yes: a result is assigned at this table"),
        ),
    )
    return (yield from choose_yes(question))
