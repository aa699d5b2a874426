"""Logical alternatives: what enough of those asked considered and at least one of them chose (16B1(b))."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults, load_regulation
from amends.event.case import PollAnswer, PollTaken
from amends.regulations import Regulation
from amends.rulings.polls.poll import LogicalAlternative
from amends.rulings.polls.poll import logical_alternatives as alternatives_of

EXACT = load_regulation("exact")


def logical_alternatives(answers: list[PollAnswer], regulation: Regulation) -> tuple[LogicalAlternative, ...]:
    return alternatives_of(PollTaken(answers=tuple(answers)), regulation)


def said(*texts: str) -> list[PollAnswer]:
    """Answers such as "pass" or "pass/4S, double": what was chosen, and what else was considered."""
    answers = []
    for text in texts:
        chose, _, others = text.partition("/")
        answers.append(PollAnswer(chose, tuple(others.split(","))))
    return answers


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        # action, chosen, considered, whether it is a logical alternative
        (["pass"] * 5, [("pass", 5, 5, True)]),
        # one in five considers it and chooses it
        (["pass"] * 4 + ["4S"], [("pass", 4, 4, True), ("4S", 1, 1, True)]),
        # one in six is less than one in five
        (["pass"] * 5 + ["4S"], [("pass", 5, 5, True), ("4S", 1, 1, False)]),
        # one in six chooses it, but two consider it
        (["pass"] * 4 + ["pass/4S", "4S"], [("pass", 5, 5, True), ("4S", 1, 2, True)]),
        # all consider it and nobody chooses it
        (["pass/4S"] * 5, [("pass", 5, 5, True), ("4S", 0, 5, False)]),
        # choosing is considering, also where it is said twice
        (["4S/4S,4♠"] * 5, [("4S", 5, 5, True)]),
        (["pass/ 4♠ , double", "Pass", "4s/pass", "double/PASS", "pass"],
         [("pass", 3, 5, True), ("4S", 1, 2, True), ("double", 1, 2, True)]),
        ([], []),
    ],
)  # fmt: skip
def test_alternatives_are_counted(answers: list[str], expected: list[tuple[str, int, int, bool]]) -> None:
    found = logical_alternatives(said(*answers), EXACT)
    assert [(each.action, each.chosen, each.considered, each.is_logical) for each in found] == expected
    assert {each.asked for each in found} <= {len(answers)}


@pytest.mark.parametrize(("share", "logical"), [("1/5", ["pass", "4S"]), ("1/4", ["pass"]), ("20%", ["pass", "4S"])])
def test_changing_the_share_alone_changes_what_is_logical(share: str, logical: list[str]) -> None:
    answers, rules = said("pass", "pass", "pass", "pass", "4S"), EXACT.having(logical_alternative_share=share)
    assert [each.action for each in logical_alternatives(answers, rules) if each.is_logical] == logical


@pytest.mark.parametrize("share", ["0", "6/5", "-1/5", "many"])
def test_what_is_no_share_is_refused(share: str) -> None:
    with pytest.raises(Faults, match="logical_alternative_share"):
        EXACT.having(logical_alternative_share=share)


def test_who_chose_nothing_has_not_answered() -> None:
    with pytest.raises(Faults) as trouble:
        logical_alternatives(said("pass", "", "4S", " /pass"), EXACT)
    assert [fault.where for fault in trouble.value.faults] == ["answer 2", "answer 4"]


ACTIONS = st.sampled_from(["pass", "PASS", "4S", "4♠", "double", "Double", "5H"])
ANSWERS = st.lists(st.builds(PollAnswer, ACTIONS, st.lists(ACTIONS, max_size=3).map(tuple)), min_size=1, max_size=12)


@given(ANSWERS, st.randoms(use_true_random=False))
def test_the_order_of_the_answers_does_not_matter(answers: list[PollAnswer], order: object) -> None:
    shuffled = list(answers)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    assert logical_alternatives(shuffled, EXACT) == logical_alternatives(answers, EXACT)


@given(ANSWERS)
def test_everybody_chose_one_action_and_considered_it(answers: list[PollAnswer]) -> None:
    found = logical_alternatives(answers, EXACT)
    assert sum(each.chosen for each in found) == len(answers)
    assert all(each.chosen <= each.considered <= each.asked == len(answers) for each in found)
