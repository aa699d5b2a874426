"""A line of a club's results: scores as numbers and as words, contracts as programs write them, and both together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.awards import Mixture
from amends.bridge import Contract, Denomination, Doubling, Points, Result, Seat, Vulnerable
from amends.formats.acbl.score_cells import Cells, ScoredLine, candidates, read_line
from amends.laws.law77 import points

NONE = Vulnerable.NONE


def said(found: ScoredLine) -> tuple[str, str, str]:
    return str(found.result), str(found.awards.ns), str(found.awards.ew)


@pytest.mark.parametrize(
    ("ns", "ew", "result", "award_ns", "award_ew"),
    [
        ("420", "-420", "+420", "None", "None"),
        ("-50", "50", "-50", "None", "None"),
        ("+50", "-50", "+50", "None", "None"),
        ("−50", "50", "-50", "None", "None"),
        ("420.00", "-420.0", "+420", "None", "None"),
        ("420", "", "+420", "None", "None"),
        ("", "420", "-420", "None", "None"),
        ("0", "0", "0", "None", "None"),
        ("PASS", "PASS", "pass", "None", "None"),
        ("Passed Out", "", "pass", "None", "None"),
        ("", "", "np", "None", "None"),
        ("-", "-", "np", "None", "None"),
        ("NP", "NP", "np", "None", "None"),
        ("N.P.", "", "np", "None", "None"),
        ("Not Played", "Not Played", "np", "None", "None"),
        ("Late Play", "Late Play", "np", "None", "None"),
        ("BYE", "BYE", "sit-out", "None", "None"),
        ("Sit-Out", "", "sit-out", "None", "None"),
        ("AVE", "AVE", "np", "A", "A"),
        ("AVE+", "AVE-", "np", "A+", "A-"),
        ("Ave+", "ave +", "np", "A+", "A+"),
        ("A-", "A+", "np", "A-", "A+"),
        ("AV+", "AVG-", "np", "A+", "A-"),
        ("Average Plus", "Average", "np", "A+", "A"),
        ("AVG+/-", "AVG+/-", "np", "A+", "A-"),
        ("AVG-/+", "", "np", "A-", "A+"),
        ("AVE=/AVE-", "", "np", "A", "A-"),
        ("60%", "40%", "np", "A+", "A-"),
        ("50%", "50%", "np", "A", "A"),
        ("55%", "45.5%", "np", "55%", "45.5%"),
        ("420", "-620", "np", "+420", "+620"),
        ("AVE+", "-420", "np", "A+", "+420"),
        ("420", "AVE-", "np", "+420", "A-"),
        ("AVE+", "", "np", "A+", "None"),
        ("AVE+", "NP", "np", "A+", "np"),
        ("rubbish", "rubbish", "np", "None", "None"),
        ("9999999", "", "np", "None", "None"),
        ("101%", "", "np", "None", "None"),
    ],
)
def test_scores_without_a_contract(ns: str, ew: str, result: str, award_ns: str, award_ew: str) -> None:
    assert said(read_line(Cells(ns, ew), NONE)) == (result, award_ns, award_ew)


@pytest.mark.parametrize(
    ("cells", "result"),
    [
        (("150", "-150", "2 NT", "N", "+1", "9"), "2NT N +1"),
        (("-590", "590", "4 Sx", "E", "=", "10"), "4Sx E ="),
        (("420", "-420", "4H", "n", "", ""), "4H N ="),
        (("420", "-420", "4 ♥", "N", "", "10"), "4H N ="),
        (("-800", "800", "5SX", "S", None, None), "5Sx S -4"),
        (("-1000", "1000", "2S**", "S", "", ""), "2Sxx S -3"),
        (("450", "-450", "4 S", "N", "Made 5", ""), "4S N +1"),
        (("420", "-420", "4 S", "N", "Made", ""), "4S N ="),
        (("-100", "100", "4 S", "N", "Down 2", ""), "4S N -2"),
        (("450", "-450", "4 S", "N", "5", ""), "4S N +1"),
        (("450", "-450", "4 S", "N", "11", ""), "4S N +1"),
        (("450", "-450", "4SN", "", "+1", ""), "4S N +1"),
        (("450", "-450", "4S by N", "", "+1", ""), "4S N +1"),
        (("0", "0", "PASS", "", "", ""), "pass"),
        (("PASS", "PASS", "PASS", "N", "0", "0"), "pass"),
        (("", "", "3 NT", "S", "+1", ""), "3NT S +1"),
        (("", "", "3 NT", "S", "", "10"), "3NT S +1"),
        (("", "", "3 NT", "S", "4", "10"), "3NT S +1"),
        (("", "", "PASS", "", "", ""), "pass"),
        (("", "", "NP", "", "", ""), "np"),
    ],
)  # fmt: skip
def test_a_contract_that_gives_the_score_is_the_result(cells: tuple[str | None, ...], result: str) -> None:
    found = read_line(Cells(*(cell or "" for cell in cells)), NONE)
    assert said(found) == (result, "None", "None")
    assert found.notes == []


@pytest.mark.parametrize(
    ("cells", "result", "kind", "words"),
    [
        (("430", "-430", "4 S", "N", "=", "10"), "+430", "contract",
         "'4 S N = 10' does not give +430 with nobody vulnerable; the score is kept"),
        (("430", "-430", "4 S", "N", "", ""), "+430", "contract",
         "'4 S N' does not give +430 with nobody vulnerable; the score is kept"),
        (("420", "-420", "4 S", "N", "+1", "10"), "4S N =", "contract",
         "'4 S N +1 10' says two numbers of tricks; 10 give +420"),
        (("420", "-420", "42", "N", "=", ""), "+420", "unreadable",
         "the contract '42 N =' cannot be read; the score +420 is kept"),
        (("420", "-420", "4 S", "NS", "=", ""), "+420", "unreadable",
         "the contract '4 S NS =' cannot be read; the score +420 is kept"),
        (("420", "-420", "PASS", "", "", ""), "+420", "contract", "the contract 'PASS' is 0; the score +420 is kept"),
        (("", "", "4 S", "N", "", ""), "np", "unreadable", "'4 S N' gives no result, and there is no score"),
        (("", "", "4 S", "N", "+1", "10"), "np", "unreadable", "'4 S N +1 10' gives no result, and there is no score"),
        (("", "", "4 S", "N", "5", ""), "np", "unreadable", "'4 S N 5' gives no result, and there is no score"),
        (("abc", "420", "", "", "", ""), "-420", "unreadable", "the score 'abc' is left out"),
    ],
)  # fmt: skip
def test_where_they_disagree_the_score_is_kept_and_both_are_told(
    cells: tuple[str, ...], result: str, kind: str, words: str
) -> None:
    found = read_line(Cells(*cells), NONE)
    assert str(found.result) == result
    assert found.notes == [(kind, words)]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (("420", "50", "4 S", "N", "=", "10"), ("4S N =", "None", "-50")),
        (("50", "50", "4 S", "N", "-1", "9"), ("4S N -1", "+50", "None")),
        (("50", "-420", "4 S", "N", "=", "10"), ("4S N =", "+50", "None")),
        (("AVE+", "AVE-", "4 S", "N", "=", "10"), ("4S N =", "A+", "A-")),
        (("AVE+", "-420", "4 S", "N", "", ""), ("4S N =", "A+", "None")),
        (("AVE+", "AVE-", "AVE", "", "", ""), ("np", "A+", "A-")),
        (("", "", "AVG+/-", "", "", ""), ("np", "A+", "A-")),
    ],
)
def test_awards_stand_beside_a_result_that_is_known(cells: tuple[str, ...], found: tuple[str, str, str]) -> None:
    assert said(read_line(Cells(*cells), NONE)) == found


def test_a_late_play_is_remembered() -> None:
    assert read_line(Cells("Late Play", "Late Play"), NONE).remark == "Late Play"


CONTRACTS = st.builds(Contract, st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from(Doubling))
RESULTS = st.builds(Result, CONTRACTS, st.sampled_from(Seat), st.integers(0, 13))


@given(RESULTS, st.sampled_from(Vulnerable), st.booleans(), st.booleans())
def test_any_result_is_read_back_from_its_cells(
    result: Result, vulnerable: Vulnerable, relative: bool, taken: bool
) -> None:
    score = points(result, vulnerable)
    bid, double = str(result.contract)[0], str(result.contract)[1:]
    cells = Cells(
        str(score),
        str(-score),
        f"{bid} {double}",
        result.declarer.value,
        str(result).split()[-1] if relative else "",
        str(result.tricks) if taken else "",
    )
    found = read_line(cells, vulnerable)
    assert found.result == Mixture.of(result)
    assert found.notes == []


@given(RESULTS, st.sampled_from(Vulnerable), st.integers(-9000, 9000))
def test_a_result_is_only_taken_where_it_gives_the_score(result: Result, vulnerable: Vulnerable, score: int) -> None:
    cells = Cells(str(score), str(-score), str(result.contract), result.declarer.value, "", str(result.tricks))
    found = read_line(cells, vulnerable)
    expected = result if points(result, vulnerable) == score else Points(score)
    assert found.result == Mixture.of(expected)
    assert bool(found.notes) == (expected is not result)


@given(*[st.text(max_size=12)] * 6)
def test_any_cells_are_read(ns: str, ew: str, contract: str, declarer: str, result: str, tricks: str) -> None:
    read_line(Cells(ns, ew, contract, declarer, result, tricks), NONE)
    candidates(contract, declarer, result, tricks)
