"""Sections 2, 7 and 10: matchpoints, on the 2-1-0 scale throughout; the last step scales them."""

from fractions import Fraction

from .awards import Artificial, Scores
from .field import Board, flat_percentage, frequencies, groups, peers


def compare(mine: Scores, theirs: Scores, side: str) -> Fraction:
    """Compare two tables component by component: 2, 1 or 0 times both weights."""
    total = Fraction(0)
    for weight, points in mine.seen_by(side):
        for other_weight, other_points in theirs.seen_by(side):
            if points > other_points:
                total += 2 * weight * other_weight
            elif points == other_points:
                total += weight * other_weight
    return total


def chart_frequencies(board: Board, group: str, side: str) -> dict[int, Fraction]:
    """Return the frequencies of the chart that a direction is read from."""
    if board.options.split_field == "two-charts":
        return frequencies(board, group, side)
    # half-weights: one chart, the means of the two directions' frequencies (decision 9)
    both = frequencies(board, group, "ns"), frequencies(board, group, "ew")
    nothing = Fraction(0)
    return {
        points: (both[0].get(points, nothing) + both[1].get(points, nothing)) / 2
        for points in both[0].keys() | both[1].keys()
    }


def field_size(board: Board, group: str, side: str) -> Fraction:
    """Return A: the tables with a comparable result in that direction."""
    if board.options.split_field == "half-weights":
        return sum(chart_frequencies(board, group, side).values(), Fraction(0))
    return Fraction(len(peers(board, group, side)))


def chart_value(f: dict[int, Fraction], points: int, side: str) -> Fraction:
    """MP(s) = 2 * (the weight of inferior scores) + f(s) - 1, also where s did not occur."""
    sign = 1 if side == "ns" else -1
    inferior = sum((f[t] for t in f if sign * t < sign * points), Fraction(0))
    return 2 * inferior + f.get(points, Fraction(0)) - 1


def is_small(board: Board, side: str, size: Fraction) -> bool:
    """Tell whether a group of that size gets percentages instead of the formula."""
    all_groups = groups(board)
    if len(all_groups) < 2:
        return board.options.few_results == "percentages" and size <= 2 and size < board.expected
    if board.options.small_groups == "ebu":
        return not (size > 3 or size > board.expected / 3)
    if board.options.small_groups == "acbl-1991":
        largest = max(field_size(board, group, side) for group in all_groups)
        return size <= 2 or (size <= 3 and size < largest)
    return False


def factored(board: Board, group: str, side: str, m: Fraction) -> Fraction:
    """Factor M matchpoints made among the A results of a group up to the E of the field."""
    e, a = board.expected, field_size(board, group, side)
    method = board.options.factoring
    if a == 0:
        # Every comparable row was left out: nothing to compare with, half of the top.
        return top(board, group, side) / 2
    if is_small(board, side, a):  # whatever the factoring (decision 8)
        percent = 60 + 5 * (m - (a - 1))
        if len(groups(board)) > 1 and board.options.small_groups == "ebu" and a == 1:
            percent = board.options.average_plus_percent
        return percent / 100 * 2 * (e - 1)
    if method == "neuberg":
        return e / a * (m + 1) - 1
    if method == "tie-with-average":
        return m + (e - a)
    if method == "proportional":
        return e - 1 if a == 1 else m * (e - 1) / (a - 1)
    return m


def top(board: Board, group: str, side: str) -> Fraction:
    """Return the top that a row's figure belongs to (the two sides of one chart add up to it)."""
    if board.options.factoring == "none":
        return 2 * max(field_size(board, group, side) - 1, Fraction(0))
    return 2 * (board.expected - 1)


def artificial_value(board: Board, group: str, side: str, award: Artificial) -> Fraction:
    """Return an artificial score's percentage of the full top, or of the group's own."""
    full = 2 * (board.expected - 1)
    if board.options.artificial_top == "own":
        full = 2 * max(field_size(board, group, side) - 1, Fraction(0))
    return flat_percentage(award, board.options) * full


def value(board: Board, place: int, side: str) -> Fraction | None:
    """Return the matchpoints of one side of one table, on the 2-1-0 scale."""
    table = board.tables[place]
    award = table.award(side)
    if isinstance(award, Artificial):
        return artificial_value(board, table.group, side, award)
    if not isinstance(award, Scores):
        return None
    m = Fraction(0)
    if table.in_field and board.options.split_field == "two-charts":
        for other in peers(board, table.group, side):
            if other != place:
                theirs = board.tables[other].award(side)
                assert isinstance(theirs, Scores)
                m += compare(award, theirs, side)
    else:
        # A row that is left out, and every row under half-weights, is read from the chart.
        f = chart_frequencies(board, table.group, side)
        for points, weight in award.weights().items():
            m += weight * chart_value(f, points, side)
    return factored(board, table.group, side, m)


def chart(board: Board, group: str, side: str) -> dict[int, Fraction]:
    """Return the factored value of every score in the field of a direction."""
    f = chart_frequencies(board, group, side)
    return {points: factored(board, group, side, chart_value(f, points, side)) for points in sorted(f)}
