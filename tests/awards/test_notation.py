"""One notation for awards: parse and str are inverse, and what cannot be read says why."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Contract, Faults, PassedOut, Points, Result, Seat, Side, parse_award
from amends.awards import Artificial, Award, BetterOf, Grade, Mixture, NotScored, Published, Redress, Unit
from amends.bridge import Denomination, Doubling, Outcome

CONTRACTS = st.builds(Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Doubling))
OUTCOMES: st.SearchStrategy[Outcome] = st.one_of(
    st.builds(Result, CONTRACTS, st.sampled_from(Seat), st.integers(0, 13)),
    st.just(PassedOut()),
    st.builds(Points, st.integers(-9999, 9999)),
)


@st.composite
def mixtures(draw: st.DrawFn) -> Mixture:
    outcomes = draw(st.lists(OUTCOMES, min_size=1, max_size=5))
    parts = draw(st.lists(st.integers(1, 40), min_size=len(outcomes), max_size=len(outcomes)))
    return Mixture(tuple((Fraction(part, sum(parts)), outcome) for part, outcome in zip(parts, outcomes, strict=True)))


ARTIFICIAL = st.one_of(
    st.builds(Artificial, st.sampled_from(Grade)),
    st.builds(Artificial, st.fractions(0, 1, max_denominator=400), st.just(Unit.PERCENT)),
    st.builds(Artificial, st.fractions(-9, 9, max_denominator=12), st.just(Unit.IMPS)),
)
AWARDS: st.SearchStrategy[Award] = st.one_of(
    mixtures(),
    ARTIFICIAL,
    st.builds(NotScored, st.booleans()),
    st.builds(Redress, st.sampled_from(Side), mixtures(), mixtures(), mixtures()),
    st.builds(BetterOf, mixtures() | ARTIFICIAL, mixtures() | ARTIFICIAL),
    st.builds(Published, st.fractions(-99, 99, max_denominator=60), st.none() | mixtures()),
)


@given(AWARDS)
def test_what_is_written_is_read_back(award: Award) -> None:
    assert parse_award(str(award)) == award


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4♥× n −1", "4Hx N -1"),
        ("4♥︎N10", "4H N ="),
        ("3nt e =", "3NT E ="),
        ("3NE9", "3NT E ="),
        ("1NTXXw+2", "1NTxx W +2"),
        ("  PASS ", "pass"),
        ("−50", "-50"),
        ("+0", "0"),
        ("60% 4H N = ; 40% 4H N -1", "60% 4H N =; 40% 4H N -1"),
        ("1/3 +400;2/3 -50", "1/3 +400; 2/3 -50"),
        ("12.5% +100; 87.5% -100", "12.5% +100; 87.5% -100"),
        ("100% +420", "+420"),
        ("a-", "A-"),
        ("60 %", "60%"),
        ("+3 imps", "+3 IMP"),
        ("0 IMP", "0 IMP"),
        ("NP", "np"),
        ("Better of A+ | 4H N =", "better of A+ | 4H N ="),
    ],
)
def test_it_is_read_as_players_write_it(text: str, written: str) -> None:
    assert str(parse_award(text)) == written


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("4Z N =", "'Z'", "C, D, H, S, NT"),
        ("8H N =", "level 8", "1 to 7"),
        ("4H N 14", "14 tricks", "0 to 13"),
        ("7NT N +1", "14 tricks", "0 to 13"),
        ("1C N -8", "-1 tricks", "0 to 13"),
        ("4H N -0", "-0", '"="'),
        ("420", "'420'", "+420"),
        ("50% +420; -50", "-50", "a weight on every part"),
        ("50%; 50% +420", "part 1: found '50%'", "a result after the weight"),
        ("", "nothing", "an award"),
        (";", "nothing", "an award"),
        ("A++", "'A++'", "an award"),
        ("120%", "120%", "0% to 100%"),
        ("better of A+", "'better of A+'", "two results"),
        ("published x", "'x'", "a number"),
        ("1/0 +420; 1/2 -50", "'1/0'", "not 0"),
    ],
)
def test_what_cannot_be_read_says_what_was_found_and_expected(text: str, found: str, expected: str) -> None:
    with pytest.raises(Faults) as trouble:
        parse_award(text)
    assert found in str(trouble.value)
    assert expected in str(trouble.value)


def test_all_faults_of_an_award_come_at_once() -> None:
    with pytest.raises(Faults) as trouble:
        parse_award("50% 4Z N =; 25% 8H N =; 25% +420")
    assert len(trouble.value.faults) == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [("50% +420; 40% -50", "90%"), ("0% +420; 100% -50", "weight 0%"), ("-10% +420; 110% -50", "weight -10%")],
)
def test_weights_are_taken_as_entered_and_refused_when_they_are_scored(text: str, problem: str) -> None:
    award = parse_award(text)
    assert isinstance(award, Mixture)
    with pytest.raises(Faults, match=problem):
        award.checked()


def test_equality_never_forgets_the_double() -> None:
    assert parse_award("4H N -1") != parse_award("4Hx N -1") != parse_award("4Hxx N -1")


@given(st.text(max_size=60))
def test_any_text_is_an_award_or_a_fault(text: str) -> None:
    try:
        award = parse_award(text)
    except Faults:
        return
    assert parse_award(str(award)) == award
