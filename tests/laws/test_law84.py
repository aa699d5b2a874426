"""84D: the bounds of the weights in both directions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import load_regulation
from amends.laws import law84
from amends.regulations import Regulation

EXACT = load_regulation("exact")
HALF = Fraction(1, 2)

shares = st.fractions(0, 1, max_denominator=40)
rules = st.builds(
    lambda binds, school, factor: EXACT.having(benefit_binds=binds, weighting=school, benefit_factor=factor),
    st.sampled_from(["favourable", "every"]),
    st.sampled_from(["sympathetic", "true", "skewed"]),
    st.sampled_from(["1", "6/5", "3/2", "3"]),
)


@given(shares, rules)
def test_the_share_lies_within_the_bounds(share: Fraction, regulation: Regulation) -> None:
    assert 0 <= law84.least(share, regulation) <= share <= law84.limit(share, regulation) <= 1


@given(shares, rules)
def test_where_every_share_is_bound_the_bounds_are_tighter_and_mirror_each_other(
    share: Fraction, regulation: Regulation
) -> None:
    every = regulation.having(benefit_binds="every")
    assert law84.least(share, regulation) <= law84.least(share, every)
    if regulation.weighting != "true" and regulation.benefit_factor <= 2:
        assert law84.least(share, every) == 1 - law84.limit(1 - share, every)


@pytest.mark.parametrize(
    ("weights", "polled", "settings", "found"),
    [
        (["3/5", "2/5"], ["1/2", "1/2"], {}, None),
        (["61/100", "39/100"], ["1/2", "1/2"], {}, (1, True)),
        (["2/5", "3/5"], ["1/2", "1/2"], {}, None),
        (["39/100", "61/100"], ["1/2", "1/2"], {}, (1, False)),
        (["1/2", "1/2"], ["1/2", "1/2"], {"weighting": "true"}, None),
        (["51/100", "49/100"], ["1/2", "1/2"], {"weighting": "true"}, (1, True)),
        (["2/5", "3/5"], ["1/2", "1/2"], {"weighting": "true"}, None),
        (["39/100", "61/100"], ["1/2", "1/2"], {"weighting": "true"}, (1, False)),
        (["17/25", "8/25"], ["3/4", "1/4"], {}, None),  # 60% at least
        (["17/25", "8/25"], ["3/4", "1/4"], {"benefit_binds": "every"}, (1, False)),  # 70% at least
        (["1/4", "3/5", "3/20"], ["1/4", "1/4", "1/2"], {}, (2, True)),
        (["1/4", "0", "3/4"], ["1/4", "1/4", "1/2"], {}, (2, False)),
        (["1/10", "9/10"], ["0", "1"], {}, (1, True)),
        (["1", "0"], ["1/3", "2/3"], {"weighting": "likely-probable"}, None),
        (["0", "1"], ["1/3", "2/3"], {"benefit_factor": "3"}, None),  # no lower bound is left
    ],
)
def test_the_first_outcomes_outside_the_bounds_and_the_direction(
    weights: list[str], polled: list[str], settings: dict[str, object], found: tuple[int, bool] | None
) -> None:
    regulation = EXACT.having(**settings)
    assert law84.outside([*map(Fraction, weights)], [*map(Fraction, polled)], regulation) == found


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), rules)
def test_the_weights_that_lean_furthest_are_within_the_bounds(votes: list[int], regulation: Regulation) -> None:
    polled = [Fraction(count, sum(votes)) for count in votes]
    assert law84.outside(law84.most_favourable(polled, regulation), polled, regulation) is None
    assert law84.outside(polled, polled, regulation) is None
