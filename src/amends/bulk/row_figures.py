"""What every row is worth: boards with a few plain results row against row, all others by the scores that occur."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from amends.bridge import BySide, Side
from amends.bulk import small_boards
from amends.bulk.awards import NO_SCORE, RuledRows
from amends.bulk.buffers import filled, rows_where
from amends.bulk.charts import FactorLines, Integers, board_lines
from amends.bulk.figures import (
    MOST_DENSE,
    OFFSET,
    SPAN,
    BoardFigures,
    BoardRows,
    SideFigures,
    counted_cells,
    find_cells,
    score_boards,
    score_cells,
)
from amends.bulk.options import BulkOptions
from amends.bulk.totals import distinct, usual_value

COMPILED_FROM = 1_000_000
"""Rows from which on Numba pays: it takes a second or two to load."""


@cache
def has_numba() -> bool:
    """Whether the extra `fast` is installed."""
    return find_spec("numba") is not None


def compiled(rows: int) -> bool:
    """Whether so many rows are scored with Numba."""
    return rows >= COMPILED_FROM and has_numba()


@dataclass(slots=True)
class SideRows:
    """One direction: the points of each plain row in parts of its board's unit; of each board the unit and the top.

    `points` is 0 for every other row, and nowhere below `least` or above `most`. `large` has by row the figure and the
    top that do not fit into columns.
    """

    points: Integers
    unit: Integers
    top: Integers
    large: dict[int, tuple[Fraction, Fraction]]
    least: int
    most: int


@dataclass(slots=True)
class RowFigures:
    """The figures of all rows of some boards.

    `without` are the rows without a plain score. `ruled` and `by_score` are the ruled rows and the boards that were
    scored by the scores that occur, all ruled ones among them, in numbers of their own.
    """

    board: NDArray[np.integer]
    without: Integers
    sides: BySide[SideRows]
    ruled: RuledRows
    ruled_row: Integers
    by_score: BoardFigures
    wide: bool = False
    starts: Integers | None = None
    """As `BoardRows` has them."""
    _made: list[tuple[tuple[Integers, ...], tuple[Integers, Integers]]] = field(default_factory=list)

    def slots(self, side: Side) -> SideFigures:
        """The figures of ruled rows for a side."""
        return self.by_score.sides[side]

    def columns(self, side: Side, *, spend: bool = False) -> tuple[Integers, Integers, Integers]:
        """Points and top of each row, ruled ones too, and their unit; 0 as unit where a row has no figure here.

        With `spend` the figures are not asked for again: nothing is copied.
        """
        own, slots, ruled = self.sides[side], self.slots(side), self.ruled_row
        kind = np.result_type(own.points, narrow(slots.slot_over))
        points = own.points.astype(kind, copy=not spend and bool(len(self.without) or own.large))
        points[ruled] = slots.slot_over
        return points, *self._board_columns(side)

    def _board_columns(self, side: Side) -> tuple[Integers, Integers]:
        """Top and unit of each row; both sides have the same, nearly always, and then share them."""
        own, slots = self.sides[side], self.slots(side)
        key = (own.top, own.unit, slots.slot_top, slots.slot_under)
        for known, found in self._made:
            if all(np.array_equal(one, other) for one, other in zip(known, key, strict=True)):
                return found
        top, unit = (
            self._of_rows(column, narrow(column, more, wide=self.wide))
            for column, more in ((own.top, slots.slot_top), (own.unit, slots.slot_under))
        )
        unit[self.without] = 0
        top[self.ruled_row], unit[self.ruled_row] = slots.slot_top, slots.slot_under
        self._made.append((key, (top, unit)))
        return top, unit

    def _of_rows(self, column: Integers, kind: np.dtype[Any]) -> Integers:
        """A column of boards for each row; it is the same on most boards, nearly always."""
        usual = usual_value(column)
        found = filled(len(self.board), usual, kind)
        rows = self.rows_of(np.flatnonzero(column != usual))
        found[rows] = column[self.board[rows]]
        return found

    def rows_of(self, boards: Integers) -> Integers:
        """The rows of some boards, in their order."""
        if self.starts is not None:
            return _rows_of(boards, self.starts, None)
        if not len(boards):
            return boards
        chosen = np.zeros(len(self.sides.ns.unit), bool)
        chosen[boards] = True
        return np.flatnonzero(chosen[self.board])


def narrow(*columns: Integers, wide: bool = False) -> np.dtype[Any]:
    """The type of 32 bits where everything in the columns fits into it, else that of 64: memory is what costs most."""
    fits = not wide and all(column.min(initial=0) >= -(2**31) and column.max(initial=0) < 2**31 for column in columns)
    return np.dtype(np.int32 if fits else np.int64)


def row_figures(rows: BoardRows, options: BulkOptions, *, fast: bool | None = None) -> RowFigures:
    """The figures of all rows; `fast`: with Numba, or without."""
    fast = compiled(len(rows.board)) if fast is None else fast
    without = rows_where(lambda some: rows.score[some] == NO_SCORE, len(rows.score))
    boards = len(rows.expected)
    if boards * SPAN <= MOST_DENSE:
        figures = _few_boards(rows, options) if fast and len(rows.board) else None
        return _all_by_score(rows, figures or score_boards(rows, options), without, fast)
    if options.scoring != "matchpoints" or options.regulation.line_rounding != "none" or options.both_sides_profit:
        return _all_by_score(rows, score_boards(rows, options), without, fast)
    return _some_small(rows, options, without, fast)


def _few_boards(rows: BoardRows, options: BulkOptions) -> BoardFigures:
    """A table with a place for every score of every board, counted by two threads."""
    from amends.bulk import fast

    boards = len(rows.expected)
    counts = np.zeros((2, boards * SPAN), np.int32)
    fast.count_scores(rows.board, rows.score, SPAN, OFFSET, NO_SCORE, counts)
    every = counts.sum(axis=0, dtype=np.int64)
    counted = counted_cells(every, np.zeros(0, np.int64), rows.ruled.keys(SPAN, OFFSET), boards)
    return score_cells(counted, rows.expected, rows.ruled, options)


def _all_by_score(rows: BoardRows, figures: BoardFigures, without: Integers, fast: bool) -> RowFigures:
    """All boards by the scores that occur."""
    if fast and figures.places.of_cells is not None and not len(figures.places.place):
        points = _read_fast(rows, figures)
    else:
        points = BySide.of(lambda side: _read(figures, side, rows.wide))
    sides = BySide.of(lambda side: _side_rows(points[side], figures.sides[side], _large(figures, rows, side)))
    return RowFigures(rows.board, without, sides, rows.ruled, rows.ruled.row, figures, rows.wide, rows.starts)


def _side_rows(points: Integers, own: SideFigures, large: dict[int, tuple[Fraction, Fraction]]) -> SideRows:
    points[list(large)] = 0  # what stands there is without meaning
    least, most = int(own.cell_value.min(initial=0)), int(own.cell_value.max(initial=0))
    return SideRows(points, own.denominator, own.top, large, least, most)


def _read(figures: BoardFigures, side: Side, wide: bool) -> Integers:
    """The points of each row for a side."""
    value = figures.sides[side].cell_value
    return figures.places.read(value.astype(narrow(value, wide=wide)))


def _read_fast(rows: BoardRows, figures: BoardFigures) -> BySide[Integers]:
    from amends.bulk import fast

    values = [figures.sides[side].cell_value for side in Side]
    kind = narrow(*values, wide=rows.wide)
    table = np.zeros((figures.places.size, 2), kind)
    table[figures.places.of_cells] = np.stack(values, axis=1)
    points = BySide.of(lambda side: np.empty(len(rows.board), kind))
    fast.read_scores(rows.board, rows.score, (SPAN, OFFSET, NO_SCORE), table, points.ns, points.ew)
    return points


def _large(figures: BoardFigures, rows: BoardRows, side: Side) -> dict[int, tuple[Fraction, Fraction]]:
    """By row, the figures of boards beyond 64 bits and their tops."""
    own = figures.sides[side]
    if not own.large_cells:
        return {}
    which = np.flatnonzero(np.isin(rows.board, list(own.large_tops)) & (rows.score != NO_SCORE))
    board, score = (column[which].astype(np.int64) for column in (rows.board, rows.score))
    cells = find_cells(figures.cells, board, score)
    return {
        row: (own.large_cells[cell], own.large_tops[int(figures.cells.board[cell])])
        for row, cell in zip(which.tolist(), cells.tolist(), strict=True)
    }


# Boards with a few plain results


def _some_small(rows: BoardRows, options: BulkOptions, without: Integers, fast: bool) -> RowFigures:
    """Row against row on boards with a few tables where each has a plain score; the others by score."""
    if rows.starts is None:
        starts, order = small_boards.starts_of(rows.board, len(rows.expected), fast=fast)
        rows = replace(rows, starts=starts if order is None else None)
    else:
        starts, order = rows.starts, None
    tables = np.diff(starts)
    chosen = (tables <= small_boards.MOST_TABLES) & (tables > 0)
    chosen[rows.board[without]] = False
    chosen[rows.ruled.board] = False
    line, lines = _lines(tables, rows.expected, options)
    score = rows.score if order is None else rows.score[order]
    columns = np.stack([lines.factor, lines.offset, lines.top], axis=1)
    kind = narrow(lines.top, wide=rows.wide)
    points = BySide.of(lambda side: np.empty(len(score), kind))  # of boards that are not chosen it is filled later
    if fast:
        from amends.bulk.fast import score_small_boards

        score_small_boards(starts, score, line, columns, points.ns, points.ew)
    else:
        small_boards.score_small_boards(starts, score, line, columns, chosen, points)
    if order is not None:
        points = points.map(lambda own: _scattered(own, order))
    boards = np.flatnonzero(~chosen)
    which = _rows_of(boards, starts, order)
    if order is None:
        number = np.repeat(np.arange(len(boards)), tables[boards])
    else:
        number = np.searchsorted(boards, rows.board[which])
    unit, top = lines.denominator.take(line), lines.top.take(line)
    return _with_rest(rows, options, _Others(boards, which, number), (unit, top), points, without)


def _lines(tables: Integers, expected: Integers, options: BulkOptions) -> tuple[Integers, FactorLines]:
    """Which line each board has, and the lines: one for each number of tables and each E."""
    most = small_boards.MOST_TABLES
    line = np.minimum(tables, most)
    values = distinct(expected)
    if len(values) > 1:
        line += np.searchsorted(values, expected) * (most + 1)
    sizes = np.tile(np.arange(most + 1), len(values))
    return line, board_lines(sizes, np.repeat(np.array(values, np.int64), most + 1), options.regulation)


def _scattered(points: Integers, order: Integers) -> Integers:
    found = np.empty_like(points)
    found[order] = points
    return found


@dataclass(frozen=True, slots=True)
class _Others:
    """The boards that are not scored row against row, and their rows; `number` is the board of each row among them."""

    boards: Integers
    rows: Integers
    number: Integers


def _with_rest(
    rows: BoardRows, options: BulkOptions, others: _Others, lines: tuple[Integers, Integers],
    points: BySide[Integers], without: Integers,
) -> RowFigures:  # fmt: skip
    """The figures of the other boards beside those that were scored row against row.

    `lines` has the unit and the top of each board; those of the other boards are put there.
    """
    most, which, boards = int(lines[1].max(initial=0)), others.rows, others.boards
    ruled = rows.ruled.moved(which, boards)
    part = BoardRows(others.number, rows.score[which], rows.expected[boards], ruled)
    figures = score_boards(part, options)
    (ns_unit, ns_top), (ew_unit, ew_top) = ((own.denominator, own.top) for own in figures.sides)
    same = np.array_equal(ns_unit, ew_unit) and np.array_equal(ns_top, ew_top)
    columns = [lines, lines if same else (lines[0].copy(), lines[1].copy())]
    sides = []
    for side, (unit, top) in zip(Side, columns, strict=True):
        own, read = figures.sides[side], _read(figures, side, rows.wide)
        every = points[side].astype(np.result_type(points[side], read), copy=False)
        every[which] = read
        found = _side_rows(every, own, {int(which[row]): value for row, value in _large(figures, part, side).items()})
        unit[boards], top[boards] = own.denominator, own.top
        found.unit, found.top = unit, top
        found.most = max(found.most, most)
        sides.append(found)
    return RowFigures(rows.board, without, BySide(*sides), ruled, rows.ruled.row, figures, rows.wide, rows.starts)


def _rows_of(boards: Integers, starts: Integers, order: Integers | None) -> Integers:
    """The rows of some boards, in their order."""
    sizes = starts[boards + 1] - starts[boards]
    before = np.cumsum(sizes) - sizes
    found = np.repeat(starts[boards] - before, sizes) + np.arange(int(sizes.sum()))
    return found if order is None else np.sort(order[found])
