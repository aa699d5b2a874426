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
ABREAST = 32
"""Boards that are compared side by side."""


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


@njit(parallel=True, cache=True)
def board_starts(board: Whole, starts: Whole) -> bool:
    """The first row of each board, and the end of the last one; False where rows of a board do not stand together."""
    size = (len(board) + PARTS - 1) // PARTS
    wrong = 0
    for part in prange(PARTS):
        first, end = part * size, min((part + 1) * size, len(board))
        descents = 0
        before = board[max(first - 1, 0)] if first < end else board[0]
        for row in range(first, end):
            own = board[row]
            if own != before:
                descents += own < before
                for each in range(before + 1, own + 1):
                    starts[each] = row
                before = own
        wrong += descents
    starts[: board[0] + 1] = 0
    starts[board[-1] + 1 :] = len(board)
    return wrong == 0


@njit(parallel=True, cache=True)
def score_small_boards(  # arrays that are written to must not stand in a tuple
    starts: Whole, score: Whole, line: Whole, lines: Whole, ns: Whole, ew: Whole
) -> None:
    """78A row against row on boards with up to 64 tables; rows of a board stand together. Others are left as they are.

    `lines` has factors and offsets of matchpoints and the sum of both sides, already scaled; `line` says which is that
    of a board. Neighbours with as many tables are compared side by side, so that the processor takes many at a time.
    """
    boards = len(starts) - 1
    size = (boards + PARTS - 1) // PARTS
    for part in prange(PARTS):
        scores = np.zeros((64, ABREAST), np.int16)
        found = np.zeros((64, ABREAST), np.int16)
        board, end = part * size, min((part + 1) * size, boards)
        while board < end:
            first = starts[board]
            tables = starts[board + 1] - first
            abreast = 1
            while (
                abreast < ABREAST
                and board + abreast < end
                and starts[board + abreast + 1] - starts[board + abreast] == tables
            ):
                abreast += 1
            if tables <= 64:
                for column in range(abreast):
                    for place in range(tables):
                        scores[place, column] = score[first + column * tables + place]
                        found[place, column] = tables - 1
                for one in range(tables):
                    for other in range(one):
                        for column in range(ABREAST):
                            mine, its = scores[one, column], scores[other, column]
                            gain = np.int16(mine > its) - np.int16(mine < its)
                            found[one, column] += gain
                            found[other, column] -= gain
                for column in range(abreast):
                    of_board = line[board + column]
                    factor, offset, mirror = lines[of_board, 0], lines[of_board, 1], lines[of_board, 2]
                    for place in range(tables):
                        value = factor * found[place, column] + offset
                        ns[first + column * tables + place] = value
                        ew[first + column * tables + place] = mirror - value
            board += abreast


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
def number_places(packed: Whole, bits: int, rank: Whole, tied: Whole) -> None:
    """Places from sorted keys, whose last `bits` say who has them; equal keys share the better place."""
    first = 0
    for at in range(len(packed)):
        own = packed[at] >> bits
        if own != packed[first] >> bits:
            first = at
        who = packed[at] & ((1 << bits) - 1)
        rank[who] = first + 1
        tied[who] = first < at or (at + 1 < len(packed) and packed[at + 1] >> bits == own)
