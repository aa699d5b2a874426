"""Results as people write them: read in any order, and a fault that asks for the result that was meant."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.bridge import Contract, Denomination, Doubling, Result, Seat, TrickNotation
from amends.bridge.outcome import near_outcome, parse_outcome
from amends.bridge.typed import read_typed
from amends.faults import Faults

RESULTS = [
    Result(Contract(*parts), seat, tricks)
    for parts, seat, tricks in product(product(range(1, 8), Denomination, Doubling), Seat, range(14))
]

WRITTEN = [
    ("4HE(10)", "4H E ="),
    ("5CN(10)", "5C N -1"),
    ("4HE (10)", "4H E ="),
    ("4h e ( 7 )", "4H E -3"),
    ("4H (10) E", "4H E ="),
    ("4SX-1 N", "4Sx N -1"),
    ("4SX N-1", "4Sx N -1"),
    ("4S-1 by N", "4S N -1"),
    ("4S by N +1", "4S N +1"),
    ("4s BY n 11", "4S N +1"),
    ("4Sx= N", "4Sx N ="),
    ("3NT+1 S", "3NT S +1"),
    ("3n+1s", "3NT S +1"),
    ("3NT S + 1", "3NT S +1"),
    ("3N=N", "3NT N ="),
    ("4♥×-1 N", "4Hx N -1"),
    ("4♠︎xx−2 by W", "4Sxx W -2"),
    ("4HX E -2", "4Hx E -2"),
    ("4HN10", "4H N ="),
]


@pytest.mark.parametrize(("text", "result"), WRITTEN)
def test_a_result_is_read_in_the_order_in_which_it_is_written(text: str, result: str) -> None:
    assert str(parse_outcome(text)) == result


@pytest.mark.parametrize("notation", TrickNotation)
@pytest.mark.parametrize(("text", "result"), WRITTEN)
def test_it_is_typed_in_that_order_too(text: str, result: str, notation: TrickNotation) -> None:
    assert str(read_typed(text, notation)) == result


@given(st.sampled_from(RESULTS), st.sampled_from(TrickNotation), st.booleans())
def test_every_result_is_read_in_every_order(result: Result, notation: TrickNotation, small: bool) -> None:
    contract, declarer, tricks = str(result).split(" ")
    texts = [
        f"{contract}{tricks} {declarer}",
        f"{contract} {tricks} by {declarer}",
        f"{contract} by {declarer} {tricks}",
        f"{contract}{declarer}({result.tricks})",
        f"{contract} ({result.tricks}) {declarer}",
    ]
    for text in texts:
        said = text.lower() if small else text
        assert parse_outcome(said) == read_typed(said, notation) == result, said


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("4H N 1-", "4H N -1"),
        ("4H 1- N", "4H N -1"),
        ("4H N (-1)", "4H N -1"),
        ("4H 10 N", "4H N ="),
        ("4H N x -1", "4Hx N -1"),
        ("4H* N -1", "4Hx N -1"),
        ("4H** N -1", "4Hxx N -1"),
        ("4H doubled N -1", "4Hx N -1"),
        ("4 hearts by North, down 1", "4H N -1"),
        ("3 no trumps, East, plus 1", "3NT E +1"),
        ("3NT N made", "3NT N ="),
        ("4S N =.", "4S N ="),
        ("p", "pass"),
        ("passed out", "pass"),
        ("420", "+420"),
    ],
)
def test_what_is_near_to_a_result_is_refused_and_asked_for(text: str, result: str) -> None:
    with pytest.raises(Faults) as refused:
        parse_outcome(text)
    [fault] = refused.value.faults
    assert fault.found == repr(text)
    assert fault.expected.startswith(f'"{result}"? Otherwise a result such as')


@pytest.mark.parametrize(
    ("text", "missing", "example"),
    [
        ("4H", "the declarer and the tricks", "4H N ="),
        ("3n", "the declarer and the tricks", "3NT N ="),
        ("4Hx W", "the tricks", "4Hx W ="),
        ("4H =", "the declarer", "4H N ="),
        ("4♥ −1", "the declarer", "4H N -1"),
        ("4H 9", "the declarer", "4H N -1"),
    ],
)
def test_a_contract_alone_lacks_something(text: str, missing: str, example: str) -> None:
    with pytest.raises(Faults) as refused:
        parse_outcome(text)
    [fault] = refused.value.faults
    assert fault.found == f"{text!r} without {missing}"
    assert fault.expected == f'{missing} behind the contract, as in "{example}"'


@pytest.mark.parametrize(
    "text", ["8H", "4Z", "hello", "4H N =?", "4H N 1- " + " " * 100 + "x", "x" * 5000, "4H" * 3000]
)
def test_what_is_near_to_nothing_has_no_hint(text: str) -> None:
    with pytest.raises(Faults, match="expected a result such as"):
        parse_outcome(text)


WORDS = st.lists(
    st.sampled_from([*"4NHS=x*+-().,1", " ", "10", "by", "BY ", "♥", "made", "down 1", "north", "pass", "NT"]),
    max_size=9,
).map("".join)


@given(st.text(max_size=30) | WORDS)
def test_a_hint_is_a_result_and_never_given_for_one(text: str) -> None:
    try:
        parse_outcome(text)
    except Faults as trouble:
        near = near_outcome(text)
        if near is not None:
            assert parse_outcome(str(near)) == near
        if hint := re.match(r'"(.+?)"\? ', trouble.faults[0].expected):
            assert str(parse_outcome(hint[1])) == hint[1]
