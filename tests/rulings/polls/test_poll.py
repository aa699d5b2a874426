"""Polls: the votes of the stages, and the interval of a compound share."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amends.rulings.polls.poll import Poll, interval, shares, stage_votes, tree

UNIT = Fraction(1, 10_000)


def at_least(chosen: int, asked: int, share: Fraction) -> Fraction:
    """The probability of `chosen` votes or more among `asked`."""
    return sum((comb(asked, k) * share**k * (1 - share) ** (asked - k) for k in range(chosen, asked + 1)), Fraction(0))


def test_two_spellings_of_an_action_are_added_up() -> None:
    poll = Poll.of({"4H N -1": 3, "4H  N −1": 2, "4h n -1": 1, "pass": 2})
    assert poll.votes == (("4H N -1", 6), ("pass", 2))
    assert shares(poll) == {"4H N -1": Fraction(3, 4), "pass": Fraction(1, 4)}


def test_a_later_stage_without_votes_below_an_action_divides_by_nothing() -> None:
    stages = [Poll.of({"6D": 1, "pass": 1}), Poll.of({"6D S =": 0, "pass out": 2})]
    assert tree(stages) == {"6D": Fraction(1, 2), "pass out": Fraction(1, 2)}
    assert stage_votes(stages) == {"6D": ((1, 2),), "pass out": ((1, 2), (2, 2))}


def test_an_action_that_is_only_named_again_is_not_asked_about_again() -> None:
    stages = [Poll.of({"6D": 3, "4S E =": 1}), Poll.of({"6D S =": 2, "6D S -1": 3, "4S E =": 5})]
    assert stage_votes(stages) == {"6D S =": ((3, 4), (2, 5)), "6D S -1": ((3, 4), (3, 5)), "4S E =": ((1, 4),)}


def test_three_stages_multiply() -> None:
    stages = [
        Poll.of({"6D": 3, "3NT": 3}),
        Poll.of({"6D S =": 4, "6D S -1": 1}),
        Poll.of({"3NT N =": 2, "3NT N -1": 5}),
    ]
    assert stage_votes(stages)["3NT N ="] == ((3, 6), (2, 7))
    assert tree(stages) == {
        "6D S =": Fraction(2, 5),
        "6D S -1": Fraction(1, 10),
        "3NT N =": Fraction(1, 7),
        "3NT N -1": Fraction(5, 14),
    }


@pytest.mark.parametrize(("chosen", "asked"), [(0, 5), (1, 5), (2, 5), (5, 5), (3, 6), (1, 20), (1, 1), (0, 1)])
@pytest.mark.parametrize("confidence", [Fraction(95, 100), Fraction(975, 1000)])
def test_the_interval_of_one_stage_is_exact_to_four_decimals_outwards(
    chosen: int, asked: int, confidence: Fraction
) -> None:
    low, high = interval(((chosen, asked),), confidence)
    tail = (1 - confidence) / 2
    if chosen:
        assert at_least(chosen, asked, low) <= tail < at_least(chosen, asked, low + UNIT)
    else:
        assert low == 0
    if chosen < asked:  # as many or fewer: the others as many or more
        assert at_least(asked - chosen, asked, 1 - high) <= tail < at_least(asked - chosen, asked, 1 - high + UNIT)
    else:
        assert high == 1


def test_the_interval_of_two_stages_is_the_product_of_theirs_at_a_higher_level() -> None:
    higher = Fraction(975, 1000)
    (low, high), (low_then, high_then) = interval(((5, 6),), higher), interval(((3, 6),), higher)
    found = interval(((5, 6), (3, 6)))
    assert 0 <= low * low_then - found[0] < UNIT
    assert 0 <= found[1] - high * high_then < UNIT


votes_of_a_stage = st.tuples(st.integers(0, 8), st.integers(1, 8)).filter(lambda votes: votes[0] <= votes[1])


@settings(deadline=None)
@given(st.lists(votes_of_a_stage, min_size=1, max_size=3))
def test_the_interval_holds_the_compound_share_and_is_wider_than_that_of_the_last_stage(
    stages: list[tuple[int, int]],
) -> None:
    low, high = interval(tuple(stages))
    share = Fraction(1)
    for votes in stages:
        share *= Fraction(*votes)
    assert 0 <= low <= share <= high <= 1
    assert low <= interval(tuple(stages[-1:]))[0]


def chance(hits: int, asked: int, share: Fraction) -> Fraction:
    return comb(asked, hits) * share**hits * (1 - share) ** (asked - hits)


@pytest.mark.parametrize("first", ["1/10", "1/2", "5/6", "19/20"])
@pytest.mark.parametrize("then", ["1/5", "1/2", "9/10"])
def test_intervals_of_two_stages_hold_the_share_95_times_in_100(first: str, then: str) -> None:
    """Of all polls of five and six players, weighted by how often they come about."""
    one, other = Fraction(first), Fraction(then)
    covered = Fraction(0)
    for chosen in range(6):
        for made in range(7):
            low, high = interval(((chosen, 5), (made, 6)))
            if low <= one * other <= high:
                covered += chance(chosen, 5, one) * chance(made, 6, other)
    assert covered >= Fraction(95, 100)
