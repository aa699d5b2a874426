"""Columns of a table as codes: equal values, or equal values of several columns, become equal small integers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from amends.bulk.charts import Integers


def codes(columns: Sequence[pa.ChunkedArray], rows: int) -> tuple[Integers, Integers]:
    """The code of each row by the values of some columns together, and a row with each code.

    >>> found, row = codes([pa.chunked_array([["a", "a", "b"]]), pa.chunked_array([[1, 2, 1]])], 3)
    >>> found.tolist(), row.tolist()
    ([0, 1, 2], [0, 1, 2])
    """
    if not rows:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    combined: Integers | None = None
    size = 1
    for column in columns:
        each, count = _column_codes(column)
        if count == 1 and combined is not None:
            continue
        if combined is None:
            combined, size = each, count
        else:
            combined, size = _dense(combined * count + each)
    if combined is None:
        combined = np.zeros(rows, np.int64)
    first = np.zeros(size, np.int64)
    first[combined] = np.arange(rows)
    return combined, first


def _column_codes(column: pa.ChunkedArray) -> tuple[Integers, int]:
    """The codes of one column, and how many there are."""
    if pa.types.is_integer(column.type) and not column.null_count and len(column):
        values = column.to_numpy()
        low, high = int(values.min()), int(values.max())
        if low >= 0 and high < 2 * len(values):
            present = np.zeros(high + 1, bool)
            present[values] = True
            if present[low:].all():
                return np.subtract(values, low, dtype=np.int64), high - low + 1
            number = np.cumsum(present) - 1
            return number[values], int(number[-1]) + 1
    encoded = pc.dictionary_encode(column, null_encoding="encode").combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.unify_dictionaries().combine_chunks()
    return encoded.indices.to_numpy().astype(np.int64), max(len(encoded.dictionary), 1)


def _dense(values: Integers) -> tuple[Integers, int]:
    encoded = pc.dictionary_encode(pa.array(values))
    return encoded.indices.to_numpy().astype(np.int64), max(len(encoded.dictionary), 1)
