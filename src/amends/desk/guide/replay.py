"""From the answers so far to the next question: a function of the event and the answers, and of nothing else.

To go back is to drop answers from the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from amends.awards import Mixture
from amends.bridge import BySide, Points, Side, Vulnerable
from amends.bridge.side import parse_sides
from amends.desk.commands.cases import open_case_at
from amends.desk.commands.rulings import why_not, with_article
from amends.desk.guide.artificial import artificial, favourable, fielded_psyche, not_comparable, other_room
from amends.desk.guide.called import DirectorCall, compared, side_choices, the_table, what_happened
from amends.desk.guide.outcomes import Asked, Conditions, asked, assigned
from amends.desk.guide.questions import (
    NO,
    YES,
    Answers,
    Choice,
    Kind,
    Question,
    Steps,
    ask,
    choose,
    choose_yes,
    read_outcomes,
    settled,
)
from amends.desk.guide.result import Correction, LeftOpen, Ready
from amends.desk.open_event import OpenEvent
from amends.event import Form, Ruling
from amends.event.case import Irregularity, OwnDamage, PollTaken
from amends.event.rows import bound_to, ruled_by_directors
from amends.event.ruling import SelfInflictedDamage
from amends.faults import Faults, Refusal
from amends.journal.history import RulingState
from amends.laws import law77
from amends.laws.editions import LIKELY_PROBABLE, self_inflicted_words
from amends.wording.award_text import ruling_award

_RELATED = (
    "what follows from the wrong or unauthorised information is related, however odd; a gamble for two chances,"
    " the result or an adjustment, counts as unrelated"
)
_EXAMPLES = (
    "for this class of player: a revoke, not taking the setting trick, a major penalty card usually are;"
    " an inferior line only if it is idiotic for the class"
)


def own_damage(called: DirectorCall, side: Side, damage: str) -> Steps[OwnDamage | None]:
    """The three facts; None where nobody says that the side did anything to itself."""
    words = self_inflicted_words(called.edition)
    question = _yes_or_no(
        called,
        "self-inflicted",
        f"Damage: {damage}. Did they do some of it to themselves?",
        f"by {with_article(words)}; three questions follow",
    )
    if not (yield from choose_yes(replace(question, default=NO))):
        return None
    noun = called.noun
    facts = []
    for key, asked_words, hint in (
        ("own-afterwards", f"What {side.words} did: was it after the {noun}?", "a fact, yes or no: it has no weight"),
        ("own-unrelated", f"Was it unrelated to the {noun}?", _RELATED),
        ("own-serious", f"Was it {with_article(words)}?", _EXAMPLES),
    ):
        facts.append((yield from choose_yes(_yes_or_no(called, key, asked_words, hint))))
    return OwnDamage(side, *facts)


def _yes_or_no(called: DirectorCall, key: str, words: str, hint: str) -> Question:
    choices = (Choice(NO, "no"), Choice(YES, "yes"))
    return Question(key=key, words=words, law=called.law("12C1(e)"), choices=choices, hint=hint)


def self_inflicted(called: DirectorCall, side: Side, weighed: Weighed, damage: str) -> Steps[Ready]:
    """Only what the infraction cost is given back; what was weighed is the normal result, without the infraction."""
    without = weighed.ruling.awards[side]
    if not isinstance(without, Mixture):
        raise Refusal(f"{side.words} would keep the table result.", "Weigh what was likely without the infraction.")
    question = Question(
        key="after",
        kind=Kind.OUTCOMES,
        words=f"What was to be expected after the {called.noun}, with normal play?",
        law=called.law("12C1(e)"),
        hint=f"at the table {called.at_the_table}; without the {called.noun} {without}; {damage}",
    )
    expected = yield from ask(question, read_outcomes)
    judged = SelfInflictedDamage(side, without, expected)
    ruling = replace(called.ruling, self_inflicted=judged, disallowed=weighed.ruling.disallowed)
    return (yield from called.ready(ruling, called.laws("12C1(e)"), polls=weighed.polls))


PLAYED, FORESEEN, CANNOT = "played", "foreseen", "cannot"
NOT_SURE = "not-sure"


def ruling_steps(opened: OpenEvent, case_id: str = "") -> Steps[Ready | Correction | LeftOpen]:
    """All the questions about one call of the director; about an open case, those that are left."""
    case = opened.history.case(case_id) if case_id else None
    row = yield from the_table(opened, case)
    earlier = ruled_by_directors(opened.event.results, opened.event.rulings).get(row.id)
    if case is None and earlier is None:
        case = open_case_at(row, opened)
    ruling = Ruling("", row.board, bound_to(row), case=case.id if case else "")
    if earlier is not None:
        award = ruling_award(earlier, opened.event.regulation.edition)
        question = Question(
            key="replace",
            words=f"Ruling {earlier.id} is in force at this table: {award}. Is it replaced?",
            choices=(Choice(YES, "yes, a new ruling replaces it"), Choice(NO, "no, it stays")),
        )
        if (yield from choose(question)) == NO:
            return LeftOpen(f"ruling {earlier.id} stays in force", "replace")
        if opened.history.ruling(earlier.id).state is RulingState.UNDER_APPEAL:
            return LeftOpen(f"ruling {earlier.id} is under appeal, which is decided or withdrawn first", "replace")
        ruling = replace(ruling, replaces=earlier.id)
    irregularities = yield from what_happened(opened.event, case)
    called = DirectorCall(opened, row, irregularities, ruling, case)
    if called.concerns(Irregularity.CLAIM):
        return (yield from a_claim(called))
    if called.concerns(Irregularity.FIELDED_PSYCHE) and isinstance(row.result, Mixture):
        return (yield from fielded_psyche(called, row.result))
    if opened.event.form is Form.TEAMS and called.concerns(Irregularity.FOULED_BOARD, Irregularity.NOT_COMPARABLE):
        return (yield from not_comparable(called))
    obtained = yield from choose(_can_be_had(called))
    if obtained == CANNOT:
        return (yield from no_result(called))
    if obtained == FORESEEN:
        sides = yield from non_offending(called)
        return (yield from adjusted(called.with_sides(sides), sides))
    return (yield from after_play(called))


def _can_be_had(called: DirectorCall) -> Question:
    played = isinstance(called.row.result, Mixture)
    choices = (
        Choice(FORESEEN, "not played, but a result can be foreseen: one is assigned"),
        Choice(CANNOT, "no result can be had: an artificial score"),
    )
    first = (Choice(PLAYED, f"played: {called.at_the_table}"),) if played else ()
    unplayable = called.concerns(Irregularity.UNPLAYABLE, Irregularity.WRONG_BOARD, Irregularity.FOULED_BOARD)
    return Question(
        key="result",
        words="Is there a result, or can one be had?",
        law=called.law("12C2(a)"),
        choices=first + choices,
        default=PLAYED if played and not unplayable else CANNOT,
        hint=_GROUPS if called.concerns(Irregularity.FOULED_BOARD) else _LAST_RESORT,
    )


_LAST_RESORT = "what can be foreseen is assigned; an artificial score is the last resort"
_GROUPS = (
    "those who played the same cards are compared: give the results their group, and no ruling is needed;"
    " an artificial score is the last resort"
)


# A claim, and a board without a result


def a_claim(called: DirectorCall) -> Steps[Ready | Correction]:
    """Law 70: one result. If it is not the one that was entered, that one is put right."""
    row = called.row
    played = row.result.plain if isinstance(row.result, Mixture) else None
    question = Question(
        key="claim",
        kind=Kind.OUTCOMES,
        words=f"At the table: {called.at_the_table}. What is the result after the claim?",
        law="70",
        default=str(played) if played is not None else "",
        hint="Law 70 gives a result, not an adjusted score: one result, never weights",
    )
    vulnerable = called.event.conditions(row.board, row)
    result = yield from ask(question, lambda text: _one_result(text, vulnerable))
    if result == row.result:
        return (yield from called.ready(replace(called.ruling, claim=True), "70"))
    ready = yield from called.ready(replace(called.ruling, claim=True, result=row.result), "70")
    return Correction(replace(row, result=result), ready)


def _one_result(text: str, vulnerable: Vulnerable) -> Mixture:
    result = read_outcomes(text)
    if result.plain is None:
        raise Refusal(f"{result} is more than one result.", "A claim is never weighted: give one result.")
    if isinstance(result.plain, Points) and result.plain.ns not in law77.possible_scores(vulnerable):
        raise Refusal(f"{result} cannot occur with {vulnerable.words}.", "Give a score that some contract is worth.")
    return result


def no_result(called: DirectorCall) -> Steps[Ready]:
    """An artificial score, unless the other table of the match calls for a result (86B1)."""
    other = other_room(called.event, called.row)
    if other is not None:
        clear = yield from favourable(called.event, other, called.event.conditions(called.row.board, called.row))
        if clear:
            sides = yield from non_offending(called)
            return (yield from adjusted(called.with_sides(sides), sides, "86B1"))
    ruling = yield from artificial(called.event, called.row, called.ruling)
    ground = ("12A2",) if called.concerns(Irregularity.OTHER) else ()
    return (yield from called.ready(ruling, called.laws(*ground, "12C2(a)")))


# A board that was played


def after_play(called: DirectorCall) -> Steps[Ready | LeftOpen]:
    """Infraction, damage, redress."""
    revoke = called.irregularities == (Irregularity.REVOKE,)
    noun = called.noun
    infraction = Question(
        key="infraction",
        words=f"Was there {with_article(noun)}?",
        choices=(
            Choice(YES, "yes"),
            Choice(NO, "no: the table result stands"),
            Choice(NOT_SURE, "not sure yet: it is kept for later"),
        ),
        default=YES if revoke else "",
        hint=_REVOKE if revoke else "",
        noun=noun,
    )
    answer = yield from choose(infraction)
    if answer == NOT_SURE:
        return LeftOpen(f"not sure yet whether there was {with_article(noun)}", "infraction")
    if answer == NO:
        hint = f"No {noun}: the table result stands."
        return (yield from called.ready(called.ruling, called.laws(), hint))
    sides = yield from non_offending(called)
    ruled = called.with_sides(sides)
    if not any(sides):
        return (yield from adjusted(ruled, sides))
    weighed = yield from weigh(ruled, sides)
    return (yield from redress(ruled, weighed))


@dataclass(frozen=True, slots=True)
class Weighed:
    """A ruling with its outcomes and weights, the clauses on which they rest, and the polls behind them."""

    ruling: Ruling
    laws: tuple[str, ...]
    polls: tuple[PollTaken, ...]


def redress(called: DirectorCall, weighed: Weighed) -> Steps[Ready]:
    """Damage, and a gain to be taken away, are looked for in the weights (12B1).

    What a side did to itself is not given back (12C1(e)).
    """
    sides = called.ruling.non_offending
    assert sides is not None
    innocent = [side for side in Side if sides[side]]
    figures = compared(called.opened, called.row, weighed.ruling.awards)
    words = "; ".join(figures.words(side) for side in innocent)
    gains = [side for side in Side if not sides[side] and figures.loses(side)]
    if not any(figures.damaged(side) for side in innocent) and not gains:
        stands = replace(called.ruling, disallowed=weighed.ruling.disallowed)
        hint = f"No damage: {words}. The table result stands."
        return (yield from called.ready(stands, called.laws("12B1"), hint, polls=weighed.polls))
    own = (yield from own_damage(called, innocent[0], words)) if len(innocent) == 1 else None
    if own is None:
        return (yield from called.ready(weighed.ruling, called.laws(*weighed.laws), polls=weighed.polls))
    called = replace(called, own_damage=own)
    if own.is_self_inflicted:
        return (yield from self_inflicted(called, own.side, weighed, words))
    hint = why_not(own, called.noun, called.edition)
    return (yield from called.ready(weighed.ruling, called.laws(*weighed.laws), hint, polls=weighed.polls))


_REVOKE = (
    "Make the automatic rectification first (64A). An adjustment is only for what it does not give back (64C);"
    " that it seems harsh or kind is no ground for one (12B2)"
)


def non_offending(called: DirectorCall) -> Steps[BySide[bool]]:
    """Who is treated as non-offending."""
    sides = side_choices(called.event, called.row)
    error = called.irregularities == (Irregularity.DIRECTORS_ERROR,)
    question = Question(
        key="non-offending",
        words="Who is non-offending?",
        choices=(*sides, Choice("both", "both, as after a director's error (82C)"), Choice("none", "neither")),
        default="both" if error else "",
        hint="neither: both sides have offended, and each has an award of its own",
    )
    return parse_sides((yield from choose(question)))


def adjusted(called: DirectorCall, sides: BySide[bool], *laws: str) -> Steps[Ready]:
    """A score is assigned, unless 12A1 is the only ground and nobody is non-offending."""
    only_12a1 = called.irregularities == (Irregularity.OTHER,) and called.edition >= 2017 and not laws
    if only_12a1 and not any(sides):
        return (yield from _not_12a1(called, sides))
    return (yield from score_assigned(called, sides, *laws))


ARTIFICIAL, STANDS, ASSIGNED = "artificial", "stands", "assigned"


def _not_12a1(called: DirectorCall, sides: BySide[bool]) -> Steps[Ready]:
    """12A1 is for a non-offending side only; 12A2 gives an artificial score where there can be no normal play."""
    question = Question(
        key="nobody-innocent",
        words="Nobody is non-offending. What is the ground?",
        law="12A2",
        choices=(
            Choice(ARTIFICIAL, "no normal play was possible any more: an artificial score · Law 12A2"),
            Choice(ASSIGNED, "another law: a score is assigned"),
            Choice(STANDS, "none: the table result stands"),
        ),
        note="Law 12A1 is not for this: it adjusts in favour of a non-offending side only. Law 12A2 may be.",
    )
    answer = yield from choose(question)
    if answer == ASSIGNED:
        return (yield from score_assigned(called, sides))
    stands = replace(called, ruling=replace(called.ruling, non_offending=None))
    if answer == STANDS:
        return (yield from stands.ready(stands.ruling, "", "Nobody is non-offending: the table result stands."))
    ruling = yield from artificial(called.event, called.row, stands.ruling)
    return (yield from stands.ready(ruling, stands.laws("12A2", "12C2(a)")))


def score_assigned(called: DirectorCall, sides: BySide[bool], *laws: str) -> Steps[Ready]:
    """Polls, outcomes and weights, where there is no result with which damage could be compared."""
    weighed = yield from weigh(called, sides)
    return (yield from called.ready(weighed.ruling, called.laws(*laws, *weighed.laws), polls=weighed.polls))


def weigh(called: DirectorCall, sides: BySide[bool]) -> Steps[Weighed]:
    """Polls, outcomes and weights."""
    event = called.event
    case, vulnerable = called.case, event.conditions(called.row.board, called.row)
    conditions = Conditions(sides, vulnerable, event.regulation, case.votes if case else (), called.agreed)
    known = yield from asked(called.irregularities, conditions)
    law = "64C" if called.irregularities == (Irregularity.REVOKE,) else "12C1(c)"
    ruling = yield from assigned(event, called.row, called.ruling, known, _words_of_outcomes(called), law)
    polls = tuple(PollTaken(votes=votes) for votes in known.votes)
    return Weighed(ruling, (*assigning_laws(ruling, known, vulnerable), *ruling.laws), polls)


def _words_of_outcomes(called: DirectorCall) -> str:
    """What is asked: which score is assigned; after a revoke, the result without it (64C)."""
    if called.irregularities == (Irregularity.REVOKE,):
        return f"After the rectification: {called.at_the_table}. What was the result without the revoke?"
    if isinstance(called.row.result, Mixture):
        return f"At the table: {called.at_the_table}. Which score do you assign?"
    return "Which score do you assign?"


def assigning_laws(ruling: Ruling, known: Asked, vulnerable: Vulnerable) -> list[str]:
    """The clauses on which assigned scores rest; 84D only where their weights lean further than the poll.

    What was likely or at all probable has a clause of its own in the editions before 2017.
    """
    weighted = any(isinstance(award, Mixture) and award.plain is None for award in ruling.awards)
    numbers = ["12C1(c)" if weighted else "12C1(a)"]
    if known.polled is None:
        return numbers
    edition = known.polled.regulation.edition
    for proposal in known.polled.proposals:
        award = ruling.awards[proposal.side]
        if proposal.judged and award == proposal.award and edition < 2017:
            numbers.append(LIKELY_PROBABLE)
        elif not proposal.judged and isinstance(award, Mixture) and proposal.is_leaning(award, vulnerable):
            numbers.append("84D")
    return list(dict.fromkeys(numbers))


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
