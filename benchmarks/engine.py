"""The engine as the benchmarks run it: a session's boards scored, and the totals of its pairs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

from amends import Board, BySide, ScoredBoard, Side, load_regulation
from amends.laws import law77
from amends.scoring import event as scored_events
from amends.scoring.board import Column
from amends.scoring.columns import Lines, spread
from amends.scoring.methods import method
from benchmarks.sessions import Session

EXACT = load_regulation("exact")
MATCHPOINTS, CROSS_IMPS = method("matchpoints"), method("cross-imps")


def totals(session: Session) -> list[Fraction]:
    """The exact total of every pair, from columns."""
    scored = [(from_columns(played.board, played.lines), played.seats) for played in session]
    return added_up(scored, session.pairs)


def added_up(scored: list[tuple[BySide[Column], BySide[list[int]]]], pairs: int) -> list[Fraction]:
    """Integers over the one unit of all columns, added up; a Fraction only at the end, one for each pair."""
    unit = lcm(*(column.unit for columns, _ in scored for column in columns))
    sums = [0] * pairs
    for columns, seats in scored:
        for side in Side:
            column = columns[side]
            factor = unit // column.unit
            for pair, figure in zip(seats[side], column.numerators, strict=True):
                if figure is not None:
                    sums[pair] += figure * factor
    return [Fraction(total, unit) for total in sums]


def from_columns(board: Board, lines: Lines) -> BySide[Column]:
    """The matchpoints of a board whose rows are columns already."""
    return ScoredBoard(board, MATCHPOINTS, EXACT, columns=lines).columns


def from_rows(boards: Iterable[Board]) -> list[BySide[Column]]:
    """The matchpoints of boards from their rows, whose awards are parsed."""
    return [ScoredBoard(board, MATCHPOINTS, EXACT).columns for board in boards]


def cross_imps(board: Board, lines: Lines) -> BySide[Column]:
    """The cross-IMPs of a board whose rows are columns already."""
    return ScoredBoard(board, CROSS_IMPS, EXACT, columns=lines).columns


def forget_events() -> None:
    """Forget the standings of events that were scored lately, so that they are scored again."""
    scored_events._recent.clear()


def forget_contracts() -> None:
    """Empty the caches of contracts' points, so that they are worked out again."""
    spread.cache_clear()
    law77.points.cache_clear()
