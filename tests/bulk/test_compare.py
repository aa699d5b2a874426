"""Who moves under another regulation: from two lists of places."""

from __future__ import annotations

import pyarrow as pa
import pytest

from amends.bulk.compare import moved, told
from amends.bulk.options import BulkOptions


def places(*ranks: int | None) -> pa.Table:
    """A list of places of pairs 1, 2, 3, …; a percentage follows from each."""
    percent = [None if rank is None else 70.0 - rank for rank in ranks]
    columns = {"pair": list(range(1, len(ranks) + 1)), "place": [str(rank or "") for rank in ranks]}
    return pa.table(columns | {"rank": pa.array(ranks, pa.int64()), "total": percent, "percent": percent})


@pytest.mark.parametrize(
    ("before", "after", "stays"),
    [
        ((1, 2, 3), (1, 3, 2), True),
        ((1, 2, 3), (2, 1, 3), False),
        ((1, 1, 3), (1, 2, 3), False),
        ((1, None), (1, 2), True),
    ],
)
def test_whether_the_winner_stays(before: tuple[int | None, ...], after: tuple[int | None, ...], stays: bool) -> None:
    moves = moved(places(*before), places(*after))
    assert told(moves, BulkOptions(), BulkOptions())["same_winner"] is stays


def test_among_more_than_a_million_too() -> None:
    ranks = list(range(1, 1_000_002))
    other = [2, 1, *ranks[2:]]
    found = told(moved(places(*ranks), places(*other)), BulkOptions(), BulkOptions())
    assert (found["same_winner"], found["change_place"], found["most_places"]) == (False, 2, 1)


def test_those_who_move_most_stand_first() -> None:
    moves = moved(places(1, 2, 3, 4), places(1, 4, 3, 2))
    assert [(row["pair"], row["places"]) for row in moves.to_pylist()] == [(2, -2), (4, 2), (1, 0), (3, 0)]
