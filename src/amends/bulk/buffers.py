"""Large columns: a block at a time, by all processors, so that nothing large is made between a column and what is said
of it. A page of memory that the system has to bring costs more than filling it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

Found = TypeVar("Found")

BLOCK = 1 << 16
"""Rows that are looked at at once."""


def counted(first: int, rows: int) -> NDArray[np.int64]:
    """The numbers from the first on."""
    found = np.empty(rows, np.int64)
    block = np.arange(first, first + BLOCK)
    for low in range(0, rows, BLOCK):
        found[low : low + BLOCK] = block[: rows - low]
        block += BLOCK
    return found


def for_all(check: Callable[[slice], object], rows: int) -> bool:
    """Whether a check is true of each block."""
    return all(by_blocks(check, rows))


def by_blocks(function: Callable[[slice], Found], rows: int, block: int = BLOCK) -> list[Found]:
    """What a function gives for each block, by all processors."""
    blocks = [slice(low, low + block) for low in range(0, rows, block)]
    if len(blocks) < 2:
        return list(map(function, blocks))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(function, blocks))


def filled(rows: int, value: int, kind: np.dtype[Any]) -> NDArray[Any]:
    """A column with the same number everywhere, in memory that all processors ask for."""
    found = np.empty(rows, kind)

    def fill(some: slice) -> bool:
        found[some] = value
        return True

    for_all(fill, rows)
    return found


def rows_where(check: Callable[[slice], NDArray[np.bool_]], rows: int) -> NDArray[np.int64]:
    """The rows of which a check is true, few of them."""

    def found(some: slice) -> NDArray[np.int64]:
        rows_here: NDArray[np.int64] = np.flatnonzero(check(some)) + some.start
        return rows_here

    return np.concatenate([np.zeros(0, np.int64), *by_blocks(found, rows, 8 * BLOCK)])


def with_gaps(column: NDArray[Any], gaps: NDArray[np.integer]) -> pa.Array:
    """A column of numbers as Arrow has them, without those of a few rows; nothing is copied."""
    bits = None
    if len(gaps):
        valid = np.ones(len(column), bool)
        valid[gaps] = False
        bits = pa.py_buffer(np.packbits(valid, bitorder="little"))
    return pa.Array.from_buffers(pa.from_numpy_dtype(column.dtype), len(column), [bits, pa.py_buffer(column)])


def rows_with(column: pa.ChunkedArray) -> NDArray[np.int64]:
    """The rows that have something in a column of which most have nothing."""
    found, start = [np.zeros(0, np.int64)], 0
    for chunk in column.chunks:
        bits = chunk.buffers()[0]
        if chunk.null_count < len(chunk) and (chunk.offset or bits is None):
            found.append(np.flatnonzero(chunk.is_valid()) + start)
        elif chunk.null_count < len(chunk):
            octets = np.frombuffer(bits, np.uint8)[: (len(chunk) + 7) // 8]
            which = np.flatnonzero(octets)
            set_bits = np.unpackbits(octets[which, None], axis=1, bitorder="little")
            rows = (which[:, None] * 8 + np.arange(8))[set_bits.view(bool)]
            found.append(rows[rows < len(chunk)] + start)
        start += len(chunk)
    return np.concatenate(found)
