"""Several polls of one case: a poll that goes on from an earlier action multiplies, one that does not stands alone."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amends import Ruling, TableReference, Verdict, parse_award
from amends.bridge import BySide, Vulnerable
from amends.regulations import default
from amends.rulings.checks.of_ruling import Context, check
from amends.rulings.polls.poll import Poll, last_question, read_polls, tree
from amends.rulings.polls.weights import from_polls

CALL = {"pass": 3, "4S": 1}
PLAY = {"4H N =": 3, "4H N -1": 3}
AFTER = {"pass > 4H N =": 3, "pass > 4H N -1": 3}
OTHERWISE = {"4S > 4S E =": 1, "4S > 4S E -1": 1}


@pytest.mark.parametrize(
    ("polls", "shares"),
    [
        ([CALL, AFTER], {"pass > 4H N =": "3/8", "pass > 4H N -1": "3/8", "4S": "1/4"}),
        (
            [CALL, AFTER, OTHERWISE],
            {"pass > 4H N =": "3/8", "pass > 4H N -1": "3/8", "4S > 4S E =": "1/8", "4S > 4S E -1": "1/8"},
        ),
        ([CALL, PLAY], {"4H N =": "1/2", "4H N -1": "1/2"}),
        ([PLAY], {"4H N =": "1/2", "4H N -1": "1/2"}),
        ([AFTER], {"pass > 4H N =": "1/2", "pass > 4H N -1": "1/2"}),
    ],
)
def test_polls_multiply_where_one_goes_on_from_the_other(polls: list[dict[str, int]], shares: dict[str, str]) -> None:
    found = tree(last_question([Poll.of(votes) for votes in polls]))
    assert found == {action: Fraction(share) for action, share in shares.items()}


def test_what_comes_after_an_action_is_a_result_with_a_weight() -> None:
    polls = read_polls([["pass*3", "4♠"], ["pass>4♥ N 10*3", "pass > 4h n 9*3"]])
    polled = from_polls(polls, ["4S E"], BySide(True, False), Vulnerable.NONE, default())
    assert [(each.action, str(each.share)) for each in polled.outcomes] == [
        ("pass > 4H N =", "1/2"),
        ("pass > 4H N -1", "1/2"),
    ]
    assert polled.left_out[0] == {"4S": 1}
    assert str(polled.proposals[0].award) == "60% 4H N =; 40% 4H N -1"


@pytest.mark.parametrize("polls", [[PLAY], [CALL, PLAY], [CALL, AFTER]])
@pytest.mark.parametrize(("award", "verdict"), [("60% 4H N =; 40% 4H N -1", None), ("4H N =", Verdict.UNUSUAL)])
def test_the_benefit_of_the_doubt_is_held_against_the_question_about_results(
    polls: list[dict[str, int]], award: str, verdict: Verdict | None
) -> None:
    ruling = Ruling(
        "1",
        15,
        TableReference(ns="7"),
        BySide.both(parse_award(award)),
        non_offending=BySide(True, False),
        disallowed=("4S E",),
        poll=tuple(polls),
    )
    findings = check(ruling, Context(Vulnerable.NONE, default().having(poll_minimum=1)))
    assert [finding.verdict for finding in findings if finding.clause == "84D"] == ([verdict] if verdict else [])


@pytest.mark.parametrize(
    ("action", "call", "out"),
    [
        ("6S N", "6S", True),
        ("6S", "6S E", True),
        ("6S N", "6S E", False),
        ("6S", "5S", False),
        ("6Sx", "6S", True),
        ("pass", "pass", True),
        ("double", "6S", False),
        ("6S N =", "6S", True),
    ],
)
def test_a_contract_without_its_tricks_is_left_out_like_its_results(action: str, call: str, out: bool) -> None:
    polls = [Poll.of({action: 1, "3NT": 1})]
    polled = from_polls(polls, [call], None, Vulnerable.NONE, default())
    assert (action in polled.left_out[0]) is out
