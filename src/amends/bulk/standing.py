"""Rows that stand board by board in Parquet files, with nothing wrong in them: shards are ranges of what is there.

Archives and simultaneous events mostly come so. They need not be written once more, cut, before they are scored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from amends.bulk.buffers import counted, with_gaps
from amends.bulk.charts import Integers
from amends.bulk.clean import NOT_PLAIN, PLAIN, as_usual, clean_rows
from amends.bulk.options import BulkOptions
from amends.bulk.sources import ENDINGS, FILE_LINES, Source

Piece = tuple[int, int, int]
"""Rows of a file: its number, the first row, and the row behind the last."""

_AT_ONCE = 1_000_000
"""Rows that are looked at together, about."""
_MOST_AT_ONCE = 10_000_000
"""Rows that a file may have in one group, which is read at once."""


@dataclass(frozen=True, slots=True)
class RowsAsTheyStand:
    """The shards of rows as they stand; how many rows and boards, how many lack a score, and E if all rows count."""

    shards: list[list[Piece]]
    rows: int
    boards: int
    unplayed: int
    most: dict[tuple[str, ...], int]


def look(source: Source, options: BulkOptions, limit: int) -> RowsAsTheyStand | None:
    """The shards of files as they stand; None where something has to be looked at, or boards do not stand together."""
    if any(ENDINGS.get(path.suffix.lower()) != "parquet" for path in source.files):
        return None
    starts, keys, bounds, unplayed = [np.zeros(0, np.int64)], list[pa.Table](), [0], 0
    last: pa.Table | None = None
    for path in source.files:
        for table in _tables(path, options):
            if table is None:
                return None
            own = table.select([name for name in options.board_columns if name in table.column_names])
            changes = _changes(own, last)
            starts.append(changes + bounds[-1])
            keys.append(own.take(pa.array(changes)))
            last, unplayed = own.slice(len(own) - 1), unplayed + table["score"].null_count
            bounds.append(bounds[-1] + len(table))
    if not keys or any(each.schema != keys[0].schema for each in keys):
        return None
    boards, ends = pa.concat_tables(keys), np.concatenate([*starts, np.array(bounds[-1:], np.int64)])
    sizes = ends[1:] - ends[:-1]
    if not _are_different(boards):
        return None
    most = _most(boards, sizes, options)
    return RowsAsTheyStand(_cut(source, sizes, limit), bounds[-1], len(boards), unplayed, most)


def _tables(path: object, options: BulkOptions) -> Iterator[pa.Table | None]:
    """The rows of a file, some at a time; None for some that are not clean."""
    with pq.ParquetFile(path) as file:
        names = [name for name in file.schema_arrow.names if name.strip().lower() != "line"]
        sizes = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
        odd = any(name != name.strip().lower() or name in NOT_PLAIN for name in names)
        if odd or not sum(sizes) or max(sizes) > _MOST_AT_ONCE:
            yield None
            return
        wanted, groups, rows = [name for name in PLAIN if name in names], list[int](), 0
        for group, size in enumerate(sizes):
            groups, rows = [*groups, group], rows + size
            if rows >= _AT_ONCE or group == len(sizes) - 1:
                table = file.read_row_groups(groups, wanted)
                yield clean_rows(_with_lines(table.combine_chunks(), 1), options)
                groups, rows = [], 0


def _with_lines(table: pa.Table, first: int) -> pa.Table:
    return table.append_column("line", with_gaps(counted(first, len(table)), np.zeros(0, np.int64)))


def _changes(own: pa.Table, last: pa.Table | None) -> Integers:
    """The rows with another board than the row before."""
    differs = np.zeros(len(own), bool)
    differs[:1] = last is None or last.to_pylist() != own.slice(0, 1).to_pylist()
    for column in own.columns:
        (chunk,) = column.chunks
        differs[1:] |= _flags(pc.not_equal(chunk.slice(1), chunk.slice(0, len(chunk) - 1)))
    return np.flatnonzero(differs)


def _flags(column: pa.Array) -> NDArray[np.bool_]:
    return np.asarray(column.to_numpy(zero_copy_only=False), bool)


def _are_different(boards: pa.Table) -> bool:
    """Whether no board stands at two places."""
    if boards.num_columns == 1 and pa.types.is_integer(boards.column(0).type):
        number = boards.column(0).to_numpy()
        ordered = number if (number[1:] > number[:-1]).all() else np.sort(number)
        return bool((ordered[1:] != ordered[:-1]).all())
    return len(boards.group_by(boards.column_names).aggregate([])) == len(boards)


def _most(boards: pa.Table, sizes: Integers, options: BulkOptions) -> dict[tuple[str, ...], int]:
    """The most rows that a board of each field has."""
    names = [name for name in options.field_columns if name in boards.column_names]
    if not names:
        return {(): int(sizes.max())}
    found = boards.select(names).append_column("rows", pa.array(sizes)).group_by(names).aggregate([("rows", "max")])
    return {tuple(str(row[name]) for name in names): row["rows_max"] for row in found.to_pylist()}


def _cut(source: Source, sizes: Integers, limit: int) -> list[list[Piece]]:
    """Boards one after the other, as many at a time as have no more rows than the limit."""
    ends, files = np.cumsum(sizes), [pq.read_metadata(path).num_rows for path in source.files]
    first_rows = np.concatenate(([0], np.cumsum(files)))
    shards, low, board = [], 0, 0
    while board < len(ends):
        board = max(int(np.searchsorted(ends, low + limit, "right")), board + 1)
        high = int(ends[board - 1])
        shards.append(
            [
                (number, max(low - int(start), 0), min(high - int(start), rows))
                for number, (start, rows) in enumerate(zip(first_rows[:-1], files, strict=True))
                if start < high and low < start + rows
            ]
        )
        low = high
    return shards


def read_pieces(source: Source, pieces: list[Piece]) -> pa.Table:
    """The rows of a shard, each with its line."""
    return pa.concat_tables([_read(source, *piece) for piece in pieces]).combine_chunks()


def _read(source: Source, number: int, low: int, high: int) -> pa.Table:
    with pq.ParquetFile(source.files[number]) as file:
        sizes = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
        starts = np.concatenate(([0], np.cumsum(sizes)))
        first, end = int(np.searchsorted(starts, low, "right")) - 1, int(np.searchsorted(starts, high, "left"))
        names = [name for name in PLAIN if name in file.schema_arrow.names and name != "line"]
        table = file.read_row_groups(list(range(first, end)), names).slice(low - int(starts[first]), high - low)
    lines = _with_lines(table, number * FILE_LINES + 1 + low)
    return as_usual(lines.select([name for name in PLAIN if name in lines.column_names]))
