"""`amends poll`: from votes to shares and proposed weights."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import exact
from amends.awards import Mixture, parse_award
from amends.laws import law84
from amends.regulations import default
from support.examples import examples
from support.running import Amends

LONG = 10_000
EVEN = ("poll", "4H N =*3", "4H N -1*3")
STAGES = ("poll", "6D*3", "3NT S -1*3", "--then", "6D S =*3; 6D S -1*3")

PROPOSED = [
    # votes and sides, the award of both sides
    ((*EVEN, "--non-offending", "ns"), "60% 4H N =; 40% 4H N -1"),
    ((*EVEN, "--non-offending", "ew"), "60% 4H N -1; 40% 4H N ="),
    ((*EVEN, "--non-offending", "ns", "--set", "weighting=true"), "50% 4H N =; 50% 4H N -1"),
    ((*EVEN, "--non-offending", "ns", "--set", "benefit_factor=3/2"), "75% 4H N =; 25% 4H N -1"),
    ((*EVEN, "--non-offending", "ns", "--set", "benefit_factor=2"), "4H N ="),
    (("poll", "4H N =*6", "--non-offending", "ns"), "4H N ="),
    (("poll", "4H N =*6", "4H N -1*0", "--non-offending", "ns"), "4H N ="),
    (("poll", "4H N =*0", "4H N -1*6", "--non-offending", "ns"), "4H N -1"),
    (("poll", "4H N -1*2", "4H N =", "4H N =*3", "--non-offending", "n-s"), "80% 4H N =; 20% 4H N -1"),
    (("poll", "+420*2", "-50*3", "--non-offending", "ns"), "45% +420; 55% -50"),
    (("poll", "4H N =*2", "4H N -1*5", "--non-offending", "ns"), "1/3 4H N =; 2/3 4H N -1"),
    # four results: the best k together get what they may have
    (
        ("poll", "4S E =*2", "4H N =*2", "4H N -1*3", "pass*3", "--non-offending", "ns"),
        "20% 4H N =; 40% pass; 35% 4H N -1; 5% 4S E =",
    ),
    # the same score: the proportion of the shares, whichever was named first
    (("poll", "4H N =*2", "4S N =", "pass*3", "--non-offending", "ns"), "40% 4H N =; 20% 4S N =; 40% pass"),
    # WBF commentary, example 11: a half of a half is raised once
    ((*STAGES, "--non-offending", "ns", "--vulnerable", "ns"), "30% 6D S =; 25% 6D S -1; 45% 3NT S -1"),
]


@pytest.mark.parametrize(("arguments", "award"), PROPOSED)
def test_weights_are_proposed_as_an_award(amends: Amends, arguments: tuple[str, ...], award: str) -> None:
    proposals = amends.data(*arguments)["proposals"]
    assert [proposal["side"] for proposal in proposals] == ["ns", "ew"]
    assert [proposal["award"] for proposal in proposals] == [award, award]
    assert f"\nProposed for both sides: {award}" in amends.shown(*arguments)


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in PROPOSED])
def test_the_award_can_be_pasted(amends: Amends, arguments: tuple[str, ...]) -> None:
    award = amends.data(*arguments)["proposals"][0]["award"]
    assert amends("matchpoints", "+420*4 -50", "--award", award).status == 0


def test_example_10_of_the_commentary_leaves_the_cancelled_call_out(amends: Amends) -> None:
    arguments = ("poll", "6S*3", "pass*2", "5S*1", "--disallowed", "6S")
    data = amends.data(*arguments)
    assert [(line["action"], line["share"]) for line in data["shares"]] == [("pass", "2/3"), ("5S", "1/3")]
    assert data["stages"][0] == {"asked": 6, "votes": {"6S": 3, "pass": 2, "5S": 1}, "left_out": {"6S": 3}}
    assert (data["proposals"], data["findings"]) == ([], [])
    shown = amends.shown(*arguments)
    assert "Left out: 3 votes for 6S, which is disallowed [12C1(c)]" in shown
    assert "pass 2 of 3 2/3" in shown
    assert "No weights are proposed, for want of results: pass, 5S" in shown


def test_example_11_of_the_commentary_raises_the_compound_share(amends: Amends) -> None:
    data = amends.data(*STAGES, "--non-offending", "ns")
    best = data["proposals"][0]["results"][0]
    assert best == {
        "result": "6D S =",
        "score": 920,
        "share": "0.25",
        "allowed_with_better": "0.3",
        "weight": "0.3",
        "exact_weight": "0.3",
    }
    shown = amends.shown(*STAGES, "--non-offending", "ns")
    assert "6D S = +920 3 of 6, 3 of 6 25% 0.84% to 82.51% 30% 30% 30%" in shown


@pytest.mark.parametrize(
    ("spelling", "action"),
    [("4♥ n 10", "4H N ="), ("4h N=", "4H N ="), (" 4H  N  = ", "4H N ="), ("4♥︎× N −1", "4Hx N -1"), ("PASS", "pass")],
)
def test_spellings_of_one_result_meet(amends: Amends, spelling: str, action: str) -> None:
    data = amends.data("poll", f"{spelling}*2", f"{action}*3", "--non-offending", "ns")
    assert [(line["action"], line["votes"]) for line in data["shares"]] == [(action, 5)]


@pytest.mark.parametrize(
    ("call", "later"), [("3N", "3NT S ="), ("6♦", "6d S ="), ("4h n", "4H N ="), ("6Dx", "6D× S =")]
)
def test_spellings_of_a_call_meet_in_a_later_stage(amends: Amends, call: str, later: str) -> None:
    data = amends.data("poll", f"{call}*2", "pass*3", "--then", f"{later}*5", "--non-offending", "ns")
    assert [line["share"] for line in data["shares"]] == ["0.4", "0.6"]
    assert data["proposals"]


def test_votes_may_stand_in_one_argument_or_in_several(amends: Amends) -> None:
    one = amends.data("poll", "4H N =*3; 4H N -1*3", "--non-offending", "ns")
    assert one == amends.data(*EVEN, "--non-offending", "ns")


@pytest.mark.parametrize(
    ("conditions", "scores"),
    [
        ([], [420, -50]),
        (["--vulnerable", "ns"], [620, -100]),
        (["--board", "7"], [620, -100]),
        (["--board", "1"], [420, -50]),
    ],
)
def test_the_scores_follow_the_vulnerability(amends: Amends, conditions: list[str], scores: list[int]) -> None:
    data = amends.data(*EVEN, "--non-offending", "ns", *conditions)
    assert [line["score"] for line in data["proposals"][0]["results"]] == scores


def test_the_order_can_depend_on_the_vulnerability(amends: Amends) -> None:
    votes = ("poll", "5Cx N -2*3", "4S E =*3", "--non-offending", "ns")
    assert amends.data(*votes)["proposals"][0]["award"] == "60% 5Cx N -2; 40% 4S E ="
    assert amends.data(*votes, "--vulnerable", "ns")["proposals"][0]["award"] == "60% 4S E =; 40% 5Cx N -2"


@pytest.mark.parametrize(
    ("sides", "ns", "ew", "role"),
    [
        ("both", "60% 4H N =; 40% 4H N -1", "60% 4H N -1; 40% 4H N =", "non-offending"),
        ("none", "60% 4H N -1; 40% 4H N =", "60% 4H N =; 40% 4H N -1", "offending"),
    ],
)
def test_sides_that_are_alike_get_a_split_score(amends: Amends, sides: str, ns: str, ew: str, role: str) -> None:
    assert [each["award"] for each in amends.data(*EVEN, "--non-offending", sides)["proposals"]] == [ns, ew]
    shown = amends.shown(*EVEN, "--non-offending", sides)
    assert f"Proposed for N-S ({role}): {ns}" in shown
    assert f"Proposed for E-W ({role}): {ew}" in shown
    assert "Best for N-S first" in shown
    assert "Best for E-W first" in shown


def test_true_weights_are_the_same_for_both_sides(amends: Amends) -> None:
    shown = amends.shown(*EVEN, "4H N -1", "--non-offending", "both", "--set", "weighting=true")
    assert "Proposed for both sides: 3/7 4H N =; 4/7 4H N -1" in shown


def test_skewed_weights_are_sympathetic_for_one_side_and_the_full_result_for_the_other(amends: Amends) -> None:
    arguments = ("poll", "6H N =*1", "4H N =*2", "4H N -1*3", "--non-offending", "ns", "--set", "weighting=skewed")
    innocent, offending = amends.data(*arguments)["proposals"]
    assert (innocent["award"], offending["award"]) == ("20% 6H N =; 40% 4H N =; 40% 4H N -1", "6H N =")
    assert innocent["judgement"] == ""
    assert "at all probable" in offending["judgement"]
    shown = amends.shown(*arguments)
    assert "proposed for N-S proposed for E-W" in shown
    assert "6H N = +980 1 of 6 1/6 0.42% to 64.13% 20% 20% 100%" in shown
    assert "Proposed for N-S (non-offending): 20% 6H N =; 40% 4H N =; 40% 4H N -1" in shown
    assert "Proposed for E-W (offending): 6H N =" in shown
    assert "E-W (offending): the worst result that was at all probable, taken as one with 1/6 of the votes" in shown


@pytest.mark.parametrize(
    ("sides", "awards"),
    [("ns", ["4H N =", "6H N ="]), ("both", ["4H N =", "4H N -1"]), ("none", ["4H N -1", "6H N ="])],
)
def test_likely_and_probable_results_are_proposed_and_left_to_the_director(
    amends: Amends, sides: str, awards: list[str]
) -> None:
    votes = ("poll", "6H N =*1", "4H N =*2", "4H N -1*3")
    arguments = (*votes, "--non-offending", sides, "--set", "weighting=likely-probable")
    data = amends.data(*arguments)["proposals"]
    assert [each["award"] for each in data] == awards
    assert all("unverified" in each["judgement"] for each in data)
    assert all(line["allowed_with_better"] is None for each in data for line in each["results"])
    shown = amends.shown(*arguments)
    assert shown.count("is the director's judgement.") == 2
    assert "84D" not in shown


def test_where_no_result_was_likely_nothing_is_proposed(amends: Amends) -> None:
    votes = ("poll", "6H N =*1", "5H N =*1", "4H N =*1", "4H N -1*1", "3H N =*1")
    arguments = (*votes, "--non-offending", "ns", "--set", "weighting=likely-probable")
    assert [each["award"] for each in amends.data(*arguments)["proposals"]] == [None, "6H N ="]
    assert "judgement. No result has so many: nothing is proposed." in amends.shown(*arguments)


# Round weights


@pytest.mark.parametrize(
    ("votes", "award", "exact_award"),
    [
        (["+420*2", "-50*3"], "45% +420; 55% -50", "48% +420; 52% -50"),
        (["4H N =*2", "4H N -1*5"], "1/3 4H N =; 2/3 4H N -1", "12/35 4H N =; 23/35 4H N -1"),
    ],
)
def test_the_exact_weights_stand_beside_the_round_ones(
    amends: Amends, votes: list[str], award: str, exact_award: str
) -> None:
    arguments = ("poll", *votes, "--non-offending", "ns")
    proposal = amends.data(*arguments)["proposals"][0]
    assert (proposal["award"], proposal["exact_award"], proposal["rounded"]) == (award, exact_award, True)
    shown = amends.shown(*arguments)
    assert "proposed before rounding" in shown
    assert f"Proposed for both sides: {award}\nBefore rounding to steps of 5% or of 1/6: {exact_award}" in shown


def test_exact_weights_are_proposed_where_no_round_ones_fit(amends: Amends) -> None:
    arguments = ("poll", "4H N =*1", "4H N -1*8", "--non-offending", "ns")
    proposal = amends.data(*arguments)["proposals"][0]
    assert (proposal["award"], proposal["rounded"]) == ("2/15 4H N =; 13/15 4H N -1", False)
    assert "These weights are exact: no steps of 5% or of 1/6 lie between the shares" in amends.shown(*arguments)


@pytest.mark.parametrize("arguments", [["--set", "weighting=true"], ["--set", "benefit_factor=1"]])
def test_84d_is_named_only_where_weights_can_lean(amends: Amends, arguments: list[str]) -> None:
    votes = ("poll", "4H N =*2", "4S N =*1", "4H N -1*4", "--non-offending", "ns")
    assert "84D" in amends.shown(*votes)
    shown = amends.shown(*votes, *arguments)
    assert "84D" not in shown
    assert "Proposed for both sides: 2/7 4H N =; 1/7 4S N =; 4/7 4H N -1" in shown


# The interval


def test_the_interval_is_said_in_words(amends: Amends) -> None:
    shown = amends.shown(*EVEN, "--non-offending", "ns")
    assert "95% interval: the exact (Clopper-Pearson) interval of the votes of the poll." in shown
    assert "95% interval of the compound share: the product of the exact (Clopper-Pearson) intervals" in amends.shown(
        *STAGES, "--non-offending", "ns"
    )


def test_the_interval_is_of_the_compound_share(amends: Amends) -> None:
    later = ("--then", "pass > 4H N =*3; pass > 4H N -1*3")
    data = amends.data("poll", "pass*5", "4S E =*1", *later, "--non-offending", "ns")
    assert data["shares"][0] == {
        "action": "pass > 4H N =",
        "share": "5/12",
        "votes": 3,
        "of": 6,
        "stages": [{"votes": 5, "of": 6}, {"votes": 3, "of": 6}],
        "interval": ["0.0283", "0.9065"],
    }
    assert data["shares"][2]["stages"] == [{"votes": 1, "of": 6}]


# Disallowed calls and stages


@pytest.mark.parametrize("call", ["6S N", "6♠ n", "6S"])
def test_results_of_a_disallowed_contract_are_left_out(amends: Amends, call: str) -> None:
    votes = ("poll", "6S N =*3", "6Sx N -1*1", "5S N +1*2", "4S N +2*3")
    data = amends.data(*votes, "--non-offending", "ns", "--disallowed", call)
    assert [(line["action"], line["share"]) for line in data["shares"]] == [("5S N +1", "0.4"), ("4S N +2", "0.6")]
    assert data["stages"][0]["left_out"] == {"6S N =": 3, "6Sx N -1": 1}


def test_a_disallowed_call_is_left_out_of_every_stage(amends: Amends) -> None:
    arguments = ("poll", "6S*3", "5S*2", "--then", "6S N =*3; 5S N +1*2; 5S N =*2", "--disallowed", "6S")
    data = amends.data(*arguments, "--non-offending", "ns")
    assert [(line["action"], line["share"]) for line in data["shares"]] == [("5S N +1", "0.5"), ("5S N =", "0.5")]
    assert [stage["left_out"] for stage in data["stages"]] == [{"6S": 3}, {"6S N =": 3}]


@pytest.mark.parametrize("call", ["pass", "Double", "4S E"])
def test_a_disallowed_call_may_be_any_call(amends: Amends, call: str) -> None:
    votes = ("poll", "pass*2", "double*2", "4S E*2", "2H*1")
    assert len(amends.data(*votes, "--disallowed", call)["shares"]) == 3


def test_a_disallowed_call_that_nobody_chose_is_named(amends: Amends) -> None:
    shown = amends.shown(*EVEN, "--non-offending", "ns", "--disallowed", "6S W", "--disallowed", "double")
    assert "Nobody voted for 6S W, which is disallowed." in shown
    assert "Nobody voted for double, which is disallowed." in shown


def test_a_question_that_nobody_answered_leaves_the_action_as_it_was(amends: Amends) -> None:
    data = amends.data("poll", "6D*3", "3NT*3", "--then", "6D S =*0; 3NT N =*5")
    assert [(line["action"], line["share"]) for line in data["shares"]] == [("6D", "0.5"), ("3NT N =", "0.5")]


@pytest.mark.parametrize("sides", [[], ["--non-offending", "ns"]])
def test_pass_alone_is_a_call(amends: Amends, sides: list[str]) -> None:
    data = amends.data("poll", "6S*4", "pass*1", "--disallowed", "6S", *sides)
    assert ([line["share"] for line in data["shares"]], data["proposals"]) == (["1"], [])


# Findings


@pytest.mark.parametrize(
    ("arguments", "clauses"),
    [
        ([], []),
        (["--set", "poll_minimum=6"], []),
        (["--set", "poll_minimum=7"], ["12C1(c)"]),
        (["--set", "poll_minimum=7", "--set", "edition=1997"], ["12C3"]),
        (["--then", "4H N = 1*2; 4H N = 2*2"], ["12C1(c)"]),
    ],
)
def test_a_small_poll_is_unusual(amends: Amends, arguments: list[str], clauses: list[str]) -> None:
    findings = amends.data(*EVEN, "--non-offending", "ns", *arguments)["findings"]
    assert [(each["verdict"], each["clause"]) for each in findings] == [("unusual", clause) for clause in clauses]
    shown = amends.shown(*EVEN, "--non-offending", "ns", *arguments)
    assert all(f"unusual: {each['words']} [{each['clause']}]" in shown for each in findings)


def test_votes_for_a_disallowed_call_count_for_the_size_of_the_poll(amends: Amends) -> None:
    assert amends.data("poll", "6S*4", "pass*1", "--disallowed", "6S")["findings"] == []


# Properties

RESULTS = ["4H N =", "4H N -1", "4S E =", "4S E -1", "pass", "3NT N +1", "5Cx W -2"]


@examples(40, deadline=None)
@given(
    st.dictionaries(st.sampled_from(RESULTS), st.integers(0, 12), min_size=1).filter(lambda votes: any(votes.values())),
    st.sampled_from(["ns", "ew", "both", "none"]),
    st.sampled_from(["favourable", "every"]),
)
def test_what_is_proposed_leans_as_far_as_allowed(votes: dict[str, int], sides: str, binds: str) -> None:
    rules = default().having(benefit_binds=binds)
    said = [f"{action}*{count}" for action, count in votes.items()]
    data: Any = Amends().data("poll", *said, "--non-offending", sides, "--set", f"benefit_binds={binds}")
    for proposal in data["proposals"]:
        lines = proposal["results"]
        assert [line["score"] for line in lines] == sorted((line["score"] for line in lines), reverse=True)
        polled = [Fraction(line["share"]) for line in lines]
        weights = [Fraction(line["exact_weight"]) for line in lines]
        assert sum(weights) == sum(polled) == 1
        for place, (weight, share) in enumerate(zip(accumulate(weights), accumulate(polled), strict=True)):
            last = place + 1 == len(lines) or lines[place + 1]["score"] < lines[place]["score"]
            if last:
                assert weight == law84.limit(share, rules) == Fraction(lines[place]["allowed_with_better"])
        for key, name in (("award", "weight"), ("exact_award", "exact_weight")):
            award = parse_award(proposal[key])
            assert isinstance(award, Mixture)
            assert award.checked()
            assert {str(outcome): exact.show(weight) for weight, outcome in award.parts} == {
                line["result"]: line[name] for line in lines if line[name] != "0"
            }


@examples(25, deadline=None)
@given(st.permutations([f"{action}*{count}" for count, action in enumerate(RESULTS, 1)]))
def test_the_order_of_the_votes_does_not_matter(votes: list[str]) -> None:
    def weights(said: list[str]) -> dict[str, str]:
        data: Any = Amends().data("poll", *said, "--non-offending", "ns")
        return {line["result"]: line["weight"] for line in data["proposals"][0]["results"]}

    assert weights(votes) == weights(sorted(votes))


# Bad input

SAID_WRONG = [
    # arguments, what the message names
    (["4H N =*x"], ["'x' votes", "4H N =*x", "whole number"]),
    (["4H N =*"], ["4H N =*", "whole number"]),
    (["4H N =*-1"], ["'-1' votes", "whole number"]),
    (["4H N =*−1"], ["whole number"]),
    (["4H N =*1.5"], ["'1.5' votes", "whole number"]),
    (["4H N =*+3"], ["'+3' votes", "whole number"]),
    (["4H N =*٣"], ["'٣' votes", "whole number"]),
    (["4H N =*³"], ["'³' votes", "whole number"]),
    (["٤H N =*3"], ["٤H N =*3", "0 to 9"]),
    (["4H N −١*3"], ["0 to 9"]),
    (["*3"], ["'*3'", "an action and its votes"]),
    ([" *3"], ["' *3'", "an action and its votes"]),
    (["4H N =*3*2"], ["4H N =*3*2", "an action and its votes"]),
    ([""], ["nothing", "an action and its votes"]),
    (["4H N =*3;"], ["nothing", "an action and its votes"]),
    (["4H N =*0"], ["without a vote", "at least one vote"]),
    (["4H N =*0", "4H N -1*0"], ["without a vote", "at least one vote"]),
    (["4H N =*201"], ["201 votes", "at most 200"]),
    (["4H N =*150", "pass*51"], ["201 votes", "at most 200"]),
    (["4H N =*" + "9" * LONG], ["whole number"]),
    (["x" * LONG], ["at most 200 characters"]),
    (["4H N =" + "=" * LONG + "*3"], ["at most 200 characters"]),
    (["9" * LONG + "*3"], ["at most 200 characters"]),
    (["😀" * LONG], ["at most 200 characters"]),
    (["4H\x07N =*3"], [r"\x07", "an action and its votes"]),
    (["\x1b[31m4H*3"], [r"\x1b", "an action and its votes"]),
    (["\udcff"], [r"\udcff", "an action and its votes"]),
    (["4H N =*x", "*3"], ["'x' votes", "'*3'"]),
    (["4H N =*3", "--then", ""], ["stage 2", "nothing"]),
    (["4H N =*3", "--then", "4H N =*x"], ["stage 2", "'x' votes"]),
    (["6D*3", "--then", "6D S =*0"], ["stage 2", "without a vote"]),
    (["6D*3", "--then", "6H S =*3"], ["stage 2", "6H S =", "begins with one of 6D"]),
    (["6D*3", "--then", "6D S =*1; 6H S =*3"], ["stage 2", "6H S ="]),
    (["6D*3", "3NT*2", "--then", "6D*3"], ["stage 2", "6D, which refines nothing", "6D, 3NT"]),
    (["4H N =*3", "--then", "4H N =*3"], ["stage 2", "refines nothing"]),
    (["6D*3", "--then", "6D S =*3", "--then", "6D N =*3"], ["stage 3", "6D N ="]),
    (["6S*3", "--disallowed", "6S"], ["no vote for an action that is allowed", "at least one"]),
    (["6S N =*3", "6Sx N -1*2", "--disallowed", "6S N"], ["no vote for an action that is allowed"]),
    (["6S*3", "5S*2", "--then", "6S N =*3", "--disallowed", "6S"], ["stage 2", "no vote for an action"]),
    (["6S*3", "--disallowed", ""], ["--disallowed", "nothing", "6S"]),
    (["6S*3", "--disallowed", "c" * LONG], ["--disallowed"]),
    (["4H N =*3", "--non-offending", "us"], ["'us'", "NS, EW, both or none"]),
    (["4H N =*3", "--non-offending", ""], ["''", "NS, EW, both or none"]),
    (["4H*3", "--non-offending", "us"], ["'us'", "NS, EW, both or none"]),
    (["4H N =*3", "--vulnerable", "maybe"], ["maybe", "none, ns, ew or all"]),
    (["4H N =*3", "--board", "0"], ["board 0", "1 or more"]),
    (["4H N =*3", "--regulation", "frob"], ["frob", "exact"]),
    (["4H N =*3", "--set", "weighting=frob"], ["frob", "sympathetic"]),
]


@pytest.mark.parametrize(("arguments", "named"), SAID_WRONG, ids=lambda value: " ".join(value)[:70])
def test_what_cannot_be_is_refused_by_name(amends: Amends, arguments: list[str], named: list[str]) -> None:
    sides = [] if "--non-offending" in arguments else ["--non-offending", "ns"]
    for way in ([], ["--json"]):
        message = amends.refused("poll", *arguments, *sides, *way)
        assert [words for words in ["found", "expected", *named] if words not in message] == [], message[:400]


def test_weights_need_to_know_who_is_non_offending(amends: Amends) -> None:
    message = amends.refused(*EVEN)
    assert "no --non-offending" in message
    assert "ns, ew, both or none" in message


def test_the_most_votes_are_counted_in_a_moment(amends: Amends) -> None:
    assert amends.data("poll", "4H*100", "pass*100")["shares"][0]["interval"] == ["0.4286", "0.5714"]


@examples(40, long=150, deadline=None)
@given(
    st.lists(st.text(max_size=12) | st.sampled_from(["4H N =*3", "6D*2", "6D S =*1", "*", ";"]), min_size=1, max_size=3)
)
def test_no_votes_make_a_traceback(texts: list[str]) -> None:
    spaced = [f" {text}" for text in texts]  # so that no text looks like an option
    ran = Amends()("poll", *spaced, "--then", spaced[-1], "--disallowed", spaced[0], "--non-offending", "ns")
    assert ran.status in (0, 2)
    assert (ran.out == "") == (ran.status == 2)
    assert "Traceback" not in ran.err
