"""Round weights: what a director writes, near to the exact weights and never beyond them."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from amends import load_regulation
from amends.laws import law84
from amends.regulations import Regulation
from amends.rulings.polls.weights import UNITS, is_round, round_weights, school_weights

EXACT = load_regulation("exact")


def of(votes: list[int], scores: list[int] | None = None, rules: Regulation = EXACT) -> list[str] | None:
    shares, order, weights = poll_of(votes, scores, rules)
    rounded = round_weights(weights, shares, order)
    return None if rounded is None else [str(weight) for weight in rounded]


def poll_of(
    votes: list[int], scores: list[int] | None, rules: Regulation
) -> tuple[list[Fraction], list[int], list[Fraction]]:
    shares = [Fraction(count, sum(votes)) for count in votes]
    order = scores or [-place for place in range(len(votes))]
    weights = school_weights(shares, order, True, rules)
    assert weights is not None
    return shares, order, weights


@pytest.mark.parametrize(
    ("votes", "weights"),
    [
        ([3, 3], ["3/5", "2/5"]),  # exact already
        ([1, 5], ["1/5", "4/5"]),
        ([5, 1], ["1", "0"]),  # the limit is everything
        ([2, 3], ["9/20", "11/20"]),  # 48%
        ([1, 4], ["1/5", "4/5"]),  # 24%: no lean is left, but nothing is taken away
        ([1, 6], ["1/6", "5/6"]),  # 6/35: a sixth is nearer than 15%
        ([2, 5], ["1/3", "2/3"]),  # 12/35
        ([1, 8], None),  # 2/15: 10% would be less than the poll's 1/9
        ([1, 29], None),  # 4%: less than any step
        ([2, 3, 3, 2], ["1/5", "2/5", "7/20", "1/20"]),  # 24%, 60%, 96% with all better ones
        ([1, 1, 1, 1, 1, 1], ["1/5", "1/5", "1/5", "1/5", "1/5", "0"]),
    ],
)
def test_the_nearest_round_weights(votes: list[int], weights: list[str] | None) -> None:
    assert of(votes) == weights


@pytest.mark.parametrize(
    ("votes", "scores", "weights"),
    [
        ([3, 3, 6], [920, -50, -50], ["3/10", "1/4", "9/20"]),  # 7/30 and 7/15 of the same score
        ([3, 3, 4], [420, 420, -50], ["7/20", "7/20", "3/10"]),  # 72%: 70% in two
        ([1, 30, 30], [420, 420, -50], ["1/20", "11/20", "2/5"]),  # 61%: at least a step for each
    ],
)
def test_outcomes_with_the_same_score_share_what_they_have_together(
    votes: list[int], scores: list[int], weights: list[str]
) -> None:
    assert of(votes, scores) == weights


votes_lists = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)
rules = st.builds(
    lambda binds, factor: EXACT.having(benefit_binds=binds, benefit_factor=factor),
    st.sampled_from(["favourable", "every"]),
    st.sampled_from(["1", "11/10", "6/5", "3/2", "3"]),
)


@given(votes_lists, rules, st.data())
def test_round_weights_are_round_whole_and_within_84d(
    votes: list[int], regulation: Regulation, data: st.DataObject
) -> None:
    scores = sorted(data.draw(st.lists(st.integers(-3, 3), min_size=len(votes), max_size=len(votes))), reverse=True)
    shares, order, weights = poll_of(votes, scores, regulation)
    rounded = round_weights(weights, shares, order)
    assume(rounded is not None)
    assert rounded is not None
    assert sum(rounded) == 1
    assert is_round(rounded)
    assert [weight > 0 for weight in rounded] == [weight > 0 for weight in weights]
    grouped: dict[int, list[Fraction]] = {}
    for score, weight, share in zip(scores, rounded, shares, strict=True):
        before = grouped.get(score, [Fraction(0), Fraction(0)])
        grouped[score] = [before[0] + weight, before[1] + share]
    given_weights, polled = [each[0] for each in grouped.values()], [each[1] for each in grouped.values()]
    assert law84.outside(given_weights, polled, regulation) is None
    assert all(one >= other for one, other in zip(accumulate(given_weights), accumulate(polled), strict=True))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3), rules)
def test_no_round_weights_lean_further(votes: list[int], regulation: Regulation) -> None:
    """Held against all round weights there are."""
    shares, order, weights = poll_of(votes, None, regulation)
    tops, least = list(accumulate(weights)), list(accumulate(shares))
    fitting = []
    for unit in UNITS:
        steps = range(int(1 / unit) + 1)
        for counts in product(steps, repeat=len(votes)):
            if sum(counts) * unit != 1 or [count > 0 for count in counts] != [weight > 0 for weight in weights]:
                continue
            sums = [total * unit for total in accumulate(counts)]
            if all(low <= total <= top for low, total, top in zip(least, sums, tops, strict=True)):
                fitting.append(sum(sums))
    rounded = round_weights(weights, shares, order)
    assert (rounded is None) == (not fitting)
    if rounded is not None:
        assert sum(accumulate(rounded)) == max(fitting)


@given(votes_lists)
def test_weights_that_are_round_stay_as_they_are(votes: list[int]) -> None:
    shares, order, weights = poll_of(votes, None, EXACT)
    if is_round(weights):
        assert round_weights(weights, shares, order) == tuple(weights)
