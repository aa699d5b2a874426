"""`amends.bulk.score`: frames in, frames of the same kind out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
import pyarrow as pa

from amends.bulk.buffers import counted, with_gaps
from amends.bulk.intake import reject_repeats, reject_table
from amends.bulk.memory import prepare_tables, score_table
from amends.bulk.options import BulkOptions
from amends.bulk.output import shown_rows
from amends.bulk.penalties import read_penalties
from amends.bulk.ranking import ranking
from amends.faults import refuse
from amends.regulations import Regulation, load


@dataclass(frozen=True, slots=True)
class BulkResult:
    """What `score` gives, each a frame of the kind that went in.

    `rows` has every row with its figures, `ranking` the places over all sessions, `sessions` those of each session
    (None without a column of sessions), `rejects` what was not scored and why.
    """

    rows: Any
    ranking: Any
    sessions: Any
    rejects: Any


def score(  # noqa: PLR0913  # each is an option of the run, and named
    frame: Any,
    awards: Any = None,
    penalties: Any = None,
    *,
    regulation: str | Regulation = "exact",
    scoring: str = "matchpoints",
    winners: int = 1,
    one_field: bool = False,
    swiss: bool = False,
) -> BulkResult:
    """Score a frame of results: board, ns, ew and score (or contract, declarer, tricks) in each row.

    `awards` is a frame of rulings (board, ns, award_ns, award_ew), `penalties` one of penalties (pair, amount).

    >>> import pyarrow as pa
    >>> results = pa.table({"board": [1, 1, 1], "ns": [1, 2, 3], "ew": [4, 5, 6], "score": [420, -50, None]})
    >>> award = ["60% +420; 40% -50"]
    >>> rulings = pa.table({"board": [1], "ns": [3], "award_ns": award, "award_ew": award})
    >>> found = score(results, awards=rulings)
    >>> found.rows.select(["ns", "ns_points", "ns_unit", "ns_value"]).to_pylist()[2]
    {'ns': 3, 'ns_points': 55, 'ns_unit': 25, 'ns_value': 2.2}
    >>> found.ranking.select(["place", "pair", "percent"]).to_pylist()[0]
    {'place': '1', 'pair': 5, 'percent': 90.0}
    """
    chosen = load(regulation) if isinstance(regulation, str) else regulation
    options = BulkOptions(scoring, chosen, winners, one_field, swiss)
    native = nw.from_native(frame, pass_through=False)
    if native.implementation.is_pyspark():
        from amends.bulk.spark import score_frames

        return BulkResult(*score_frames(frame, awards, penalties, options))
    found = _in_memory(_arrow(native), _given(awards), _given(penalties), options)
    return BulkResult(*(None if table is None else _like(native, table) for table in found))


def _given(frame: Any) -> pa.Table | None:
    return None if frame is None else _arrow(nw.from_native(frame, pass_through=False))


def _arrow(frame: Any) -> pa.Table:
    """Any frame as an Arrow table, with the line of each row."""
    eager = frame.collect(backend="pyarrow") if isinstance(frame, nw.LazyFrame) else frame
    return numbered(eager.to_arrow())


def numbered(table: pa.Table) -> pa.Table:
    """A table with the line of each row."""
    names = [name for name in table.column_names if name.strip().lower() != "line"]
    return table.select(names).append_column("line", with_gaps(counted(1, len(table)), np.zeros(0, np.int64)))


def _like(frame: Any, table: pa.Table) -> Any:
    """An Arrow table as a frame of the same kind."""
    if isinstance(frame, nw.LazyFrame) and frame.implementation.is_duckdb():
        import duckdb

        return duckdb.from_arrow(table)
    if frame.implementation.is_pyarrow():
        return table
    found = nw.from_arrow(table, backend=frame.implementation)
    return found.lazy().to_native() if isinstance(frame, nw.LazyFrame) else found.to_native()


def _in_memory(
    rows: pa.Table, awards: pa.Table | None, penalties: pa.Table | None, options: BulkOptions
) -> tuple[pa.Table, pa.Table, pa.Table | None, pa.Table]:
    """Rows, ranking, sessions and rejects of tables that are in memory."""
    if not len(rows):
        raise refuse("no results", "a row for each table")
    prepared, rejects = prepare_tables(rows, awards, options)
    scored = score_table(prepared, options)
    fields = tuple(name for name in options.field_columns if name in prepared.column_names)
    taken, refused = read_penalties(penalties, options, scored.expected, fields)
    repeats = reject_repeats(scored.repeats, lambda line: f"line {line}")
    rejects = pa.concat_tables([rejects, repeats, reject_table("penalties", refused)])
    sums = scored.sums
    overall = ranking(sums, options, by_session=False, penalties=taken)
    sessions = ranking(sums, options, by_session=True, penalties=taken) if "session" in sums.column_names else None
    return shown_rows(scored.rows), overall, sessions, rejects
