"""Shards: rows cut into pieces of whole boards, each of which is scored by itself."""

from __future__ import annotations

import heapq
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa

from amends.bulk.duck import SHARD_ROWS, column, quoted, relation
from amends.bulk.intake import Frame
from amends.bulk.options import BulkOptions

BYTES_PER_ROW = 600
"""What a row takes while its shard is scored, with everything around it."""


def rows_of_a_shard(memory: int | None) -> int:
    """How many rows are scored at once in so many bytes; as many as is usual where nobody said."""
    return SHARD_ROWS if memory is None else max(min(SHARD_ROWS, memory // 2 // BYTES_PER_ROW), 50_000)


def cut(connection: Any, rows: Frame, options: BulkOptions, folder: Path, limit: int) -> int:
    """Write the rows into shards by their boards; how many."""
    for each in folder.glob("*"):
        shutil.rmtree(each) if each.is_dir() else each.unlink()
    relation(rows).create_view("prepared_rows")
    names = [name for name in options.board_columns if name in rows.collect_schema().names()]
    keys = ", ".join(column(name) for name in names)
    connection.execute(
        f"CREATE TEMP TABLE board_rows AS SELECT {keys}, count(*) AS rows FROM prepared_rows GROUP BY ALL"
    )
    count, boards = connection.execute("SELECT coalesce(sum(rows), 0), count(*) FROM board_rows").fetchall()[0]
    shards = max(-(-int(count) // limit), 1)
    if shards == 1:
        connection.execute(f"COPY prepared_rows TO {quoted(folder / 'shard-0.parquet')} (FORMAT parquet)")
        return 1
    if boards > MOST_PACKED:  # so many that chance makes shards of much the same size
        chosen, source = f"hash({keys}) % {shards}", "prepared_rows"
    else:
        table = connection.sql(f"SELECT * FROM board_rows ORDER BY rows DESC, {keys}").to_arrow_table()
        packed, shards = pack(table["rows"].to_pylist(), limit)
        connection.register("board_shards", table.drop_columns(["rows"]).append_column("shard", pa.array(packed)))
        chosen, source = "shard", f"prepared_rows JOIN board_shards USING ({keys})"
    connection.execute(
        f"COPY (SELECT prepared_rows.*, {chosen} AS shard FROM {source})"
        f" TO {quoted(folder)} (FORMAT parquet, PARTITION_BY (shard), OVERWRITE_OR_IGNORE true)"
    )
    return int(shards)


MOST_PACKED = 100_000
"""Boards up to which shards are packed one by one."""


def pack(sizes: list[int], limit: int) -> tuple[list[int], int]:
    """The shard of each board, and how many there are; the largest boards come first, each into the emptiest shard.

    >>> pack([5, 4, 3, 3, 1], 8)
    ([0, 1, 1, 0, 1], 2)
    """
    count = max(-(-sum(sizes) // limit), 1)
    free = [(0, shard) for shard in range(count)]
    found = []
    for size in sizes:
        rows, shard = heapq.heappop(free)
        if rows and rows + size > limit:
            heapq.heappush(free, (rows, shard))
            rows, shard, count = 0, count, count + 1
        heapq.heappush(free, (rows + size, shard))
        found.append(shard)
    return found, count
