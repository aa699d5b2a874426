"""The hot loops compiled by Numba, which comes with the extra `fast`; without it NumPy does the same.

Nothing here knows more of a law than 78A: two for each inferior score, one for each equal one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

Whole = NDArray[Any]

PARTS = 16
"""Pieces of the work, which threads take as they become free."""
ABREAST = 640
"""Rows that are compared at once, at most."""
BLOCK = 1024
"""Rows that are looked through at once."""


@njit(parallel=True, cache=True)
def count_scores(board: Whole, score: Whole, span: int, offset: int, none: int, counts: Whole) -> None:
    """How often each score occurs on each board, into one row of `counts` for each half of the rows."""
    halves = counts.shape[0]
    size = (len(board) + halves - 1) // halves
    for half in prange(halves):
        for row in range(half * size, min((half + 1) * size, len(board))):
            if score[row] != none:
                counts[half, board[row] * span + score[row] + offset] += 1


@njit(parallel=True, cache=True)
def read_scores(board: Whole, score: Whole, key: Any, table: Whole, ns: Whole, ew: Whole) -> None:
    """The values of each row for both sides, from a table; 0 where a row has no score.

    `key` has the span of scores, their offset, and what stands for none.
    """
    span, offset, none = key
    for row in prange(len(board)):
        own = score[row]
        if own != none:
            at = board[row] * span + own + offset
            ns[row] = table[at, 0]
            ew[row] = table[at, 1]
        else:
            ns[row] = 0
            ew[row] = 0


@njit(cache=True)
def _descents(before: Whole, after: Whole) -> int:
    """How often a column descends, given from its first value and from its second on."""
    found = 0
    for row in range(len(after)):
        found += after[row] < before[row]
    return found


@njit(parallel=True, cache=True)
def board_starts(board: Whole, starts: Whole) -> bool:
    """The first row of each board, and the end of the last one; False where rows of a board do not stand together."""
    size = (len(board) + PARTS - 1) // PARTS
    wrong = 0
    for part in prange(PARTS):
        first, end = max(part * size, 1), min((part + 1) * size, len(board))
        tables = 1
        for low in range(first, end, BLOCK):
            high = min(low + BLOCK, end)
            wrong += _descents(board[low - 1 : high - 1], board[low:high])
            row, own, begins = low, board[low - 1], low
            while row < high:
                if board[row] == own:
                    row += 1
                    continue
                for each in range(own + 1, board[row] + 1):
                    starts[each] = row
                if row - begins > 1:
                    tables = row - begins  # the next board has as many, mostly
                own, begins = board[row], row
                last = row + tables - 1
                row = last + 1 if last < high and board[last] == own else row + 1
    starts[: board[0] + 1] = 0
    starts[board[-1] + 1 :] = len(board)
    return wrong == 0


@njit(cache=True)
def _compare(scores: Whole, found: Whole, apart: int, same_board: Whole, gain: Whole) -> None:
    """Each row against the one that stands so many rows behind it, if that is of the same board: 1, 0 or -1 for it.

    Plain loops over neighbours, a column at a time, in numbers of 16 bits: so the processor takes sixteen at a time.
    """
    later, best, least = scores[apart:], np.int16(1), np.int16(-1)
    for row in range(len(gain)):
        won = np.int16(scores[row] - later[row])
        won = best if won > best else won
        won = least if won < least else won
        gain[row] = won & same_board[row]
    for row in range(len(gain)):
        found[row] += gain[row]
    behind = found[apart:]
    for row in range(len(gain)):
        behind[row] -= gain[row]


@njit(parallel=True, cache=True)
def score_small_boards(  # arrays that are written to must not stand in a tuple
    starts: Whole, score: Whole, line: Whole, lines: Whole, ns: Whole, ew: Whole
) -> None:
    """78A row against row on boards with up to 64 tables; rows of a board stand together. Others are left as they are.

    `lines` has factors and offsets of matchpoints and the sum of both sides, already scaled; `line` says which is that
    of a board. The rows of neighbours with as many tables are compared at once, each with the one that stands so many
    rows behind it, if that is of the same board: the processor takes many at a time.
    """
    boards = len(starts) - 1
    size = (boards + PARTS - 1) // PARTS
    for part in prange(PARTS):
        scores, found, gain = np.empty(ABREAST, np.int16), np.empty(ABREAST, np.int16), np.empty(ABREAST, np.int16)
        same_board, known = np.empty((64, ABREAST), np.int16), 0
        board, end = part * size, min((part + 1) * size, boards)
        while board < end:
            first = starts[board]
            tables = starts[board + 1] - first
            last = board + 1
            while (
                last < end
                and line[last] == line[board]
                and starts[last + 1] - starts[last] == tables
                and starts[last + 1] - first <= ABREAST
            ):
                last += 1
            if tables <= 64:
                rows = starts[last] - first
                if tables != known:
                    known = tables
                    for apart in range(1, tables):
                        for row in range(ABREAST):
                            same_board[apart, row] = -1 if row % tables + apart < tables else 0
                for row in range(rows):
                    scores[row] = score[first + row]
                    found[row] = tables - 1
                for apart in range(1, tables):
                    _compare(scores[:rows], found[:rows], apart, same_board[apart], gain[: rows - apart])
                factor, offset, mirror = lines[line[board], 0], lines[line[board], 1], lines[line[board], 2]
                own, other = ns[first : first + rows], ew[first : first + rows]
                for row in range(rows):
                    own[row] = factor * found[row] + offset
                    other[row] = mirror - own[row]
            board = last


@njit(parallel=True, cache=True)
def stand_twice(starts: Whole, ns: Whole, ew: Whole) -> bool:
    """Whether somebody stands twice on a board with a few tables, all rows of which stand together."""
    boards = len(starts) - 1
    twice = 0
    for board in prange(boards):
        first, last = starts[board], starts[board + 1]
        again = 0
        for row in range(first, last):
            own, other = ns[row], ew[row]
            again += own == other
            for later in range(row + 1, last):
                again += (ns[later] == own) | (ew[later] == own) | (ns[later] == other) | (ew[later] == other)
        twice += again
    return twice > 0


@njit(parallel=True, cache=True)
def mark_seats(board: Whole, seats: Any, contestants: int, seen: Whole) -> None:
    """Mark in a table with a place for every contestant on every board those who stand there."""
    ns, ew = seats
    for row in prange(len(board)):
        start = np.int64(board[row]) * contestants
        seen[start + ns[row]] = True
        seen[start + ew[row]] = True


@njit(parallel=True, cache=True)
def add_rows(seats: Any, points: Any, one: int, sums: Whole) -> None:
    """The points of each contestant, with `one` for each row; one direction for each of two threads."""
    for side in prange(2):
        seat, own, total = seats[side], points[side], sums[side]
        for row in range(len(seat)):
            total[seat[row]] += own[row] + one


@njit(cache=True)
def add_difference(
    which: Whole, seat: Whole, points: Whole, board: Whole, factor: Whole, usual: int, total: Whole
) -> None:
    """What some rows are worth more by the factor of their board than by the usual one, added to the totals."""
    for row in which:
        total[seat[row]] += points[row] * (factor[board[row]] - usual)


@njit(parallel=True, cache=True)
def number_places(packed: Whole, bits: int, rank: Whole, tied: Whole) -> None:
    """Places from sorted keys, whose last `bits` say who has them; equal keys share the better place."""
    size = (len(packed) + PARTS - 1) // PARTS
    for part in prange(PARTS):
        start, end = part * size, min((part + 1) * size, len(packed))
        first = start
        while start < end and first > 0 and packed[first - 1] >> bits == packed[start] >> bits:
            first -= 1
        for at in range(start, end):
            own = packed[at] >> bits
            if own != packed[first] >> bits:
                first = at
            who = packed[at] & ((1 << bits) - 1)
            rank[who] = first + 1
            tied[who] = first < at or (at + 1 < len(packed) and packed[at + 1] >> bits == own)
