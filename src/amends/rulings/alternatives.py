"""Law 16B1(b): which actions are logical alternatives, by what players who were asked chose and considered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from amends.faults import Fault, Faults
from amends.regulations import Regulation
from amends.rulings.poll import Poll
from amends.rulings.votes import spelled


class Answer(Protocol):
    """What one player said: the action chosen, and what else was seriously considered."""

    @property
    def chose(self) -> str:
        """The action."""

    @property
    def considered(self) -> tuple[str, ...]:
        """The other actions; the one that was chosen may stand among them."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action that somebody chose or considered; who chose it also considered it."""

    action: str
    chosen: int
    considered: int
    asked: int
    is_logical: bool

    @property
    def chosen_share(self) -> Fraction:
        """The share of those asked who chose it."""
        return Fraction(self.chosen, self.asked)

    @property
    def considered_share(self) -> Fraction:
        """The share of those asked who seriously considered it."""
        return Fraction(self.considered, self.asked)


def logical_alternatives(answers: Sequence[Answer], regulation: Regulation) -> tuple[Alternative, ...]:
    """Every action that was named, the most considered first, each with whether it is a logical alternative.

    It is one where the regulation's share of the players seriously considered it and somebody chose it. The answers
    are those of peers with the same methods: whom to ask is for the director.

    >>> from amends.regulations import default
    >>> from typing import NamedTuple
    >>> class Said(NamedTuple):
    ...     chose: str
    ...     considered: tuple[str, ...] = ()
    >>> said = [Said('pass', ('4S',)), Said('pass'), Said('4S'), Said('pass', ('double',)), Said('pass')]
    >>> for each in logical_alternatives(said, default()):
    ...     print(each.action, each.chosen, each.considered, each.is_logical)
    pass 4 4 True
    4S 1 2 True
    double 0 1 False
    """
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


def poll_of(answers: Sequence[Answer]) -> Poll:
    """The votes of the answers, as polls have them; actions that were only considered have none."""
    return Poll.of(Counter(chose for chose, _ in _read(answers)))


def _read(answers: Sequence[Answer]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What each chose and what else each considered, in one spelling; who chose nothing has not answered."""
    silent = [number for number, answer in enumerate(answers, 1) if not answer.chose.strip()]
    if silent:
        raise Faults(Fault("no action that was chosen", 'an action, such as "pass"', f"answer {n}") for n in silent)
    for answer in answers:
        yield spelled(answer.chose), tuple(spelled(other) for other in answer.considered if other.strip())
