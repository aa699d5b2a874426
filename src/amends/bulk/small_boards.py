"""78A row against row on boards with a few tables, in NumPy: many boards of the same size at once.

The frequencies of ten scores cost more than comparing the ten with each other.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from amends.bridge import BySide
from amends.bulk.charts import Integers

MOST_TABLES = 60
"""Of a board: twice as many matchpoints still fit into eight bits."""

_BLOCK = 8192
"""Boards at a time, so that their scores stay in the processor's cache."""


def starts_in_order(board: NDArray[np.integer], boards: int, *, fast: bool) -> Integers | None:
    """Where each board begins among its rows, and where the last ends; None where they do not stand board by board."""
    if fast and len(board):
        from amends.bulk.fast import board_starts

        starts = np.zeros(boards + 1, np.int64)
        return starts if board_starts(board, starts) else None
    return _counted_starts(board, boards) if (board[1:] >= board[:-1]).all() else None


def _counted_starts(board: NDArray[np.integer], boards: int) -> Integers:
    starts = np.zeros(boards + 1, np.int64)
    np.cumsum(np.bincount(board, minlength=boards), out=starts[1:])
    return starts


def starts_of(board: NDArray[np.integer], boards: int, *, fast: bool) -> tuple[Integers, Integers | None]:
    """Where each board begins among its rows, and where the last ends; and their order, None where they stand so."""
    starts = starts_in_order(board, boards, fast=fast)
    if starts is not None:
        return starts, None
    bits = len(board).bit_length()
    packed = (board.astype(np.int64) << bits) | np.arange(len(board))
    packed.sort()
    packed &= (1 << bits) - 1
    return _counted_starts(board, boards), packed


def score_small_boards(
    starts: Integers, score: NDArray[np.integer], line: Integers, lines: Integers, chosen: NDArray[np.bool_],
    points: BySide[Integers],
) -> None:  # fmt: skip
    """Fill `points` of the rows of chosen boards; rows of a board stand together, from `starts` on.

    `lines` has factors and offsets of matchpoints and the sum of both sides' points; `line` which is that of a board.
    """
    sizes = np.diff(starts)
    score = score.astype(np.int16, copy=False)
    for size in np.flatnonzero(np.bincount(sizes[chosen])).tolist():
        boards = np.flatnonzero(chosen & (sizes == size))
        for low in range(0, len(boards), _BLOCK):
            some = boards[low : low + _BLOCK]
            at = starts[some][:, None] + np.arange(size)
            matchpoints = _matchpoints(score[at].T).T
            factor, offset, mirror = (lines[line[some], column][:, None] for column in range(3))
            own = matchpoints * factor + offset
            points.ns[at] = own
            points.ew[at] = mirror - own


def _matchpoints(scores: NDArray[np.int16]) -> NDArray[np.int8]:
    """Two for each lower score and one for each equal one; a column for each board, a row for each table."""
    scores = np.ascontiguousarray(scores)
    found = np.full(scores.shape, len(scores) - 1, np.int8)
    higher, lower = (np.empty(scores.shape[1], np.bool_) for _ in range(2))
    gain = higher.view(np.int8)
    for one, other in combinations(range(len(scores)), 2):
        np.greater(scores[one], scores[other], out=higher)
        np.less(scores[one], scores[other], out=lower)
        np.subtract(gain, lower.view(np.int8), out=gain)
        found[one] += gain
        found[other] -= gain
    return found


def stand_twice(board: Integers, every: Integers | None, seats: tuple[Integers, Integers], *, fast: bool) -> bool:
    """Whether a contestant stands twice on a board: each compared with each where few do, else by sorting.

    `every` has where each board begins, as `starts_in_order` says.
    """
    tables = np.diff(every) if every is not None else np.zeros(0, np.int64)
    if every is None or tables.max(initial=0) > _FEW:
        key = np.concatenate([(board.astype(np.int64) << 32) | seat for seat in seats])
        key.sort()
        return bool((key[1:] == key[:-1]).any())
    if fast:
        from amends.bulk import fast as compiled

        return bool(compiled.stand_twice(every, *seats))
    starts = every[:-1]
    for size in np.flatnonzero(np.bincount(tables)).tolist():
        some = starts[tables == size] if size else starts[:0]
        for low in range(0, len(some), _BLOCK):
            at = some[low : low + _BLOCK][:, None] + np.arange(size)
            seated = np.concatenate([np.ascontiguousarray(seat[at].T, np.int32) for seat in seats])
            if any((seated[one] == seated[other]).any() for one, other in combinations(range(2 * size), 2)):
                return True
    return False


_FEW = 24
"""Tables of a board up to which comparing is faster than sorting."""
