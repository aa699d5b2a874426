"""From polls to weights: the shares of the outcomes, the band that the benefit of the doubt leaves, and proposals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from amends.awards import Mixture
from amends.bridge import BySide, Outcome, PassedOut, Side, Vulnerable
from amends.explain import Finding
from amends.faults import Faults, refuse
from amends.laws import law77, law84
from amends.regulations import Regulation
from amends.rulings.disallowed import is_disallowed, read_disallowed
from amends.rulings.poll import Poll, interval, last_votes, poll_findings, proposed, steps, tree
from amends.rulings.votes import outcome_of, spelled

_INTERVAL = lru_cache(maxsize=1024)(interval)


@dataclass(frozen=True, slots=True)
class PolledOutcome:
    """What came out of the polls: its share, and its votes among all on the last question that asked about it."""

    action: str
    share: Fraction
    votes: int
    of: int

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The exact 95% interval of the votes of the last stage."""
        return _INTERVAL(self.votes, self.of)

    @property
    def outcome(self) -> Outcome | None:
        """The result that it is; None where it is a call, or something else."""
        return outcome_of(self.action)


@dataclass(frozen=True, slots=True)
class Step:
    """One outcome in the order in which the weights lean, alone and together with all before it.

    Outcomes with the same score are one step for the Law: each has the limit of all of them.
    """

    polled: PolledOutcome
    outcome: Outcome
    score: int
    weight: Fraction | None
    share_so_far: Fraction
    limit_so_far: Fraction
    weight_so_far: Fraction | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for a side; no weights and no award where the school leaves them to the director's judgement.

    The band has the outcomes best for `leans` first, with that side's scores, and what each and all before it may
    have together (84D).
    """

    side: Side
    innocent: bool
    leans: Side
    band: tuple[Step, ...]
    award: Mixture | None

    @property
    def judgement(self) -> str:
        """What the director judges where nothing is proposed."""
        if self.innocent:
            return 'the best result that was likely; what was "likely" is the director\'s judgement'
        return 'the worst result that was at all probable; what was "at all probable" is the director\'s judgement'


@dataclass(frozen=True, slots=True)
class Polled:
    """All that follows from polls; `left_out` has, for each, the votes for what is disallowed."""

    polls: tuple[Poll, ...]
    left_out: tuple[dict[str, int], ...]
    nobody_chose: tuple[str, ...]
    outcomes: tuple[PolledOutcome, ...]
    proposals: tuple[Proposal, ...]
    findings: tuple[Finding, ...]
    non_offending: BySide[bool] | None
    vulnerable: Vulnerable
    regulation: Regulation

    @property
    def has_results(self) -> bool:
        """Whether all outcomes are results, so that they can have weights; a pass that is left alone is a call."""
        return _are_results(self.outcomes)


def from_polls(
    polls: Sequence[Poll],
    disallowed: Sequence[str],
    non_offending: BySide[bool] | None,
    vulnerable: Vulnerable,
    regulation: Regulation,
) -> Polled:
    """What polls come to, each refining the one before it: first the auction, then the play.

    Weights are proposed where all outcomes are results and it is said who is non-offending. Whoever cannot do
    without weights asks `has_results` and `proposals`: results without proposals only want a `non_offending`.

    >>> from amends.regulations import default
    >>> votes = Poll.of({'4H N =': 3, '4H N -1': 3})
    >>> polled = from_polls([votes], [], BySide(True, False), Vulnerable.NONE, default())
    >>> print(polled.proposals[0].award)
    60% 4H N =; 40% 4H N -1
    """
    polls = tuple(_spelled(poll) for poll in polls)
    calls = tuple(dict.fromkeys(map(spelled, disallowed)))
    left_out = tuple(
        {action: count for action, count in poll.votes if any(_is_out(action, call) for call in calls)}
        for poll in polls
    )
    out = [action for stage in left_out for action in stage]
    shares, counted = _shares(polls, out), last_votes(polls, out)
    outcomes = tuple(PolledOutcome(action, share, *counted[action]) for action, share in shares.items())
    proposals: tuple[Proposal, ...] = ()
    if non_offending is not None and _are_results(outcomes):
        proposals = tuple(_proposal(side, non_offending[side], outcomes, vulnerable, regulation) for side in Side)
    nobody_chose = tuple(call for call in calls if not any(_is_out(action, call) for action in out))
    findings = tuple(poll_findings(polls, regulation))
    return Polled(polls, left_out, nobody_chose, outcomes, proposals, findings, non_offending, vulnerable, regulation)


def _spelled(poll: Poll) -> Poll:
    """The poll with spellings of one action added up."""
    counts: dict[str, int] = {}
    for action, count in poll.votes:
        counts[spelled(action)] = counts.get(spelled(action), 0) + count
    return Poll.of(counts)


def _are_results(outcomes: Sequence[PolledOutcome]) -> bool:
    found = [each.outcome for each in outcomes]
    return bool(found) and None not in found and found != [PassedOut()]


def _is_out(action: str, call: str) -> bool:
    """Whether an action is a disallowed call, leads over one, or is the result of a disallowed contract."""
    if len(each := steps(action)) > 1:
        return any(_is_out(part, call) for part in each)
    if action.upper() == call.upper():
        return True
    try:
        read_disallowed(call)
    except Faults:
        return False  # a call such as pass or double, which is no contract
    return is_disallowed(action, [call])


def _shares(polls: Sequence[Poll], out: Sequence[str]) -> dict[str, Fraction]:
    """The shares after all stages; a stage that changes nothing is a mistake."""
    leaves = tree(polls[:1], out)
    for stage in range(2, len(polls) + 1):
        try:
            refined = tree(polls[:stage], out)
        except Faults as trouble:
            raise trouble.at(f"stage {stage}") from None
        if refined == leaves:
            actions = ", ".join(action for action, _ in polls[stage - 1].votes)
            expected = f"actions that begin with one of {', '.join(leaves)} and go on from there"
            raise refuse(f"{actions}, which refines nothing", expected, f"stage {stage}")
        leaves = refined
    return leaves


def _proposal(
    side: Side, innocent: bool, outcomes: Sequence[PolledOutcome], vulnerable: Vulnerable, regulation: Regulation
) -> Proposal:
    """For one side; the weights lean to a non-offending side and away from an offending one."""
    leans = side if innocent else side.other
    results = [(each, each.outcome) for each in outcomes if each.outcome is not None]
    scored = [(leans.sign * law77.points(outcome, vulnerable), each, outcome) for each, outcome in results]
    scored.sort(key=lambda line: -line[0])  # of equal scores, the first that was named stays first
    scores, shares = [score for score, _, _ in scored], [each.share for _, each, _ in scored]
    sums = list(accumulate(shares))
    limits = {score: law84.limit(total, regulation) for score, total in zip(scores, sums, strict=True)}
    weights = proposed(shares, scores, innocent, regulation)
    given: Sequence[Fraction | None] = [None] * len(scored) if weights is None else weights
    heavier: Sequence[Fraction | None] = given if weights is None else list(accumulate(weights))
    band = tuple(
        Step(each, outcome, score, weight, total, limits[score], so_far)
        for (score, each, outcome), weight, total, so_far in zip(scored, given, sums, heavier, strict=True)
    )
    award = Mixture(tuple((step.weight, step.outcome) for step in band if step.weight)).checked() if weights else None
    return Proposal(side, innocent, leans, band, award)
