"""What is said of whole boards before they are scored: who stands there twice, and how many results were expected."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from amends.bulk.charts import Integers
from amends.bulk.encoding import codes
from amends.bulk.options import BulkOptions
from amends.bulk.small_boards import stand_twice

MOST_DENSE = 200_000_000
"""Places of a table with one for every contestant on every board: above it, they are sorted."""


@dataclass(slots=True)
class CodedRows:
    """A table of prepared rows with its boards and contestants as numbers from 0.

    `board_first` is a row of each board, `first` a line of each contestant: lines are the rows as North-South see
    them, and then as East-West do.
    """

    table: pa.Table
    board: Integers
    board_first: Integers
    ns: Integers
    ew: Integers
    first: Integers


def code_rows(table: pa.Table, options: BulkOptions) -> CodedRows:
    """The table with numbers for its boards and contestants."""
    return CodedRows(table, *board_codes(table, options), *contestant_codes(table, options))


def board_codes(table: pa.Table, options: BulkOptions) -> tuple[Integers, Integers]:
    """The board of each row, counted from 0, and a row of each board."""
    return codes([table[name] for name in options.board_columns if name in table.column_names], len(table))


def contestant_codes(table: pa.Table, options: BulkOptions) -> tuple[Integers, Integers, Integers]:
    """The contestants North-South and East-West of each row, counted from 0, and a line of each."""
    labels = ["section"] if "section" in table.column_names and not options.one_field else []
    columns = [pa.chunked_array([*table[name].chunks, *table[name].chunks], table[name].type) for name in labels]
    columns.append(pa.chunked_array([*table["ns"].chunks, *table["ew"].chunks], table["ns"].type))
    if options.winners == 2:
        direction = np.repeat(np.array([0, 1], np.int8), len(table))
        columns.append(pa.chunked_array([pa.array(direction)]))
    found, first = codes(columns, 2 * len(table))
    return found[: len(table)], found[len(table) :], first


def session_codes(table: pa.Table, ns: Integers, ew: Integers, first: Integers) -> tuple[Integers, Integers, Integers]:
    """Contestants as `contestant_codes` gives them, for the lists of each session: one of two sessions is two."""
    if "session" not in table.column_names:
        return ns, ew, first
    session, firsts = codes([table["session"]], len(table))
    if len(firsts) <= 1:
        return ns, ew, first
    key = np.concatenate([ns * len(firsts) + session, ew * len(firsts) + session])
    found, first = codes([pa.chunked_array([pa.array(key)])], len(key))
    return found[: len(table)], found[len(table) :], first


def is_played(table: pa.Table) -> NDArray[np.bool_]:
    """Whether a row has a result or an award, and both pairs."""
    played = table["score"].is_valid().to_numpy()
    for name in ("award_ns", "award_ew"):
        if name in table.column_names:
            played = played | table[name].is_valid().to_numpy()
    for name in ("ns", "ew"):
        if table[name].null_count:
            played = played & table[name].is_valid().to_numpy()
    return np.asarray(played, bool)


def repeated(coded: CodedRows) -> dict[int, int]:
    """Rows with a pair that has a result on that board already: their lines, with the line of the earlier row."""
    table, contestants, boards = coded.table, len(coded.first), len(coded.board_first)
    played = is_played(table)
    which = None if played.all() else np.flatnonzero(played)
    board, ns, ew = (column if which is None else column[which] for column in (coded.board, coded.ns, coded.ew))
    if boards * contestants <= MOST_DENSE:
        seen = np.zeros(boards * contestants, bool)
        for seat in (ns, ew):
            key = board * contestants
            key += seat
            seen[key] = True
        if np.count_nonzero(seen) == 2 * len(board):
            return {}
    elif not stand_twice(board, boards, (ns, ew)):
        return {}
    key = np.concatenate([board * contestants + ns, board * contestants + ew])
    line = table["line"].to_numpy()
    line = np.concatenate([line, line] if which is None else [line[which], line[which]])
    order = np.lexsort((line, key))
    key, line = key[order], line[order]
    again = np.flatnonzero(key[1:] == key[:-1]) + 1
    start = np.maximum.accumulate(np.where(np.concatenate(([True], key[1:] != key[:-1])), np.arange(len(key)), 0))
    return {int(line[place]): int(line[start[place]]) for place in again}


def expected_of_boards(coded: CodedRows, options: BulkOptions) -> Integers:
    """E of each board: the most results that any board of its field has."""
    table = coded.table
    present = [name for name in options.field_columns if name in table.column_names]
    field, _ = codes([table[name].take(pa.array(coded.board_first)) for name in present], len(coded.board_first))
    counted = is_scheduled(table, options)
    board = coded.board if counted.all() else coded.board[counted]
    results = np.bincount(board, minlength=len(coded.board_first))
    most = np.zeros(int(field.max(initial=0)) + 1, np.int64)
    np.maximum.at(most, field, results)
    return most[field]


def expected_of_fields(coded: CodedRows, expected: Integers, options: BulkOptions) -> dict[tuple[str, ...], int]:
    """E of each field, by the values of the columns that tell fields apart."""
    names = [name for name in options.field_columns if name in coded.table.column_names]
    firsts = pa.array(coded.board_first)
    columns = {name: coded.table[name].take(firsts) for name in names}
    table = pa.table({**columns, "expected": pa.array(expected)})
    found = table.group_by(names).aggregate([("expected", "max")]).to_pylist()
    return {tuple(str(row[name]) for name in names): row["expected_max"] for row in found}


def is_scheduled(table: pa.Table, options: BulkOptions) -> NDArray[np.bool_]:
    """Whether a row counts in E: a sit-out does not; by regulation neither does a row without a result."""
    full = np.ones(len(table), bool)
    for name in ("ns", "ew"):
        if table[name].null_count:
            full &= table[name].is_valid().to_numpy()
    if options.regulation.expected_results == "scheduled":
        return full
    no_result = table["score"].is_null().to_numpy()
    unplayed = np.ones(len(table), bool)
    for name in ("award_ns", "award_ew"):
        if name not in table.column_names:
            unplayed &= no_result
            continue
        said = pc.equal(pc.utf8_lower(table[name]), "np").fill_null(False).to_numpy()
        unplayed &= np.where(table[name].is_null().to_numpy(), no_result, said)
    return full & ~unplayed
