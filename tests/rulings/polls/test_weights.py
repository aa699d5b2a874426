"""From polls to weights: shares multiply along the stages, and no weight leans further than the poll allows."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from amends import BySide, Faults, Vulnerable, load_regulation
from amends.awards import Mixture, parse_award
from amends.bridge import Side
from amends.laws import law77, law84
from amends.regulations import Regulation
from amends.rulings.polls.poll import Poll
from amends.rulings.polls.weights import Polled, from_polls

EXACT = load_regulation("exact")
NS, EW, BOTH, NONE = BySide(True, False), BySide(False, True), BySide(True, True), BySide(False, False)
EVEN = {"4H N =": 3, "4H N -1": 3}


def polled(
    *votes: dict[str, int],
    disallowed: tuple[str, ...] = (),
    sides: BySide[bool] | None = NS,
    vulnerable: Vulnerable = Vulnerable.NONE,
    rules: Regulation = EXACT,
) -> Polled:
    return from_polls([Poll.of(stage) for stage in votes], disallowed, sides, vulnerable, rules)


def shares(found: Polled) -> dict[str, str]:
    return {each.action: str(each.share) for each in found.outcomes}


# Worked examples


@pytest.mark.parametrize(
    ("votes", "rules", "awards"),
    [
        ([EVEN], {}, ["60% 4H N =; 40% 4H N -1"] * 2),
        ([EVEN], {"weighting": "true"}, ["50% 4H N =; 50% 4H N -1"] * 2),
        ([EVEN], {"benefit_factor": "4/3"}, ["2/3 4H N =; 1/3 4H N -1"] * 2),
        ([EVEN], {"weighting": "skewed"}, ["60% 4H N =; 40% 4H N -1", "4H N ="]),
        ([EVEN], {"weighting": "likely-probable"}, ["4H N =", "4H N ="]),
        ([{"4H N =": 2, "4H N -1": 3}], {}, ["45% 4H N =; 55% 4H N -1"] * 2),
        ([{"4H N =": 2, "4H N -1": 3}], {"weighting": "true"}, ["40% 4H N =; 60% 4H N -1"] * 2),
        ([{"4H N =": 1, "4H N -1": 6}], {"weighting": "true"}, ["1/7 4H N =; 6/7 4H N -1"] * 2),
        # WBF commentary, example 11: a half of a half is raised once; the two ways to -50 share the rest
        (
            [{"6D": 3, "3NT S -1": 3}, {"6D S =": 3, "6D S -1": 3}],
            {},
            ["30% 6D S =; 25% 6D S -1; 45% 3NT S -1"] * 2,
        ),
    ],
)
def test_weights_are_proposed_for_each_side(
    votes: list[dict[str, int]], rules: dict[str, object], awards: list[str]
) -> None:
    found = polled(*votes, rules=EXACT.having(**rules))
    assert [str(proposal.award) for proposal in found.proposals] == awards


def test_the_auction_and_the_play_multiply() -> None:
    auction, play = {"4S": 2, "pass": 4}, {"4S E =": 1, "4S E -1": 3}
    assert shares(polled(auction, play)) == {"4S E =": "1/12", "4S E -1": "1/4", "pass": "2/3"}


def test_votes_for_a_disallowed_call_are_left_out_and_kept() -> None:
    found = polled({"6♠": 3, "pass": 2, "5S": 1}, disallowed=("6s", "double"))
    assert shares(found) == {"pass": "2/3", "5S": "1/3"}
    assert found.left_out == ({"6S": 3},)
    assert found.nobody_chose == ("double",)
    assert found.polls[0].asked == 6


def test_spellings_of_one_result_are_one_outcome() -> None:
    assert shares(polled({"4♥ N 10": 2, "4h n =": 1, "4H N -1": 3})) == {"4H N =": "1/2", "4H N -1": "1/2"}


def test_shares_can_be_had_before_it_is_said_who_is_non_offending() -> None:
    found = polled(EVEN, sides=None)
    assert found.has_results
    assert (shares(found), found.proposals) == ({"4H N =": "1/2", "4H N -1": "1/2"}, ())


@pytest.mark.parametrize("votes", [{"pass": 3, "5S": 3}, {"6D": 1}, {"pass": 5}])
def test_calls_have_no_weights(votes: dict[str, int]) -> None:
    found = polled(votes)
    assert not found.has_results
    assert found.proposals == ()


def test_nobody_asked_is_nothing_polled() -> None:
    found = polled()
    assert (found.outcomes, found.proposals, found.findings, found.has_results) == ((), (), (), False)


@pytest.mark.parametrize(("minimum", "findings"), [(6, []), (7, ["unusual 12C1(c)"])])
def test_a_small_poll_is_found(minimum: int, findings: list[str]) -> None:
    found = polled(EVEN, rules=EXACT.having(poll_minimum=minimum))
    assert [str(finding) for finding in found.findings] == findings


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ([{"6D": 3}, {"6H S =": 3}], "stage 2: found '6H S ='"),
        ([{"6D": 3}, {"6D": 2}], "stage 2: found 6D, which refines nothing"),
        ([{"6S": 3}], "no vote for an action that is allowed"),
    ],
)
def test_stages_that_do_not_fit_are_refused(stages: list[dict[str, int]], words: str) -> None:
    with pytest.raises(Faults, match=words):
        polled(*stages, disallowed=("6S",))


def test_the_band_has_each_outcome_alone_and_with_all_before_it() -> None:
    band = polled({"4S E =": 2, "4H N =": 2, "4H N -1": 3, "pass": 3}).proposals[0].band
    found = [
        (step.polled.action, step.score, *map(str, (step.share_so_far, step.limit_so_far, step.weight_so_far)))
        for step in band
    ]
    assert found == [
        ("4H N =", 420, "1/5", "6/25", "1/5"),
        ("pass", 0, "1/2", "3/5", "3/5"),
        ("4H N -1", -50, "4/5", "24/25", "19/20"),
        ("4S E =", -420, "1", "1", "1"),
    ]


def test_outcomes_with_the_same_score_have_one_limit() -> None:
    band = polled({"4H N =": 2, "4S N =": 1, "pass": 3}).proposals[0].band
    assert [str(step.limit_so_far) for step in band] == ["3/5", "3/5", "1"]
    assert [str(step.weight_so_far) for step in band] == ["2/5", "3/5", "1"]


def test_a_band_is_there_also_where_nothing_is_proposed() -> None:
    votes = {"6H N =": 1, "5H N =": 1, "4H N =": 1, "4H N -1": 1}
    proposal = polled(votes, rules=EXACT.having(weighting="likely-probable")).proposals[0]
    step = proposal.band[0]
    assert (step.limit_so_far, step.weight, step.exact_weight, step.weight_so_far) == (Fraction(3, 10), *[None] * 3)
    assert (proposal.award, proposal.exact, proposal.is_rounded) == (None, None, False)


@pytest.mark.parametrize(
    ("votes", "rules", "benefit", "rounded", "too_fine"),
    [
        ({"4H N =": 3, "4H N -1": 3}, {}, True, False, False),
        ({"4H N =": 2, "4H N -1": 3}, {}, True, True, False),
        ({"4H N =": 1, "4H N -1": 8}, {}, True, False, True),
        ({"4H N =": 1, "4H N -1": 8}, {"weighting": "true"}, False, False, False),
        ({"4H N =": 1, "4S N =": 2, "4H N -1": 4}, {"weighting": "true"}, False, False, False),
        ({"4H N =": 1, "4H N -1": 8}, {"benefit_factor": "1"}, False, False, False),
        ({"4H N =": 2, "4H N -1": 3}, {"weighting": "likely-probable"}, False, False, False),
        ({"4H N =": 6}, {}, False, False, False),
    ],
)
def test_a_proposal_says_what_became_of_its_weights(
    votes: dict[str, int], rules: dict[str, object], benefit: bool, rounded: bool, too_fine: bool
) -> None:
    proposal = polled(votes, rules=EXACT.having(**rules)).proposals[0]
    assert (proposal.has_benefit, proposal.is_rounded, proposal.is_too_fine) == (benefit, rounded, too_fine)


@pytest.mark.parametrize(
    ("award", "leaning"),
    [
        ("60% 4H N =; 40% 4H N -1", True),
        ("50% 4H N =; 50% 4H N -1", False),
        ("50% 4S N =; 50% 4H N -1", False),  # the same scores
        ("40% 4H N =; 60% 4H N -1", False),
        ("4H N =", True),
        ("4H N -1", False),
        ("50% 4H N =; 40% 4H N -1; 10% pass", True),
    ],
)
def test_an_award_leans_if_the_side_gets_more_than_the_poll_says(award: str, leaning: bool) -> None:
    given = parse_award(award)
    assert isinstance(given, Mixture)
    assert polled(EVEN).proposals[0].is_leaning(given, Vulnerable.NONE) is leaning


# Properties

RESULTS = ["4H N =", "4H N -1", "4S E =", "4S E -1", "pass", "3NT N +1", "4S N =", "5Cx W -2"]
votes_of_results = st.dictionaries(st.sampled_from(RESULTS), st.integers(0, 9), min_size=1).filter(
    lambda votes: any(votes.values()) and set(votes) != {"pass"}
)
rules = st.builds(
    lambda binds, school, factor: EXACT.having(benefit_binds=binds, weighting=school, benefit_factor=factor),
    st.sampled_from(["favourable", "every"]),
    st.sampled_from(["sympathetic", "true", "skewed", "likely-probable"]),
    st.sampled_from(["1", "6/5", "3/2"]),
)


@settings(deadline=None)
@given(votes_of_results, rules, st.sampled_from([NS, EW, BOTH, NONE]), st.sampled_from(list(Vulnerable)))
def test_weights_add_up_to_one_and_stay_below_the_limit(
    votes: dict[str, int], regulation: Regulation, sides: BySide[bool], vulnerable: Vulnerable
) -> None:
    found = polled(votes, rules=regulation, sides=sides, vulnerable=vulnerable)
    assert sum(each.share for each in found.outcomes) == 1
    for proposal in found.proposals:
        assert proposal.leans is (proposal.side if sides[proposal.side] else proposal.side.other)
        assert [step.score for step in proposal.band] == sorted((step.score for step in proposal.band), reverse=True)
        assert proposal.band[-1].share_so_far == 1
        for step in proposal.band:
            assert step.score == proposal.leans.sign * law77.points(step.outcome, vulnerable)
            assert step.limit_so_far >= step.share_so_far
            assert step.limit_so_far <= 1
        if proposal.award is None:
            assert proposal.judged
            continue
        assert proposal.exact is not None
        assert sum(weight for weight, _ in proposal.exact.parts) == 1
        assert sum(weight for weight, _ in proposal.award.parts) == 1
        assert sum(step.weight or 0 for step in proposal.band) == 1
        for step in proposal.band:
            assert step.weight is not None
            assert step.weight_so_far is not None
            assert 0 <= step.weight <= 1
            assert (step.weight == 0) == (step.exact_weight == 0)
            assert (step.weight == 0) or step.polled.share > 0
            assert proposal.judged or step.weight_so_far <= step.limit_so_far
        best = {step.score: (step.weight_so_far or Fraction(0), step.share_so_far) for step in proposal.band}
        sums = [[Fraction(0), *(pair[place] for pair in best.values())] for place in (0, 1)]
        weights, shares = ([high - low for low, high in pairwise(each)] for each in sums)
        assert proposal.judged or law84.outside(weights, shares, regulation) is None


@given(st.permutations([(action, count) for count, action in enumerate(RESULTS, 1)]))
def test_the_order_of_the_votes_does_not_matter(votes: list[tuple[str, int]]) -> None:
    def weights(found: Polled) -> list[dict[str, Fraction | None]]:
        return [{step.polled.action: step.weight for step in each.band} for each in found.proposals]

    one, other = polled(dict(votes)), polled(dict(sorted(votes)))
    assert set(one.outcomes) == set(other.outcomes)
    assert weights(one) == weights(other)


@given(st.integers(1, 9), st.integers(0, 9), st.integers(0, 9), st.integers(1, 9))
def test_a_tree_multiplies(bid: int, passed: int, made: int, down: int) -> None:
    found = polled({"4S": bid, "pass": passed}, {"4S E =": made, "4S E -1": down})
    by_action = {each.action: each.share for each in found.outcomes}
    reached = Fraction(bid, bid + passed)
    assert by_action["4S E ="] == reached * Fraction(made, made + down)
    assert by_action["4S E -1"] == reached * Fraction(down, made + down)
    assert by_action["pass"] == 1 - reached


@settings(deadline=None)
@given(votes_of_results)
def test_the_interval_holds_the_share(votes: dict[str, int]) -> None:
    for each in polled(votes).outcomes:
        low, high = each.interval
        assert 0 <= low <= each.share <= high <= 1
        assert each.share == Fraction(each.votes, each.of)


def test_both_sides_have_the_same_award_where_one_is_non_offending() -> None:
    for side in (NS, EW):
        awards = [proposal.award for proposal in polled(EVEN, sides=side).proposals]
        assert awards[0] == awards[1]
    assert [proposal.leans for proposal in polled(EVEN, sides=BOTH).proposals] == [Side.NS, Side.EW]
