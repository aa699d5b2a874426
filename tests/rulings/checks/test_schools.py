"""The schools of weighting: what each proposes for a side."""

from __future__ import annotations

from fractions import Fraction

import pytest

from amends import load_regulation
from amends.rulings.polls.weights import AT_ALL_PROBABLE, LIKELY, is_judged, judgement, school_weights

EXACT = load_regulation("exact")


@pytest.mark.parametrize(
    ("school", "innocent", "judged"),
    [
        ("sympathetic", True, False),
        ("sympathetic", False, False),
        ("true", False, False),
        ("skewed", True, False),
        ("skewed", False, True),
        ("likely-probable", True, True),
        ("likely-probable", False, True),
    ],
)
def test_likely_and_probable_belong_to_two_schools(school: str, innocent: bool, judged: bool) -> None:
    assert is_judged(innocent, EXACT.having(weighting=school)) is judged


@pytest.mark.parametrize(
    ("votes", "scores", "innocent", "awarded"),
    [
        ([1, 2, 3], [980, 420, -50], True, 1),  # two of six are likely
        ([1, 2, 3], [980, 420, -50], False, 0),  # one of six is at all probable
        ([1, 2, 4], [980, 420, -50], True, 2),  # two of seven are not likely
        ([1, 2, 4], [980, 420, -50], False, 1),  # one of seven is not at all probable
        ([1, 1, 4], [420, 420, -50], True, 0),  # 420 had two of six, by two ways
        ([1, 2, 6], [420, 420, -50], True, 1),  # the way that more chose
        ([0, 6], [420, -50], False, 1),
        ([1, 1, 1, 1], [980, 480, 420, -50], True, None),
        ([1] * 7, [7, 6, 5, 4, 3, 2, 1], False, None),
    ],
)
def test_one_result_by_what_was_likely_or_at_all_probable(
    votes: list[int], scores: list[int], innocent: bool, awarded: int | None
) -> None:
    shares = [Fraction(count, sum(votes)) for count in votes]
    weights = school_weights(shares, scores, innocent, EXACT.having(weighting="likely-probable"))
    assert weights == (None if awarded is None else [Fraction(place == awarded) for place in range(len(votes))])


def test_the_thresholds_are_said_with_who_decides() -> None:
    for innocent, threshold in ((True, LIKELY), (False, AT_ALL_PROBABLE)):
        words = judgement(innocent)
        assert f"{threshold} of the votes or more (unverified)" in words
        assert words.endswith("is the director's judgement")
