"""What is said of whole boards before they are scored: who stands there twice, and how many results were expected."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from amends.bulk.charts import Integers
from amends.bulk.encoding import codes
from amends.bulk.options import BulkOptions

MOST_DENSE = 200_000_000
"""Places of a table with one for every contestant on every board: above it, they are sorted."""


def board_codes(table: pa.Table, options: BulkOptions) -> tuple[Integers, Integers]:
    """The board of each row, counted from 0, and the first row of each board."""
    return codes([table[name] for name in options.board_columns if name in table.column_names], len(table))


def contestant_codes(table: pa.Table, options: BulkOptions, *by: str) -> tuple[Integers, Integers, Integers]:
    """The contestants North-South and East-West of each row, counted from 0, and the first line of each.

    Lines are the rows as North-South see them, and then as East-West do. `by` are columns that tell contestants apart
    besides: the session, for the lists of a session.
    """
    labels = [*(name for name in by if name in table.column_names)]
    if "section" in table.column_names and not options.one_field:
        labels.append("section")
    columns = [pa.chunked_array([*table[name].chunks, *table[name].chunks], table[name].type) for name in labels]
    columns.append(pa.chunked_array([*table["ns"].chunks, *table["ew"].chunks], table["ns"].type))
    if options.winners == 2:
        direction = np.repeat(np.array([0, 1], np.int64), len(table))
        columns.append(pa.chunked_array([pa.array(direction)]))
    found, first = codes(columns, 2 * len(table))
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


def repeated(table: pa.Table, options: BulkOptions) -> dict[int, int]:
    """Rows with a pair that has a result on that board already: their lines, with the line of the earlier row."""
    board, first = board_codes(table, options)
    ns, ew, contestants = contestant_codes(table, options, "session", *(("round",) if options.swiss else ()))
    played = is_played(table)
    key = np.concatenate([board * len(contestants) + ns, board * len(contestants) + ew])
    if not played.all():
        key = key[np.concatenate([played, played])]
    if len(first) * len(contestants) <= MOST_DENSE:
        seen = np.zeros(len(first) * len(contestants), bool)
        seen[key] = True
        if np.count_nonzero(seen) == len(key):
            return {}
    else:
        ordered = np.sort(key)
        if not (ordered[1:] == ordered[:-1]).any():
            return {}
    which = np.flatnonzero(played)
    line = table["line"].to_numpy()[np.concatenate([which, which])]
    order = np.lexsort((line, key))
    key, line = key[order], line[order]
    again = np.flatnonzero(key[1:] == key[:-1]) + 1
    start = np.maximum.accumulate(np.where(np.concatenate(([True], key[1:] != key[:-1])), np.arange(len(key)), 0))
    return {int(line[place]): int(line[start[place]]) for place in again}


def with_expected(table: pa.Table, options: BulkOptions) -> pa.Table:
    """The rows of whole fields with E beside them: the most results that any board of the field has."""
    board, first = board_codes(table, options)
    present = [name for name in options.field_columns if name in table.column_names]
    field, _ = codes([table[name] for name in present], len(table))
    results = np.bincount(board[is_scheduled(table, options)], minlength=len(first))
    most = np.zeros(int(field.max(initial=0)) + 1, np.int64)
    np.maximum.at(most, field[first], results)
    return table.append_column("expected", pa.array(most[field]))


def expected_of_fields(table: pa.Table, options: BulkOptions) -> dict[tuple[str, ...], int]:
    """E of each field, by the values of the columns that tell fields apart."""
    names = [name for name in options.field_columns if name in table.column_names]
    if "expected" not in table.column_names:
        table = with_expected(table, options)
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
