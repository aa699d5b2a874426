"""The reference: the frequency method at matchpoints in `Fraction`s throughout, as one would first write it down.

Rows are counted, not compared; one pass through the sorted scores gives each its matchpoints, and a row's figure is
looked up. Only the numbers differ from the engine: no integers over a common unit.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from amends import Artificial, Award, Board, Grade, Mixture, Side
from amends.laws import law77
from amends.scoring.columns import Lines
from benchmarks.sessions import Session

_SHARES = {Grade.PLUS: Fraction(3, 5), Grade.AVERAGE: Fraction(1, 2), Grade.MINUS: Fraction(2, 5)}


def totals(session: Session) -> list[Fraction]:
    """The exact total of every pair."""
    sums = [Fraction(0)] * session.pairs
    for played in session:
        board, lines = played.board, played.lines
        plain = {points: Fraction(times) for points, times in Counter(lines.points).items() if points is not None}
        for side in Side:
            values = _values(_frequencies(plain, board, lines, side), board.expected, side)
            for pair, figure in zip(played.seats[side], _figures(values, board, lines, side), strict=True):
                if figure is not None:
                    sums[pair] += figure
    return sums


def _frequencies(plain: dict[int, Fraction], board: Board, lines: Lines, side: Side) -> dict[int, Fraction]:
    """How often each N-S score occurs in the side's view; a weighted row counts by its fractions."""
    frequencies = dict(plain)
    for row in lines.apart.values():
        award = row.awards[side]
        if isinstance(award, Mixture):
            for weight, outcome in award.parts:
                points = law77.points(outcome, board.vulnerable)
                frequencies[points] = frequencies.get(points, 0) + weight
    return frequencies


def _values(frequencies: dict[int, Fraction], expected: int, side: Side) -> dict[int, Fraction]:
    """Matchpoints M = 2 · below + equal − 1 of each score, factored by Neuberg to (E/A)(M + 1) − 1."""
    factor = expected / sum(frequencies.values(), Fraction(0))
    values, below = {}, Fraction(0)
    for points in sorted(frequencies, reverse=side is Side.EW):
        with_equal = below + frequencies[points]
        values[points] = factor * (below + with_equal) - 1
        below = with_equal
    return values


def _figures(values: dict[int, Fraction], board: Board, lines: Lines, side: Side) -> list[Fraction | None]:
    """The figure of each row."""
    figures = [None if points is None else values[points] for points in lines.points]
    for index, row in lines.apart.items():
        figures[index] = _award(row.awards[side], board, values)
    return figures


def _award(award: Award, board: Board, values: dict[int, Fraction]) -> Fraction | None:
    """The figure of a row apart: weighted after its results were scored, or a share of the top."""
    if isinstance(award, Mixture):
        parts = (weight * values[law77.points(outcome, board.vulnerable)] for weight, outcome in award.parts)
        return sum(parts, Fraction(0))
    if isinstance(award, Artificial) and isinstance(award.grade, Grade):
        return _SHARES[award.grade] * (2 * (board.expected - 1))
    return None
