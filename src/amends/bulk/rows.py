"""A table of rows becomes a table of figures: whole boards in, one line for each row out.

`score_rows` is what every engine runs on each part of the data that has all results of its boards.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pyarrow as pa

from amends import exact
from amends.awards import Artificial, Award, NotScored, parse_award
from amends.bridge import BySide, Side, Vulnerable, vulnerability
from amends.bulk.awards import (
    NO_SCORE,
    AwardPair,
    RuledRows,
    award_pair,
    no_ruled_rows,
    read_awards,
    ruled_rows,
    table_award,
)
from amends.bulk.charts import Integers
from amends.bulk.figures import BoardFigures, BoardRows, SideFigures, score_boards
from amends.bulk.options import BulkOptions
from amends.bulk.whole_boards import board_codes
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
    board, first = board_codes(table, options)
    score = _scores(table)
    expected = table["expected"].to_numpy().astype(np.int64)[first]
    ruled = _ruled(table, board, score, options)
    plain = score
    if len(ruled):
        plain = score.copy()
        plain[ruled.row] = NO_SCORE
    figures = score_boards(BoardRows(board, plain, expected, ruled), options)
    columns = [table[name] for name in KEPT if name in table.column_names]
    claims = []
    for side in Side:
        columns += _side_columns(figures, ruled, side, len(table))
        claims.append(_claims(figures, ruled, side, len(table), options))
    return pa.table([*columns, *claims], schema=scored_schema(table.schema))


def _scores(table: pa.Table) -> Integers:
    column = table["score"]
    if column.null_count:
        column = column.fill_null(NO_SCORE)
    return np.asarray(column.to_numpy(), np.int64)


def _ruled(table: pa.Table, board: Integers, score: Integers, options: BulkOptions) -> RuledRows:
    """The rows with awards, and those where somebody sits out and the regulation has a score for it."""
    has_award = np.zeros(len(table), bool)
    for name in ("award_ns", "award_ew"):
        if name in table.column_names:
            has_award |= table[name].is_valid().to_numpy()
    sits_out = np.zeros(len(table), bool)
    if options.sit_out is not None:
        for name in ("ns", "ew"):
            sits_out |= table[name].is_null().to_numpy()
    which = np.flatnonzero(has_award | sits_out)
    if not len(which):
        return no_ruled_rows()
    some = table.take(pa.array(which)).to_pydict()
    absent = [None] * len(which)
    pairs, non_offending = [], []
    for place, row in enumerate(which.tolist()):
        vulnerable = conditions(some.get("vulnerable", absent)[place], some["board"][place])
        if has_award[row]:
            ns, ew = some["award_ns"][place] or "", some["award_ew"][place] or ""
            pairs.append(_award_pair(ns, ew, int(score[row]), vulnerable, options))
        else:
            seated = BySide(some["ns"][place] is not None, some["ew"][place] is not None)
            pairs.append(_sit_out_pair(seated, options))
        non_offending.append(named_sides(some.get("non_offending", absent)[place]))
    return ruled_rows(which.tolist(), board[which].tolist(), pairs, non_offending)


def conditions(vulnerable: str | None, board: int) -> Vulnerable:
    """Who is vulnerable: as the row says, else by the number of the board."""
    return Vulnerable(vulnerable) if vulnerable else vulnerability(board)


def named_sides(text: str | None) -> BySide[bool] | None:
    """Whether each side is non-offending; None where the table of awards does not say."""
    if not text:
        return None
    return BySide(text in ("ns", "both"), text in ("ew", "both"))


_PAIRS: dict[tuple[object, ...], AwardPair] = {}
_MOST_PAIRS = 65536


def _award_pair(ns: str, ew: str, score: int, vulnerable: Vulnerable, options: BulkOptions) -> AwardPair:
    """What follows from the awards of a row; equal awards are looked at once."""
    regulation = options.regulation
    key = (ns, ew, score, vulnerable, options.scoring, id(regulation))
    found = _PAIRS.get(key)
    if found is None:
        if len(_PAIRS) >= _MOST_PAIRS:
            _PAIRS.clear()
        awards = read_awards(ns, ew, score, vulnerable, options.scoring)
        found = _PAIRS[key] = award_pair(awards, table_award(score), vulnerable, options)
    return found


def _sit_out_pair(seated: BySide[bool], options: BulkOptions) -> AwardPair:
    """The regulation's score to the side that sits out."""
    none: Award = NotScored(expected=False)
    awards = seated.map(lambda sits: options.sit_out if sits and options.sit_out else none)
    return award_pair(awards, none, Vulnerable.NONE, options)


def _side_columns(figures: BoardFigures, ruled: RuledRows, side: Side, rows: int) -> list[pa.Array]:
    """Points, top, unit and exact figure of each row for one side."""
    own, position, board = figures.sides[side], figures.position, figures.cells.board
    points, top, unit = (np.zeros(rows, np.int64) for _ in range(3))
    plain = slice(None) if not len(ruled) and (position >= 0).all() else position >= 0
    cell = position[plain]
    at = board[cell]
    points[plain], top[plain], unit[plain] = own.cell_value[cell], own.top[at], own.denominator[at]
    points[ruled.row], top[ruled.row], unit[ruled.row] = own.slot_over, own.slot_top, own.slot_under
    texts: dict[int, str] = {}
    if own.large_cells or own.large:
        _large(own, figures, ruled, points, top, unit, texts)
    no_figure = unit == 0
    no_points = no_figure.copy()
    no_points[list(texts)] = True
    exact_column = pa.nulls(rows, pa.string())
    if texts:
        exact_column = pa.array([texts.get(row) for row in range(rows)], pa.string())
    masks = (no_points, no_figure, no_figure)
    return [
        *(pa.array(column, mask=mask) for column, mask in zip((points, top, unit), masks, strict=True)),
        exact_column,
    ]


def _large(
    own: SideFigures, figures: BoardFigures, ruled: RuledRows, points: Integers, top: Integers, unit: Integers,
    texts: dict[int, str],
) -> None:  # fmt: skip
    """The figures that do not fit into columns: as text, with the top over a unit of its own."""
    board = figures.cells.board
    large = np.array(sorted(own.large_cells), np.int64)
    values = {
        int(row): own.large_cells[int(figures.position[row])]
        for row in np.flatnonzero(np.isin(figures.position, large))
    }
    tops = {row: own.large_tops[int(board[figures.position[row]])] for row in values}
    for slot, value in own.large.items():
        row, at = int(ruled.row[slot]), int(ruled.board[slot])
        values[row] = value
        known = own.large_tops.get(at)
        tops[row] = Fraction(int(own.top[at]), int(own.denominator[at])) if known is None else known
    for row, value in values.items():
        available = tops[row]
        top[row], unit[row] = available.numerator, available.denominator
        texts[row] = f"{value.numerator}/{value.denominator}"


def _claims(figures: BoardFigures, ruled: RuledRows, side: Side, rows: int, options: BulkOptions) -> pa.Array:
    """The artificial scores of one side, each as `claim_text`."""
    parity = 0 if side is Side.NS else 1
    texts: dict[int, str] = {}
    for slot, award in ruled.artificial.items():
        if slot % 2 == parity:
            place = slot // 2
            texts[int(ruled.row[place])] = claim_text(
                _claim(figures, ruled, int(ruled.board[place]), side, award, options)
            )
    if not texts:
        return pa.nulls(rows, pa.string())
    return pa.array([texts.get(row) for row in range(rows)], pa.string())


def _claim(
    figures: BoardFigures, ruled: RuledRows, board: int, side: Side, award: Artificial, options: BulkOptions
) -> Claim:
    """An artificial score on its board, before the session score is looked at."""
    tally = figures.tallies[side]
    unit, weight = int(tally.unit[board]), int(tally.weight[board])
    if board in figures.units:
        unit = figures.units[board]
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
