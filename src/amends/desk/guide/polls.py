"""Calls that are not allowed, polls, and the weights that polls propose."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from amends.awards import Mixture
from amends.bridge import BySide, Side, Vulnerable
from amends.desk.guide.questions import Kind, Question, Steps, ask
from amends.event.case import Irregularity
from amends.faults import refuse
from amends.laws.editions import clause
from amends.regulations import Regulation
from amends.rulings.checks.disallowed import read_disallowed
from amends.rulings.polls.poll import Poll, last_question
from amends.rulings.polls.votes import read_polls
from amends.rulings.polls.weights import Polled, from_polls

MOST_STAGES = 3
"""How often a poll may be refined by a further one."""

_DISALLOWING = (
    Irregularity.UNAUTHORISED_INFORMATION,
    Irregularity.EXTRANEOUS_INFORMATION,
    Irregularity.OTHER,
)
"""After these a call or play may be one that was not allowed."""


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
    if any(each in _DISALLOWING for each in irregularities):
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
    return refuse(f"no legal way to {result}", "how it could be reached legally; else go back and leave it out")
