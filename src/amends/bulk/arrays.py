"""Arrays in memory, the shortest way: contestants are numbers from 0, in one session, at matchpoints or IMPs.

Where figures do not fit into 64 bits, are artificial, or a regulation rounds, `amends.bulk.score` is the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amends.bridge import Side
from amends.bulk.adding import plain_sums
from amends.bulk.awards import RuledRows, no_ruled_rows
from amends.bulk.charts import Integers
from amends.bulk.figures import BoardRows
from amends.bulk.options import BulkOptions
from amends.bulk.ranks import Places, places
from amends.bulk.row_figures import RowFigures, compiled, row_figures
from amends.bulk.totals import ContestantTotals, Sums, totals


@dataclass(slots=True)
class ArrayScores:
    """The figures of each row, totals and places."""

    figures: RowFigures
    totals: ContestantTotals
    places: Places


@dataclass(slots=True)
class ResultArrays:
    """The columns of a run: boards and contestants counted from 0, scores, ruled rows apart."""

    board: NDArray[np.integer[Any]]
    ns: NDArray[np.integer[Any]]
    ew: NDArray[np.integer[Any]]
    score: NDArray[np.integer[Any]]
    expected: Integers
    contestants: int
    ruled: RuledRows


def score_arrays(arrays: ResultArrays, options: BulkOptions, *, fast: bool | None = None) -> ArrayScores:
    """The figures of all rows, the totals and places of all contestants; `fast`: with Numba, or without."""
    if options.rounds_rulings or options.regulation.line_rounding != "none":
        raise OverflowError("figures that are rounded are scored by amends.bulk.score")
    if arrays.ruled.artificial:
        raise OverflowError("artificial scores are settled by amends.bulk.score")
    fast = compiled(len(arrays.board)) if fast is None else fast
    rows = BoardRows(arrays.board, arrays.score, arrays.expected, arrays.ruled)
    figures = row_figures(rows, options, fast=fast)
    if any(side.large for side in figures.sides) or any(figures.slots(side).large for side in Side):
        raise OverflowError("boards beyond 64 bits are scored by amends.bulk.score")
    plain = plain_sums(figures, (arrays.ns, arrays.ew), arrays.contestants, fast=fast)
    total = totals([plain, *_ruled_sums(arrays, figures)], arrays.contestants, {})
    lists = np.zeros(arrays.contestants, np.int64)
    placed = places(total, lists, options.at_matchpoints, options.regulation.rank_on, fast=fast)
    return ArrayScores(figures, total, placed)


def _ruled_sums(arrays: ResultArrays, figures: RowFigures) -> Iterator[Sums]:
    """The figures of ruled rows, for each side."""
    for side, seat in zip(Side, (arrays.ns, arrays.ew), strict=True):
        own = figures.slots(side)
        has = np.flatnonzero(own.slot_under)
        who = seat[figures.ruled_row[has]].astype(np.int64)
        yield Sums(who, own.slot_over[has], own.slot_top[has], own.slot_under[has], np.ones(len(has), np.int64))


def plain_arrays(
    board: NDArray[np.integer[Any]], ns: NDArray[np.integer[Any]], ew: NDArray[np.integer[Any]],
    score: NDArray[np.integer[Any]], ruled: RuledRows | None = None,
) -> ResultArrays:  # fmt: skip
    """The columns of one field, with E and the number of contestants counted."""
    results = np.bincount(board)
    expected = np.full(len(results), int(results.max(initial=0)), np.int64)
    contestants = int(max(ns.max(initial=-1), ew.max(initial=-1))) + 1
    return ResultArrays(board, ns, ew, score, expected, contestants, ruled or no_ruled_rows())
