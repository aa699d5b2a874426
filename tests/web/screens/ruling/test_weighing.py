"""Setting weights by steps: the sum is kept, thirds and sixths are exact."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.awards import Mixture
from amends.bridge.outcome import parse_outcome
from amends.desk.guide.questions import read_outcomes
from amends.faults import Faults
from amends.web.screens.ruling.weighing import MOST, STEPS, Weighing, read_weight, weighing_of

MADE, DOWN, TWO_DOWN = map(parse_outcome, ("4H N =", "4H N -1", "4H N -2"))
RESULTS = [parse_outcome(f"{level}H N =") for level in range(1, 8)]


def of(*weights: str) -> Weighing:
    return Weighing(tuple(zip(map(Fraction, weights), (MADE, DOWN, TWO_DOWN), strict=False)))


def shown(weighing: Weighing) -> list[str]:
    return [str(weight) for weight, _ in weighing.parts]


def test_the_first_outcome_has_everything_and_a_second_shares_it() -> None:
    first = Weighing().with_outcome(MADE)
    assert (shown(first), first.answer) == (["1"], "4H N =")
    assert shown(first.with_outcome(DOWN)) == ["1/2", "1/2"]
    assert shown(first.with_outcome(DOWN).with_outcome(TWO_DOWN)) == ["1/3", "1/3", "1/3"]


def test_an_outcome_that_is_there_already_is_not_added_twice() -> None:
    assert of("3/5", "2/5").with_outcome(DOWN) == of("3/5", "2/5")


def test_a_further_outcome_leaves_weights_that_were_set_as_they_are() -> None:
    assert shown(of("3/5", "2/5").with_outcome(TWO_DOWN)) == ["3/5", "2/5", "0"]


@pytest.mark.parametrize(
    ("before", "step", "press", "after"),
    [
        (("3/5", "2/5"), "5", "more", ["13/20", "7/20"]),
        (("3/5", "2/5"), "5", "less", ["11/20", "9/20"]),
        (("3/5", "2/5"), "6", "more", ["2/3", "1/3"]),
        (("3/5", "2/5"), "6", "less", ["1/2", "1/2"]),
        (("3/5", "2/5"), "3", "more", ["2/3", "1/3"]),
        (("1", "0"), "5", "more", ["1", "0"]),
        (("0", "1"), "5", "less", ["0", "1"]),
        (("1/3", "1/3", "1/3"), "6", "more", ["1/2", "1/6", "1/3"]),
        (("9/10", "1/20", "1/20"), "10", "more", ["1", "0", "0"]),
    ],
)
def test_a_step_goes_to_the_next_round_weight_and_the_heaviest_other_pays(
    before: tuple[str, ...], step: str, press: str, after: list[str]
) -> None:
    weighing = Weighing(of(*before).parts, step)
    assert shown(getattr(weighing, press)(0)) == after


def test_the_rest_is_what_the_others_leave() -> None:
    assert shown(of("1/3", "0", "1/6").rest(1)) == ["1/3", "1/2", "1/6"]
    assert shown(of("3/5", "3/5").rest(0)) == ["2/5", "3/5"]


def test_what_is_taken_away_leaves_its_weight_to_the_heaviest() -> None:
    assert shown(of("1/2", "3/10", "1/5").without(1)) == ["4/5", "1/5"]
    assert shown(of("1").without(0)) == []


@given(
    st.lists(st.integers(0, 20), min_size=1, max_size=7).filter(any),
    st.lists(st.tuples(st.sampled_from(("more", "less")), st.integers(0, 6)), max_size=12),
    st.sampled_from(tuple(STEPS)),
)
def test_whatever_is_pressed_the_sum_stays_whole_and_no_weight_is_negative(
    counts: list[int], presses: list[tuple[str, int]], step: str
) -> None:
    total = sum(counts)
    parts = tuple((Fraction(count, total), result) for count, result in zip(counts, RESULTS, strict=False))
    weighing = Weighing(parts, step)
    for press, place in presses:
        if place < len(counts):
            weighing = getattr(weighing, press)(place)
        assert weighing.complete
        assert all(0 <= weight <= 1 for weight, _ in weighing.parts)
    assert isinstance(read_outcomes(weighing.answer), Mixture)


@pytest.mark.parametrize("answer", ["4H N =", "60% 4H N =; 40% 4H N -1", "1/3 +400; 1/6 -50; 1/2 pass"])
def test_an_answer_is_read_back_as_it_was(answer: str) -> None:
    assert str(read_outcomes(weighing_of(answer).answer)) == str(read_outcomes(answer))


@pytest.mark.parametrize("text", ["-1", "101", "120%", "a third", "3/2", "1/0"])
def test_a_weight_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Faults):
        read_weight(text)


def test_so_many_outcomes_are_too_many() -> None:
    weighing = Weighing()
    for points in range(10, 10 * MOST + 1, 10):
        weighing = weighing.with_outcome(parse_outcome(f"+{points}"))
    with pytest.raises(Faults, match="artificial"):
        weighing.with_outcome(MADE)
