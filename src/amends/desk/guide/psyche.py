"""A fielded psyche, where a regulation gives A+ and A- although the board was completed, and a penalty."""

from __future__ import annotations

from dataclasses import replace

from amends.awards import Artificial, Award, BetterOf, Grade, Mixture
from amends.bridge import BySide, Side
from amends.desk.guide.called import Called
from amends.desk.guide.ends import Ready
from amends.desk.guide.questions import Choice, Kind, Question, Steps, ask, choose
from amends.desk.without_merit import standard_penalty
from amends.event.ruling import Penalty
from amends.faults import refuse
from amends.laws.clauses import parse
from amends.reports.names import number_and_names

NO_PENALTY = "none"


def fielded_psyche(called: Called, result: Mixture) -> Steps[Ready]:
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
        raise refuse(repr(text), "the name of a regulation, not a clause of the Laws")
    return words


def _non_offending(called: Called) -> Steps[Side]:
    sides = []
    for side in Side:
        who = ", ".join(number_and_names(called.event, seat) for seat in called.row.seats[side])
        sides.append(Choice(side.value.lower(), f"{side.words}{f' ({who})' if who else ''}"))
    question = Question(
        key="non-offending",
        kind=Kind.CHOICE,
        words="Who is non-offending?",
        choices=tuple(sides),
        hint="they get average plus, or the table result if that is better; the others average minus",
    )
    return Side.parse((yield from choose(question)))


def _penalty(called: Called, side: Side, regulation: str) -> Steps[tuple[Penalty, ...]]:
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
        kind=Kind.CHOICE,
        words="Which penalty goes with it?",
        law="90",
        choices=(*choices, Choice(NO_PENALTY, "none")),
        default=keys[0],
    )
    answer = yield from choose(question)
    if answer == NO_PENALTY:
        return ()
    return (Penalty(seats[keys.index(answer)], amount, "90", f"fielded psyche: {regulation}", called.row.session),)
