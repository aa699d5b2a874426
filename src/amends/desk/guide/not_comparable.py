"""Teams: results that cannot be compared, as after a fouled board (86B2): by fault, with an assigned score."""

from __future__ import annotations

from dataclasses import replace

from amends import exact
from amends.awards import Artificial, Award, Mixture, Unit, parse_award
from amends.bridge import Side
from amends.desk.guide.artificial import by_fault, other_room, responsibility
from amends.desk.guide.called import Called
from amends.desk.guide.ends import Ready
from amends.desk.guide.questions import NO, Choice, Kind, Question, Steps, ask, choose, read_outcomes
from amends.faults import Faults, refuse

RESULT, IMPS = "result", "imps"

_FAULT = (
    Choice("none", "no fault of theirs"),
    Choice("partly", "partly at fault"),
    Choice("direct", "directly at fault"),
)


def not_comparable(called: Called) -> Steps[Ready]:
    """86B2: one side at fault gives the others the better of average plus and an assigned score."""
    fault = yield from responsibility(called.event, called.row, called.law("86B2"), _FAULT)
    ruling = yield from by_fault(called.event, called.ruling, fault)
    if (innocent := ruling.innocent) is not None:
        ruling = replace(ruling, assigned=(yield from assigned(called, innocent)))
    return (yield from called.ready(ruling, called.laws("86B2", "12C2(a)")))


def assigned(called: Called, side: Side) -> Steps[Award | None]:
    """The assigned score at this table for a side that is not at fault; None where none can be given."""
    choices = [Choice(NO, f"no: average plus for {side.words}, the complement for {side.other.words}")]
    if other_room(called.event, called.row) is not None:
        choices.append(Choice(RESULT, "yes: a result at this table, or several with weights"))
    if called.event.scoring == "imps":
        choices.append(Choice(IMPS, "yes: IMPs"))
    question = Question(
        key="assigned",
        kind=Kind.CHOICE,
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
        raise refuse(repr(text), "IMPs with their sign, such as +5 or -3") from None


def read_assigned(text: str) -> Award:
    """An assigned score beside the fault: a result, several with weights, or IMPs in the view of N-S.

    >>> str(read_assigned("60% 4H N =; 40% 4H N -1")), str(read_assigned("+5 IMP"))
    ('60% 4H N =; 40% 4H N -1', '+5 IMP')
    """
    award = parse_award(text)
    if isinstance(award, Mixture):
        return award.checked()
    if not isinstance(award, Artificial) or award.unit is not Unit.IMPS:
        raise refuse(str(award), 'a result, several with weights, or IMPs in the view of N-S: "+5 IMP"')
    return award
