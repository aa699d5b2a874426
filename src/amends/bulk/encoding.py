"""Columns of a table as codes: equal values, or equal values of several columns, become equal small integers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from amends.bulk.charts import Integers


@dataclass(frozen=True, slots=True)
class Codes:
    """The code of each row, below `count`; not every number below it need occur."""

    of_row: Integers
    count: int


def codes_of(columns: Sequence[pa.ChunkedArray], rows: int) -> Codes:
    """The code of each row by the values of some columns together: whole numbers are their own codes."""
    numbers = whole_numbers(columns) if len(columns) == 1 else None
    if numbers is not None:
        (found,), count, _ = numbers
        return Codes(found, count)
    combined, first = codes(columns, rows)
    return Codes(combined, len(first))


def whole_numbers(columns: Sequence[pa.ChunkedArray]) -> tuple[list[Integers], int, int] | None:
    """Columns of whole numbers counted from the lowest, how many there may be, and the lowest; None for all others.

    Nothing is copied where they begin near 0. Numbers that are few and far between are not taken.
    """
    if not all(pa.types.is_integer(column.type) and not column.null_count and len(column) for column in columns):
        return None
    values = [column.to_numpy() for column in columns]
    low, high = min(int(each.min()) for each in values), max(int(each.max()) for each in values)
    if high - low > 2 * sum(map(len, values)) + 100 or high >= 2**62:
        return None
    lowest = 0 if low >= 0 and high <= 2 * (high - low + 1) else low
    kind = np.result_type(np.int32, *values) if high < 2**31 else np.dtype(np.int64)
    kind = kind if kind in (np.int32, np.int64) else np.dtype(np.int64)
    found = [np.subtract(each, lowest, dtype=kind) if lowest else each.astype(kind, copy=False) for each in values]
    return found, high - lowest + 1, lowest


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
    numbers = whole_numbers([column])
    if numbers is not None:
        (values,), count, _ = numbers
        present = np.zeros(count, bool)
        present[values] = True
        if present.all():
            return values.astype(np.int64, copy=False), count
        number = np.cumsum(present) - 1
        return number[values], int(number[-1]) + 1
    encoded = pc.dictionary_encode(column, null_encoding="encode").combine_chunks()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.unify_dictionaries().combine_chunks()
    return encoded.indices.to_numpy().astype(np.int64), max(len(encoded.dictionary), 1)


def _dense(values: Integers) -> tuple[Integers, int]:
    encoded = pc.dictionary_encode(pa.array(values))
    return encoded.indices.to_numpy().astype(np.int64), max(len(encoded.dictionary), 1)
