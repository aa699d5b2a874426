"""The compiled loops, each against the same said plainly: boards of all sizes, many and few of a size together."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from amends.bulk.fast import board_starts, number_places, score_small_boards

SIZES = [
    [10] * 300,
    [1, 2, 3, 64, 65, 7, 7, 7, 200, 1, 1],
    [64] * 30,
    [3, 0, 0, 4, 4, 0],
    [0, 0, 5],
    [9, 10] * 150,
    [1] * 2000,
    [1025, 1023, 1, 1024],
]


@pytest.mark.parametrize("sizes", SIZES)
def test_where_each_board_begins(sizes: list[int]) -> None:
    starts = np.full(len(sizes) + 1, -1)
    assert board_starts(np.repeat(np.arange(len(sizes), dtype=np.int32), sizes), starts)
    assert starts.tolist() == [0, *np.cumsum(sizes).tolist()]


@pytest.mark.parametrize("board", [[0, 0, 1, 0], [1, 0], [0, 1, 1, 2, 2, 2, 1, 3], [*range(3000), 7]])
def test_boards_that_stand_at_two_places_are_noticed(board: list[int]) -> None:
    assert not board_starts(np.array(board), np.zeros(max(board) + 2, np.int64))


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("highest", [3, 7600])
def test_each_row_is_compared_with_each_other_row_of_its_board(sizes: list[int], highest: int) -> None:
    random = np.random.default_rng(len(sizes))
    score = random.integers(-highest, highest + 1, sum(sizes)).astype(np.int16)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    line = random.integers(0, 2, len(sizes)) if len(sizes) < 100 else np.zeros(len(sizes), np.int64)
    lines = np.array([[1, 0, 40], [3, 5, 400]])
    ns, ew = np.full(len(score), -1, np.int32), np.full(len(score), -1, np.int32)
    score_small_boards(starts, score, line, lines, ns, ew)
    for board, (low, high) in enumerate(zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True)):
        if high - low > 64:
            assert set(ns[low:high]) == {-1}
            continue
        factor, offset, both = lines[line[board]].tolist()
        for row in range(low, high):
            others = [*range(low, row), *range(row + 1, high)]
            matchpoints = sum(2 * (score[row] > score[other]) + (score[row] == score[other]) for other in others)
            assert ns[row] == factor * matchpoints + offset
            assert ew[row] == both - ns[row]


@pytest.mark.parametrize("count", [0, 1, 5, 16, 17, 1000])
@pytest.mark.parametrize("most", [1, 3, 400])
def test_equal_keys_share_a_place_wherever_the_work_is_cut(count: int, most: int) -> None:
    keys = np.random.default_rng(count).integers(0, most, count)
    packed = np.sort(keys << 10 | np.arange(count))
    rank, tied = np.full(count, -1), np.zeros(count, bool)
    number_places(packed, 10, rank, tied)
    assert rank.tolist() == [1 + int((keys < key).sum()) for key in keys]
    assert tied.tolist() == [(keys == key).sum() > 1 for key in keys]
