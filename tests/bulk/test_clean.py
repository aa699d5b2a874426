"""Tables in which nothing is wrong take the short way, with the same rows as the plan of the intake; others do not."""

from __future__ import annotations

from typing import Any

import narwhals as nw
import pyarrow as pa
import pytest

from amends.bulk.clean import clean_rows
from amends.bulk.duck import DuckBackend, arrow_table, connect
from amends.bulk.intake import prepare
from amends.bulk.options import BulkOptions

COLUMNS: dict[str, list[Any]] = {
    "line": [1, 2, 3, 4],
    "session": ["1", "1", "2", "2"],
    "board": [1, 2, 1, 17],
    "ns": [1, 2, 3, 4],
    "ew": [5, 6, 7, 8],
    "score": [420, 620, None, 0],
    "notes": ["a", None, "b", "c"],
}


def by_plan(table: pa.Table, options: BulkOptions) -> tuple[pa.Table, int]:
    connection = connect(0)
    backend = DuckBackend(connection)
    found = prepare(nw.from_native(connection.from_arrow(table)).lazy(), None, options, backend)
    return arrow_table(found.rows).sort_by("line"), len(arrow_table(found.rejects))


@pytest.mark.parametrize("kind", [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint32()])
def test_the_short_way_gives_the_rows_of_the_plan(kind: pa.DataType) -> None:
    table = pa.table(COLUMNS)
    for name in ("board", "ns", "ew"):
        table = table.set_column(table.column_names.index(name), name, table[name].cast(kind))
    rows, rejects = by_plan(table, BulkOptions())
    found = clean_rows(table, BulkOptions())
    assert rejects == 0
    assert found is not None
    assert found.schema.names == rows.schema.names
    assert all(found[name].type == kind for name in ("board", "ns", "ew") if kind in (pa.int32(), pa.int64()))
    assert found.to_pylist() == rows.to_pylist()


def test_pairs_may_be_texts() -> None:
    table = pa.table({**COLUMNS, "ns": ["A1", "A2", "A3", "A4"], "ew": ["B1", "B2", "B3", "B4"]})
    rows, _ = by_plan(table, BulkOptions())
    found = clean_rows(table, BulkOptions())
    assert found is not None
    assert found.to_pylist() == rows.to_pylist()


@pytest.mark.parametrize(
    "change",
    [
        {"board": [0, 2, 1, 17]},
        {"board": [1, 2, None, 17]},
        {"score": [425, 620, None, 0]},
        {"score": [7610, 620, None, 0]},
        {"score": [420, -620, None, 0]},
        {"score": [420, 100_420, None, 0]},
        {"score": ["420", "620", None, "0"]},
        {"score": [None, None, None, None]},
        {"ns": [5, 2, 3, 4]},
        {"ns": [None, 2, 3, 4]},
        {"session": ["1", "", "2", "2"]},
        {"session": ["1", " 1", "2", "2"]},
        {"session": ["1", "x" * 41, "2", "2"]},
        {"vulnerable": ["none", "ns", "ew", "all"]},
        {"contract": ["4H", "4H", "4H", "4H"]},
        {"line": [1, 3, 2, 4]},
        {"Board": [1, 2, 3, 4]},
    ],
    ids=str,
)
def test_anything_else_is_left_to_the_plan(change: dict[str, list[Any]]) -> None:
    assert clean_rows(pa.table({**COLUMNS, **change}), BulkOptions()) is None


def test_with_two_winners_a_number_may_stand_on_both_sides() -> None:
    table = pa.table({**COLUMNS, "ew": COLUMNS["ns"]})
    assert clean_rows(table, BulkOptions()) is None
    assert clean_rows(table, BulkOptions(winners=2)) is not None
