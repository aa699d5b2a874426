"""From the rows of some boards to the figures of every row: the core of every engine.

Plain rows, nearly all of them, are read from the charts by position; ruled rows are read result by result. All figures
are exact: integers over a denominator, and a `Fraction` where one of them does not fit into 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from amends import exact
from amends.bridge import BySide, Side
from amends.bulk import charts as chart_columns
from amends.bulk.awards import NO_SCORE, NamedKeys, RuledRows, no_ruled_rows
from amends.bulk.charts import LARGEST, BoardCells, CellFrequencies, ChartColumns, Integers
from amends.bulk.options import BulkOptions
from amends.bulk.totals import summed
from amends.scoring.chart import Chart, Field
from amends.scoring.columns import Spread, Tally

OFFSET = 7600
"""The best score there is; scores are counted from its negative."""

SPAN = 2 * OFFSET + 1

MOST_DENSE = 8_000_000
"""Cells of a table with a place for every score of every board: above it, the scores that occur are sorted."""


@dataclass(slots=True)
class BoardRows:
    """The rows of some boards: of each its board, counted from 0, and its score.

    The score is `NO_SCORE` where a row has none, or is ruled. `expected` has E of each board. With `wide` all figures
    of rows are of 64 bits, else of 32 where they fit. `starts` has the first row of each board and the end of the last,
    where it is known that rows stand board by board.
    """

    board: NDArray[np.integer]
    score: NDArray[np.integer]
    expected: Integers
    ruled: RuledRows = field(default_factory=no_ruled_rows)
    wide: bool = False
    starts: Integers | None = None


@dataclass(slots=True)
class SideFigures:
    """The figures of one direction. `cell_value` has what each cell is worth, in parts of its board's denominator.

    Slots are ruled rows: `slot_over` and `slot_under`; 0 under where there is none. `large` has by slot, `large_cells`
    by cell, what does not fit into a column.
    """

    cell_value: Integers
    denominator: Integers
    top: Integers
    slot_over: Integers
    slot_under: Integers
    slot_top: Integers
    large: dict[int, Fraction] = field(default_factory=dict)
    large_cells: dict[int, Fraction] = field(default_factory=dict)
    large_tops: dict[int, Fraction] = field(default_factory=dict)
    """By board, the top where the board is beyond the bound."""


@dataclass(slots=True)
class CellPlaces:
    """Where each row finds its cell: `place` of a row in a table, in which `of_cells` are the places of the cells.

    `of_cells` is None where cells are counted as they stand; a row without a plain score has -1: the end of the table.
    """

    place: Integers
    size: int
    of_cells: Integers | None = None

    def read(self, cells: Integers) -> Integers:
        """What stands for each row in a column of cells; 0 for rows without one."""
        table = np.zeros(self.size + 1, cells.dtype)
        table[slice(self.size) if self.of_cells is None else self.of_cells] = cells
        return table[self.place]


@dataclass(slots=True)
class BoardFigures:
    """What the rows of some boards are worth, by the scores that occur there."""

    cells: BoardCells
    places: CellPlaces
    sides: BySide[SideFigures]
    tallies: BySide[CellFrequencies]
    units: dict[int, int]
    """The common unit of weights of boards where it does not fit into a column."""


def score_boards(rows: BoardRows, options: BulkOptions) -> BoardFigures:
    """The figures of all rows of some boards."""
    return score_cells(cells_of(rows), rows.expected, rows.ruled, options)


def score_cells(counted: CountedCells, expected: Integers, ruled: RuledRows, options: BulkOptions) -> BoardFigures:
    """The same where the scores are already counted."""
    cells, plain, named = counted.cells, counted.plain, counted.named
    unit, large = ruled.units(cells.boards)
    plain_cells = CellFrequencies(cells, plain, unit, unit, expected)
    ns_tally = _frequencies(plain_cells, ruled, named, large, Side.NS)
    ew_tally = ns_tally if ruled.is_mirrored else _frequencies(plain_cells, ruled, named, large, Side.EW)
    ns = _side_figures(ns_tally, ruled, named, large, Side.NS, options)
    ew = _mirrored(ns, cells, options) if ruled.is_mirrored and _reads_plainly(options) else None
    ew = ew or _side_figures(ew_tally, ruled, named, large, Side.EW, options)
    return BoardFigures(cells, counted.places, BySide(ns, ew), BySide(ns_tally, ew_tally), large)


# Cells


@dataclass(slots=True)
class CountedCells:
    """The scores that occur, where each row finds its own, how often each occurs among the plain rows, and which are
    those that ruled rows name.
    """

    cells: BoardCells
    places: CellPlaces
    plain: Integers
    named: NamedKeys


def cells_of(rows: BoardRows) -> CountedCells:
    """The scores that occur in some rows."""
    boards = len(rows.expected)
    key = rows.board.astype(np.int64)
    key *= SPAN
    key += rows.score
    key += OFFSET
    none = np.flatnonzero(rows.score == NO_SCORE)
    named = rows.ruled.keys(SPAN, OFFSET)
    if boards * SPAN <= MOST_DENSE:
        return _dense_cells(key, none, named, boards)
    return _sorted_cells(key, none, named, boards)


def _dense_cells(key: Integers, none: Integers, named: NamedKeys, boards: int) -> CountedCells:
    """With a place for every score of every board."""
    size = boards * SPAN
    key[none] = size
    counts = np.bincount(key, minlength=size + 1)[:size]
    key[none] = -1
    return counted_cells(counts, key, named, boards)


def counted_cells(counts: Integers, place: Integers, named: NamedKeys, boards: int) -> CountedCells:
    """The cells of a table with how often each score of each board occurs; `place` has where each row stands in it."""
    extra = named.every()
    occurs = counts > 0
    occurs[extra] = True
    keys = np.flatnonzero(occurs)
    places = CellPlaces(place, len(counts), keys)
    found = named.placed(np.searchsorted(keys, extra))
    return CountedCells(cells_of_keys(keys, boards), places, counts[keys].astype(np.int64), found)


def _sorted_cells(key: Integers, none: Integers, named: NamedKeys, boards: int) -> CountedCells:
    """By sorting: for many boards with few results each."""
    rows, beyond = len(key), boards * SPAN
    key[none] = beyond
    key = np.concatenate([key, named.every()])
    bits = max(len(key), 1).bit_length()
    if beyond.bit_length() + bits <= 63:  # the row beside its key: sorting numbers is faster than indices
        key <<= bits
        key |= np.arange(len(key))
        key.sort()
        order, ordered = key & ((1 << bits) - 1), key >> bits
    else:
        order = np.argsort(key)
        ordered = key[order]
    some = len(key) - len(none)
    order, ordered = order[:some], ordered[:some]
    starts = np.empty(some, bool)
    starts[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=starts[1:])
    keys = ordered[starts]
    cell = np.cumsum(starts)
    cell -= 1
    place = np.full(len(key), -1, np.int64)
    place[order] = cell
    place, extra = place[:rows], place[rows:]
    plain = np.bincount(cell, minlength=len(keys)) - np.bincount(extra, minlength=len(keys))
    return CountedCells(cells_of_keys(keys, boards), CellPlaces(place, len(keys)), plain, named.placed(extra))


def cells_of_keys(keys: Integers, boards: int) -> BoardCells:
    """The cells of sorted keys: a board times the span of scores, and a score."""
    board, score = np.divmod(keys, SPAN)
    starts = np.searchsorted(board, np.arange(boards + 1))
    return BoardCells(board, score - OFFSET, starts.astype(np.int64))


def find_cells(cells: BoardCells, board: Integers, score: Integers) -> Integers:
    """The cells of some boards and scores, all of which occur."""
    return np.searchsorted(cells.board * SPAN + cells.score, board * SPAN + score)


# Frequencies


def _frequencies(
    plain: CellFrequencies, ruled: RuledRows, named: NamedKeys, large: dict[int, int], side: Side
) -> CellFrequencies:
    """How often each score occurs in one direction: the counts of plain rows, and what ruled rows show."""
    cells, unit = plain.cells, plain.unit
    of_cell = plain.of_cell * unit[cells.board] if (unit != 1).any() else plain.of_cell
    at = named.shown[side]
    if len(at):
        of_cell = of_cell.copy() if of_cell is plain.of_cell else of_cell
        mine = ruled.show_side == (0 if side is Side.NS else 1)
        board = ruled.show_board[mine]
        share = ruled.show_share[mine] * (unit[board] // ruled.show_unit[mine])
        if large:
            share[np.isin(board, list(large))] = 0
        of_cell += summed(at, share, len(of_cell))
    through = np.concatenate(([0], np.cumsum(of_cell)))
    weight = through[cells.starts[1:]] - through[cells.starts[:-1]]
    return CellFrequencies(cells, of_cell, unit, weight, plain.expected)


# Figures


def _side_figures(
    tally: CellFrequencies, ruled: RuledRows, named: NamedKeys, large: dict[int, int], side: Side, options: BulkOptions
) -> SideFigures:
    chart = chart_columns.charts(tally, side, options)
    chart.beyond[list(large)] = True
    slots = np.arange(0 if side is Side.NS else 1, 2 * len(ruled), 2)
    none = np.zeros(len(slots), np.int64)
    found = SideFigures(chart.value, chart.denominator, chart.top, none, none.copy(), none.copy())
    exactly = cache(partial(exact_chart, tally, ruled, large, side=side, options=options))
    for board in np.flatnonzero(chart.beyond).tolist():
        _read_beyond(found, tally.cells, board, exactly(board))
    if len(slots):
        _read_slots(found, chart, ruled, named.read[side], exactly, side, options)
    return found


def _mirrored(ns: SideFigures, cells: BoardCells, options: BulkOptions) -> SideFigures | None:
    """East-West's figures from North-South's where both sides have the same results: the rest of the top, or the
    negative.
    """
    if ns.large_cells or ns.large or options.both_sides_profit:
        return None
    value, over = -ns.cell_value, -ns.slot_over
    if options.at_matchpoints:
        value, over = value + ns.top[cells.board], over + ns.slot_top
    return SideFigures(value, ns.denominator, ns.top, over, ns.slot_under, ns.slot_top)


def _reads_plainly(options: BulkOptions) -> bool:
    """Whether the figure of a ruled row is its results read from the chart, not rounded."""
    regulation = options.regulation
    if options.scoring == "cross-imps" and regulation.cross_imps_divisor == "root":
        return False
    return not options.rounds_rulings and regulation.line_rounding == "none"


def exact_chart(
    tally: CellFrequencies, ruled: RuledRows, large: dict[int, int], board: int, side: Side, options: BulkOptions
) -> Chart:
    """The chart of one board by the engine itself, for boards whose integers do not fit into a column."""
    cells = tally.cells
    low, high = int(cells.starts[board]), int(cells.starts[board + 1])
    unit = large.get(board, int(tally.unit[board]))
    scores, counts = cells.score[low:high].tolist(), tally.of_cell[low:high].tolist()
    frequencies = dict(zip(scores, counts, strict=True))
    if board in large:
        frequencies = {score: times * unit for score, times in frequencies.items()}
        mine = (ruled.show_board == board) & (ruled.show_side == (0 if side is Side.NS else 1))
        columns = (ruled.show_score[mine], ruled.show_share[mine], ruled.show_unit[mine])
        for score, share, part in zip(*(column.tolist() for column in columns), strict=True):
            frequencies[score] += share * (unit // part)
    own = {side.sign * score: times for score, times in frequencies.items() if times}
    field = Field(Tally(own, unit, sum(own.values())), side, int(tally.expected[board]))
    return options.method.chart(field, options.regulation)


def _read_beyond(found: SideFigures, cells: BoardCells, board: int, chart: Chart) -> None:
    """The values of a board beyond the bound, into the columns where they fit after all."""
    sign, step = chart.field.side.sign, chart.regulation.line_rounding
    unit = None if step == "none" else exact.number(step)
    for cell in range(int(cells.starts[board]), int(cells.starts[board + 1])):
        value = Fraction(chart.at(sign * int(cells.score[cell])), chart.unit)
        found.large_cells[cell] = value if unit is None else exact.nearest(value, unit)
    found.large_tops[board] = chart.available


def _read_slots(
    found: SideFigures, chart: ChartColumns, ruled: RuledRows, cell: Integers, exactly: Callable[[int], Chart],
    side: Side, options: BulkOptions,
) -> None:  # fmt: skip
    """The figures of ruled rows for one side, which reads some cells; `exactly` has the chart of a board."""
    parity = 0 if side is Side.NS else 1
    mine = ruled.read_slot % 2 == parity
    slot = ruled.read_slot[mine] // 2
    share = ruled.read_share[mine]
    unit = ruled.slot_unit[parity::2]
    size = np.zeros(len(unit))
    np.add.at(size, slot, np.abs(chart.value[cell].astype(float)) * share)
    under = unit.astype(float) * chart.denominator[ruled.board]
    top = unit.astype(float) * chart.top[ruled.board]
    fits = (size < LARGEST) & (under < LARGEST) & (top < LARGEST) & ~chart.beyond[ruled.board]
    if _reads_plainly(options):
        np.add.at(found.slot_over, slot, np.where(fits[slot], chart.value[cell] * share, 0))
        found.slot_under[:] = np.where(fits, unit * chart.denominator[ruled.board], 0)
        found.slot_top[:] = np.where(fits, unit * chart.top[ruled.board], 0)
        left = np.flatnonzero(~fits & (unit > 0))
    else:
        left = np.flatnonzero(unit > 0)
    if not len(left):
        return
    order = np.argsort(slot, kind="stable")
    bounds = np.searchsorted(slot[order], np.arange(len(unit) + 1))
    score = ruled.read_score[mine]
    for place in left.tolist():
        at = order[bounds[place] : bounds[place + 1]]
        whole = exactly(int(ruled.board[place]))
        own = Spread(
            tuple((int(points) * side.sign, int(part)) for points, part in zip(score[at], share[at], strict=True)),
            int(unit[place]),
        )
        _keep(found, place, _ruled_figure(whole, own, ruled, 2 * place + parity, options), whole)


def _ruled_figure(chart: Chart, own: Spread, ruled: RuledRows, slot: int, options: BulkOptions) -> Fraction:
    """One side's figure of a ruled row, rounded as the regulation says."""
    regulation, value = options.regulation, chart.award(own)
    step = regulation.rounding_unit.get(options.method.unit)
    favoured = ruled.non_offending.get(slot)
    if ruled.adjusted[slot // 2] and step is not None and options.rounds_rulings:
        if regulation.rounding == "favour-non-offending" and favoured is False:
            value = 2 * chart.average - exact.up(2 * chart.average - value, step)
        else:
            value = exact.rounded(value, regulation.rounding, step, chart.average, favoured)
    if regulation.line_rounding != "none":
        value = exact.nearest(value, exact.number(regulation.line_rounding))
    return value


def _keep(found: SideFigures, place: int, value: Fraction, chart: Chart) -> None:
    """A figure in its columns: over the denominator that it shares with the top; apart where that does not fit."""
    available = chart.available
    under = value.denominator * available.denominator
    over, top = value * under, available * under
    if max(abs(int(over)), int(top), under) < LARGEST:
        found.slot_over[place], found.slot_under[place], found.slot_top[place] = int(over), under, int(top)
    else:
        found.large[place] = value
