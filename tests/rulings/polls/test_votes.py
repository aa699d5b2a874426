"""Votes as people type them are read into one spelling, or refused with all that is wrong."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Faults
from amends.rulings.polls.poll import Poll, outcome_of, read_calls, read_polls, read_votes, spelled

SPELLINGS = [
    # as typed, in one spelling
    ("4♥ n 10", "4H N ="),
    ("4h N=", "4H N ="),
    ("4♥︎× N −1", "4Hx N -1"),
    ("4S-1 by N", "4S N -1"),
    ("4HE(10)", "4H E ="),
    ("3N", "3NT"),
    ("3nt s", "3NT S"),
    ("6♦ X w", "6Dx W"),
    ("PASS", "pass"),
    ("+420", "+420"),
    ("−50", "-50"),
    ("Double", "Double"),
    ("a  heart   lead", "a heart lead"),
]


@pytest.mark.parametrize(("typed", "action"), SPELLINGS)
def test_an_action_has_one_spelling(typed: str, action: str) -> None:
    assert spelled(typed) == action
    assert read_votes(f" {typed} *2") == (action, 2)
    assert read_calls([typed, action]) == (action,)


@given(st.text(max_size=20) | st.sampled_from([typed for typed, _ in SPELLINGS]))
def test_a_spelling_is_spelled_as_it_is(typed: str) -> None:
    assert spelled(spelled(typed)) == spelled(typed)


@pytest.mark.parametrize(
    ("action", "is_result"),
    [("4H N =", True), ("pass", True), ("+420", True), ("4H", False), ("A+", False), ("", False)],
)
def test_results_are_told_from_calls(action: str, is_result: bool) -> None:
    assert (outcome_of(action) is not None) is is_result


@pytest.mark.parametrize(
    "texts", [["4H N =*3; 4H N -1*3"], ["4H N =*3", "4H N -1*3"], ["4♥ N 10*2;4H N -1*3", "4h n ="]]
)
def test_votes_may_stand_in_one_text_or_in_several(texts: list[str]) -> None:
    assert read_polls([texts]) == (Poll.of({"4H N =": 3, "4H N -1": 3}),)


@pytest.mark.parametrize("count", [0, 1, 17, 200])
def test_a_count_is_a_whole_number(count: int) -> None:
    assert read_votes(f"pass*{count}") == ("pass", count)


def test_all_that_is_wrong_is_said_at_once_with_its_stage() -> None:
    with pytest.raises(Faults) as trouble:
        read_polls([["4H N =*x", "*3"], ["6D S =*201"], ["pass*0"]])
    assert [(fault.where, fault.found) for fault in trouble.value.faults] == [
        ("", "'x' votes in '4H N =*x'"),
        ("", "'*3'"),
        ("stage 2", "201 votes"),
        ("stage 3", "a poll without a vote"),
    ]


def test_all_calls_that_are_none_are_named_at_once() -> None:
    with pytest.raises(Faults) as trouble:
        read_calls(["", "6S", "*"])
    assert [fault.found for fault in trouble.value.faults] == ["nothing", "'*'"]


@given(st.lists(st.lists(st.text(max_size=12), min_size=1, max_size=3), max_size=3))
def test_whatever_is_typed_is_read_or_refused(stages: list[list[str]]) -> None:
    with contextlib.suppress(Faults):
        assert len(read_polls(stages)) == len(stages)
