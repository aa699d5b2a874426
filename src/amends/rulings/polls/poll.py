"""Polls: votes in stages, their shares, and how much a poll of its size can tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeAlias

from amends import exact
from amends.awards import Mixture, parse_award
from amends.bridge import Outcome
from amends.event.case import PollAnswer, PollTaken
from amends.explain import Finding, Verdict
from amends.faults import Fault, Faults, refuse
from amends.laws import law16, law84
from amends.laws.editions import clause
from amends.regulations import Regulation


@dataclass(frozen=True, slots=True)
class LogicalAlternative:
    """An action that somebody chose or considered; who chose it also considered it."""

    action: str
    chosen: int
    considered: int
    asked: int
    is_logical: bool


def logical_alternatives(poll: PollTaken, regulation: Regulation) -> tuple[LogicalAlternative, ...]:
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
    asked = len(answers)
    found = [
        LogicalAlternative(
            names[key], chosen[key], count, asked, law16.is_logical_alternative(chosen[key], count, asked, regulation)
        )
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


MOST_VOTES = 200
"""The most votes in one stage: more than any poll has, and the exact interval stays quick."""
MOST_CHARACTERS = 200
"""The longest action."""

_VOTES = 'an action and its votes, such as "4H N =*3" or "pass"'
_PLAIN = str.maketrans("♠♤♥♡♦♢♣♧×", "SSHHDDCCx", "\ufe0e\ufe0f")
_CALL = re.compile(r"([1-7]) ?(NT|[CDHSN]) ?(X{0,2})(?: ?([NESW]))?", re.IGNORECASE)


def read_polls(stages: Sequence[Sequence[str]]) -> tuple[Poll, ...]:
    """The votes of each stage, in one text or in several; all that is wrong with them at once.

    >>> [poll.votes for poll in read_polls([['6♦*3', '3N*3'], ['6D S =*2; 6D S -1']])]
    [(('6D', 3), ('3NT', 3)), (('6D S =', 2), ('6D S -1', 1))]
    """
    faults: list[Fault] = []
    polls = []
    for number, texts in enumerate(stages, 1):
        counts: dict[str, int] = {}
        found: list[Fault] = []
        for piece in (piece for text in texts for piece in text.split(";")):
            try:
                action, count = read_votes(piece)
                counts[action] = counts.get(action, 0) + count
            except Faults as trouble:
                found += trouble.faults
        total = sum(counts.values())
        if total > MOST_VOTES:
            found.append(Fault(f"{total} votes", f"at most {MOST_VOTES} votes in a stage"))
        elif not total and not found:
            found.append(Fault("a poll without a vote", "at least one vote"))
        faults += Faults(found).at(f"stage {number}").faults if number > 1 else found
        if not faults:
            polls.append(Poll.of(counts))
    if faults:
        raise Faults(faults)
    return tuple(polls)


def read_votes(text: str) -> tuple[str, int]:
    """An action and its number of votes, which is one where it is not said.

    >>> read_votes('4♥ n 10 * 3'), read_votes('Double')
    (('4H N =', 3), ('Double', 1))
    """
    words, _, times = text.rpartition("*") if "*" in text else (text, "", "1")
    action = _read_action(words, text)
    if not re.fullmatch(r"[0-9]{1,6}", times.strip()):
        raise refuse(f"{times.strip()!r} votes in {text!r}", f"a whole number of votes, 0 to {MOST_VOTES}")
    return action, int(times)


def read_calls(texts: Sequence[str]) -> tuple[str, ...]:
    """Calls and contracts that are disallowed, each once, in the spelling of the actions.

    >>> read_calls(['6♠', '4s e', '6S'])
    ('6S', '4S E')
    """
    faults, calls = [], []
    for text in texts:
        try:
            calls.append(_read_action(text, text))
        except Faults as trouble:
            expected = 'a call or a contract, such as "6S" or "4S E"'
            faults += [Fault(fault.found, expected) for fault in trouble.faults]
    if faults:
        raise Faults(faults)
    return tuple(dict.fromkeys(calls))


def _read_action(words: str, text: str) -> str:
    """The action, in one spelling; `text` is what was typed."""
    action = tidy(words.translate(_PLAIN))
    if not action or "*" in action or not action.isprintable():
        raise refuse(repr(text) if text.strip() else "nothing", _VOTES)
    if any(sign.isnumeric() and not sign.isascii() for sign in action):
        raise refuse(repr(text), "the digits 0 to 9")
    if len(action) > MOST_CHARACTERS:
        raise refuse(repr(text), f"an action of at most {MOST_CHARACTERS} characters")
    return spelled(action)


def spelled(action: str) -> str:
    """An action in one spelling; what is neither a result nor a call or contract stays as it is.

    >>> spelled('4♥ n 10'), spelled('3N'), spelled('4h  n'), spelled('a  heart lead')
    ('4H N =', '3NT', '4H N', 'a heart lead')
    """
    action = tidy(action.translate(_PLAIN))
    if len(each := steps(action)) > 1:
        return f" {THEN} ".join(map(spelled, each))
    if (outcome := outcome_of(action)) is not None:
        return str(outcome)
    if found := _CALL.fullmatch(action):
        denomination = "NT" if found[2].upper() == "N" else found[2].upper()
        return f"{found[1]}{denomination}{found[3].lower()} {(found[4] or '').upper()}".strip()
    return action


@lru_cache(maxsize=1024)
def outcome_of(action: str) -> Outcome | None:
    """The result that an action is; None where it is a call, or something else.

    >>> print(outcome_of('4H N ='), outcome_of('4H'), outcome_of('pass > 4H N ='))
    4H N = None 4H N =
    """
    try:
        award = parse_award(steps(action)[-1])
    except Faults:
        return None
    return award.plain if isinstance(award, Mixture) else None


@dataclass(frozen=True, slots=True)
class Poll:
    """How many players chose each action."""

    votes: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, votes: Mapping[str, int]) -> Poll:
        """The poll of a table of votes; spellings of one action are added up.

        >>> Poll.of({'4H N =': 2, '4h  N =': 1}).votes
        (('4H N =', 3),)
        """
        spelled: dict[str, str] = {}
        counts: dict[str, int] = {}
        for action, count in votes.items():
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise refuse(f"{count!r} votes for {action!r}", "a whole number of votes, 0 or more")
            name = spelled.setdefault(tidy(action).upper(), tidy(action))
            counts[name] = counts.get(name, 0) + count
        if not sum(counts.values()):
            raise refuse("a poll without a vote", "at least one vote")
        return cls(tuple(counts.items()))

    @property
    def asked(self) -> int:
        """Everybody who was asked, also those who chose a disallowed call."""
        return sum(count for _, count in self.votes)


def tidy(action: str) -> str:
    """An action with single blanks and plain signs, so that two spellings meet.

    >>> tidy('pass>4H  N −1')
    'pass > 4H N -1'
    """
    return " ".join(exact.plain_minus(action).replace(THEN, f" {THEN} ").split())


THEN = ">"
"""Stands between an action and what follows on it: "pass > 4H N =" is asked of those who would pass."""


def steps(action: str) -> tuple[str, ...]:
    """The actions one after the other; the last of them is what it comes to.

    >>> steps('pass > 4H N =')
    ('pass', '4H N =')
    """
    return tuple(part.strip() for part in action.split(THEN))


def shares(poll: Poll, disallowed: Iterable[str] = ()) -> dict[str, Fraction]:
    """Each action's share of the votes; votes for a disallowed call are left out and the others scaled up.

    >>> {action: str(share) for action, share in shares(Poll.of({'6S': 3, 'pass': 2, '5S': 1}), ['6S']).items()}
    {'pass': '2/3', '5S': '1/3'}
    """
    kept = _allowed(poll, disallowed)
    total = sum(kept.values())
    if not total:
        raise _nobody_allowed()
    return {action: Fraction(count, total) for action, count in kept.items()}


def _nobody_allowed() -> Faults:
    return refuse("no vote for an action that is allowed", "at least one such vote")


def _allowed(poll: Poll, disallowed: Iterable[str]) -> dict[str, int]:
    out = {tidy(call).upper() for call in disallowed}
    return {action: count for action, count in poll.votes if action.upper() not in out}


def tree(polls: Sequence[Poll], disallowed: Iterable[str] = ()) -> dict[str, Fraction]:
    """The shares after several stages: a later action refines the earlier one it begins with, and shares multiply.

    First the auction, then the play: half reach 6D, and half of those make it.

    >>> stages = [Poll.of({'6D': 3, '3NT S -1': 3}), Poll.of({'6D S =': 2, '6D S -1': 2})]
    >>> {outcome: str(share) for outcome, share in tree(stages).items()}
    {'6D S =': '1/4', '6D S -1': '1/4', '3NT S -1': '1/2'}
    """
    found = stage_votes(polls, disallowed)
    return {action: law84.compound([Fraction(*votes) for votes in stages]) for action, stages in found.items()}


StageVotes: TypeAlias = tuple[tuple[int, int], ...]
"""For each stage that asked about an outcome: how many chose what leads to it, and how many answered."""


def stage_votes(polls: Sequence[Poll], disallowed: Iterable[str] = ()) -> dict[str, StageVotes]:
    """For each outcome of `tree` its votes in every stage that asked about it.

    >>> stages = [Poll.of({'pass': 5, '4S E =': 1}), Poll.of({'pass > 4H N =': 3, 'pass > 4H N -1': 3})]
    >>> stage_votes(stages)
    {'pass > 4H N =': ((5, 6), (3, 6)), 'pass > 4H N -1': ((5, 6), (3, 6)), '4S E =': ((1, 6),)}
    """
    leaves: dict[str, StageVotes] = {}
    calls = tuple(disallowed)
    for stage, poll in enumerate(polls):
        counts = _allowed(poll, calls)
        total = sum(counts.values())
        if not total:
            raise _nobody_allowed()
        leaves = _refined(leaves, counts) if stage else {action: ((n, total),) for action, n in counts.items()}
    return leaves


def _refined(leaves: dict[str, StageVotes], counts: dict[str, int]) -> dict[str, StageVotes]:
    parents = {action: _parent(action, leaves) for action in counts}
    orphans = [action for action, parent in parents.items() if parent is None]
    if orphans:
        raise refuse(
            f"{orphans[0]!r} in a later stage of the poll", f"a text that begins with one of {', '.join(leaves)}"
        )
    refined: dict[str, StageVotes] = {}
    for leaf, stages in leaves.items():
        below = {action: count for action, count in counts.items() if parents[action] == leaf}
        total = sum(below.values())
        if not total or [action.upper() for action in below] == [leaf.upper()]:
            refined[leaf] = stages  # nobody was asked how it goes on
            continue
        for action, count in below.items():
            refined[action] = (*stages, (count, total))
    return refined


def _parent(action: str, leaves: Iterable[str]) -> str | None:
    """The longest earlier action that this one begins with."""
    fitting = [
        leaf for leaf in leaves if action.upper() == leaf.upper() or action.upper().startswith(leaf.upper() + " ")
    ]
    return max(fitting, key=len, default=None)


def last_question(polls: Sequence[Poll]) -> tuple[Poll, ...]:
    """The last question that was asked, with the polls that refine it.

    A poll that goes on from no action of the one before is a question of its own: what would you call, then how do you
    play the contract that was left.

    >>> call, play = Poll.of({'pass': 5, '4S': 1}), Poll.of({'4H N =': 3, '4H N -1': 3})
    >>> last_question([call, play]) == (play,)
    True
    >>> after = Poll.of({'pass > 4H N =': 3, 'pass > 4H N -1': 3})
    >>> last_question([call, after]) == (call, after)
    True
    """
    found: tuple[Poll, ...] = ()
    known: set[str] = set()
    for poll in polls:
        actions = [action for action, _ in poll.votes]
        goes_on = all(_parent(action, known) not in (None, action) for action in actions)
        found, known = ((*found, poll), {*known, *actions}) if goes_on else ((poll,), set(actions))
    return found


def poll_findings(polls: Sequence[Poll], regulation: Regulation) -> list[Finding]:
    """A poll under the minimum is unusual; no poll at all is no finding."""
    return [
        Finding(
            Verdict.UNUSUAL,
            clause("12C1(c)", regulation.edition),
            f"{poll.asked} polled; {regulation.poll_minimum} is the least number of players for a poll.",
        )
        for poll in polls
        if poll.asked < regulation.poll_minimum
    ]


CONFIDENCE = Fraction(95, 100)
"""The level of every interval."""

_PLACES = 10_000


def interval(stages: StageVotes, confidence: Fraction = CONFIDENCE) -> tuple[Fraction, Fraction]:
    """The interval of a compound share, to four decimals outwards.

    Of one stage it is the exact (Clopper-Pearson) interval. Of n stages it is the product of their exact intervals,
    each at the level 1 - (1 - confidence) / n (Bonferroni): all of them hold at once with at least `confidence`, and
    then their product holds the product of the shares. It is wider than need be, never narrower.

    >>> tuple(str(bound) for bound in interval(((3, 6),)))
    ('1181/10000', '8819/10000')
    >>> tuple(str(bound) for bound in interval(((5, 6), (3, 6))))
    ('283/10000', '1813/2000')
    """
    level = 1 - (1 - confidence) / len(stages)
    bounds = [_clopper_pearson(chosen, asked, level) for chosen, asked in stages]
    low, high = law84.compound([low for low, _ in bounds]), law84.compound([high for _, high in bounds])
    return exact.down(low, Fraction(1, _PLACES)), exact.up(high, Fraction(1, _PLACES))


@lru_cache(maxsize=1024)
def _clopper_pearson(chosen: int, asked: int, confidence: Fraction) -> tuple[Fraction, Fraction]:
    """The exact interval of the share of which `chosen` of `asked` are a sample, to four decimals outwards."""
    tail = (1 - confidence) / 2

    def at_least(share: Fraction) -> Fraction:
        return sum(
            (comb(asked, k) * share**k * (1 - share) ** (asked - k) for k in range(chosen, asked + 1)), Fraction(0)
        )

    def at_most(share: Fraction) -> Fraction:
        return sum((comb(asked, k) * share**k * (1 - share) ** (asked - k) for k in range(chosen + 1)), Fraction(0))

    low, high = 0, _PLACES
    if chosen:
        low = _last(lambda place: at_least(Fraction(place, _PLACES)) <= tail)
    if chosen < asked:
        high = _PLACES - _last(lambda place: at_most(Fraction(_PLACES - place, _PLACES)) <= tail)
    return Fraction(low, _PLACES), Fraction(high, _PLACES)


def _last(holds: Callable[[int], bool]) -> int:
    """The greatest place at which a condition that ends somewhere still holds."""
    low, high = 0, _PLACES
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low
