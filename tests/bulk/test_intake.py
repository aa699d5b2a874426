"""What is read and what is rejected: every reason, contracts as they are written, awards and the rows they are for."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from amends.bulk import score
from amends.faults import Faults

ROW = {"board": "1", "ns": "1", "ew": "2", "score": "+420"}


def rejected(*rows: dict[str, Any], **options: Any) -> list[tuple[str, int, str]]:
    """What is not scored of some rows, besides one that is."""
    filled = [{**dict.fromkeys(row for each in rows for row in each), **ROW, "ns": "91", "ew": "92"}, *rows]
    table = pa.Table.from_pylist(
        [{key: None if value == "" else value for key, value in row.items()} for row in filled]
    )
    found = score(table, **options).rejects.to_pylist()
    return [(row["table"], row["line"], row["reason"]) for row in found]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"board": "x"}, "the board is no number of 1 or more"),
        ({"board": "0"}, "the board is no number of 1 or more"),
        ({"board": None}, "the board is no number of 1 or more"),
        ({"ns": " ", "ew": None}, "no pair is named"),
        ({"ns": "9" * 41}, "an id is longer than 40 characters"),
        ({"ew": ""}, "a result with only one pair"),
        ({"score": "1.5"}, "the score is no whole number"),
        ({"score": "620"}, "a score that cannot occur at this vulnerability"),
        ({"score": "99999"}, "a score that cannot occur at this vulnerability"),
        ({"ew": "1"}, "a pair against itself"),
    ],
)
def test_a_row_that_cannot_be_scored_is_rejected_with_its_reason(change: dict[str, Any], reason: str) -> None:
    assert rejected({**ROW, **change}) == [("rows", 2, reason)]


def test_with_two_winners_the_numbers_of_the_two_directions_are_apart() -> None:
    assert rejected({**ROW, "ew": "1"}, winners=2) == []


def test_a_pair_that_stands_twice_on_a_board_is_rejected_the_second_time() -> None:
    again = {"board": "1", "ns": "3", "ew": "2", "score": "-50"}
    third = {"board": "2", "ns": "3", "ew": "2", "score": "0"}
    words = "a pair that has a result on this board already: line 2"
    assert rejected(ROW, again, third) == [("rows", 3, words)]


def test_a_row_that_was_not_played_makes_nobody_stand_twice() -> None:
    assert rejected(ROW, {"board": "1", "ns": "1", "ew": "3", "score": None}) == []


@pytest.mark.parametrize(
    ("contract", "declarer", "tricks", "vulnerable", "points"),
    [
        ("4H", "N", "=", None, 420),
        ("4♥x", "n", "10", "ns", 790),
        ("3N", "E", "9", "all", -600),
        ("3NT", "South", "+1", "none", 430),
        ("6S XX", "W", "-2", "EW", 1000),
        ("pass", None, None, None, 0),
    ],
)
def test_contracts_are_scored(
    contract: str, declarer: str | None, tricks: str | None, vulnerable: str | None, points: int
) -> None:
    row = {"board": 1, "ns": 1, "ew": 2, "contract": contract, "declarer": declarer, "tricks": tricks}
    found = score(pa.Table.from_pylist([{**row, "vulnerable": vulnerable}]))
    assert [row["score"] for row in found.rows.to_pylist()] == [points]
    assert len(found.rejects) == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"contract": "8H"}, "no such contract, declarer and tricks"),
        ({"tricks": "14"}, "no such contract, declarer and tricks"),
        ({"declarer": "X"}, "no such contract, declarer and tricks"),
        ({"vulnerable": "maybe"}, "the vulnerability is none of none, ns, ew, all"),
    ],
)
def test_a_contract_that_is_none_is_rejected(change: dict[str, Any], reason: str) -> None:
    good = {"board": 1, "ns": 1, "ew": 2, "contract": "4H", "declarer": "N", "tricks": "=", "vulnerable": None}
    found = score(pa.Table.from_pylist([good, {**good, "ns": 3, "ew": 4, **change}]))
    assert [row["reason"] for row in found.rejects.to_pylist()] == [reason]


def test_results_are_read_as_travellers_have_them() -> None:
    results = ["4H N =", "3nt e -1", "+110", "pass", "np", None, "5♦x s −2", "A+"]
    rows = pa.table({"board": [1] * 8, "ns": range(8), "ew": range(8, 16), "result": results})
    found = score(rows)
    assert [row["score"] for row in found.rows.to_pylist()] == [420, 50, 110, 0, None, None, -300]
    assert [row["reason"] for row in found.rejects.to_pylist()] == ["no such contract, declarer and tricks"]


def award_reasons(awards: list[dict[str, Any]], rows: list[dict[str, Any]] | None = None) -> list[tuple[int, str]]:
    rows = rows or [{**ROW, "board": 1, "score": 420}, {"board": 1, "ns": "3", "ew": "4", "score": -50}]
    found = score(pa.Table.from_pylist(rows), awards=pa.Table.from_pylist(awards))
    return [(row["line"], row["reason"]) for row in found.rejects.to_pylist() if row["table"] == "awards"]


MANY_PRIMES = "; ".join(
    f"1/{4 * prime} +420; {prime - 1}/{4 * prime} -50" for prime in (249989, 249971, 249967, 249947)
)
"""Each weight is coarse enough, their common denominator has more than twenty digits."""


@pytest.mark.parametrize(
    ("award", "words"),
    [
        ("60% +420; 30% -50", "weights that add up to 90%"),
        ("60% +425; 40% -50", "a score that can occur with none vulnerable"),
        ("nonsense", "an award such as"),
        ("better of A+ | +420", "amends score knows the others"),
        ("+3 IMP", "an artificial score in the unit of the scoring"),
        ("1/1000003 +420; 1000002/1000003 -50", "a denominator of at most 1000000"),
        (MANY_PRIMES, "weights in whole percent, or in simple fractions"),
    ],
)
def test_an_award_that_cannot_be_given_is_rejected_and_the_table_result_stands(award: str, words: str) -> None:
    rows = pa.Table.from_pylist([{**ROW, "board": 1, "score": 420}, {"board": 1, "ns": "3", "ew": "4", "score": -50}])
    awards = pa.table({"board": [1], "ns": ["1"], "award_ns": [award], "award_ew": [award]})
    found = score(rows, awards=awards)
    ((line, reason),) = [(row["line"], row["reason"]) for row in found.rejects.to_pylist()]
    assert line == 1
    assert words in reason
    assert [row["ns_points"] for row in found.rows.to_pylist()] == [2, 0]


def test_an_award_for_no_row_or_a_second_one_is_rejected() -> None:
    one = {"board": 1, "ns": "1", "award_ns": "A+", "award_ew": "A-"}
    assert award_reasons([one, {**one, "ns": "9"}]) == [(2, "there is no such row")]
    assert award_reasons([one, one]) == [(2, "a second award for this row")]
    words = "non_offending is 'me', not one of ns, ew, both, none"
    assert award_reasons([{**one, "non_offending": "me"}]) == [(1, words)]


def test_an_award_needs_the_session_where_two_rows_fit() -> None:
    rows = [{**ROW, "board": 1, "score": 420, "session": session} for session in ("1", "2")]
    award = {"board": 1, "ns": "1", "award_ns": "A+", "award_ew": "A-"}
    assert award_reasons([award], rows) == [(1, "2 rows fit: name the session, section or round")] * 2
    assert award_reasons([{**award, "session": "2"}], rows) == []


@pytest.mark.parametrize("names", [("board", "ns", "score"), ("ns", "ew", "score"), ("board", "ns", "ew", "contract")])
def test_a_table_without_its_columns_is_refused_by_their_names(names: tuple[str, ...]) -> None:
    with pytest.raises(Faults, match="also"):
        score(pa.table({name: ["1"] for name in names}))


def test_numbers_may_be_floating_point_where_some_are_missing() -> None:
    columns = {"board": [1.0, 1.0, 1.5, 1.0], "ns": [1.0, 3.0, 5.0, 7.0], "ew": [2.0, 4.0, 6.0, None]}
    found = score(pa.table({**columns, "score": [420.0, float("nan"), 90.0, None]}))
    assert [(row["ns"], row["score"]) for row in found.rows.to_pylist()] == [(1, 420), (3, None), (7, None)]
    assert [row["reason"] for row in found.rejects.to_pylist()] == ["the board is no number of 1 or more"]


@pytest.mark.parametrize("points", [1_000_420, -999_580, 2**40, 100_000])
def test_a_number_far_beyond_all_scores_is_rejected(points: int) -> None:
    rows = pa.table({"board": [2, 1], "ns": [1, 3], "ew": [2, 4], "score": pa.array([points, 420], pa.int64())})
    assert len(score(rows).rejects) == 1


def test_no_rows_are_refused() -> None:
    with pytest.raises(Faults, match="no results"):
        score(pa.table({name: pa.array([], pa.int64()) for name in ("board", "ns", "ew", "score")}))
