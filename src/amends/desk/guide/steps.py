"""The questions of a ruling, in the order in which the Laws ask them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from amends.awards import Mixture
from amends.bridge import BySide, Points, Side, Vulnerable
from amends.bridge.side import parse_sides
from amends.desk.cases import Report
from amends.desk.guide.artificial import artificial, favourable, other_room
from amends.desk.guide.closing import closed
from amends.desk.guide.damage import compared
from amends.desk.guide.ends import Correction, LeftOpen, Ready
from amends.desk.guide.outcomes import assigned
from amends.desk.guide.polls import Asked, Conditions, asked
from amends.desk.guide.questions import NO, YES, Choice, Kind, Question, Steps, ask, choose, read_outcomes
from amends.desk.guide.tables import the_table
from amends.desk.open_event import OpenEvent
from amends.event import Event, Ruling, TableResult
from amends.event.case import Irregularity, PollTaken
from amends.event.history import Case, RulingState
from amends.event.rows import bound_to, ruled_by_directors
from amends.event.ruling import SelfInflictedDamage
from amends.faults import refuse
from amends.laws import law77
from amends.laws.editions import LIKELY_PROBABLE, clause
from amends.reports.awarded import awarded, result_line
from amends.reports.names import number_and_names

PLAYED, FORESEEN, CANNOT = "played", "foreseen", "cannot"
NOT_SURE = "not-sure"


@dataclass(frozen=True, slots=True)
class Called:
    """Where the director was called to, and to what."""

    opened: OpenEvent
    row: TableResult
    irregularity: Irregularity
    ruling: Ruling
    case: Case | None = None

    @property
    def event(self) -> Event:
        """The event."""
        return self.opened.event

    @property
    def at_the_table(self) -> str:
        """The table result in words."""
        return result_line(self.row.result, self.event.conditions(self.row.board))

    def law(self, number: str) -> str:
        """A clause in the numbering of the event's edition."""
        return clause(number, self.event.regulation.edition)

    def laws(self, *numbers: str) -> str:
        """The law of the irregularity and these, as a director writes them."""
        return ", ".join(dict.fromkeys(filter(None, (self.irregularity.law, *map(self.law, numbers)))))

    def ready(self, ruling: Ruling, laws: str, hint: str = "", polls: Sequence[PollTaken] = ()) -> Steps[Ready]:
        """The last questions about a ruling."""
        report = Report(irregularity=self.irregularity, polls=tuple(polls))
        return (yield from closed(self.opened, ruling, report, laws, hint))


def ruling_steps(opened: OpenEvent, case_id: str = "") -> Steps[Ready | Correction | LeftOpen]:
    """All the questions about one call of the director; about an open case, those that are left."""
    case = opened.history.case(case_id) if case_id else None
    row = yield from the_table(opened, case)
    ruling = Ruling("", row.board, bound_to(row), case=case_id)
    earlier = ruled_by_directors(opened.event.results, opened.event.rulings).get(row.id)
    if earlier is not None:
        question = Question(
            key="replace",
            kind=Kind.CHOICE,
            words=f"Ruling {earlier.id} is in force at this table: {awarded(earlier)}. Is it replaced?",
            choices=(Choice(YES, "yes, a new ruling replaces it"), Choice(NO, "no, it stays")),
        )
        if (yield from choose(question)) == NO:
            return LeftOpen(f"ruling {earlier.id} stays in force", "replace")
        if opened.history.ruling(earlier.id).state is RulingState.UNDER_APPEAL:
            return LeftOpen(f"ruling {earlier.id} is under appeal, which is decided or withdrawn first", "replace")
        ruling = replace(ruling, replaces=earlier.id)
    irregularity = Irregularity((yield from choose(_what_happened(case))))
    called = Called(opened, row, irregularity, ruling, case)
    if irregularity is Irregularity.CLAIM:
        return (yield from a_claim(called))
    obtained = yield from choose(_can_be_had(called))
    if obtained == CANNOT:
        return (yield from no_result(called))
    if obtained == FORESEEN:
        sides = yield from non_offending(called)
        return (yield from score_assigned(replace_ruling(called, sides), sides, None))
    return (yield from after_play(called))


def replace_ruling(called: Called, sides: BySide[bool]) -> Called:
    """With the sides that are treated as non-offending."""
    return replace(called, ruling=replace(called.ruling, non_offending=sides))


def _what_happened(case: Case | None) -> Question:
    return Question(
        key="irregularity",
        kind=Kind.CHOICE,
        words="What happened?",
        choices=tuple(
            Choice(each.value, f"{each.words} · Law {each.law}" if each.law else each.words, each.short)
            for each in Irregularity
        ),
        default=case.irregularity.value if case else "",
    )


def _can_be_had(called: Called) -> Question:
    played = isinstance(called.row.result, Mixture)
    choices = (
        Choice(FORESEEN, "not played, but a result can be foreseen: one is assigned"),
        Choice(CANNOT, "no result can be had: an artificial score"),
    )
    first = (Choice(PLAYED, f"played: {called.at_the_table}"),) if played else ()
    unplayable = called.irregularity is Irregularity.UNPLAYABLE
    return Question(
        key="result",
        kind=Kind.CHOICE,
        words="Is there a result, or can one be had?",
        law=called.law("12C2(a)"),
        choices=first + choices,
        default=PLAYED if played and not unplayable else CANNOT,
    )


# A claim, and a board without a result


def a_claim(called: Called) -> Steps[Ready | Correction]:
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
    vulnerable = called.event.conditions(row.board)
    result = yield from ask(question, lambda text: _one_result(text, vulnerable))
    if result == row.result:
        ruling = replace(called.ruling, claim=True)
        return (yield from called.ready(ruling, "70"))
    reason = yield from ask(
        Question(key="reason", words="Why?", hint="a sentence for the record; empty for none", optional=True), str
    )
    corrected = replace(row, result=result)
    return Correction(corrected, reason, called.ruling.case, called.ruling.replaces)


def _one_result(text: str, vulnerable: Vulnerable) -> Mixture:
    result = read_outcomes(text)
    if result.plain is None:
        raise refuse(str(result), "one result: a claim is never weighted")
    if isinstance(result.plain, Points) and result.plain.ns not in law77.possible_scores(vulnerable):
        raise refuse(str(result), f"a score that can occur with {vulnerable.words}")
    return result


def no_result(called: Called) -> Steps[Ready]:
    """An artificial score, unless the other table of the match calls for a result (86B1)."""
    other = other_room(called.event, called.row)
    if other is not None:
        clear = yield from favourable(called.event, other, called.event.conditions(called.row.board))
        if clear:
            sides = yield from non_offending(called)
            return (yield from score_assigned(replace_ruling(called, sides), sides, None, "86B1"))
    ruling = yield from artificial(called.event, called.row, called.ruling)
    return (yield from called.ready(ruling, called.laws("12C2(a)")))


# A board that was played


def after_play(called: Called) -> Steps[Ready | LeftOpen]:
    """Infraction, damage, redress."""
    revoke = called.irregularity is Irregularity.REVOKE
    infraction = Question(
        key="infraction",
        kind=Kind.CHOICE,
        words="Was there an infraction?",
        choices=(
            Choice(YES, "yes"),
            Choice(NO, "no: the table result stands"),
            Choice(NOT_SURE, "not sure yet: it is kept for later"),
        ),
        default=YES if revoke else "",
        hint=_REVOKE if revoke else "",
    )
    answer = yield from choose(infraction)
    if answer == NOT_SURE:
        return LeftOpen("not sure yet whether there was an infraction", "infraction")
    if answer == NO:
        return (yield from called.ready(called.ruling, called.laws(), "No infraction: the table result stands."))
    sides = yield from non_offending(called)
    innocent = [side for side in Side if sides[side]]
    if not innocent:
        return (yield from score_assigned(replace_ruling(called, sides), sides, None))
    without = yield from ask(_without(called), read_outcomes)
    figures = compared(called.opened, called.row, without)
    words = "; ".join(figures.words(side) for side in innocent)
    if not any(figures.damaged(side) for side in innocent):
        hint = f"No damage: {words}. The table result stands."
        return (yield from called.ready(called.ruling, called.laws("12B1"), hint))
    ruled = replace_ruling(called, sides)
    if len(innocent) == 1 and (yield from choose(_self_inflicted(called, words))) == YES:
        return (yield from own_damage(ruled, innocent[0], without, words))
    return (yield from score_assigned(ruled, sides, without))


_REVOKE = (
    "Make the automatic rectification first (64A). An adjustment is only for what it does not give back (64C);"
    " that it seems harsh or kind is no ground for one (12B2)"
)


def non_offending(called: Called) -> Steps[BySide[bool]]:
    """Who is treated as non-offending."""
    event, row = called.event, called.row
    who = [", ".join(number_and_names(event, seat) for seat in seats) for seats in row.seats]
    sides = tuple(
        Choice(side.value.lower(), f"{side.words}{f' ({name})' if name else ''}")
        for side, name in zip(Side, who, strict=True)
    )
    error = called.irregularity is Irregularity.DIRECTORS_ERROR
    question = Question(
        key="non-offending",
        kind=Kind.CHOICE,
        words="Who is non-offending?",
        choices=(*sides, Choice("both", "both, as after a director's error (82C)"), Choice("none", "neither")),
        default="both" if error else "",
    )
    return parse_sides((yield from choose(question)))


def _without(called: Called) -> Question:
    """The other tables' results are not shown here: they do not decide whether there was damage."""
    if called.irregularity is Irregularity.REVOKE:
        words = f"After the rectification: {called.at_the_table}. What was the result without the revoke?"
        law, hint = "64C", "equity: if it is no better for the non-offending side, the result stands"
    else:
        words = f"At the table: {called.at_the_table}. What was to be expected without the infraction?"
        law, hint = "12B1", 'a result ("4H N ="), or several with weights: "60% 4H N =; 40% 4H N -1"'
    return Question(key="without", kind=Kind.OUTCOMES, words=words, law=law, hint=hint)


def _self_inflicted(called: Called, damage: str) -> Question:
    return Question(
        key="self-inflicted",
        kind=Kind.CHOICE,
        words=f"Damage: {damage}. Did they do some of it to themselves?",
        law=called.law("12C1(e)"),
        choices=(Choice(NO, "no"), Choice(YES, "yes")),
        default=NO,
        hint="by an extremely serious error that has nothing to do with the infraction, or a gambling action",
    )


def own_damage(called: Called, side: Side, without: Mixture, words: str) -> Steps[Ready]:
    """12C1(e): only what the infraction cost is given back."""
    question = Question(
        key="after",
        kind=Kind.OUTCOMES,
        words="What was to be expected after the infraction, with normal play?",
        law=called.law("12C1(e)"),
        hint=f"at the table {called.at_the_table}; without the infraction {without}; {words}",
    )
    expected = yield from ask(question, read_outcomes)
    ruling = replace(called.ruling, self_inflicted=SelfInflictedDamage(side, without, expected))
    return (yield from called.ready(ruling, called.laws("12C1(e)")))


def score_assigned(called: Called, sides: BySide[bool], without: Mixture | None, *laws: str) -> Steps[Ready]:
    """Polls, outcomes and weights."""
    event = called.event
    case, vulnerable = called.case, event.conditions(called.row.board)
    agreed = case is not None and len(case.agreed) == len(Side)
    conditions = Conditions(sides, vulnerable, event.regulation, case.votes if case else (), agreed)
    known = yield from asked(called.irregularity, conditions)
    ruling = yield from assigned(event, called.row, called.ruling, known, without)
    laws = (*laws, *assigning_laws(ruling, known, vulnerable))
    polls = [PollTaken(votes=votes) for votes in known.votes]
    return (yield from called.ready(ruling, called.laws(*laws), polls=polls))


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
