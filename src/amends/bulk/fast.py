"""The hot loops compiled by Numba, which comes with the extra `fast`; without it NumPy does the same.

Nothing here knows more of a law than 78A: two for each inferior score, one for each equal one.
"""

from __future__ import annotations

from typing import Any

from numba import int32, njit, prange
from numpy.typing import NDArray

Whole = NDArray[Any]


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
def read_scores(board: Whole, score: Whole, key: Any, table: Whole, points: Whole) -> None:
    """The value of each row, from a table; 0 where a row has no score.

    `key` has the span of scores, their offset, and what stands for none.
    """
    span, offset, none = key
    for row in prange(len(board)):
        own = score[row]
        points[row] = table[board[row] * span + own + offset] if own != none else 0


@njit(parallel=True, cache=True)
def score_small_boards(starts: Whole, score: Whole, lines: Whole, chosen: Whole, points: Any) -> None:
    """78A row against row on boards with a few tables; `lines` has factor and offset of each board, already scaled.

    Rows of boards that are not chosen get 0. Rows of a board stand together.
    """
    ns, ew = points
    for board in prange(len(starts) - 1):
        first, last = starts[board], starts[board + 1]
        factor, offset, mirror = lines[board, 0], lines[board, 1], lines[board, 2]
        if not chosen[board]:
            for row in range(first, last):
                ns[row] = 0
                ew[row] = 0
            continue
        scores = score[first:last]
        for place in range(last - first):
            own, matchpoints = scores[place], int32(-1)
            for other in range(last - first):
                matchpoints += int32(scores[other] <= own) + int32(scores[other] < own)
            value = factor * matchpoints + offset
            ns[first + place] = value
            ew[first + place] = mirror - value


@njit(parallel=True, cache=True)
def add_rows(seats: Any, points: Any, board: Whole, factors: Whole, totals: Whole, counts: Whole) -> None:
    """The points and the number of rows of each contestant; one direction for each of two threads.

    The points of a board are multiplied by its factor.
    """
    for side in prange(2):
        seat, own, factor, total, count = seats[side], points[side], factors[side], totals[side], counts[side]
        for row in range(len(seat)):
            total[seat[row]] += own[row] * factor[board[row]]
            count[seat[row]] += 1
