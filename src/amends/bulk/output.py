"""What a run gives: rows with figures as people and programs read them, and files of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pcsv
import pyarrow.parquet as pq
from numpy.typing import NDArray

from amends.bulk.buffers import for_all, with_gaps
from amends.bulk.rows import SIDE_NAMES
from amends.bulk.totals import usual_value

FORMATS = ("parquet", "csv")


def shown_rows(scored: pa.Table) -> pa.Table:
    """Scored rows with the value of each figure as a decimal number beside its exact parts."""
    claims = [f"{side}_claim" for side in SIDE_NAMES if f"{side}_claim" in scored.column_names]
    scored = scored.drop_columns(claims)
    for side in SIDE_NAMES:
        points, unit = (scored[f"{side}_{name}"] for name in ("points", "unit"))
        value = _quotients(points, unit)
        texts = scored[f"{side}_exact"]
        if texts.null_count < len(scored):
            for place in np.flatnonzero(texts.is_valid().to_numpy()).tolist():
                over, under = texts[place].as_py().split("/")
                value[place] = int(over) / int(under)
        column = with_gaps(value, np.flatnonzero(unit.is_null()) if unit.null_count else np.zeros(0, np.int64))
        scored = scored.add_column(scored.column_names.index(f"{side}_points"), f"{side}_value", column)
    return scored


def _quotients(points: pa.ChunkedArray, unit: pa.ChunkedArray) -> NDArray[np.float64]:
    """Each quotient, where there is one."""
    found = np.empty(len(points), np.float64)
    over, under = _numbers(points), _numbers(unit)

    usual = max(usual_value(under), 1)

    def divide(some: slice) -> bool:
        np.divide(over[some], float(usual), out=found[some])
        others = np.flatnonzero(under[some] != usual)
        with np.errstate(divide="ignore", invalid="ignore"):
            found[some][others] = over[some][others] / under[some][others]
        return True

    for_all(divide, len(found))
    return found


def _numbers(column: pa.ChunkedArray) -> NDArray[Any]:
    """What stands in a column; anything where there is nothing."""
    if not column.null_count:
        return np.asarray(column.to_numpy())
    if column.num_chunks != 1:
        return np.asarray(column.fill_null(0).to_numpy())
    (chunk,) = column.chunks
    values = np.frombuffer(chunk.buffers()[1], chunk.type.to_pandas_dtype())
    return values[chunk.offset : chunk.offset + len(chunk)]


_IN_ORDER = ("line", "board", "ns", "ew", "pair", "rank")
"""Columns of whole numbers that are far more often near to the one before than equal to another."""


def write_table(table: pa.Table, path: Path) -> None:
    """A table as a file, by the ending of its name; whole, or not there."""
    partial = path.with_name(f"{path.name}.partial")
    if path.suffix == ".csv":
        pcsv.write_csv(_without_formulas(table), partial)
    else:
        lines = [name for name in _IN_ORDER if name in table.column_names and pa.types.is_integer(table[name].type)]
        pq.write_table(
            table,
            partial,
            compression="snappy",
            use_dictionary=[name for name in table.column_names if name not in lines],
            column_encoding=dict.fromkeys(lines, "DELTA_BINARY_PACKED"),
        )
    partial.replace(path)


_FORMULA = r"(?s)^'*[=+\-@＝＋－＠\t\r]."
_NUMBER = re.compile(r"[+\-−]?[0-9]+([.,][0-9]+)?%?", re.ASCII)


_OWN_NOTATION = ("exact", "ns_exact", "ew_exact", "award_ns", "award_ew")
"""Columns in which only figures stand."""


def _without_formulas(table: pa.Table) -> pa.Table:
    """Text cells that a spreadsheet would calculate get a quotation mark before them; numbers stay numbers."""
    for place, name in enumerate(table.column_names):
        column = table[name]
        if not pa.types.is_string(column.type) or name in _OWN_NOTATION:
            continue
        formulas = pc.match_substring_regex(column, _FORMULA)
        if pc.any(formulas).as_py():
            cells = zip(column.to_pylist(), formulas.to_pylist(), strict=True)
            safe = [f"'{cell}" if found and not _NUMBER.fullmatch(cell) else cell for cell, found in cells]
            table = table.set_column(place, name, pa.chunked_array([pa.array(safe, pa.string())]))
    return table


def write_summary(summary: dict[str, Any], path: Path) -> None:
    """The summary of a run as JSON."""
    path.write_text(json.dumps(summary, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def counted_reasons(rejected: pa.Table) -> dict[str, int]:
    """How many rows were rejected for each reason, the most usual ones first."""
    counts = rejected.group_by("reason").aggregate([("line", "count")]).to_pylist()
    return {row["reason"]: row["line_count"] for row in sorted(counts, key=lambda row: -row["line_count"])[:20]}
