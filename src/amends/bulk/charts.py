"""The value of every score that occurs, for many boards at once, in columns of integers.

A cell is a board and a score that occurs there. Frequencies are in parts of `1/unit` of their board, values in parts of
`1/denominator`. Boards whose integers would not fit into 64 bits are left to `beyond`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from amends import exact
from amends.bridge import Side
from amends.bulk.options import BulkOptions
from amends.laws import law87
from amends.laws.law78 import IMP_BOUNDS
from amends.regulations import Regulation

Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

LARGEST = 2.0**61
"""Integers are kept below it, so that the sum of two of them fits into 64 bits."""


@dataclass(slots=True)
class BoardCells:
    """The scores that occur on each board, worst for North-South first; board `b` has those from `starts[b]` on."""

    board: Integers
    score: Integers
    starts: Integers

    @property
    def boards(self) -> int:
        """How many boards there are."""
        return len(self.starts) - 1


@dataclass(slots=True)
class CellFrequencies:
    """How often each cell's score occurs in one direction; `weight` is the sum of each board."""

    cells: BoardCells
    of_cell: Integers
    unit: Integers
    weight: Integers
    expected: Integers


@dataclass(slots=True)
class ChartColumns:
    """The value of each cell in one direction; of each board the denominator and the top, both in its parts.

    `beyond` marks the boards whose values do not fit; theirs are without meaning here.
    """

    value: Integers
    denominator: Integers
    top: Integers
    beyond: Flags


def _chart(value: Integers, denominator: Integers, top: Integers, beyond: Flags) -> ChartColumns:
    """The columns; boards beyond the bound have the denominator 1, so that nothing is divided by an overflow."""
    return ChartColumns(value, np.where(beyond, 1, denominator), top, beyond)


def charts(frequencies: CellFrequencies, side: Side, options: BulkOptions) -> ChartColumns:
    """The charts of all boards in one direction."""
    found = _METHODS[options.scoring](frequencies, side, options.regulation)
    return line_rounded(found, frequencies.cells.board, options.regulation)


def _matchpoints(found: CellFrequencies, side: Side, regulation: Regulation) -> ChartColumns:
    """78A and the factoring of a board with fewer results: linear in the matchpoints of the board."""
    cells, unit, weight, expected = found.cells, found.unit, found.weight, found.expected
    factor, offset, denominator, top = _factoring(unit, weight, expected, regulation)
    halved = 2 // regulation.matchpoints_per_win
    size = 2.0 * factor.astype(float) * weight + np.abs(offset.astype(float)) + 2.0 * expected * denominator
    beyond = size * halved > LARGEST
    if beyond.any():
        factor, offset = np.where(beyond, 0, factor), np.where(beyond, 0, offset)
    matchpoints = 2 * _inferior(found, side) + found.of_cell - unit[cells.board]
    if (factor != 1).any():
        matchpoints *= factor[cells.board]
    if offset.any():
        matchpoints += offset[cells.board]
    return _chart(matchpoints, denominator * halved, top, beyond)


@dataclass(slots=True)
class FactorLines:
    """How matchpoints among a board's own results become figures: factor·M + offset in parts of 1/denominator."""

    factor: Integers
    offset: Integers
    denominator: Integers
    top: Integers


def board_lines(tables: Integers, expected: Integers, regulation: Regulation) -> FactorLines:
    """The lines of boards with plain results alone."""
    factor, offset, denominator, top = _factoring(np.ones_like(tables), tables, expected, regulation)
    return FactorLines(factor, offset, denominator * (2 // regulation.matchpoints_per_win), top)


def _factoring(
    unit: Integers, weight: Integers, expected: Integers, regulation: Regulation
) -> tuple[Integers, Integers, Integers, Integers]:
    """Factor, offset and denominator of each board, and its top in parts of the denominator."""
    one, none, by = np.ones_like(unit), np.zeros_like(unit), regulation.factoring
    full = 2 * (expected - 1)
    if by == "neuberg":
        complete = weight == expected * unit
        if complete.all():
            return one, none, unit, full * unit
        factor = np.where(complete, one, expected)
        offset = np.where(complete, none, expected * unit - weight)
        denominator = np.where(complete, unit, np.maximum(weight, 1))
    elif by == "tie-with-average":
        factor, offset, denominator = one, expected * unit - weight, unit
    elif by == "proportional":
        alone = weight <= unit
        factor, offset = np.where(alone, none, expected - 1), np.where(alone, expected - 1, none)
        denominator = np.where(alone, one, weight - unit)
    else:
        factor, offset, denominator = one, none, unit
    top = np.maximum(2 * (weight - unit), 0) if by == "none" else full * denominator
    empty = weight == 0
    if empty.any():  # nothing to compare with: half of the top
        half = none if by == "none" else expected - 1
        factor, offset = np.where(empty, none, factor), np.where(empty, half, offset)
        denominator = np.where(empty, one, denominator)
        top = np.where(empty, 2 * half, top)
    if regulation.few_results == "percentages":
        few = (weight > 0) & (weight <= (law87.SMALL - 1) * unit) & (weight < expected * unit)
        least = law87.BASE * unit - law87.STEP * (weight - unit)
        factor = np.where(few, law87.STEP * (expected - 1), factor)
        offset = np.where(few, least * (expected - 1), offset)
        denominator = np.where(few, 50 * unit, denominator)
        top = np.where(few, full * 50 * unit, top)
    return factor, offset, denominator, top


def _cross_imps(found: CellFrequencies, side: Side, regulation: Regulation) -> ChartColumns:
    """IMPs against the field, over the divisor; a short board is raised to the expected results by regulation."""
    cells, unit, weight, expected = found.cells, found.unit, found.weight, found.expected
    divisor = regulation.cross_imps_divisor
    alone = weight <= unit
    short = (weight != expected * unit) & (regulation.imp_factoring == "expected")
    total = imp_sums(found, side, regulation.imp_cap)
    if divisor == "root":
        beyond = weight * 24.0 * np.maximum(expected, 1) > LARGEST
        denominator = np.full_like(unit, 100)
        value = _over_roots(total, found, short, regulation)
        value[alone[cells.board]] = 0
        return _chart(value, denominator, denominator, beyond)
    comparisons = {"comparisons": expected - 1, "tables": expected}.get(divisor, np.ones_like(unit))
    own = {"comparisons": weight - unit, "tables": weight}.get(divisor, unit)
    denominator = np.where(alone, 1, np.where(short, weight * comparisons, own))
    factor = np.where(alone, 0, np.where(short, expected, 1))
    beyond = 24.0 * weight * np.maximum(factor, 1) + 1.0 * weight * comparisons > LARGEST
    return _chart(total * factor[cells.board], denominator, denominator, beyond)


def imp_sums(found: CellFrequencies, side: Side, cap: int) -> Integers:
    """Σ f(t)·IMP(s − t) of each cell over the cells of its board: never the number of tables squared."""
    cells = found.cells
    counts = np.diff(cells.starts)
    total = np.zeros(len(cells.score), np.int64)
    block_start = 0
    while block_start < len(counts):  # as many boards at a time as have a few million pairs of scores
        reach = np.searchsorted(np.cumsum(counts[block_start:] ** 2), _MOST_PAIRS, "right")
        block_end = block_start + max(int(reach), 1)
        low, high = cells.starts[block_start], cells.starts[block_end]
        each = counts[cells.board[low:high]]
        one = np.repeat(np.arange(low, high), each)
        first = np.repeat(np.cumsum(each) - each, each)
        other = np.repeat(cells.starts[cells.board[low:high]], each) + np.arange(len(one)) - first
        imps = np.minimum(imps_of(cells.score[one] - cells.score[other]), cap)
        imps = np.maximum(imps, -cap) * found.of_cell[other]
        total[low:high] = np.add.reduceat(imps, np.cumsum(each) - each) if high > low else 0
        block_start = block_end
    return total * side.sign


_MOST_PAIRS = 4_000_000
_BOUNDS = np.array(IMP_BOUNDS, np.int64)


def imps_of(difference: Integers) -> Integers:
    """78B for many differences at once."""
    return np.sign(difference) * np.searchsorted(_BOUNDS, np.abs(difference), "right")


def _over_roots(total: Integers, found: CellFrequencies, short: Flags, regulation: Regulation) -> Integers:
    """Hundredths of each sum over √(r(r−1)/2), halves away from zero.

    Floating point says where a sum lies; what lies within a millionth of a half is decided exactly.
    """
    board, unit = found.cells.board, found.unit
    results = np.where(short, found.expected, found.weight // unit)
    raised = np.where(short, found.expected * unit / np.maximum(found.weight, 1), 1.0)
    root = np.sqrt(np.maximum(results * (results - 1.0) / 2.0, 0.5))
    about = 100.0 * total / unit[board] * raised[board] / root[board]
    value = (np.sign(about) * np.floor(np.abs(about) + 0.5)).astype(np.int64)
    near = np.flatnonzero(np.abs(np.abs(about) % 1.0 - 0.5) < 1e-6 * np.maximum(1.0, np.abs(about)))
    for cell in near:
        at = board[cell]
        imps = Fraction(int(total[cell]), int(unit[at]))
        value[cell] = int(over_root(imps, found, int(at), bool(short[at])) * 100)
    return value


def over_root(imps: Fraction, found: CellFrequencies, board: int, short: bool) -> Fraction:
    """One sum over √(r(r−1)/2), rounded to 0.01."""
    results = Fraction(int(found.weight[board]), int(found.unit[board]))
    if short:
        imps, results = imps * int(found.expected[board]) / results, Fraction(int(found.expected[board]))
    return exact.over_root(imps, results * (results - 1) / 2, Fraction(1, 100))


def _butler(found: CellFrequencies, side: Side, regulation: Regulation) -> ChartColumns:
    """IMPs against the datum: the mean of what trimming leaves, rounded."""
    cells, unit, weight = found.cells, found.unit, found.weight
    board = cells.board
    score = cells.score * side.sign
    if regulation.imp_factoring == "expected":
        raised, tables, parts = found.expected, found.expected, weight
    else:
        raised, tables, parts = np.ones_like(unit), weight // unit, unit
    # Frequencies × `raised` are in parts of 1/`parts` of a table.
    beyond = 8000.0 * weight * raised * 4 * regulation.butler_round_to > LARGEST
    trim = _trimmed(tables, regulation.butler_trim)
    low, high = trim * parts, (tables - trim) * parts
    before = _inferior(found, side) * raised[board]
    after = before + found.of_cell * raised[board]
    kept = np.maximum(np.minimum(after, high[board]) - np.maximum(before, low[board]), 0)
    mass = _by_board(kept, cells)
    total = _by_board(kept * score, cells)
    datum = _nearest(total, np.maximum(mass, 1), regulation.butler_round_to, regulation.butler_tie)
    value = imps_of(score - datum[board])
    value[(mass == 0)[board]] = 0
    one = np.ones_like(unit)
    return _chart(value, one, one, beyond)


def _trimmed(tables: Integers, trim: str) -> Integers:
    """How many results are left out at each end; something is always left."""
    most = np.maximum((tables - 1) // 2, 0)
    if trim == "median":
        return most
    if trim.endswith("%"):
        share = exact.number(trim)
        return np.minimum(tables * share.numerator // share.denominator, most)
    return np.minimum(int(trim), most)


def _nearest(over: Integers, under: Integers, step: int, tie: str) -> Integers:
    """Each quotient as the nearest multiple of the step; half way away from zero, or to the even multiple."""
    doubled, whole = 2 * np.abs(over), 2 * under * step
    steps, rest = np.divmod(doubled, whole)
    half = rest == under * step
    steps += (rest > under * step) | (half & ((steps % 2 == 1) | (tie == "away")))
    return np.sign(over) * steps * step


def _inferior(found: CellFrequencies, side: Side) -> Integers:
    """The frequencies of the scores that are worse for a side, for each cell."""
    cells = found.cells
    through = np.cumsum(found.of_cell)
    before_board = np.concatenate(([0], through))[cells.starts[:-1]]
    if side is Side.NS:
        return through - found.of_cell - before_board[cells.board]
    return (before_board + found.weight)[cells.board] - through


def _by_board(values: Integers, cells: BoardCells) -> Integers:
    """The sum of a column of cells for each board."""
    through = np.concatenate(([0], np.cumsum(values)))
    return through[cells.starts[1:]] - through[cells.starts[:-1]]


def line_rounded(found: ChartColumns, board: Integers, regulation: Regulation) -> ChartColumns:
    """The charts with each line rounded before lines are added up, where the regulation says so."""
    if regulation.line_rounding == "none":
        return found
    parts = exact.number(regulation.line_rounding).denominator
    beyond = found.beyond | (found.denominator.astype(float) * parts * 4 * 2 > LARGEST)
    beyond |= found.top.astype(float) * parts * 4 > LARGEST
    denominator = found.denominator[board]
    steps = (2 * np.abs(found.value) * parts + denominator) // (2 * denominator)
    top = found.top * parts // found.denominator
    return _chart(np.sign(found.value) * steps, np.full_like(found.denominator, parts), top, beyond)


_METHODS = {"matchpoints": _matchpoints, "cross-imps": _cross_imps, "butler": _butler}
