"""Boards whose integers do not fit into 64 bits are scored exactly all the same, and so are totals and near ties."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pyarrow as pa

from amends import Board, Row, Vulnerable, score_board
from amends.bulk import score
from amends.bulk.ranks import places
from amends.bulk.totals import Sums, totals

PRIMES = (999_983, 999_979, 999_961, 999_959, 999_953)


def weighted(prime: int) -> str:
    return f"1/{prime} +420; {prime - 1}/{prime} -50"


def test_weights_with_large_common_denominators_are_exact() -> None:
    """The common denominator of the five is near 10³⁰."""
    scores = [420, -50, 420, 170, -50, None, None, None, None, None]
    rows = pa.table({"board": [1] * 10, "ns": range(1, 11), "ew": range(11, 21), "score": scores})
    texts = [weighted(prime) for prime in PRIMES]
    awards = pa.table({"board": [1] * 5, "ns": range(6, 11), "award_ns": texts, "award_ew": texts})
    found = score(rows, awards=awards)
    played = [Row.played(str(at), "np" if points is None else f"{points:+d}") for at, points in enumerate(scores, 1)]
    for place, text in enumerate(texts, 5):
        played[place] = Row.played(str(place + 1), text)
    board = score_board(Board.of(played, Vulnerable.NONE))
    for place, row in enumerate(found.rows.to_pylist()):
        expected = board.value(place)
        for side, value in zip(("ns", "ew"), expected, strict=True):
            text = row[f"{side}_exact"]
            assert (Fraction(text) if text else Fraction(row[f"{side}_points"], row[f"{side}_unit"])) == value
    everybody = found.ranking.to_pylist()
    assert [row["rank"] for row in everybody] == sorted(row["rank"] for row in everybody)
    exact = [Fraction(row["exact"].split(" of ")[0]) for row in everybody if row["exact"]]
    assert exact
    assert exact == sorted(exact, reverse=True)


def test_totals_without_a_common_denominator_that_fits_are_fractions() -> None:
    contestant = np.repeat(np.arange(2), 5)
    unit = np.array(PRIMES * 2)
    sums = Sums(contestant, np.ones(10, np.int64), unit * 2, unit, np.ones(10, np.int64))
    found = totals([sums], 2, {})
    total = sum((Fraction(1, prime) for prime in PRIMES), Fraction(0))
    assert found.exact(0) == (total, Fraction(10))
    assert places(found, np.zeros(2, np.int64), True, "exact").tied.tolist() == [True, True]


def test_a_tie_that_floating_point_cannot_see_is_decided() -> None:
    """Two totals that differ by 10⁻³⁰, and one that is equal to the first however it is written."""
    more = Fraction(1, 3) + Fraction(1, 10**30)
    found = totals(
        [
            Sums(
                np.array([0, 1, 2]), np.array([1, 1, 2]), np.array([3, 3, 6]), np.array([3, 3, 6]), np.ones(3, np.int64)
            )
        ],
        3,
        {1: (more - Fraction(1, 3), Fraction(0), 0)},
    )
    placed = places(found, np.zeros(3, np.int64), True, "exact")
    assert placed.rank.tolist() == [2, 1, 2]
    assert placed.tied.tolist() == [True, False, True]


def test_places_by_what_is_printed_look_at_exact_halves() -> None:
    """50.005% and 50.01% are both printed as 50.01%; 50.0049…% is not."""
    shares = [Fraction(10001, 20000), Fraction(5001, 10000), Fraction(10001, 20000) - Fraction(1, 10**12)]
    over, under = (np.array(column) for column in zip(*(share.as_integer_ratio() for share in shares), strict=True))
    sums = Sums(np.arange(3), over, under, np.ones(3, np.int64), np.ones(3, np.int64))
    placed = places(totals([sums], 3, {}), np.zeros(3, np.int64), True, "rounded")
    assert placed.rank.tolist() == [1, 1, 3]
