"""Sections 4 and 5: Butler and cross-IMPs."""

from decimal import Decimal, localcontext
from fractions import Fraction

from .awards import Artificial, Scores
from .field import Board, flat_imps, frequencies, groups, peers
from .figures import DIGITS, nearest, nearest_even, whole
from .scales import imps

# --- Butler -----------------------------------------------------------------------------------


def trimmed_at_each_end(trim: str, n: int) -> int:
    """Return how many of n tables are trimmed at each end; something is always left."""
    most = (n - 1) // 2
    if trim == "median":
        return most
    if trim.endswith("%"):
        return min(n * int(trim[:-1]) // 100, most)
    return min(int(trim), most)


def take_off(ordered: list[tuple[int, Fraction]], weight: Fraction) -> list[tuple[int, Fraction]]:
    """Take that much weight off the front of a list of (score, weight)."""
    rest = list(ordered)
    while weight > 0:
        points, here = rest.pop(0)
        if here > weight:
            rest.insert(0, (points, here - weight))
        weight -= min(here, weight)
    return rest


def datum(board: Board, group: str, side: str) -> Fraction | None:
    """Return the datum of a direction, None if no table is in it."""
    n = len(peers(board, group, side))
    if n == 0:
        return None
    left = sorted(frequencies(board, group, side).items())
    if board.options.imp_factoring == "expected":
        # Section 5: the frequencies are raised to E tables, and E tables are trimmed.
        left = [(points, weight * board.expected / n) for points, weight in left]
        n = whole(board.expected)
    trim = Fraction(trimmed_at_each_end(board.options.butler_trim, n))
    left = take_off(left, trim)[::-1]
    left = take_off(left, trim)
    total = sum((weight for _, weight in left), Fraction(0))
    mean = sum((points * weight for points, weight in left), Fraction(0)) / total
    unit = board.options.butler_round_to
    if unit == 0:
        return mean
    return (nearest if board.options.butler_tie == "away" else nearest_even)(mean, unit)


def butler_imps(points: int, middle: Fraction | None, side: str) -> Fraction:
    """Return the IMPs of an N-S score against the datum, in a side's own view."""
    if middle is None:
        return Fraction(0)  # nothing to compare with
    sign = 1 if side == "ns" else -1
    return Fraction(imps(sign * (points - middle)))


def butler_value(board: Board, place: int, side: str) -> Fraction | None:
    """Return the Butler IMPs of one side of one table."""
    table = board.tables[place]
    award = table.award(side)
    if isinstance(award, Artificial):
        return flat_imps(award, board.options)
    if not isinstance(award, Scores):
        return None
    middle = datum(board, table.group, side)
    total = Fraction(0)
    for points, weight in award.weights().items():
        total += weight * butler_imps(points, middle, side)
    return total


def butler_chart(board: Board, group: str, side: str) -> dict[int, Fraction]:
    """Return the IMPs of every score in the datum of a direction."""
    middle = datum(board, group, side)
    return {p: butler_imps(p, middle, side) for p in sorted(frequencies(board, group, side))}


# --- cross-IMPs -------------------------------------------------------------------------------


def divided(board: Board, n: int, total: Fraction) -> Fraction:
    """Report a sum of IMPs over a field of n tables as the setting says."""
    divisor = board.options.cross_imps_divisor
    if divisor == "comparisons":
        return total / (n - 1)
    if divisor == "tables":
        return total / n
    if divisor == "sum":
        return total
    with localcontext() as context:
        context.prec = DIGITS
        root = (Decimal(n * (n - 1)) / 2).sqrt()
        # One division, so that a figure which is exactly a half stays one.
        quotient = Decimal(total.numerator) / (Decimal(total.denominator) * root)
    return nearest(Fraction(quotient), Fraction(1, 100))


def reported(board: Board, n: int, total: Fraction) -> Fraction:
    """Report the sum of a row's comparisons among n results; it may have to be raised to E of them."""
    if n <= 1:
        return Fraction(0)  # no comparison (decision 11)
    if board.options.imp_factoring == "expected":
        return divided(board, whole(board.expected), total * board.expected / n)
    figure = divided(board, n, total)
    if board.options.cross_imps_divisor == "sum" and len(groups(board)) > 1:
        figure *= (board.expected - 1) / (n - 1)
    return figure


def artificial_cross_imps(board: Board, group: str, side: str, award: Artificial) -> Fraction:
    """Return an artificial score's IMPs: as they are, or as so many in each comparison."""
    flat = flat_imps(award, board.options)
    if board.options.average_imps_per == "board" or award.name == "IMP":
        return flat
    if board.options.imp_factoring == "expected":
        expected = whole(board.expected)  # all E - 1 comparisons, however few there were
        return divided(board, expected, flat * (expected - 1)) if expected > 1 else Fraction(0)
    n = len(peers(board, group, side))
    return reported(board, n, flat * (n - 1))


def compare(mine: Scores, theirs: Scores, side: str, cap: int) -> Fraction:
    """Compare two tables component by component, in IMPs."""
    total = Fraction(0)
    for weight, points in mine.seen_by(side):
        for other_weight, other_points in theirs.seen_by(side):
            total += weight * other_weight * imps(points - other_points, cap)
    return total


def cross_imps_sum(board: Board, group: str, side: str, award: Scores, besides: int) -> Fraction:
    """Compare an award with every table of the field but the one in place `besides`."""
    total = Fraction(0)
    for other in peers(board, group, side):
        if other != besides:
            theirs = board.tables[other].award(side)
            assert isinstance(theirs, Scores)
            total += compare(award, theirs, side, board.options.imp_cap)
    return total


def cross_imps_value(board: Board, place: int, side: str) -> Fraction | None:
    """Return the cross-IMPs of one side of one table."""
    table = board.tables[place]
    award = table.award(side)
    if isinstance(award, Artificial):
        return artificial_cross_imps(board, table.group, side, award)
    if not isinstance(award, Scores):
        return None
    n = len(peers(board, table.group, side))
    # A row that is left out is in no field, so nothing is left besides it.
    return reported(board, n, cross_imps_sum(board, table.group, side, award, place))


def cross_imps_chart(board: Board, group: str, side: str) -> dict[int, Fraction]:
    """Return the figure of every score in the field of a direction."""
    f = frequencies(board, group, side)
    n = len(peers(board, group, side))
    sign = 1 if side == "ns" else -1
    result = {}
    for points in sorted(f):
        total = sum((f[t] * imps(sign * (points - t), board.options.imp_cap) for t in f), Fraction(0))
        result[points] = reported(board, n, total)
    return result
