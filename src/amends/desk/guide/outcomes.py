"""The score that is assigned (12C1): one result or several with weights, for both sides or for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from amends.awards import Award, Mixture
from amends.bridge import BySide, Result, Side, Vulnerable
from amends.desk.guide.questions import Choice, Kind, Question, Steps, ask, choose, read_outcomes
from amends.event import Event, Ruling, TableResult
from amends.event.case import Irregularity
from amends.faults import Refusal
from amends.laws.editions import clause
from amends.regulations import Regulation
from amends.rulings.checks.disallowed import is_disallowed, read_disallowed
from amends.rulings.polls.poll import Poll, last_question, read_polls
from amends.rulings.polls.weights import Polled, from_polls
from amends.wording.award_text import result_line

SPLIT, TABLE = "split", "table"
MOST_CHOICES = 12
"""The results at other tables that are offered."""

_EACH_ITS_OWN = "Nobody is non-offending: each side has an award of its own, with weights of its own."
_OTHER_TABLES = "Results at other tables may help with the weights; they never decide whether there was damage."
_HINT = 'a result ("4H N ="), or several with weights: "60% 4H N =; 40% 4H N -1"'


def assigned(
    event: Event, row: TableResult, ruling: Ruling, known: Asked, words: str, number: str = "12C1(c)"
) -> Steps[Ruling]:
    """The ruling with its awards, and a reason for each result that a disallowed call led to."""
    vulnerable = event.conditions(row.board, row)
    law = clause(number, event.regulation.edition)
    offending = ruling.non_offending == BySide(False, False)
    choices = (*field_choices(event, row, vulnerable), Choice(SPLIT, "a score of its own for each side"))
    question = Question(
        key="outcomes",
        kind=Kind.OUTCOMES,
        words=words,
        law=law,
        choices=choices,
        default=_default(known) or (SPLIT if offending else ""),
        hint=" ".join([*_proposals(known), f"{_HINT}; split for each side its own"]),
        polled=known.polled,
        struck=known.disallowed,
        note=" ".join([*([_EACH_ITS_OWN] if offending else []), *([_OTHER_TABLES] if len(choices) > 1 else [])]),
    )
    award = yield from ask(question, lambda text: None if text.casefold() == SPLIT else read_outcomes(text))
    awards: BySide[Award | None] = BySide(award, award)
    if award is None:
        awards = yield from _split(row, known, choices[:-1], law)
        ruling = yield from _with_ground(event, ruling)
    ruled = replace(ruling, awards=awards, disallowed=known.disallowed)
    return (yield from _legal_routes(ruled, law))


GROUND = "split-ground"
GROUNDS = {
    "director": ("82C", "a director's error"),
    "late": ("79B3", "too late to raise the score of one side"),
    "own": ("12C1(e)", "one side's own error"),
}
"""Why the two sides may have different results, with the clause of each; anything else is said in words."""
OTHER_GROUND = "other"


def _with_ground(event: Event, ruling: Ruling) -> Steps[Ruling]:
    """The ruling with the clause that lets the two sides have different results, unless the sides are alike."""
    sides, edition = ruling.non_offending, event.regulation.edition
    is_school = edition != 2017 and event.regulation.weighting in ("likely-probable", "skewed")
    if is_school or (sides is not None and sides.ns == sides.ew):
        return ruling
    question = Question(
        key=GROUND,
        words="Why do the two sides have different scores?",
        law=clause("12C1", edition),
        choices=(
            *(Choice(name, f"{words} · Law {clause(law, edition)}", words) for name, (law, words) in GROUNDS.items()),
            Choice(OTHER_GROUND, "another ground, given as the reason"),
        ),
        default=OTHER_GROUND,
    )
    ground = yield from choose(question)
    return ruling if ground == OTHER_GROUND else replace(ruling, laws=(clause(GROUNDS[ground][0], edition),))


def _default(known: Asked) -> str:
    """What the polls propose."""
    if known.for_both is not None:
        return str(known.for_both)
    return SPLIT if any(known.proposed(side) for side in Side) else ""


def _proposals(known: Asked) -> list[str]:
    """What stands before the hint: the judgement about what was likely, and that an empty answer is the proposal."""
    judged = [each for each in (known.polled.proposals if known.polled else ()) if each.judged]
    empty = ["The empty answer is what the poll proposes; else"] if known.for_both is not None else []
    return [*(f"{each.side.words}: {each.judgement}." for each in judged), *empty]


def _split(row: TableResult, known: Asked, choices: tuple[Choice, ...], law: str) -> Steps[BySide[Award | None]]:
    """An award for each side; "table" leaves a side what it has."""
    played = isinstance(row.result, Mixture)
    keeps = (Choice(TABLE, "the table result"),) if played else ()
    found: list[Mixture | None] = []
    for side in Side:
        proposed = known.proposed(side)
        question = Question(
            key=f"outcomes-{side.value.lower()}",
            kind=Kind.OUTCOMES,
            words=f"Which score for {side.words}?",
            law=law,
            choices=(*keeps, *choices),
            default=str(proposed) if proposed is not None else TABLE if played and any(found) else "",
            hint=f"{_HINT}{'; table for the table result' if played else ''}",
            polled=known.polled,
            struck=known.disallowed,
        )
        found.append((yield from ask(question, lambda text: _side(text, played, found))))
    return BySide(found[0], found[1])


def _side(text: str, played: bool, before: Sequence[Mixture | None]) -> Mixture | None:
    if text.casefold() != TABLE or not played:
        return read_outcomes(text)
    if before and before[0] is None:
        raise Refusal("Both sides would keep the table result.", "Give another score to at least one of them.")
    return None


def _legal_routes(ruling: Ruling, law: str) -> Steps[Ruling]:
    routes: dict[str, str] = {}
    outcomes = [outcome for award in ruling.awards if isinstance(award, Mixture) for _, outcome in award.parts]
    for outcome in dict.fromkeys(outcomes):
        if isinstance(outcome, Result) and is_disallowed(outcome, ruling.disallowed):
            question = Question(
                key=f"legal-route {outcome}",
                words=f"{outcome.symbols} came from a call that was not allowed. How could it be reached legally?",
                law=law,
                hint="the legal way to it; if there is none, go back and leave the result out",
            )
            routes[str(outcome)] = yield from ask(question, partial(_route, outcome.symbols))
    return replace(ruling, legal_route=routes)


def _route(result: str, text: str) -> str:
    if not any(sign.isalnum() for sign in text):
        raise refuse_unreachable(result)
    return text


def field_choices(event: Event, row: TableResult, vulnerable: Vulnerable) -> tuple[Choice, ...]:
    """The results at the other tables that played these cards, the most frequent first."""
    counts: Counter[Mixture] = Counter()
    for other in event.results:
        same_cards = other.board == row.board and other.group == row.group and other.id != row.id
        if same_cards and isinstance(other.result, Mixture) and other.result.plain is not None:
            counts[other.result] += 1
    return tuple(
        Choice(str(result), f"{result_line(result, vulnerable)}   ×{times}", times=times)
        for result, times in counts.most_common(MOST_CHOICES)
    )


MOST_STAGES = 3
"""How often a poll may be refined by a further one."""

_DISALLOWING = (
    Irregularity.UNAUTHORISED_INFORMATION,
    Irregularity.EXTRANEOUS_INFORMATION,
    Irregularity.OTHER,
)
"""After these a call or play may be one that was not allowed."""


def disallowing(irregularities: Collection[Irregularity]) -> bool:
    """Whether a call or play may be one that was not allowed."""
    return any(each in _DISALLOWING for each in irregularities)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was struck, what players said, and what follows from it."""

    disallowed: tuple[str, ...] = ()
    votes: tuple[Mapping[str, int], ...] = ()
    """The polls that were told now; those of the case are in `polled` too."""
    polled: Polled | None = None

    def proposed(self, side: Side) -> Mixture | None:
        """The award that the polls propose for a side."""
        for proposal in self.polled.proposals if self.polled else ():
            if proposal.side is side:
                return proposal.award
        return None

    @property
    def for_both(self) -> Mixture | None:
        """The award that the polls propose for both sides, where it is one."""
        ns, ew = (self.proposed(side) for side in Side)
        alike = ns is not None and ew is not None and sorted(map(str, ns.parts)) == sorted(map(str, ew.parts))
        return ns if alike else None


@dataclass(frozen=True, slots=True)
class Conditions:
    """What shares and weights depend on besides the votes."""

    non_offending: BySide[bool]
    vulnerable: Vulnerable
    regulation: Regulation
    recorded: tuple[Mapping[str, int], ...] = ()
    """The polls of the case."""
    agreed: bool = False
    """Whether both sides have agreed the report of the case, so that no poll is added any more."""


def asked(irregularities: Collection[Irregularity], conditions: Conditions) -> Steps[Asked]:
    """Which calls were not allowed, and what players said."""
    disallowed: tuple[str, ...] = ()
    law = clause("12C1(c)", conditions.regulation.edition)
    if disallowing(irregularities):
        question = Question(
            key="disallowed",
            words="Which contracts came from a call or play that was not allowed?",
            law=law,
            hint='contracts, such as "4S E"; several with commas; empty for none',
            optional=True,
        )
        disallowed = yield from ask(question, read_contracts)
    if set(irregularities) == {Irregularity.REVOKE}:
        return Asked(disallowed)
    votes: tuple[Mapping[str, int], ...] = ()
    polled = polled_of(conditions.recorded, disallowed, conditions) if conditions.recorded else None
    while len(votes) < MOST_STAGES and not conditions.agreed and not (polled and polled.has_results):
        stage = yield from ask(_poll(len(votes), bool(conditions.recorded), law), _votes)
        if not stage:
            break
        votes = (*votes, stage)
        polled = polled_of((*conditions.recorded, *votes), disallowed, conditions)
    return Asked(disallowed, votes, polled)


def polled_of(votes: Sequence[Mapping[str, int]], disallowed: Sequence[str], conditions: Conditions) -> Polled:
    """What polls come to under these conditions."""
    polls = last_question([Poll.of(stage) for stage in votes])
    return from_polls(polls, disallowed, conditions.non_offending, conditions.vulnerable, conditions.regulation)


def _poll(number: int, recorded: bool, law: str) -> Question:
    if number or recorded:
        words = "What did players say to the next question?"
        hint = 'results that go on from an action above, with votes: "6D S =*2; 6D S -1*2"; empty for none'
    else:
        words = "What did the players say whom you asked?"
        hint = 'results or actions with votes: "4H N =*3; 4H N -1*3"; empty where nobody was asked'
    key = f"poll-{number + 1}" if number else "poll"
    return Question(key=key, kind=Kind.POLL, words=words, law=law, hint=hint, optional=True)


def _votes(text: str) -> dict[str, int]:
    return dict(read_polls([[text]])[0].votes) if text else {}


def read_contracts(text: str) -> tuple[str, ...]:
    """Contracts with commas between them.

    >>> read_contracts('4S E, 5♥')
    ('4S E', '5♥')
    """
    contracts = tuple(dict.fromkeys(piece.strip() for piece in text.replace(";", ",").split(",") if piece.strip()))
    for contract in contracts:
        read_disallowed(contract)
    return contracts


def refuse_unreachable(result: str) -> ValueError:
    """What is raised for a result of a disallowed call without a legal route to it."""
    remedy = "Say how it could be reached legally, or go back and leave it out."
    return Refusal(f"No legal way to {result} is given.", remedy)
