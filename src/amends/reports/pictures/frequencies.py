"""How often each score occurs on a board: a bar for each, and what it is worth."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction

from amends import exact
from amends.bridge import Side
from amends.event import Row
from amends.reports.layout.html import Markup, joined
from amends.reports.pictures import drawing as svg
from amends.scoring.columns import same_award, stands_apart
from amends.scoring.field import FieldBoard
from amends.wording.figures import UNITS

_LINE, _BAR, _GAP = 28, 16, 7
_WIDEST_SCORE = 60
_NARROWEST = 90
"""Where the longest bar would be shorter than this, words stand below the bars and not beside them."""


def _exactly(value: Fraction | None) -> str:
    """A figure with its fraction; whether that fits is seen when it is drawn."""
    return "–" if value is None else exact.mixed(value)


def frequencies_picture(
    board: FieldBoard,
    *,
    side: Side = Side.NS,
    group: str | None = None,
    ruled: Collection[str] | None = None,
    written: Callable[[Fraction | None], str] = _exactly,
    name: str = "",
) -> Markup:
    """The frequencies of a board as `reports.traveller.frequencies` has them, best for N-S first, all in N-S scores.

    What adjusted rows add is outlined and named; `ruled` (ids of table results) outlines the rows of these tables and
    no other. `side` says whose frequencies and figures are drawn: they differ where scores are split, and the caption
    says so. A fouled board has a picture for each deal, or one for a `group`. `written` is how figures are written.
    """
    scored = board.scored
    groups = [each for each in scored.lines.names() if scored.chart(side, each).values]
    chosen = [each for each in groups if group in (None, each)]
    base = name or svg.named(
        "frequencies", board.session, board.section, *filter(None, [board.round]), scored.board.number, side.value
    )
    drawn = [_of_group(board, each, side, ruled, written, svg.named(base, each) if each else base) for each in chosen]
    return joined(drawn, "\n")


def _of_group(
    board: FieldBoard,
    group: str,
    side: Side,
    ruled: Collection[str] | None,
    written: Callable[[Fraction | None], str],
    name: str,
) -> Markup:
    scored, chart = board.scored, board.scored.chart(side, group)
    sign = side.sign
    values = {sign * points: Fraction(value, chart.unit) for points, value in chart.values.items()}
    scores = sorted(values, reverse=True)
    times = {points: chart.tally.frequency(sign * points) for points in scores}
    here = [index for index in range(len(board.rows)) if scored.lines.group(index) == group]
    outlined = (
        index
        for index in here
        if (_is_adjusted(board.rows[index], board) if ruled is None else board.rows[index].table.id in ruled)
    )
    parts = {index: shares for index in outlined if (shares := _shows(board, index, side))}
    marked = {points: sum((each.get(points, Fraction(0)) for each in parts.values()), Fraction(0)) for points in scores}
    words = [_words(times[points], values[points], written) for points in scores]

    unit = UNITS[scored.method.unit]
    number = f"Board {scored.board.number}" if scored.board.number else "Board"
    of_group = f", group {group}" if group else ""
    title = f"{number}{of_group}: how often each N-S score occurs"
    says = [
        f"{exact.signed(points)} occurs {exact.mixed(times[points])} times"
        + (f", {exact.mixed(marked[points])} of it outlined" if marked[points] else "")
        + f", and is worth {written(values[points])} {unit} to {side.words}."
        for points in scores
    ]
    named_rows = _named_rows([board.rows[index] for index in parts], ruled is None)
    split = _split(board, group)
    pattern = f"{name}-adjusted"
    drawn, high = _bars(scores, times, marked, words, f"url(#{pattern})")
    whose = f"N-S score, times → {unit} for {side.words}." + (" N-S and E-W differ: a score is split." if split else "")
    notes = [
        *([joined([svg.sample(f"url(#{pattern})", "adjusted"), f"Outlined: {named_rows}"], " ")] if parts else []),
        whose,
    ]
    spoken = [*says, *([f"Outlined: {named_rows}"] if parts else []), whose]
    return svg.figure(svg.drawing(name, title, spoken, high, drawn, [svg.hatched(pattern)] if parts else []), *notes)


def _words(times: Fraction, value: Fraction, written: Callable[[Fraction | None], str]) -> str:
    """How often and worth what; to two places where the fractions are wider than a picture."""
    words = f"{exact.mixed(times)} × → {written(value)}"
    if svg.width(words) <= svg.WIDE - _WIDEST_SCORE:
        return words
    return f"{exact.brief(times)} × → {exact.brief(value).replace('-', '−')}"


def _bars(
    scores: list[int], times: Mapping[int, Fraction], marked: Mapping[int, Fraction], words: list[str], fill: str
) -> tuple[list[Markup], int]:
    """The bars, all to one scale, and how high they are together."""
    left = max((svg.width(exact.signed(points)) for points in scores), default=Fraction(0)) + _GAP
    room = svg.WIDE - left
    beside = [(room - _GAP - svg.width(each)) / times[points] for points, each in zip(scores, words, strict=True)]
    longest = max(times.values(), default=Fraction(1))
    scale, below = min(beside, default=room), 0
    if scale * longest < _NARROWEST:
        scale, below = room / longest, 18
    drawn = []
    for place, (points, label) in enumerate(zip(scores, words, strict=True)):
        y = place * (_LINE + below) + (_LINE - _BAR) // 2
        whole, part = times[points] * scale, marked[points] * scale
        foot = y + _BAR - 3
        drawn += [
            svg.lettered(left - _GAP, foot, exact.signed(points), anchor="end"),
            svg.bar(left, y, whole - part, _BAR, "bar"),
            svg.outlined(left + whole - part, y, part, _BAR, "adjusted", fill),
            svg.lettered(left + 4, foot + 20, label, "soft")
            if below
            else svg.lettered(left + whole + _GAP, foot, label, "soft"),
        ]
    high = len(scores) * (_LINE + below)
    return [*drawn, svg.stroke(left, 0, left, high, "axis")], high


# Which rows are outlined, and what they show


def _is_adjusted(row: Row, board: FieldBoard) -> bool:
    """Whether a row shows anything but the plain result of the table."""
    vulnerable = board.scored.board.vulnerable
    return stands_apart(row.awards, vulnerable) or not same_award(row.awards.ns, row.table.result, vulnerable)


def _shows(board: FieldBoard, index: int, side: Side) -> dict[int, Fraction]:
    """What a row adds to the frequencies of a side, in N-S scores; nothing where it is left out of the field."""
    judging, points = board.scored.judging, board.scored.lines.points[index]
    if points is not None:
        return {points: Fraction(1)}
    shows = judging.shown[index]
    spreads = [(each, 2) for each in shows] if judging.half_weights else [(shows[side], 1)]
    found: dict[int, Fraction] = {}
    for spread, divisor in spreads:
        if spread is not None:
            for score, share in spread.parts:
                found[score] = found.get(score, Fraction(0)) + Fraction(share, spread.unit * divisor)
    return found


def _split(board: FieldBoard, group: str) -> bool:
    """Whether the two sides see other frequencies."""
    ns, ew = (board.scored.chart(side, group).tally for side in Side)
    scores = {*ns.frequencies, *(-points for points in ew.frequencies)}
    return any(ns.frequency(points) != ew.frequency(-points) for points in scores)


def _named_rows(rows: list[Row], adjusted: bool) -> str:
    """The rows in words: the adjusted score of table 6."""
    tables = [
        row.table.words if not row.table.table and any(row.table.seats) else f"table {row.table.table or row.table.id}"
        for row in rows
    ]
    kept = tables[:4] + ([exact.many(len(tables) - 4, "more", "more")] if len(tables) > 4 else [])
    listed = " and ".join([*([", ".join(kept[:-1])] if kept[:-1] else []), *kept[-1:]])
    what = "adjusted score" if adjusted else "score"
    return f"the {what}{'s' if len(rows) > 1 else ''} of {listed}."
