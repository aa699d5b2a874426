"""From polls to awards: the shares of the outcomes, the band that the benefit of the doubt leaves, and proposals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby
from math import floor

from amends.awards import Mixture
from amends.bridge import BySide, Outcome, PassedOut, Side, Vulnerable
from amends.explain import Finding
from amends.faults import Faults, refuse
from amends.laws import law77, law84
from amends.regulations import Regulation
from amends.rulings.checks.disallowed import is_disallowed, read_disallowed
from amends.rulings.polls.poll import Poll, StageVotes, interval, outcome_of, poll_findings, spelled, stage_votes, steps

UNITS = (Fraction(1, 20), Fraction(1, 6))
"""All weights of an award are multiples of one of these; of two that are equally near, the first."""


def is_round(weights: Sequence[Fraction]) -> bool:
    """Whether weights are what a director writes: all multiples of 5%, or all thirds and sixths.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> is_round([half, half]), is_round([third, 2 * third]), is_round([third, Fraction(1, 5), Fraction(7, 15)])
    (True, True, False)
    """
    return any(all((weight / unit).denominator == 1 for weight in weights) for unit in UNITS)


def round_weights(
    weights: Sequence[Fraction], shares: Sequence[Fraction], scores: Sequence[int]
) -> tuple[Fraction, ...] | None:
    """The nearest round weights; None where there are none.

    The outcomes stand in the order in which the weights lean, `weights` being those that lean as far as 84D allows
    and `shares` those of the poll. For every k the k best outcomes together get at most their exact weight, which is
    the limit of 84D, and at least their share of the poll, so that no rounding turns the doubt against the
    non-offending side; outcomes with the same score count as one. An outcome has a weight if its exact one is not 0.
    Of all such weights in one unit, these lean furthest for every k at once; of the units the one that loses less.

    >>> def shown(weights, shares):
    ...     rounded = round_weights([*map(Fraction, weights)], [*map(Fraction, shares)], [420, -50, -420])
    ...     return rounded and [str(weight) for weight in rounded]
    >>> shown(['12/25', '12/25', '1/25'], ['2/5', '2/5', '1/5'])
    ['9/20', '1/2', '1/20']
    >>> shown(['12/35', '12/35', '11/35'], ['2/7', '2/7', '3/7'])
    ['1/3', '1/3', '1/3']
    >>> shown(['1/25', '1/2', '23/50'], ['1/30', '23/60', '7/12'])
    """
    groups = [list(group) for _, group in groupby(range(len(scores)), key=lambda place: scores[place])]
    found = (_in_steps(unit, weights, shares, groups) for unit in UNITS)
    return min(
        (each for each in found if each is not None), key=lambda each: _loss(each, weights, groups), default=None
    )


def _in_steps(
    unit: Fraction, weights: Sequence[Fraction], shares: Sequence[Fraction], groups: Sequence[Sequence[int]]
) -> tuple[Fraction, ...] | None:
    """The weights in one unit that lean furthest; None where none fit."""
    kept = [[place for place in group if weights[place]] for group in groups]
    most = [floor(total / unit) for total in _sums(weights, groups)]
    least = [total / unit for total in _sums(shares, groups)]
    ends = [most[-1]]  # how many steps each group has with all better ones, the worst first
    for number in range(len(groups) - 1, 0, -1):
        ends.append(min(most[number - 1], ends[-1] - len(kept[number])))
    ends.reverse()
    sizes = [end - before for before, end in zip([0, *ends], ends, strict=False)]
    if sizes[0] < len(kept[0]) or any(end < low for end, low in zip(ends, least, strict=True)):
        return None
    rounded = [Fraction(0)] * len(weights)
    for places, size in zip(kept, sizes, strict=True):
        for place, times in zip(places, _divided(size, [weights[place] for place in places]), strict=True):
            rounded[place] = times * unit
    return tuple(rounded)


def _sums(weights: Sequence[Fraction], groups: Sequence[Sequence[int]]) -> list[Fraction]:
    """What each group has together with all better ones."""
    return list(accumulate(sum((weights[place] for place in group), Fraction(0)) for group in groups))


def _divided(steps: int, weights: Sequence[Fraction]) -> list[int]:
    """Steps divided among outcomes with the same score in proportion to their weights, at least one for each."""
    total = sum(weights, Fraction(0))
    targets = [steps * weight / total for weight in weights]
    counts = [max(1, floor(target)) for target in targets]
    while (left := steps - sum(counts)) != 0:
        sign = 1 if left > 0 else -1
        places = [place for place, count in enumerate(counts) if count + sign >= 1]
        counts[max(places, key=lambda place: (sign * (targets[place] - counts[place]), weights[place]))] += sign
    return counts


def _loss(
    rounded: Sequence[Fraction], weights: Sequence[Fraction], groups: Sequence[Sequence[int]]
) -> tuple[Fraction, Fraction]:
    """How much less the weights lean than the exact ones; then how far they are from them one by one."""
    pairs = zip(_sums(weights, groups), _sums(rounded, groups), strict=True)
    apart = (abs(one - other) for one, other in zip(weights, rounded, strict=True))
    return sum((exact - lower for exact, lower in pairs), Fraction(0)), sum(apart, Fraction(0))


@dataclass(frozen=True, slots=True)
class PolledOutcome:
    """What came out of the polls: its compound share, and its votes in each stage that asked about it."""

    action: str
    stages: StageVotes

    @property
    def share(self) -> Fraction:
        """The product of its shares in the stages."""
        return law84.compound([Fraction(*votes) for votes in self.stages])

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The 95% interval of the compound share."""
        return interval(self.stages)

    @property
    def votes(self) -> int:
        """Its votes in the last stage."""
        return self.stages[-1][0]

    @property
    def of(self) -> int:
        """All votes on the question of the last stage."""
        return self.stages[-1][1]

    @property
    def outcome(self) -> Outcome | None:
        """The result that it is; None where it is a call, or something else."""
        return outcome_of(self.action)


@dataclass(frozen=True, slots=True)
class Step:
    """One outcome in the order in which the weights lean, alone and together with all before it.

    Outcomes with the same score are one step for the Law: each has the limit of all of them. `weight` is the one that
    is proposed, `exact_weight` the same before it was rounded.
    """

    polled: PolledOutcome
    outcome: Outcome
    score: int
    weight: Fraction | None
    exact_weight: Fraction | None
    share_so_far: Fraction
    limit_so_far: Fraction
    weight_so_far: Fraction | None


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for a side: `award` as a director writes it, `exact` before it was rounded.

    The band has the outcomes best for `leans` first, with that side's scores, and what each and all before it may
    have together (84D). With `judged` the school awards one result by what was likely or at all probable; there is
    none where no result was.
    """

    side: Side
    innocent: bool
    leans: Side
    judged: bool
    band: tuple[Step, ...]
    award: Mixture | None
    exact: Mixture | None

    @property
    def judgement(self) -> str:
        """What the director judges; "" where the school has weights."""
        return judgement(self.innocent) if self.judged else ""

    @property
    def has_benefit(self) -> bool:
        """Whether 84D lets the weights differ from the shares of the poll."""
        ends = {step.score: step for step in self.band}.values()  # the last of each score
        return not self.judged and any(step.limit_so_far > step.share_so_far for step in ends)

    @property
    def is_rounded(self) -> bool:
        """Whether the award differs from the exact weights."""
        return self.award != self.exact

    @property
    def is_too_fine(self) -> bool:
        """Whether the weights lean, but no round ones lie between the shares of the poll and the limit of 84D."""
        weights = [step.weight for step in self.band if step.weight is not None]
        return self.has_benefit and self.award is not None and not is_round(weights)

    def is_leaning(self, award: Mixture, vulnerable: Vulnerable) -> bool:
        """Whether an award gives the side to which weights lean more than the poll does: 84D is its ground."""
        given: dict[int, Fraction] = {}
        for weight, outcome in award.parts:
            score = self.leans.sign * law77.points(outcome, vulnerable)
            given[score] = given.get(score, Fraction(0)) + weight
        polled: dict[int, Fraction] = {}
        for step in self.band:
            polled[step.score] = polled.get(step.score, Fraction(0)) + step.polled.share
        best_first = sorted({*given, *polled}, reverse=True)
        more = (given.get(score, Fraction(0)) - polled.get(score, Fraction(0)) for score in best_first)
        return any(total > 0 for total in accumulate(more))


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
    outcomes = tuple(PolledOutcome(action, stages) for action, stages in _stages(polls, out).items())
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


def _stages(polls: Sequence[Poll], out: Sequence[str]) -> dict[str, StageVotes]:
    """The votes of each outcome in each stage; a stage that changes nothing is a mistake."""
    leaves = stage_votes(polls[:1], out)
    for stage in range(2, len(polls) + 1):
        try:
            refined = stage_votes(polls[:stage], out)
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
    leans, judged = side if innocent else side.other, is_judged(innocent, regulation)
    results = [(each, each.outcome) for each in outcomes if each.outcome is not None]
    scored = [(leans.sign * law77.points(outcome, vulnerable), each, outcome) for each, outcome in results]
    scored.sort(key=lambda line: -line[0])  # of equal scores, the first that was named stays first
    scores, shares = [score for score, _, _ in scored], [each.share for _, each, _ in scored]
    sums = list(accumulate(shares))
    limits = {score: law84.limit(total, regulation) for score, total in zip(scores, sums, strict=True)}
    exact = school_weights(shares, scores, innocent, regulation)
    rounded = exact
    if exact is not None and not judged and regulation.weighting != "true":
        rounded = list(round_weights(exact, shares, scores) or exact)
    nothing: Sequence[Fraction | None] = [None] * len(scored)
    band = tuple(
        Step(each, outcome, score, weight, exact_weight, total, limits[score], so_far)
        for (score, each, outcome), weight, exact_weight, total, so_far in zip(
            scored, rounded or nothing, exact or nothing, sums, list(accumulate(rounded or ())) or nothing, strict=True
        )
    )
    award = _mixture([(step.weight, step.outcome) for step in band])
    return Proposal(
        side, innocent, leans, judged, band, award, _mixture([(step.exact_weight, step.outcome) for step in band])
    )


def _mixture(parts: Sequence[tuple[Fraction | None, Outcome]]) -> Mixture | None:
    """The award of outcomes with their weights; None where they have none."""
    weighted = tuple((weight, outcome) for weight, outcome in parts if weight)
    return Mixture(weighted).checked() if weighted else None


LIKELY = Fraction(1, 3)
"""The share of the votes from which a result is proposed as likely: one in three. Tradition, unverified."""

AT_ALL_PROBABLE = Fraction(1, 6)
"""The share of the votes from which a result is proposed as at all probable: one in six. Tradition, unverified."""


def is_judged(innocent: bool, regulation: Regulation) -> bool:
    """Whether the school awards a side one result, by what was likely or at all probable, instead of weights."""
    return regulation.weighting == "likely-probable" or (regulation.weighting == "skewed" and not innocent)


def judgement(innocent: bool) -> str:
    """What is proposed for a side by what was likely or at all probable, and who decides it."""
    quality, superlative, threshold = (
        ("likely", "best", LIKELY) if innocent else ("at all probable", "worst", AT_ALL_PROBABLE)
    )
    return (
        f"the {superlative} result that was {quality}, taken as one with {threshold} of the votes or more (unverified);"
        f" what was {quality} is the director's judgement"
    )


def school_weights(
    shares: Sequence[Fraction], scores: Sequence[int], innocent: bool, regulation: Regulation
) -> list[Fraction] | None:
    """The exact weights for a side by the regulation's school; None where no result was likely or at all probable.

    The outcomes stand in the order in which the weights lean, `scores` being theirs; `innocent` says whether the side
    is non-offending. Outcomes with the same score keep the proportion of their shares.

    >>> from amends.regulations import default
    >>> half = [Fraction(1, 2), Fraction(1, 2)]
    >>> [str(weight) for weight in school_weights(half, [420, -50], True, default()) or ()]
    ['3/5', '2/5']
    >>> old = default().having(weighting='likely-probable')
    >>> votes = [Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)]
    >>> [[str(weight) for weight in school_weights(votes, [920, 420, -50], side, old) or ()] for side in (True, False)]
    [['0', '1', '0'], ['1', '0', '0']]
    """
    if regulation.weighting == "true":
        return list(shares)
    polled: dict[int, Fraction] = {}
    for score, share in zip(scores, shares, strict=True):
        polled[score] = polled.get(score, Fraction(0)) + share
    if is_judged(innocent, regulation):
        threshold = LIKELY if innocent else AT_ALL_PROBABLE
        best = next((score for score, share in polled.items() if share >= threshold), None)
        if best is None:
            return None
        places = [place for place, score in enumerate(scores) if score == best]
        awarded = max(places, key=lambda place: shares[place])
        return [Fraction(place == awarded) for place in range(len(scores))]
    given = dict(zip(polled, law84.most_favourable(list(polled.values()), regulation), strict=True))
    return [
        given[score] * share / polled[score] if share else Fraction(0)
        for score, share in zip(scores, shares, strict=True)
    ]
