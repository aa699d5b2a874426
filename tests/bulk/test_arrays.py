"""Arrays in memory: compiled or not, the same figures, totals and places, and those of `amends.bulk.score`."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pyarrow as pa
import pytest

from amends.awards import Mixture, parse_award
from amends.bridge import BySide, Points, Side, vulnerability
from amends.bulk import figures as by_score
from amends.bulk import row_figures, score
from amends.bulk.arrays import ArrayScores, ResultArrays, plain_arrays, score_arrays
from amends.bulk.awards import NO_SCORE, ruled_row, ruled_rows
from amends.bulk.options import BulkOptions
from amends.regulations import default

SCORES = np.array([0, 100, 110, 140, 150, 90, -90, -110, -140, -150, 200, -200])
AWARDS = ("1/3 +110; 2/3 -100", "60% +140; 40% +110", "1/4 +200; 1/4 -90; 1/2 0")


def made(boards: int, tables: int, seed: int, *, ragged: bool, rulings: int) -> tuple[ResultArrays, pa.Table, pa.Table]:
    """Results as arrays, and the same as tables."""
    random = np.random.default_rng(seed)
    sizes = random.integers(1, tables + 1, boards) if ragged else np.full(boards, tables)
    board = np.repeat(np.arange(boards), sizes)
    ns = np.concatenate([random.permutation(tables)[:size] for size in sizes])
    ew = np.concatenate([random.permutation(tables)[:size] for size in sizes]) + tables
    points = random.choice(SCORES, len(board))
    which = np.sort(random.choice(len(board), rulings, replace=False))
    texts = [AWARDS[place % len(AWARDS)] for place in range(rulings)]
    given = []
    for row, text in zip(which.tolist(), texts, strict=True):
        table = Mixture.of(Points(int(points[row])))
        awards = BySide.both(parse_award(text))
        given.append(ruled_row(awards, table, vulnerability(int(board[row]) + 1)))
    plain = points.copy()
    plain[which] = NO_SCORE
    ruled = ruled_rows(which.tolist(), board[which].tolist(), given, BulkOptions())
    found = plain_arrays(board, ns, ew, plain, ruled)
    rows = pa.table({"board": board + 1, "ns": ns, "ew": ew, "score": points})
    awards = pa.table({"board": board[which] + 1, "ns": ns[which], "award_ns": texts, "award_ew": texts})
    return found, rows, awards


SHAPES = [(5, 40, False, 6), (5, 40, True, 6), (60, 9, False, 8), (60, 9, True, 8), (60, 9, True, 0)]


@pytest.mark.parametrize(("boards", "tables", "ragged", "rulings"), SHAPES)
@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("scoring", ["matchpoints", "cross-imps"])
def test_compiled_and_not_the_figures_are_the_same(
    boards: int, tables: int, ragged: bool, rulings: int, many: bool, scoring: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    if many:
        monkeypatch.setattr(row_figures, "MOST_DENSE", 0)
        monkeypatch.setattr(by_score, "MOST_DENSE", 0)
    arrays, rows, awards = made(boards, tables, 3, ragged=ragged, rulings=rulings)
    options = BulkOptions(scoring)
    compiled, plain = score_arrays(arrays, options, fast=True), score_arrays(arrays, options, fast=False)
    assert figures(compiled) == figures(plain)
    assert placed(compiled) == placed(plain)
    found = score(rows, awards=awards if rulings else None, scoring=scoring)
    expected = [
        [Fraction(row[f"{side}_points"], row[f"{side}_unit"]) for row in found.rows.to_pylist()]
        for side in ("ns", "ew")
    ]
    assert figures(compiled) == expected
    places = {row["pair"]: (row["rank"], row["place"].endswith("=")) for row in found.ranking.to_pylist()}
    assert {pair: place for pair, place in placed(compiled).items() if place[0]} == places


def figures(found: ArrayScores) -> list[list[Fraction]]:
    columns = (found.figures.columns(side) for side in Side)
    return [
        [Fraction(over, under) for over, under in zip(points.tolist(), unit.tolist(), strict=True)]
        for points, _, unit in columns
    ]


def placed(found: ArrayScores) -> dict[int, tuple[int, bool]]:
    pairs = zip(found.places.rank.tolist(), found.places.tied.tolist(), strict=True)
    return dict(enumerate(pairs))


def test_what_arrays_cannot_hold_is_left_to_score() -> None:
    arrays, _, _ = made(5, 9, 1, ragged=False, rulings=0)
    with pytest.raises(OverflowError, match=r"amends\.bulk\.score"):
        score_arrays(arrays, BulkOptions(regulation=default().having(line_rounding="0.01")))
