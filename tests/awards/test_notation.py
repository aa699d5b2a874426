"""One notation for awards: parse and str are inverse, and what cannot be read says why."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import Contract, Faults, PassedOut, Points, Result, Seat, Side, parse_award
from amends.awards import (
    Artificial,
    Award,
    BetterOf,
    Grade,
    Mixture,
    NotScored,
    Published,
    Redress,
    Unit,
    parse_awards,
)
from amends.bridge import BySide, Denomination, Doubling, Outcome

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
        ("better of AVE+ | 4S-1 by N", "better of A+ | 4S N -1"),
        ("60% 4S-1 by N; 40% 4HE(10)", "60% 4S N -1; 40% 4H E ="),
        ("200/3%", "200/3%"),
        ("1/3%", "1/3%"),
        *(
            (text, "A+")
            for text in ("AVE+", "ave+", "AVG+", "Av+", "Average plus", "AVERAGE +", "A60", "a60%", "A 60 %")
        ),
        *((text, "A") for text in ("AVE", "avg", "average", "Average", "A50", "A50%")),
        *((text, "A-") for text in ("AVE-", "AVG−", "av-", "average minus", "Average  Minus", "A40", "A40%")),
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
        ("A++", "'A++'", '"A+"? Otherwise an award'),
        ("A55", "'A55'", '"55%"? Otherwise 40, 50 or 60 after A'),
        ("A55/45", "'A55/45'", "40, 50 or 60 after A"),
        ("A60/40", "'A60/40', a pair of awards (N-S A+, E-W A-)", "one award"),
        ("60%/40%", "'60%/40%', a pair of awards (N-S 60%, E-W 40%)", "one award"),
        ("AVE+/AVE-", "'AVE+/AVE-', a pair of awards", "one award"),
        ("60/40%", "'60/40%', a pair of awards", "one award"),
        ("better of A60/40 | +420", "better of: found 'A60/40'", "an award"),
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


# Pairs


@pytest.mark.parametrize(
    ("text", "ns", "ew"),
    [
        ("A40%/60%", "A-", "A+"),
        ("A60/40", "A+", "A-"),
        ("a60/40", "A+", "A-"),
        ("A 60% / 40%", "A+", "A-"),
        ("A50%/60%", "A", "A+"),
        ("A50/50", "A", "A"),
        ("A60/A40", "A+", "A-"),
        ("A6040", "A+", "A-"),
        ("A-/A+", "A-", "A+"),
        ("A/A-", "A", "A-"),
        ("A+/A−", "A+", "A-"),
        ("AVE+/AVE-", "A+", "A-"),
        ("Average plus / average minus", "A+", "A-"),
        ("60/40", "60%", "40%"),
        ("60%/40%", "60%", "40%"),
        ("62.5%/37.5 %", "62.5%", "37.5%"),
        ("100%/0%", "100%", "0%"),
        ("60%", "60%", "60%"),
        ("A60", "A+", "A+"),
        ("1/3 +400; 2/3 -50", "1/3 +400; 2/3 -50", "1/3 +400; 2/3 -50"),
        ("200/3%", "200/3%", "200/3%"),
        ("np", "np", "np"),
    ],
)
def test_an_award_for_both_sides_may_be_a_pair_with_north_south_first(text: str, ns: str, ew: str) -> None:
    assert parse_awards(text) == BySide(parse_award(ns), parse_award(ew))


@given(AWARDS)
def test_one_award_is_for_both_sides(award: Award) -> None:
    assert parse_awards(str(award)) == BySide.both(award)


@given(st.sampled_from(Grade), st.sampled_from(Grade))
def test_a_pair_of_grades_is_read_back(ns: Grade, ew: Grade) -> None:
    assert parse_awards(f"{ns}/{ew}") == BySide(Artificial(ns), Artificial(ew))


# What was probably meant


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("60", "60%"),
        ("55", "55%"),
        ("100", "+100"),
        ("420", "+420"),
        ("1430", "+1430"),
        ("60 percent", "60%"),
        ("AV", "A"),
        ("A=", "A"),
        ("Avg.", "A"),
        ("A++", "A+"),
        ("A--", "A-"),
        ("A55%", "55%"),
        ("not played", "np"),
        ("sit out", "sit-out"),
        ("4H N 1-", "4H N -1"),
        ("passed out", "pass"),
        *(
            (text, "60% 4H N =; 40% 4H N -1")
            for text in (
                "60% 4H N =, 40% 4H N -1",
                "60% 4H N = 40% 4H N -1",
                "60% 4H N =40% 4H N -1",
                "60% 4H N = and 40% 4H N -1",
                "60% 4H N = + 40% 4H N -1",
                "60% 4H N = / 40% 4H N -1",
                "60 4H N =; 40 4H N -1",
                "60 4H N =, 40 4H N -1",
                "4H N = 60%; 4H N -1 40%",
                "4H N = 60%, 4H N -1 40%",
            )
        ),
        ("62,5% +620; 37,5% -100", "62.5% +620; 37.5% -100"),
        ("1/3 +400, 2/3 -50", "1/3 +400; 2/3 -50"),
    ],
)
@pytest.mark.parametrize("parse", [parse_award, parse_awards], ids=["one side", "both sides"])
def test_what_is_near_to_an_award_is_refused_and_asked_for(
    text: str, hint: str, parse: Callable[[str], object]
) -> None:
    assert asked_for(parse, text) == hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("60/40%", "60%/40%"),
        ("60%/40", "60%/40%"),
        ("62.5/37.5%", "62.5%/37.5%"),
        ("60-40", "60%/40%"),
        ("60:40", "60%/40%"),
        ("100/0", "100%/0%"),
        ("A60-40", "A+/A-"),
        ("A60:60", "A+"),
        ("A60/30", "60%/30%"),
        ("A55/45", "55%/45%"),
        ("A5545", "55%/45%"),
        ("A+-", "A+/A-"),
        ("A=-", "A/A-"),
    ],
)
def test_what_is_near_to_a_pair_is_asked_for_where_a_pair_can_be(text: str, hint: str) -> None:
    assert asked_for(parse_awards, text) == hint
    assert asked_for(parse_award, text) is None


def test_figures_that_add_up_to_100_are_a_pair_where_a_pair_can_be() -> None:
    assert asked_for(parse_awards, "51/49%") == "51%/49%"
    assert str(parse_award("51/49%")) == "51/49%"  # a fraction of a percent, as it always was


@pytest.mark.parametrize("text", ["hello", "1/3", "8H N =", "A+/60%", "A60/4H N =", "60% 8H N =, 40% 4H N =", "120/40"])
@pytest.mark.parametrize("parse", [parse_award, parse_awards], ids=["one side", "both sides"])
def test_what_is_near_to_nothing_has_no_hint(text: str, parse: Callable[[str], object]) -> None:
    assert asked_for(parse, text) is None


def asked_for(parse: Callable[[str], object], text: str) -> str | None:
    """What the fault of a text asks for, in front of what is expected."""
    with pytest.raises(Faults) as refused:
        parse(text)
    hint = re.match(r'"(.+?)"\? Otherwise ', refused.value.faults[0].expected)
    return hint[1] if hint else None


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


PIECES = st.lists(
    st.sampled_from(
        [
            *(
                "60",
                "40%",
                "60%",
                "5",
                "A",
                "AVE",
                "average ",
                "+",
                "-",
                "/",
                ";",
                ",",
                " ",
                "1/3 ",
                "=",
                "(10)",
                "by ",
            ),
            *("4H N =", "4S", "N", "E", "x", "*", "1-", "+420", "-50", "pass", "np", " IMP", "better of ", "|", "plus"),
            *("published ", "ns actual ", "normal ", "expected ", "٦٠", "½", "−", "\n", "9" * 500),
        ]
    ),
    max_size=10,
).map("".join)


@given(st.text(max_size=60) | PIECES)
def test_any_text_is_an_award_or_a_fault(text: str) -> None:
    try:
        award = parse_award(text)
    except Faults:
        return
    assert parse_award(str(award)) == award


@given(st.text(max_size=60) | PIECES)
def test_any_text_is_awards_for_both_sides_or_a_fault_whose_hint_can_be_read(text: str) -> None:
    try:
        awards = parse_awards(text)
    except Faults as trouble:
        for fault in trouble.faults:
            if hint := re.match(r'"(.+?)"\? Otherwise ', fault.expected):
                parse_awards(hint[1])
        return
    assert awards.map(lambda award: parse_award(str(award))) == awards
