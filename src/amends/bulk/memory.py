"""A whole run in memory: prepared rows in, settled rows out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from amends.bulk.adding import left_out
from amends.bulk.buffers import for_all
from amends.bulk.claims import claimants_lines, settle, with_settled
from amends.bulk.clean import clean_rows
from amends.bulk.duck import DuckBackend, again_on_one_thread, arrow_table, connect
from amends.bulk.intake import AWARDS, REJECTS, checked_awards, prepare, rejected
from amends.bulk.options import BulkOptions
from amends.bulk.ranking import line_sums, plain_session_sums
from amends.bulk.rows import SIDE_NAMES, figure_table, score_coded, sparse_text
from amends.bulk.whole_boards import code_rows, expected_of_boards, expected_of_fields, repeated


@dataclass(slots=True)
class ScoredTable:
    """Rows with their figures, and the sums of contestants in each session.

    `repeats` are lines left out because a pair had a result on that board already; `expected` has E of each field.
    """

    rows: pa.Table
    sums: pa.Table
    boards: int
    repeats: dict[int, int]
    expected: dict[tuple[str, ...], int]


def score_table(prepared: pa.Table, options: BulkOptions, *, wide: bool = False) -> ScoredTable:
    """The figures of all rows of an event, or of several; `wide`: of 64 bits, as files have them."""
    coded = code_rows(prepared, options)
    repeats = repeated(coded)
    if repeats:
        coded = code_rows(without_lines(prepared, repeats), options)
    expected = expected_of_boards(coded, options)
    figures = score_coded(coded, expected, options, wide=wide)
    plain = plain_session_sums(coded, figures, options)
    scored = figure_table(coded, figures, options)
    if any(scored[f"{side}_claim"].null_count < len(scored) for side in SIDE_NAMES):
        scored = with_settled(scored, settle(claimants_lines(scored, options), options))
    rows = scored.drop_columns([f"{side}_claim" for side in SIDE_NAMES])
    others = line_sums(rows.take(pa.array(left_out(figures))), options)
    sums = pa.concat_tables([plain, others.cast(plain.schema)])
    fields = expected_of_fields(coded, expected, options)
    return ScoredTable(rows, sums, int(np.count_nonzero(coded.tables)), repeats, fields)


def prepare_tables(rows: pa.Table, awards: pa.Table | None, options: BulkOptions) -> tuple[pa.Table, pa.Table]:
    """The rows that can be scored, with their awards, in the order of their lines; and what was rejected.

    Both tables have the column `line`.
    """

    def prepared() -> tuple[pa.Table, pa.Table]:
        return _prepared(rows, awards, options)

    return again_on_one_thread(prepared, prepared)


def _prepared(rows: pa.Table, awards: pa.Table | None, options: BulkOptions) -> tuple[pa.Table, pa.Table]:
    connection = connect(sum(table.nbytes for table in (rows, awards) if table is not None))
    backend = DuckBackend(connection)
    try:
        given = None if awards is None else backend.lookup(awards)
        clean = clean_rows(rows, options)
        if clean is None:
            intake = prepare(backend.lookup(rows), given, options, backend)
            return arrow_table(intake.rows).sort_by("line"), arrow_table(intake.rejects).cast(REJECTS)
        if given is None:
            return clean, REJECTS.empty_table()
        named = backend.lookup(_may_be_named(clean, awards))
        checked = checked_awards(given, named, options, backend)
        return with_awards(clean, arrow_table(checked)), arrow_table(rejected(checked, "awards")).cast(REJECTS)
    finally:
        connection.close()


def _may_be_named(rows: pa.Table, awards: pa.Table) -> pa.Table:
    """The rows that a table of awards may be about: all that it names, and a few more by chance."""
    keys = []
    for table in (awards.rename_columns([name.strip().lower() for name in awards.column_names]), rows):
        columns = [table[name] for name in ("board", "ns") if name in table.column_names]
        if len(columns) < 2 or any(not pa.types.is_integer(column.type) or column.null_count for column in columns):
            return rows
        keys.append([column.to_numpy() for column in columns])
    (award_board, award_ns), (board, ns) = keys
    marked = np.zeros(1 << 20, bool)
    marked[_place(award_board, award_ns)] = True
    named = np.zeros(len(rows), bool)

    def look(some: slice) -> bool:
        named[some] = marked[_place(board[some], ns[some])]
        return True

    for_all(look, len(rows))
    return rows.take(pa.array(np.flatnonzero(named)))


def _place(board: NDArray[np.integer], ns: NDArray[np.integer]) -> NDArray[np.int64]:
    """Where a row and an award for it meet in a table of bits."""
    place = board.astype(np.int64) * 0x9E3779B1
    place += ns
    place ^= place >> 20
    place &= (1 << 20) - 1
    return place


def with_awards(rows: pa.Table, awards: pa.Table) -> pa.Table:
    """The rows, which are in the order of their lines, with the awards that can be given."""
    good = awards.filter(awards["reason"].is_null())
    places = np.searchsorted(rows["line"].to_numpy(), good["row_line"].to_numpy()).tolist()
    known: list[tuple[dict[int, str], pa.Array]] = []
    for name in AWARDS:
        texts = {at: text for at, text in zip(places, good[name].to_pylist(), strict=True) if text is not None}
        column = next((column for same, column in known if same == texts), None)
        column = sparse_text(len(rows), texts) if column is None else column
        known.append((texts, column))
        rows = rows.append_column(name, column)
    return rows


def without_lines(table: pa.Table, lines: Iterable[int]) -> pa.Table:
    """The table without some lines."""
    return table.filter(pa.array(~np.isin(table["line"].to_numpy(), list(lines))))
