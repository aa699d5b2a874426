"""A table of rows becomes a table of figures: whole boards in, one line for each row out.

`score_rows` is what every engine runs on each part of the data that has all results of its boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pyarrow as pa

from amends import exact
from amends.awards import Artificial, Award, NotScored, parse_award
from amends.bridge import BySide, Side, Vulnerable, vulnerability
from amends.bulk.awards import (
    NO_SCORE,
    RuledRow,
    RuledRows,
    no_ruled_rows,
    read_awards,
    ruled_row,
    ruled_rows,
)
from amends.bulk.buffers import with_gaps
from amends.bulk.charts import Integers
from amends.bulk.figures import BoardRows
from amends.bulk.options import BulkOptions
from amends.bulk.row_figures import RowFigures, row_figures
from amends.bulk.whole_boards import CodedRows, code_rows, of_one_pair
from amends.garbage import collection_paused
from amends.scoring.chart import Field
from amends.scoring.columns import Tally
from amends.scoring.session_score import Claim

KEPT = ("line", "session", "section", "round", "board", "ns", "ew", "score", "award_ns", "award_ew")
"""The columns of a row that stand again beside its figures, where it has them."""

FIGURES = (("points", pa.int64()), ("top", pa.int64()), ("unit", pa.int64()), ("exact", pa.string()))
"""Of each side: its points and the top in parts of 1/unit; the exact figure where the points do not fit."""

SIDE_NAMES = ("ns", "ew")


def scored_schema(schema: pa.Schema) -> pa.Schema:
    """The columns of scored rows; a claim is an artificial score that waits for the session score (12C2(c))."""
    return pa.schema(
        [
            *(schema.field(name) for name in KEPT if name in schema.names),
            *((f"{side}_{name}", kind) for side in SIDE_NAMES for name, kind in FIGURES),
            *((f"{side}_claim", pa.string()) for side in SIDE_NAMES),
        ]
    )


def score_rows(table: pa.Table, options: BulkOptions) -> pa.Table:
    """The figures of rows that were prepared, with `expected` beside them; the table has all rows of its boards."""
    coded = code_rows(table, options)
    expected = table["expected"].to_numpy().astype(np.int64)[coded.board_first]
    return figure_table(coded, score_coded(coded, expected, options), options)


def score_coded(coded: CodedRows, expected: Integers, options: BulkOptions, *, wide: bool = False) -> RowFigures:
    """The figures of coded rows; `expected` has E of each board. `wide`: of 64 bits, as files have them."""
    score = _scores(coded.table)
    ruled = _ruled(coded, score, options)
    if len(ruled):
        score = score.copy()
        score[ruled.row] = NO_SCORE
    return row_figures(BoardRows(coded.board, score, expected, ruled, wide, coded.starts), options)


def figure_table(coded: CodedRows, figures: RowFigures, options: BulkOptions) -> pa.Table:
    """The rows with their figures, as `scored_schema` says, but whole numbers are of 32 bits where all of them fit.

    The figures are spent, so sums are made before.
    """
    table = coded.table
    columns = [table[name] for name in KEPT if name in table.column_names]
    claims = []
    for side in Side:
        columns += _side_columns(figures, side, len(table))
        claims.append(_claims(figures, side, len(table), options))
    return pa.table([*columns, *claims], names=scored_schema(table.schema).names)


def _scores(table: pa.Table) -> Integers:
    column = table["score"]
    if column.type not in (pa.int16(), pa.int32()):
        column = column.cast(pa.int32())
    if column.null_count:
        column = column.fill_null(NO_SCORE)
    return np.asarray(column.to_numpy())


def _ruled(coded: CodedRows, score: Integers, options: BulkOptions) -> RuledRows:
    """The rows with awards, and those where somebody sits out and the regulation has a score for it."""
    table, board, which = coded.table, coded.board, coded.awarded
    if options.sit_out is not None:
        which = np.union1d(which, of_one_pair(table))
    if not len(which):
        return no_ruled_rows()
    has_award = np.isin(which, coded.awarded)
    asked = [name for name in _OF_RULED if name in table.column_names]
    some = table.select(asked).take(pa.array(which)).to_pydict()
    absent = [None] * len(which)
    vulnerable = list(map(conditions, some.get("vulnerable", absent), some["board"]))
    awards = zip(some.get("award_ns", absent), some.get("award_ew", absent), strict=True)
    with collection_paused():
        rulings = [
            read_awards(ns or "", ew or "", points, who, options.scoring)
            if ruled
            else _sitting_out(BySide(some["ns"][place] is not None, some["ew"][place] is not None), options)
            for place, (ruled, (ns, ew), points, who) in enumerate(
                zip(has_award.tolist(), awards, score[which].tolist(), vulnerable, strict=True)
            )
        ]
        non_offending = list(map(named_sides, some.get("non_offending", absent)))
        return ruled_rows(which.tolist(), board[which].tolist(), rulings, options, non_offending)


_OF_RULED = ("vulnerable", "board", "ns", "ew", "award_ns", "award_ew", "non_offending")
"""The columns that are looked at where a row is ruled."""


def conditions(vulnerable: str | None, board: int) -> Vulnerable:
    """Who is vulnerable: as the row says, else by the number of the board."""
    return Vulnerable(vulnerable) if vulnerable else _BY_NUMBER[board % 16]


_BY_NUMBER = [vulnerability(number or 16) for number in range(16)]


def named_sides(text: str | None) -> BySide[bool] | None:
    """Whether each side is non-offending; None where the table of awards does not say."""
    if not text:
        return None
    return BySide(text in ("ns", "both"), text in ("ew", "both"))


def _sitting_out(seated: BySide[bool], options: BulkOptions) -> RuledRow:
    """The regulation's score to the side that sits out."""
    none: Award = NotScored(expected=False)
    awards = seated.map(lambda sits: options.sit_out if sits and options.sit_out else none)
    return ruled_row(awards, none, Vulnerable.NONE)


def _side_columns(figures: RowFigures, side: Side, rows: int) -> list[pa.Array]:
    """Points, top, unit and exact figure of each row for one side."""
    points, top, unit = figures.columns(side, spend=True)
    texts: dict[int, str] = {}
    large = _large(figures, side)
    if large:
        top, unit = top.astype(np.int64), unit.astype(np.int64)
    for row, (value, available) in large.items():
        points[row], top[row], unit[row] = 0, available.numerator, available.denominator
        texts[row] = f"{value.numerator}/{value.denominator}"
    no_figure = figures.without[unit[figures.without] == 0]
    no_points = np.concatenate([no_figure, np.array(list(texts), np.int64)])
    return [
        *(with_gaps(column, gaps) for column, gaps in ((points, no_points), (top, no_figure), (unit, no_figure))),
        sparse_text(rows, texts),
    ]


def sparse_text(rows: int, texts: Mapping[int, str]) -> pa.Array:
    """A column of text in which few rows have one."""
    if not texts:  # zeros, of which the system makes no page before somebody writes there
        nothing = [pa.py_buffer(np.zeros(size, kind)) for size, kind in (((rows + 7) // 8, np.uint8), (rows + 1, "i4"))]
        return pa.Array.from_buffers(pa.string(), rows, [*nothing, pa.py_buffer(b"")], null_count=rows)
    which = sorted(texts)
    cells = [texts[row].encode() for row in which]
    ends = np.concatenate([[0], np.cumsum([len(cell) for cell in cells])]).astype(np.int32)
    offsets = np.repeat(ends, np.diff([-1, *which, rows]))
    valid = np.zeros(rows, bool)
    valid[which] = True
    bits = pa.py_buffer(np.packbits(valid, bitorder="little"))
    return pa.Array.from_buffers(pa.string(), rows, [bits, pa.py_buffer(offsets), pa.py_buffer(b"".join(cells))])


def _large(figures: RowFigures, side: Side) -> dict[int, tuple[Fraction, Fraction]]:
    """By row, the figures and tops that do not fit into columns."""
    found = dict(figures.sides[side].large)
    slots, boards = figures.slots(side), figures.ruled.board
    for slot, value in slots.large.items():
        at = int(boards[slot])
        known = slots.large_tops.get(at)
        top = Fraction(int(slots.top[at]), int(slots.denominator[at])) if known is None else known
        found[int(figures.ruled_row[slot])] = (value, top)
    return found


def _claims(figures: RowFigures, side: Side, rows: int, options: BulkOptions) -> pa.Array:
    """The artificial scores of one side, each as `claim_text`."""
    parity = 0 if side is Side.NS else 1
    texts: dict[int, str] = {}
    for slot, award in figures.ruled.artificial.items():
        if slot % 2 == parity:
            board = int(figures.ruled.board[slot // 2])
            texts[int(figures.ruled_row[slot // 2])] = claim_text(_claim(figures, board, side, award, options))
    return sparse_text(rows, texts)


def _claim(figures: RowFigures, board: int, side: Side, award: Artificial, options: BulkOptions) -> Claim:
    """An artificial score on its board, before the session score is looked at."""
    by_score, ruled = figures.by_score, figures.ruled
    tally = by_score.tallies[side]
    unit, weight = int(tally.unit[board]), int(tally.weight[board])
    if board in by_score.units:
        unit = by_score.units[board]
        mine = (ruled.show_board == board) & (ruled.show_side == (0 if side is Side.NS else 1))
        shares = zip(ruled.show_share[mine].tolist(), ruled.show_unit[mine].tolist(), strict=True)
        weight = weight * unit + sum(share * (unit // part) for share, part in shares)
    field = Field(Tally({}, unit, weight), side, int(tally.expected[board]))
    return options.method.chart(field, options.regulation).claim(award)


def claim_text(claim: Claim) -> str:
    """A claim as a cell holds it: the award, its flat figure, and the top where there is one."""
    top = exact.show(claim.top.value) if claim.top else ""
    return f"{claim.award}|{exact.show(claim.flat.value)}|{top}"


def read_claim(text: str) -> tuple[Award, Fraction, Fraction | None]:
    """The award, the flat figure and the top of a claim."""
    award, flat, top = text.split("|")
    return parse_award(award), exact.number(flat), exact.number(top) if top else None
