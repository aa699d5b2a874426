"""Arrays in memory, the shortest way: contestants are numbers from 0, in one session, at matchpoints or IMPs.

All figures are over one common denominator, so that totals are sums of integers. Where that does not fit into 53 bits,
or a regulation rounds, `amends.bulk.score` is the way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.util import find_spec
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amends.bulk.awards import NO_SCORE, RuledRows, no_ruled_rows
from amends.bulk.charts import Integers, board_lines
from amends.bulk.figures import (
    MOST_DENSE,
    OFFSET,
    SPAN,
    BoardFigures,
    BoardRows,
    cells_of_keys,
    score_boards,
    score_cells,
)
from amends.bulk.options import BulkOptions
from amends.bulk.ranks import Places, places
from amends.bulk.totals import ContestantTotals

EXACT_FLOAT = 2.0**53
"""Integers below it are exact as floating point numbers."""

SMALL = 64
"""Tables of a board up to which each row is compared with each other."""


@dataclass(slots=True)
class ArrayScores:
    """`points` of each row for North-South and East-West over one `unit`; 0 where a row has no figure."""

    points: NDArray[np.int64]
    unit: int
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
    if fast is None:
        fast = find_spec("numba") is not None
    if options.rounds_rulings or options.regulation.line_rounding != "none":
        raise OverflowError("figures that are rounded are scored by amends.bulk.score")
    if arrays.ruled.artificial:
        raise OverflowError("artificial scores are settled by amends.bulk.score")
    adder = _Adder(arrays)
    boards = len(arrays.expected)
    if fast and options.scoring == "matchpoints" and boards * SPAN > MOST_DENSE and adder.stands_together():
        _small_boards(arrays, options, adder)
    elif fast and boards * SPAN <= MOST_DENSE:
        _few_boards(arrays, options, adder)
    else:
        figures = score_boards(BoardRows(arrays.board, arrays.score, arrays.expected, arrays.ruled), options)
        adder.add_figures(figures, arrays.ruled)
    return adder.finish(options)


class _Adder:
    """Rows and totals as they come together, all over one unit."""

    def __init__(self, arrays: ResultArrays) -> None:
        self.arrays = arrays
        self.seats = (arrays.ns, arrays.ew)
        self.points = np.zeros((2, len(arrays.board)), np.int64)
        self.sums = np.zeros((2, arrays.contestants), np.int64)
        self.tops = np.zeros(arrays.contestants, np.int64)
        self.boards = np.zeros((2, arrays.contestants), np.int64)
        self.unit = 1

    def stands_together(self) -> bool:
        """Whether the rows of each board stand together, in the order of the boards."""
        board = self.arrays.board
        return bool((board[1:] >= board[:-1]).all())

    def common(self, *columns: Integers) -> None:
        """Make the unit one that these denominators go into."""
        self.unit = lcm(self.unit, *(unit for column in columns for unit in _distinct(column) if unit))
        if self.unit >= EXACT_FLOAT:
            raise OverflowError("figures without a small common denominator are added up by amends.bulk.score")

    def common_of(self, figures: BoardFigures) -> None:
        """The same with the denominators of some boards and their ruled rows."""
        for side in figures.sides:
            if side.large or side.large_cells:
                raise OverflowError("boards beyond 64 bits are scored by amends.bulk.score")
            self.common(side.denominator, side.slot_under)

    def add_slots(self, figures: BoardFigures, ruled: RuledRows) -> None:
        """The figures of ruled rows."""
        for place, own in enumerate(figures.sides):
            has = own.slot_under > 0
            factor = self.unit // np.maximum(own.slot_under, 1) * has
            seat, value = self.seats[place][ruled.row], own.slot_over * factor
            self.points[place, ruled.row] = value
            np.add.at(self.sums[place], seat, value)
            np.add.at(self.tops, seat, own.slot_top * factor)
            np.add.at(self.boards[place], seat, has)

    def add_tops(self, ns: Integers, ew: Integers, counted: NDArray[np.bool_], before: Integers) -> None:
        """What could be had on the rows that were counted now; `before` are the boards that had been counted.

        The top is the same on all boards, nearly always.
        """
        first = int(ns[0]) if len(ns) else 0
        if (ns == first).all() and (ew == first).all():
            self.tops += (self.boards.sum(axis=0) - before) * first
            return
        for seat, top in zip(self.seats, (ns, ew), strict=True):
            np.add.at(self.tops, seat[counted], top[self.arrays.board[counted]])

    def add_figures(self, figures: BoardFigures, ruled: RuledRows) -> None:
        """The figures of whole boards, in NumPy; their boards are counted from 0."""
        self.common_of(figures)
        plain = figures.position >= 0
        which = slice(None) if plain.all() else np.flatnonzero(plain)
        position = figures.position[which]
        for place, own in enumerate(figures.sides):
            factor, seat = self.unit // own.denominator, self.seats[place][which]
            value = (own.cell_value * factor[figures.cells.board])[position]
            self.points[place, which] = value
            self.sums[place] += _summed(seat, value, self.arrays.contestants)
            played = np.bincount(seat, minlength=self.arrays.contestants)
            self.boards[place] += played
            top = own.top * factor
            if (top == top[:1]).all():
                self.tops += played * int(top[0]) if len(top) else 0
            else:
                self.tops += _summed(seat, top[figures.cells.board][position], self.arrays.contestants)
        self.add_slots(figures, ruled)

    def finish(self, options: BulkOptions) -> ArrayScores:
        """Totals and places."""
        unit = np.full(self.arrays.contestants, self.unit, np.int64)
        total = ContestantTotals(self.sums.sum(axis=0), unit, self.tops, unit, self.boards.sum(axis=0))
        lists = np.zeros(self.arrays.contestants, np.int64)
        placed = places(total, lists, options.at_matchpoints, options.regulation.rank_on)
        return ArrayScores(self.points, self.unit, total, placed)


def _few_boards(arrays: ResultArrays, options: BulkOptions, adder: _Adder) -> None:
    """A table with a place for every score of every board."""
    from amends.bulk import fast

    boards = len(arrays.expected)
    counts = np.zeros((2, boards * SPAN), np.int64)
    fast.count_scores(arrays.board, arrays.score, SPAN, OFFSET, NO_SCORE, counts)
    every = counts.sum(axis=0)
    occurs = every > 0
    occurs[arrays.ruled.keys(SPAN, OFFSET)] = True
    keys = np.flatnonzero(occurs)
    cells = cells_of_keys(keys, boards)
    figures = score_cells(cells, every[keys], arrays.expected, arrays.ruled, options, np.zeros(0, np.int64))
    adder.common_of(figures)
    tables = np.zeros((2, boards * SPAN), np.int64)
    tops = []
    for place, own in enumerate(figures.sides):
        factor = adder.unit // own.denominator
        tables[place, keys] = own.cell_value * factor[cells.board]
        tops.append(own.top * factor)
    before = adder.boards.sum(axis=0)
    sums = (adder.sums, adder.boards)
    key = (SPAN, OFFSET, NO_SCORE)
    fast.read_and_add(arrays.board, arrays.score, key, tables, np.stack(adder.seats), adder.points, sums)
    adder.add_tops(tops[0], tops[1], arrays.score != NO_SCORE, before)
    adder.add_slots(figures, arrays.ruled)


def _small_boards(arrays: ResultArrays, options: BulkOptions, adder: _Adder) -> None:
    """Row against row on boards with a few tables; the others, and those with rulings, in NumPy."""
    from amends.bulk import fast

    boards = len(arrays.expected)
    tables = np.bincount(arrays.board, minlength=boards)
    starts = np.concatenate(([0], np.cumsum(tables)))
    chosen = (tables <= SMALL) & (tables > 0)
    chosen[arrays.ruled.board] = False
    chosen[arrays.board[arrays.score == NO_SCORE]] = False
    lines = board_lines(np.where(chosen, tables, 1), arrays.expected, options.regulation)
    adder.common(lines.denominator[chosen])
    rest = None if chosen.all() else _rest(arrays, options, chosen)
    if rest is not None:
        adder.common_of(rest[1])
    scale = adder.unit // np.where(chosen, lines.denominator, 1)
    columns = np.stack([lines.factor * scale, lines.offset * scale, lines.top * scale], axis=1)
    fast.score_small_boards(starts, arrays.score, columns, chosen, adder.points)
    counted = np.repeat(chosen, tables)
    before = adder.boards.sum(axis=0)
    fast.add_rows(np.stack(adder.seats), adder.points, counted, adder.sums, adder.boards)
    top = np.where(chosen, columns[:, 2], columns[np.argmax(chosen), 2])
    adder.add_tops(top, top, counted, before)
    if rest is not None:
        _add_rest(adder, *rest)


def _rest(
    arrays: ResultArrays, options: BulkOptions, chosen: NDArray[np.bool_]
) -> tuple[Integers, BoardFigures, RuledRows]:
    """The boards that are not chosen: their rows, the figures of these, and the ruled rows among them."""
    which = np.flatnonzero(~chosen[arrays.board])
    number = np.cumsum(~chosen) - 1
    place = np.zeros(len(arrays.board), np.int64)
    place[which] = np.arange(len(which))
    ruled = arrays.ruled.moved(place, number)
    rows = BoardRows(number[arrays.board[which]], arrays.score[which], arrays.expected[~chosen], ruled)
    return which, score_boards(rows, options), ruled


def _add_rest(adder: _Adder, which: Integers, figures: BoardFigures, ruled: RuledRows) -> None:
    """The rows of the other boards."""
    whole = adder.arrays
    part = _Adder(
        replace(
            whole, board=whole.board[which], ns=whole.ns[which], ew=whole.ew[which], score=whole.score[which],
            ruled=ruled,
        )
    )  # fmt: skip
    part.unit = adder.unit
    part.add_figures(figures, ruled)
    adder.points[:, which] = part.points
    adder.sums += part.sums
    adder.boards += part.boards
    adder.tops += part.tops


def _summed(key: NDArray[np.integer[Any]], values: Integers, size: int) -> Integers:
    """The sum of the values for each key: in floating point where that is exact."""
    if float(np.abs(values).max(initial=0)) * len(values) < EXACT_FLOAT:
        return np.bincount(key, values, minlength=size).astype(np.int64)
    total = np.zeros(size, np.int64)
    np.add.at(total, key, values)
    return total


def _distinct(column: Integers) -> list[int]:
    """The values of a column, each once."""
    if len(column) and (column == column[0]).all():
        return [int(column[0])]
    ordered = np.sort(column)
    return [int(value) for value in ordered[np.diff(ordered, prepend=-1) != 0]]


def plain_arrays(
    board: NDArray[np.integer[Any]], ns: NDArray[np.integer[Any]], ew: NDArray[np.integer[Any]],
    score: NDArray[np.integer[Any]], ruled: RuledRows | None = None,
) -> ResultArrays:  # fmt: skip
    """The columns of one field, with E and the number of contestants counted."""
    results = np.bincount(board)
    expected = np.full(len(results), int(results.max(initial=0)), np.int64)
    contestants = int(max(ns.max(initial=-1), ew.max(initial=-1))) + 1
    return ResultArrays(board, ns, ew, score, expected, contestants, ruled or no_ruled_rows())
