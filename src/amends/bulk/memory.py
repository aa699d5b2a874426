"""A whole run in memory: prepared rows in, settled rows out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from amends.bulk.claims import claimants_lines, settle, with_settled
from amends.bulk.options import BulkOptions
from amends.bulk.rows import SIDE_NAMES, score_rows
from amends.bulk.whole_boards import repeated, with_expected


@dataclass(slots=True)
class ScoredTable:
    """Rows with their figures; `repeats` are lines left out because a pair had a result on that board already."""

    rows: pa.Table
    repeats: dict[int, int]


def score_table(prepared: pa.Table, options: BulkOptions) -> ScoredTable:
    """The figures of all rows of an event, or of several."""
    repeats = repeated(prepared, options)
    if repeats:
        prepared = without_lines(prepared, repeats)
    scored = score_rows(with_expected(prepared, options), options)
    if any(scored[f"{side}_claim"].null_count < len(scored) for side in SIDE_NAMES):
        scored = with_settled(scored, settle(claimants_lines(scored, options), options))
    return ScoredTable(scored.drop_columns([f"{side}_claim" for side in SIDE_NAMES]), repeats)


def without_lines(table: pa.Table, lines: dict[int, int]) -> pa.Table:
    """The table without some lines."""
    return table.filter(pa.array(~np.isin(table["line"].to_numpy(), list(lines))))
