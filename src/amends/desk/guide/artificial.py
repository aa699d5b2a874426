"""Where no result can be had: an artificial adjusted score by responsibility (12C2(a))."""

from __future__ import annotations

from dataclasses import replace

from amends import exact
from amends.awards import Artificial, Award, BetterOf, Grade, Mixture, Unit, parse_award
from amends.bridge import BySide, Side, Vulnerable
from amends.desk.commands.penalties import standard_penalty
from amends.desk.guide.called import DirectorCall, side_choices, side_words
from amends.desk.guide.questions import NO, YES, Choice, Kind, Question, Steps, ask, choose, choose_yes, read_outcomes
from amends.desk.guide.result import Ready
from amends.event import Event, Form, Ruling, TableResult
from amends.event.limits import within_limits
from amends.event.ruling import Penalty
from amends.faults import Faults, Refusal
from amends.laws.clauses import parse
from amends.laws.editions import clause
from amends.laws.law12 import Responsibility, by_responsibility, exceeds_the_board
from amends.wording.award_text import result_line
from amends.wording.names import number_and_names

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
        question = Question(
            key=f"fault-{side.value.lower()}",
            words=f"Were {side_words(event, row, side)} at fault?",
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
        words=(f"At the other table: {result_line(other.result, vulnerable)}. Is that clearly favourable to one side?"),
        law=clause("86B1", event.regulation.edition),
        choices=(
            Choice(NO, "no: an artificial score"),
            Choice(YES, "yes: a result is assigned at this table"),
        ),
    )
    return (yield from choose_yes(question))


RESULT, IMPS = "result", "imps"

_FAULT = (
    Choice("none", "no fault of theirs"),
    Choice("partly", "partly at fault"),
    Choice("direct", "directly at fault"),
)


def not_comparable(called: DirectorCall) -> Steps[Ready]:
    """86B2: one side at fault gives the others the better of average plus and an assigned score."""
    fault = yield from responsibility(called.event, called.row, called.law("86B2"), _FAULT)
    ruling = yield from by_fault(called.event, called.ruling, fault)
    if (innocent := ruling.innocent) is not None:
        ruling = replace(ruling, assigned=(yield from assigned(called, innocent)))
    return (yield from called.ready(ruling, called.laws("86B2", "12C2(a)")))


def assigned(called: DirectorCall, side: Side) -> Steps[Award | None]:
    """The assigned score at this table for a side that is not at fault; None where none can be given."""
    choices = [Choice(NO, f"no: average plus for {side.words}, the complement for {side.other.words}")]
    if other_room(called.event, called.row) is not None:
        choices.append(Choice(RESULT, "yes: a result at this table, or several with weights"))
    if called.event.scoring == "imps":
        choices.append(Choice(IMPS, "yes: IMPs"))
    question = Question(
        key="assigned",
        words=f"Can a score be assigned? {side.words} get it where it is better than average plus.",
        law=called.law("86B2"),
        choices=tuple(choices),
        hint="what can be foreseen at this table is assigned; an artificial score is the last resort",
    )
    match (yield from choose(question)):
        case "result":
            result = Question(
                key="assigned-result",
                kind=Kind.OUTCOMES,
                words="Which result at this table, or results with weights?",
                law=called.law("86B2"),
                note="It is compared with the result in the other room.",
                hint='a result ("4H N ="), or several with weights: "60% 4H N =; 40% 4H N -1"',
            )
            mixture: Mixture = yield from ask(result, read_outcomes)
            return mixture
        case "imps":
            imps = Question(
                key="assigned-imps",
                words="How many IMPs, in the view of N-S at this table?",
                law=called.law("86B2"),
                hint="IMPs with their sign, such as +5 or -3",
            )
            return (yield from ask(imps, read_imps))
    return None


def read_imps(text: str) -> Artificial:
    """IMPs as somebody types them.

    >>> [str(read_imps(text)) for text in ("+5", "-3 IMP", "4.5 IMPs")]
    ['+5 IMP', '-3 IMP', '+4.5 IMP']
    """
    figure = exact.plain_minus(text).upper().removesuffix("IMPS").removesuffix("IMP").strip().removeprefix("+")
    try:
        return Artificial(exact.number(figure), Unit.IMPS)
    except Faults:
        raise Refusal(f"{text!r} is no number of IMPs.", "Give IMPs with their sign, such as +5 or -3.") from None


def read_assigned(text: str) -> Award:
    """An assigned score beside the fault: a result, several with weights, or IMPs in the view of N-S.

    >>> str(read_assigned("60% 4H N =; 40% 4H N -1")), str(read_assigned("+5 IMP"))
    ('60% 4H N =; 40% 4H N -1', '+5 IMP')
    """
    award = within_limits(parse_award(text))
    if isinstance(award, Mixture):
        return award.checked()
    if not isinstance(award, Artificial) or award.unit is not Unit.IMPS:
        remedy = 'Give a result, several with weights, or IMPs in the view of N-S: "+5 IMP".'
        raise Refusal(f"{award} cannot be assigned.", remedy)
    return award


NO_PENALTY = "none"


def fielded_psyche(called: DirectorCall, result: Mixture) -> Steps[Ready]:
    """One ruling: the better of A+ and the table result for one side, A- for the other, with its penalty."""
    question = Question(
        key="regulation",
        words="Which regulation on fielded psyches?",
        note="An artificial score though there is a result is for a regulation that says so.",
        hint="its name and number, as your federation has them",
    )
    regulation = yield from ask(question, read_regulation)
    side = yield from _non_offending(called)
    better, minus = BetterOf(Artificial(Grade.PLUS), result), Artificial(Grade.MINUS)
    awards: BySide[Award | None] = BySide.of(lambda each: better if each is side else minus)
    penalties = yield from _penalty(called, side.other, regulation)
    ruled = called.with_sides(BySide.of(lambda each: each is side))
    laws = [regulation, called.law("12C2(a)"), *(["90"] if penalties else [])]
    ruling = replace(ruled.ruling, awards=awards)
    return (yield from ruled.ready(ruling, ", ".join(laws), penalties=penalties))


def read_regulation(text: str) -> str:
    """The words that cite a regulation.

    >>> read_regulation("Blue Book, psyches")
    'Blue Book psyches'
    """
    words = " ".join(text.replace(",", " ").replace(";", " ").split())
    if parse(words) or not any(sign.isalpha() for sign in words):
        raise Refusal(f"{text!r} is no regulation.", "Name the regulation, not a clause of the Laws.")
    return words


def _non_offending(called: DirectorCall) -> Steps[Side]:
    question = Question(
        key="non-offending",
        words="Who is non-offending?",
        choices=side_choices(called.event, called.row),
        hint="they get average plus, or the table result if that is better; the others average minus",
    )
    return Side.parse((yield from choose(question)))


def _penalty(called: DirectorCall, side: Side, regulation: str) -> Steps[tuple[Penalty, ...]]:
    """The standard penalty for the offenders; in an individual for the one who is to blame (12C3)."""
    amount, seats = standard_penalty(called.event), called.row.seats[side]
    if not amount or not seats:
        return ()
    names = [number_and_names(called.event, seat) for seat in seats]
    keys = ["standard"] if len(seats) == 1 else [f"standard-{place}" for place in range(1, len(seats) + 1)]
    choices = [
        Choice(key, f"the standard penalty, {amount}, for {name}") for key, name in zip(keys, names, strict=True)
    ]
    question = Question(
        key="psyche-penalty",
        words="Which penalty goes with it?",
        law="90",
        choices=(*choices, Choice(NO_PENALTY, "none")),
        default=keys[0],
    )
    answer = yield from choose(question)
    if answer == NO_PENALTY:
        return ()
    return (Penalty(seats[keys.index(answer)], amount, "90", f"fielded psyche: {regulation}", called.row.session),)
