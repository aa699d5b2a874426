"""Law 16B1(b): which actions are logical alternatives, by what players who were asked chose and considered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from amends.event.case import PollAnswer, PollTaken
from amends.faults import Fault, Faults
from amends.regulations import Regulation
from amends.rulings.polls.votes import spelled


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action that somebody chose or considered; who chose it also considered it."""

    action: str
    chosen: int
    considered: int
    asked: int
    is_logical: bool


def logical_alternatives(poll: PollTaken, regulation: Regulation) -> tuple[Alternative, ...]:
    """Every action that was named, the most considered first, each with whether it is a logical alternative.

    It is one where the regulation's share of the players seriously considered it and somebody chose it. The answers
    are those of peers with the same methods: whom to ask is for the director. Of votes that were only counted, the
    choice alone is known.

    >>> from amends.regulations import default
    >>> said = (PollAnswer('pass', ('4S',)), PollAnswer('4S'), PollAnswer('pass', ('double',)))
    >>> for each in logical_alternatives(PollTaken(answers=said, votes={'pass': 2}), default()):
    ...     print(each.action, each.chosen, each.considered, each.is_logical)
    pass 4 4 True
    4S 1 2 True
    double 0 1 False
    """
    counted = (PollAnswer(action) for action, times in poll.votes.items() for _ in range(times))
    answers = (*poll.answers, *counted)
    chosen, considered = Counter[str](), Counter[str]()
    names: dict[str, str] = {}
    for chose, others in _read(answers):
        for action in (chose, *others):  # of spellings that differ in capitals, one stands, whoever was asked first
            names[action.upper()] = min(action, names.get(action.upper(), action))
        chosen[chose.upper()] += 1
        considered.update({action.upper() for action in (chose, *others)})
    asked, enough = len(answers), regulation.logical_alternative_share * len(answers)
    found = [
        Alternative(names[key], chosen[key], count, asked, chosen[key] > 0 and count >= enough)
        for key, count in considered.items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.considered, -each.chosen, each.action)))


def _read(answers: Sequence[PollAnswer]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What each chose and what else each considered, in one spelling; who chose nothing has not answered."""
    silent = [number for number, answer in enumerate(answers, 1) if not answer.chose.strip()]
    if silent:
        raise Faults(Fault("no action that was chosen", 'an action, such as "pass"', f"answer {n}") for n in silent)
    for answer in answers:
        yield spelled(answer.chose), tuple(spelled(other) for other in answer.considered if other.strip())
