"""Polls: votes in stages, shares, and the weights that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from amends import exact
from amends.explain import Finding, Verdict
from amends.faults import refuse
from amends.laws import law84
from amends.laws.editions import clause
from amends.regulations import Regulation


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
        raise refuse("no vote for an action that is allowed", "at least one such vote")
    return {action: Fraction(count, total) for action, count in kept.items()}


def _allowed(poll: Poll, disallowed: Iterable[str]) -> dict[str, int]:
    out = {tidy(call).upper() for call in disallowed}
    return {action: count for action, count in poll.votes if action.upper() not in out}


def tree(polls: Sequence[Poll], disallowed: Iterable[str] = ()) -> dict[str, Fraction]:
    """The shares after several stages: a later action refines the earlier one it begins with.

    First the auction, then the play: half reach 6D, and half of those make it.

    >>> stages = [Poll.of({'6D': 3, '3NT S -1': 3}), Poll.of({'6D S =': 2, '6D S -1': 2})]
    >>> {outcome: str(share) for outcome, share in tree(stages).items()}
    {'6D S =': '1/4', '6D S -1': '1/4', '3NT S -1': '1/2'}
    """
    leaves: dict[str, Fraction] = {}
    calls = tuple(disallowed)
    for stage, poll in enumerate(polls):
        found = shares(poll, calls)
        leaves = _refined(leaves, found) if stage else found
    return leaves


def _refined(leaves: dict[str, Fraction], found: dict[str, Fraction]) -> dict[str, Fraction]:
    parents = {action: _parent(action, leaves) for action in found}
    orphans = [action for action, parent in parents.items() if parent is None]
    if orphans:
        raise refuse(
            f"{orphans[0]!r} in a later stage of the poll", f"a text that begins with one of {', '.join(leaves)}"
        )
    refined: dict[str, Fraction] = {}
    for leaf, share in leaves.items():
        below = {action: part for action, part in found.items() if parents[action] == leaf}
        total = sum(below.values(), Fraction(0))
        if not total:
            refined[leaf] = share
            continue
        for action, part in below.items():
            refined[action] = share * part / total
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


def last_votes(polls: Sequence[Poll], disallowed: Iterable[str] = ()) -> dict[str, tuple[int, int]]:
    """For each outcome of `tree` its votes in the last stage that asked about it, and all votes on that question.

    >>> last_votes([Poll.of({'6D': 3, '3NT S -1': 3}), Poll.of({'6D S =': 2, '6D S -1': 3})])
    {'3NT S -1': (3, 6), '6D S =': (2, 5), '6D S -1': (3, 5)}
    """
    calls = tuple(disallowed)
    found: dict[str, tuple[int, int]] = {}
    for poll in polls:
        kept = _allowed(poll, calls)
        parents = {action: _parent(action, found) for action in kept}
        totals: dict[str | None, int] = {}
        for action, count in kept.items():
            totals[parents[action]] = totals.get(parents[action], 0) + count
        before = {leaf: votes for leaf, votes in found.items() if not totals.get(leaf)}
        found = before | {
            action: (count, totals[parents[action]]) for action, count in kept.items() if totals[parents[action]]
        }
    return found


def proposed(
    shares: Sequence[Fraction], scores: Sequence[int], innocent: bool, regulation: Regulation
) -> list[Fraction] | None:
    """The weights for a side by the regulation's school; None where the school leaves them to the director's judgement.

    The outcomes stand in the order in which the weights lean, `scores` being theirs; `innocent` says whether the side
    is non-offending. Outcomes with the same score keep the proportion of their shares.

    >>> from amends.regulations import default
    >>> [str(weight) for weight in proposed([Fraction(1, 2), Fraction(1, 2)], [420, -50], True, default()) or ()]
    ['3/5', '2/5']
    """
    if regulation.weighting == "true":
        return list(shares)
    if regulation.weighting == "likely-probable" or (regulation.weighting == "skewed" and not innocent):
        return None
    polled: dict[int, Fraction] = {}
    for score, share in zip(scores, shares, strict=True):
        polled[score] = polled.get(score, Fraction(0)) + share
    given = dict(zip(polled, law84.most_favourable(list(polled.values()), regulation), strict=True))
    return [
        given[score] * share / polled[score] if share else Fraction(0)
        for score, share in zip(scores, shares, strict=True)
    ]


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


def interval(chosen: int, asked: int, confidence: Fraction = Fraction(95, 100)) -> tuple[Fraction, Fraction]:
    """The exact (Clopper-Pearson) interval of a share, to four decimals outwards.

    >>> tuple(str(bound) for bound in interval(3, 6))
    ('1181/10000', '8819/10000')
    """
    tail, steps = (1 - confidence) / 2, 10_000

    def at_least(share: Fraction) -> Fraction:
        return sum(
            (comb(asked, k) * share**k * (1 - share) ** (asked - k) for k in range(chosen, asked + 1)), Fraction(0)
        )

    def at_most(share: Fraction) -> Fraction:
        return sum((comb(asked, k) * share**k * (1 - share) ** (asked - k) for k in range(chosen + 1)), Fraction(0))

    low, high = 0, steps
    if chosen:
        low = _last(lambda step: at_least(Fraction(step, steps)) <= tail, steps)
    if chosen < asked:
        high = steps - _last(lambda step: at_most(Fraction(steps - step, steps)) <= tail, steps)
    return Fraction(low, steps), Fraction(high, steps)


def _last(holds: object, most: int) -> int:
    """The greatest step at which a condition that ends somewhere still holds."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):  # type: ignore[operator]
            low = middle
        else:
            high = middle - 1
    return low
