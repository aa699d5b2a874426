"""A whole run in memory: prepared rows in, settled rows out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from amends.bulk.adding import left_out
from amends.bulk.claims import claimants_lines, settle, with_settled
from amends.bulk.clean import clean_rows
from amends.bulk.duck import DuckBackend, arrow_table, connect
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


def score_table(prepared: pa.Table, options: BulkOptions) -> ScoredTable:
    """The figures of all rows of an event, or of several."""
    coded = code_rows(prepared, options)
    repeats = repeated(coded)
    if repeats:
        coded = code_rows(without_lines(prepared, repeats), options)
    expected = expected_of_boards(coded, options)
    figures = score_coded(coded, expected, options)
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
    connection = connect()
    backend = DuckBackend(connection)
    try:
        given = None if awards is None else backend.lookup(awards)
        clean = clean_rows(rows, options)
        if clean is None:
            intake = prepare(backend.lookup(rows), given, options, backend)
            return arrow_table(intake.rows).sort_by("line"), arrow_table(intake.rejects).cast(REJECTS)
        if given is None:
            return clean, REJECTS.empty_table()
        checked = checked_awards(given, backend.lookup(clean), options, backend)
        return _with_awards(clean, arrow_table(checked)), arrow_table(rejected(checked, "awards")).cast(REJECTS)
    finally:
        connection.close()


def _with_awards(rows: pa.Table, awards: pa.Table) -> pa.Table:
    """The rows, which are in the order of their lines, with the awards that can be given."""
    good = awards.filter(awards["reason"].is_null())
    places = np.searchsorted(rows["line"].to_numpy(), good["row_line"].to_numpy()).tolist()
    for name in AWARDS:
        texts = {at: text for at, text in zip(places, good[name].to_pylist(), strict=True) if text is not None}
        rows = rows.append_column(name, sparse_text(len(rows), texts))
    return rows


def without_lines(table: pa.Table, lines: dict[int, int]) -> pa.Table:
    """The table without some lines."""
    return table.filter(pa.array(~np.isin(table["line"].to_numpy(), list(lines))))
