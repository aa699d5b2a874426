"""Law 78B (IMPs) and the victory-point scales of section 6."""

import math
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from functools import cache

from .figures import DIGITS, nearest, to_decimal

IMP_BOUNDS = "20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500 4000"


def imps(difference: Fraction | int, cap: int = 24) -> int:
    """Turn a difference in points into IMPs: one for every lower bound that is reached."""
    size = max(Fraction(difference), -Fraction(difference))
    count = 0
    for bound in IMP_BOUNDS.split():
        if size >= int(bound):
            count += 1
    count = min(count, cap)
    return count if difference > 0 else -count


def hundredths(value: Decimal) -> Fraction:
    """Round a positive decimal to 0.01, half up, and make it a fraction."""
    return Fraction(value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


# --- wbf-continuous ---------------------------------------------------------------------------


def continuous_raw(boards: int, margin: Fraction) -> Fraction:
    """VP(m) = 10 + 10(1 - R^(m/X))/(1 - R), at most 20, to 0.01 half up, for m >= 0."""
    with localcontext() as context:
        context.prec = DIGITS
        r = Decimal(5).sqrt() - 2
        x = 15 * Decimal(boards).sqrt()
        points = 10 + 10 * (1 - r ** (to_decimal(margin) / x)) / (1 - r)
        return hundredths(min(points, Decimal(20)))


@cache
def continuous_table(boards: int) -> list[Fraction]:
    """Return the VPs of the whole margins 0, 1, 2... up to just past the blitz, repaired."""
    with localcontext() as context:
        context.prec = DIGITS
        blitz = math.ceil(15 * Decimal(boards).sqrt())
    table = [continuous_raw(boards, Fraction(margin)) for margin in range(blitz + 2)]
    again = True
    while again:
        again = False
        for i in range(1, blitz + 1):
            if table[i + 1] - table[i] > table[i] - table[i - 1]:
                table[i] += Fraction(1, 100)
                again = True
    return table


# --- wbf-discrete, wbf-discrete-10 ------------------------------------------------------------


def discrete_bounds(boards: Fraction, midpoint: int) -> list[int]:
    """Return u_k, the largest margin for midpoint + k VPs, with the band widths made to grow."""
    with localcontext() as context:
        context.prec = DIGITS
        r = Decimal(5).sqrt() - 2
        x = 15 * to_decimal(boards).sqrt()
        bounds = []
        for k in range(midpoint):
            inner = 1 - (1 - r) * (Decimal("0.5") + k) / midpoint
            bounds.append(math.floor(x * inner.ln() / r.ln()))
    k = 0
    while k + 1 < len(bounds):
        width = 2 * bounds[0] + 1 if k == 0 else bounds[k] - bounds[k - 1]
        if bounds[k + 1] - bounds[k] < width:
            bounds[k] -= 1
            k = 0
        else:
            k += 1
    return bounds


# --- the scales that are tables ---------------------------------------------------------------

ACBL_20 = {
    range(6, 9): "0 1 3 5 8 11 14 17 20 24 28",
    range(9, 12): "0 1 3 6 10 14 18 22 26 31 36",
}
ACBL_30 = {
    range(6, 9): "0:15 1:18 2:19 3:20 4:21 5:22 7:23 9:24 11:25 14:26 17:27 20:28 24:29 28:30",
    range(9, 12): "0:15 1:18 2:19 3:20 5:21 7:22 9:23 12:24 15:25 18:26 22:27 26:28 31:29 36:30",
}

EBU_SWISS_PAIRS = {
    range(1, 5): "50.92 52.8 54.71 56.7 58.8 61.08 63.63 66.61 70.36 75.95",
    range(5, 7): "50.78 52.39 54.02 55.72 57.51 59.45 61.62 64.17 67.37 72.13",
    range(7, 10): "50.65 51.98 53.33 54.74 56.23 57.83 59.64 61.75 64.4 68.35",
    range(10, 14): "50.54 51.65 52.78 53.95 55.19 56.53 58.04 59.8 62.01 65.3",
    range(14, 20): "50.45 51.38 52.32 53.3 54.34 55.45 56.71 58.18 60.03 62.78",
    range(20, 28): "50.38 51.16 51.94 52.77 53.63 54.57 55.62 56.85 58.4 60.71",
}


def line_for(tables: dict[range, str], boards: int) -> str:
    """Return the line of a scale for that number of boards, as it is written."""
    for boards_range, line in tables.items():
        if boards in boards_range:
            return line
    raise ValueError(f"this scale has no line for {boards} boards")


def for_boards(tables: dict[range, str], boards: int) -> list[Fraction]:
    """Return the figures of a scale's line for that number of boards."""
    return [Fraction(entry) for entry in line_for(tables, boards).split()]


def pool(scale: str) -> int:
    """Return the VPs that a match is about."""
    return {"acbl-30": 30, "wbf-discrete-10": 10}.get(scale, 20)


def winners_vp(scale: str, boards: int, margin: int) -> Fraction:
    """Return the VPs for a whole margin, 0 or more, from the table of the scale."""
    if boards < 1:
        raise ValueError("a match has at least one board")
    if scale == "wbf-continuous":
        table = continuous_table(boards)
        return table[min(margin, len(table) - 1)]
    if scale in ("wbf-discrete", "wbf-discrete-10"):
        midpoint = 10 if scale == "wbf-discrete" else 5
        length = Fraction(boards) if scale == "wbf-discrete" else Fraction(boards, 2)
        return Fraction(midpoint + sum(margin > u for u in discrete_bounds(length, midpoint)))
    if scale == "acbl-20":
        return Fraction(9 + sum(margin >= first for first in for_boards(ACBL_20, boards)))
    if scale == "acbl-30":
        points = 0
        for entry in line_for(ACBL_30, boards).split():
            first, value = entry.split(":")
            if margin >= int(first):
                points = int(value)
        return Fraction(points)
    raise ValueError(f"no such scale for margins: {scale}")


def vp_of_margin(scale: str, boards: int, margin: Fraction, policy: str) -> Fraction:
    """Return a side's VPs for its own margin, which may be negative or fractional."""
    if margin < 0:
        return pool(scale) - vp_of_margin(scale, boards, -margin, policy)
    if policy in ("round-match", "round-board"):
        margin = nearest(margin, Fraction(1))
    below = math.floor(margin)
    if margin == below:
        return winners_vp(scale, boards, below)
    if policy == "interpolate":
        low, high = winners_vp(scale, boards, below), winners_vp(scale, boards, below + 1)
        return low + (margin - below) * (high - low)
    if scale == "wbf-continuous":
        return continuous_raw(boards, margin)
    # The other scales are tables of whole margins: the margin is rounded towards zero.
    return winners_vp(scale, boards, below)


def vp_of_percentage(scale: str, boards: int, percent: Fraction) -> Fraction:
    """Return a pair's VPs for its percentage of the match; on a bound the VP nearer 10."""
    if scale != "ebu-swiss-pairs":
        raise ValueError(f"no such scale for percentages: {scale}")
    percent = nearest(min(max(percent, Fraction(0)), Fraction(100)), Fraction(1, 100))
    better = max(percent, 100 - percent)
    points = Fraction(10 + sum(better > bound for bound in for_boards(EBU_SWISS_PAIRS, boards)))
    return points if percent >= 50 else 20 - points
