"""What every row is worth: boards with a few plain results row against row, all others by the scores that occur."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from amends.bridge import BySide, Side
from amends.bulk import small_boards
from amends.bulk.awards import NO_SCORE, RuledRows
from amends.bulk.charts import FactorLines, Integers, board_lines
from amends.bulk.figures import (
    MOST_DENSE,
    OFFSET,
    SPAN,
    BoardFigures,
    BoardRows,
    CellPlaces,
    SideFigures,
    cells_of_keys,
    find_cells,
    occurring,
    score_boards,
    score_cells,
)
from amends.bulk.options import BulkOptions

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
    _made: list[tuple[tuple[Integers, ...], tuple[Integers, Integers]]] = field(default_factory=list)

    def slots(self, side: Side) -> SideFigures:
        """The figures of ruled rows for a side."""
        return self.by_score.sides[side]

    def columns(self, side: Side, *, spend: bool = False) -> tuple[Integers, Integers, Integers]:
        """Points and top of each row, ruled ones too, and their unit; 0 as unit where a row has no figure here.

        With `spend` the figures are not asked for again: nothing is copied.
        """
        own, slots, ruled = self.sides[side], self.slots(side), self.ruled_row
        points = own.points if spend or not (len(self.without) or own.large) else own.points.copy()
        points[ruled] = slots.slot_over
        return points, *self._board_columns(side)

    def _board_columns(self, side: Side) -> tuple[Integers, Integers]:
        """Top and unit of each row; both sides have the same, nearly always, and then share them."""
        own, slots = self.sides[side], self.slots(side)
        key = (own.top, own.unit, slots.slot_top, slots.slot_under)
        for known, found in self._made:
            if all(np.array_equal(one, other) for one, other in zip(known, key, strict=True)):
                return found
        top, unit = (_of_board(column, self.board) for column in (own.top, own.unit))
        unit[self.without] = 0
        top[self.ruled_row], unit[self.ruled_row] = slots.slot_top, slots.slot_under
        self._made.append((key, (top, unit)))
        return top, unit


def _of_board(column: Integers, board: NDArray[np.integer]) -> Integers:
    """A column of boards for each row; it is the same everywhere, nearly always."""
    if len(column) and (column == column[0]).all():
        return np.full(len(board), column[0], np.int64)
    return np.asarray(column[board], np.int64)


def row_figures(rows: BoardRows, options: BulkOptions, *, fast: bool | None = None) -> RowFigures:
    """The figures of all rows; `fast`: with Numba, or without."""
    fast = compiled(len(rows.board)) if fast is None else fast
    without = np.flatnonzero(rows.score == NO_SCORE)
    boards = len(rows.expected)
    if boards * SPAN <= MOST_DENSE:
        figures = _few_boards(rows, options) if fast and len(rows.board) else None
        return _all_by_score(rows, figures or score_boards(rows, options), without, fast)
    if options.scoring != "matchpoints" or options.regulation.line_rounding != "none":
        return _all_by_score(rows, score_boards(rows, options), without, fast)
    return _some_small(rows, options, without, fast)


def _few_boards(rows: BoardRows, options: BulkOptions) -> BoardFigures:
    """A table with a place for every score of every board, counted by two threads."""
    from amends.bulk import fast

    boards = len(rows.expected)
    counts = np.zeros((2, boards * SPAN), np.int64)
    fast.count_scores(rows.board, rows.score, SPAN, OFFSET, NO_SCORE, counts)
    every = counts.sum(axis=0)
    keys = occurring(every, rows.ruled.keys(SPAN, OFFSET))
    places = CellPlaces(np.zeros(0, np.int64), boards * SPAN, keys)
    return score_cells(cells_of_keys(keys, boards), every[keys], rows.expected, rows.ruled, options, places)


def _all_by_score(rows: BoardRows, figures: BoardFigures, without: Integers, fast: bool) -> RowFigures:
    """All boards by the scores that occur."""
    if fast and figures.places.of_cells is not None and not len(figures.places.place):
        points = _read_fast(rows, figures)
    else:
        points = BySide.of(lambda side: figures.places.read(figures.sides[side].cell_value))
    sides = BySide.of(lambda side: _side_rows(points[side], figures.sides[side], _large(figures, rows, side)))
    return RowFigures(rows.board, without, sides, rows.ruled, rows.ruled.row, figures)


def _side_rows(points: Integers, own: SideFigures, large: dict[int, tuple[Fraction, Fraction]]) -> SideRows:
    points[list(large)] = 0  # what stands there is without meaning
    least, most = int(own.cell_value.min(initial=0)), int(own.cell_value.max(initial=0))
    return SideRows(points, own.denominator, own.top, large, least, most)


def _read_fast(rows: BoardRows, figures: BoardFigures) -> BySide[Integers]:
    from amends.bulk import fast

    key = (SPAN, OFFSET, NO_SCORE)

    def read(side: Side) -> Integers:
        table = np.zeros(figures.places.size, np.int64)
        table[figures.places.of_cells] = figures.sides[side].cell_value
        points = np.empty(len(rows.board), np.int64)
        fast.read_scores(rows.board, rows.score, key, table, points)
        return points

    return BySide.of(read)


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
    boards = len(rows.expected)
    tables = np.bincount(rows.board, minlength=boards)
    chosen = (tables <= small_boards.MOST_TABLES) & (tables > 0)
    chosen[rows.board[without]] = False
    chosen[rows.ruled.board] = False
    lines = board_lines(np.where(chosen, tables, 1), rows.expected, options.regulation)
    order = _together(rows.board)
    score = rows.score if order is None else rows.score[order]
    make = np.empty if fast else np.zeros
    points = BySide.of(lambda side: make(len(score), np.int64))
    starts = np.concatenate(([0], np.cumsum(tables)))
    columns = np.stack([lines.factor, lines.offset, lines.top], axis=1)
    if fast:
        from amends.bulk.fast import score_small_boards

        score_small_boards(starts, score, columns, chosen, (points.ns, points.ew))
    else:
        small_boards.score_small_boards(starts, score, columns, chosen, points)
    if order is not None:
        points = points.map(lambda own: _scattered(own, order))
    rest = _rows_of(np.flatnonzero(~chosen), starts, order)
    return _with_rest(rows, options, chosen, lines, points, without, rest)


def _scattered(points: Integers, order: Integers) -> Integers:
    found = np.empty_like(points)
    found[order] = points
    return found


def _together(board: NDArray[np.integer]) -> Integers | None:
    """The rows in the order of their boards; None where they stand so."""
    if (board[1:] >= board[:-1]).all():
        return None
    bits = len(board).bit_length()
    packed = (board.astype(np.int64) << bits) | np.arange(len(board))
    packed.sort()
    packed &= (1 << bits) - 1
    return packed


def _with_rest(
    rows: BoardRows, options: BulkOptions, chosen: NDArray[np.bool_], lines: FactorLines, points: BySide[Integers],
    without: Integers, which: Integers,
) -> RowFigures:  # fmt: skip
    """The figures of the boards that were not chosen, whose rows are `which`, beside those of the chosen ones."""
    others = np.flatnonzero(~chosen)
    number = np.cumsum(~chosen) - 1
    ruled = rows.ruled.moved(lambda row: np.searchsorted(which, row), number)
    part = BoardRows(number[rows.board[which]], rows.score[which], rows.expected[others], ruled)
    figures = score_boards(part, options)
    sides = []
    for side in Side:
        own = figures.sides[side]
        points[side][which] = figures.places.read(own.cell_value)
        found = _side_rows(
            points[side], own, {int(which[row]): value for row, value in _large(figures, part, side).items()}
        )
        found.unit, found.top = lines.denominator.copy(), lines.top.copy()
        found.unit[others], found.top[others] = own.denominator, own.top
        found.most = max(found.most, int(lines.top.max(initial=0)))
        sides.append(found)
    return RowFigures(rows.board, without, BySide(*sides), ruled, rows.ruled.row, figures)


def _rows_of(boards: Integers, starts: Integers, order: Integers | None) -> Integers:
    """The rows of some boards, in their order."""
    sizes = starts[boards + 1] - starts[boards]
    before = np.cumsum(sizes) - sizes
    found = np.repeat(starts[boards] - before, sizes) + np.arange(int(sizes.sum()))
    return found if order is None else np.sort(order[found])
