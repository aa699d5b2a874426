"""Results in the three ways in which players write tricks: shown, and typed in a hurry."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from amends.bridge import Contract, Denomination, Doubling, PassedOut, Points, Result, Seat, TrickNotation
from amends.bridge.outcome import parse_outcome
from amends.bridge.tricks import in_notation, result_words
from amends.bridge.typed import read_typed
from amends.faults import Faults

TOTAL, EUROPEAN, AMERICAN = TrickNotation

CONTRACTS = [Contract(*parts) for parts in product(range(1, 8), Denomination, Doubling)]
RESULTS = [Result(contract, seat, tricks) for contract, seat, tricks in product(CONTRACTS, Seat, range(14))]


@pytest.mark.parametrize(
    ("result", "total", "european", "american"),
    [
        ("4Hx N -1", "4♥x N 9", "4♥x N −1", "4♥x N down 1"),
        ("4H N =", "4♥ N 10", "4♥ N =", "4♥ N made 4"),
        ("4H N +1", "4♥ N 11", "4♥ N +1", "4♥ N made 5"),
        ("3NT E =", "3NT E 9", "3NT E =", "3NT E made 3"),
        ("7Cxx W -13", "7♣xx W 0", "7♣xx W −13", "7♣xx W down 13"),
        ("pass", "passed out", "passed out", "passed out"),
        ("-50", "−50", "−50", "−50"),
    ],
)
def test_a_result_is_shown_as_its_readers_write_tricks(result: str, total: str, european: str, american: str) -> None:
    outcome = parse_outcome(result)
    assert [result_words(outcome, each) for each in (TOTAL, EUROPEAN, AMERICAN)] == [total, european, american]


@pytest.mark.parametrize(
    ("words", "total", "american"),
    [
        ("60% 4♥ N =; 40% 4♥ N −1", "60% 4♥ N 10; 40% 4♥ N 9", "60% 4♥ N made 4; 40% 4♥ N down 1"),
        ("4♠ E =, NS −420", "4♠ E 10, NS −420", "4♠ E made 4, NS −420"),
        ("3NT E +1.", "3NT E 10.", "3NT E made 4."),
        ("N-S (4♥x N −1), E-W A+", "N-S (4♥x N 9), E-W A+", "N-S (4♥x N down 1), E-W A+"),
        ("board 14♥", "board 14♥", "board 14♥"),
        ("4♠x E", "4♠x E", "4♠x E"),
        ("NS −50", "NS −50", "NS −50"),
        ("7NT N +1", "7NT N +1", "7NT N +1"),
        ("Ash holds ♥AK4 N = North", "Ash holds ♥AK4 N = North", "Ash holds ♥AK4 N = North"),
        ("60% of +620 (4♥ N =)", "60% of +620 (4♥ N 10)", "60% of +620 (4♥ N made 4)"),
    ],
)
def test_results_within_words_are_written_anew_and_nothing_else(words: str, total: str, american: str) -> None:
    assert in_notation(words, EUROPEAN) == words
    assert in_notation(words, TOTAL) == total
    assert in_notation(words, AMERICAN) == american


@pytest.mark.parametrize("notation", TrickNotation)
def test_every_result_is_read_back_as_it_is_shown_and_as_it_is_typed(notation: TrickNotation) -> None:
    for result in RESULTS:
        shown = result_words(result, notation)
        assert in_notation(result.symbols, notation) == shown
        for text in (shown, "".join(shown.split()).upper(), str(result), str(result).replace(" ", "").lower()):
            assert read_typed(text, notation) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("4hn=", "4H N ="),
        ("4H  N  =", "4H N ="),
        ("4h n 10", "4H N ="),
        ("4hxn-1", "4Hx N -1"),
        ("4h*n−1", "4Hx N -1"),
        ("4hdn-1", "4Hx N -1"),
        ("4hnx-1", "4Hx N -1"),
        ("4h**n-1", "4Hxx N -1"),
        ("4♥×N –1", "4Hx N -1"),
        ("3nte+1", "3NT E +1"),
        ("3ne+1", "3NT E +1"),
        ("3nn=", "3NT N ="),
        ("3ns=", "3NT S ="),
        ("3sn=", "3S N ="),
        ("4dn=", "4D N ="),
        ("4ddn-1", "4Dx N -1"),
        ("4ddnd1", "4Dx N -1"),
        ("1nts made 2", "1NT S +1"),
        ("1nts m2", "1NT S +1"),
        ("4sw down 2", "4S W -2"),
        ("4swd2", "4S W -2"),
        ("4sw+0", "4S W ="),
        ("p", "pass"),
        ("PASS", "pass"),
        ("Passed out", "pass"),
        ("420", "+420"),
        ("+ 420", "+420"),
        ("-50", "-50"),
        ("−50", "-50"),
        ("0", "0"),
    ],
)
@pytest.mark.parametrize("notation", TrickNotation)
def test_what_is_typed_means_the_same_whichever_notation_is_usual(
    text: str, result: str, notation: TrickNotation
) -> None:
    assert str(read_typed(text, notation)) == result


@pytest.mark.parametrize(
    ("text", "total", "european", "american"),
    [
        ("3ne4", "3NT E -5", None, "3NT E +1"),
        ("4hn7", "4H N -3", None, "4H N +3"),
        ("4hn3", "4H N -7", None, None),
        ("4hn0", "4H N -10", None, None),
        ("4hn8", "4H N -2", "4H N -2", "4H N -2"),
    ],
)
def test_a_number_alone_is_read_by_the_notation_and_never_guessed(
    text: str, total: str | None, european: str | None, american: str | None
) -> None:
    for notation, expected in zip((TOTAL, EUROPEAN, AMERICAN), (total, european, american), strict=True):
        if expected is None:
            with pytest.raises(Faults):
                read_typed(text, notation)
        else:
            assert str(read_typed(text, notation)) == expected


@pytest.mark.parametrize(
    ("text", "notation", "told"),
    [
        ("", EUROPEAN, "found nothing"),
        ("4h10", EUROPEAN, "the declarer (n, e, s or w)"),
        ("4n-1", EUROPEAN, "the declarer (n, e, s or w)"),
        ("4hn", EUROPEAN, 'no tricks in \'4hn\'; expected "=", "+1" or "-1"'),
        ("4hn", TOTAL, 'expected all tricks, such as 10 or 9, or "=", "+1" or "-1"'),
        ("4hn4", EUROPEAN, '"=", "+1" or "-1"'),
        ("4hn3", AMERICAN, 'made 4 to 7; 1 down is "down 1" or "-1"'),
        ("4hn made 10", AMERICAN, "made 4 to 7"),
        ("4hn+4", EUROPEAN, "0 to 13 tricks"),
        ("4hn14", TOTAL, "0 to 13 tricks"),
        ("4hn-0", EUROPEAN, '"=" for a contract just made'),
        ("4hxnx-1", EUROPEAN, "doubled twice"),
        ("8hn=", EUROPEAN, "a level from 1 to 7"),
        ("10", TOTAL, "a contract before the tricks"),
        ("+1", EUROPEAN, "a contract before the tricks"),
        ("-", EUROPEAN, '"p" for passed out'),
    ],
)
def test_what_cannot_be_read_is_told_with_what_to_type(text: str, notation: TrickNotation, told: str) -> None:
    with pytest.raises(Faults) as trouble:
        read_typed(text, notation)
    assert told in str(trouble.value)


@given(st.text(), st.sampled_from(TrickNotation))
@example("٤hn=", EUROPEAN)
@example("4hn²", TOTAL)
@example("İ", TOTAL)
def test_junk_is_refused_and_nothing_worse(text: str, notation: TrickNotation) -> None:
    in_notation(text, notation)
    try:
        read = read_typed(text, notation)
    except Faults:
        return
    assert isinstance(read, Result | PassedOut | Points)


@given(st.text("1234567cdhsntxewmd=+-0*♥ ", max_size=9), st.sampled_from(TrickNotation))
def test_what_is_nearly_a_result_is_one_or_is_refused(text: str, notation: TrickNotation) -> None:
    try:
        read = read_typed(text, notation)
    except Faults:
        return
    assert read_typed(str(read), notation) == read
    assert read_typed(result_words(read, notation), notation) == read
