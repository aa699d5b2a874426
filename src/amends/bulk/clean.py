"""Tables of whole numbers in which nothing is wrong: found out in a few looks at the columns.

Most tables in memory are like that. Any other goes through the plan of the intake, which says what is wrong where.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from amends.bridge import Vulnerable, vulnerability
from amends.bulk.awards import NO_SCORE
from amends.bulk.buffers import for_all
from amends.bulk.figures import OFFSET, SPAN
from amends.bulk.intake import CONTRACT, LABELS
from amends.bulk.options import BulkOptions
from amends.event.limits import LONGEST_ID
from amends.laws import law77

NOT_PLAIN = {"vulnerable", "result", *CONTRACT}
"""Columns that only the plan of the intake can read."""

PLAIN = ("line", *LABELS, "board", "ns", "ew", "score")


def clean_rows(table: pa.Table, options: BulkOptions) -> pa.Table | None:
    """The table as the intake would give it; None where the intake has to look at it, row by row."""
    names = table.column_names
    if len(set(names)) != len(names) or any(name != name.strip().lower() or name in NOT_PLAIN for name in names):
        return None
    if any(name not in names for name in ("line", "board", "ns", "ew", "score")):
        return None
    labels = [name for name in LABELS if name in names]
    if not _are_ids(table[name] for name in labels):
        return None
    pairs = [table["ns"], table["ew"]]
    numbered = all(_is_whole(column) for column in pairs)
    if not numbered and not _are_ids(pairs):
        return None
    line = table["line"].to_numpy()
    if not for_all(lambda some: _ascends(line[some.start : some.stop + 1]), len(line)):
        return None
    if not _is_whole(table["board"]) or not _scores_can_occur(table["board"], table["score"]):
        return None
    if options.winners == 1 and pc.any(pc.equal(*pairs)).as_py():
        return None
    return as_usual(table.select([name for name in PLAIN if name in names]))


def _ascends(line: NDArray[np.integer]) -> bool:
    return bool((line[1:] > line[:-1]).all())


def as_usual(table: pa.Table) -> pa.Table:
    """The table with whole numbers of a type that is counted with: scores of 16 or 32 bits, others of 32 or 64."""
    return pa.table({name: _as_usual(name, table[name]) for name in table.column_names})


def _as_usual(name: str, column: pa.ChunkedArray) -> pa.ChunkedArray:
    usual = (pa.int16(), pa.int32()) if name == "score" else (pa.int32(), pa.int64())
    if not pa.types.is_integer(column.type) or column.type in usual:
        return column
    return column.cast(pa.int32() if name == "score" else pa.int64())


def _is_whole(column: pa.ChunkedArray) -> bool:
    return bool(pa.types.is_integer(column.type)) and not column.null_count and column.type != pa.uint64()


def _are_ids(columns: Iterable[pa.ChunkedArray]) -> bool:
    """Whether every cell is a text as it should be: there, without blanks around it, not too long."""
    for column in columns:
        if column.type != pa.string() or column.null_count:
            return False
        for text in pc.unique(column).to_pylist():
            if not text or text != text.strip() or len(text) > LONGEST_ID:
                return False
    return True


def _scores_can_occur(board: pa.ChunkedArray, score: pa.ChunkedArray) -> bool:
    """Whether boards are 1 or more, and each score can occur at the vulnerability of its board, or is missing."""
    if not pa.types.is_integer(score.type) or score.type == pa.uint64():
        return False
    extremes = pc.min_max(score).as_py()
    if score.null_count == len(score) or extremes["min"] < -OFFSET or extremes["max"] > OFFSET:
        return False
    number = board.to_numpy()
    if number.min() < 1:
        return False
    points = score.cast(pa.int32()).fill_null(NO_SCORE).to_numpy() if score.null_count else score.to_numpy()
    possible = _possible()

    def can_occur(some: slice) -> bool:
        key = (number[some] - 1).astype(np.int32)  # of a board beyond 32 bits, too: 16 divides 2³²
        key &= 15
        key *= _ROW
        key += points[some]
        key -= NO_SCORE
        return bool(possible[key].all())

    return for_all(can_occur, len(number))


_ROW = SPAN - NO_SCORE
"""Places for the scores of one vulnerability, from that of a missing one on."""


@cache
def _possible() -> NDArray[np.bool_]:
    """For each of sixteen boards and each score, whether it can occur there; a missing one can."""
    table = np.zeros((16, _ROW), bool)
    table[:, 0] = True
    by_vulnerability = {each: list(law77.possible_scores(each)) for each in Vulnerable}
    for place in range(16):
        table[place, np.array(by_vulnerability[vulnerability(place + 1)]) - NO_SCORE] = True
    return table.ravel()
