"""A contestant's boards across a session: a bar for each, up or down from the average."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil

from amends import exact
from amends.reports.card import share_of_top
from amends.reports.layout.html import Markup, joined
from amends.reports.pictures import drawing as svg
from amends.scoring.standings import Line, Standings
from amends.wording.figures import UNITS, percent, signed
from amends.wording.names import number_and_names

MOST = 28
"""So many boards stand beside each other; more go on below."""

_PLOT = 110
_STEPS = (5, 10, 15, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000)


@dataclass(frozen=True, slots=True)
class _Scale:
    """What a picture is counted in: its average, the lines above and below it, and its unit."""

    average: Fraction
    low: Fraction
    high: Fraction
    unit: str

    def down(self, value: Fraction) -> Fraction:
        """How far below the upper edge a value stands."""
        return (self.high - value) * _PLOT / (self.high - self.low)

    def words(self, value: Fraction) -> str:
        """A value with its unit."""
        return f"{percent(value)}%" if self.unit == "%" else f"{signed(value)} {self.unit}"

    def mean(self, value: Fraction) -> str:
        """An average with its unit, to two places."""
        return f"{percent(value)}{'%' if self.unit == '%' else f' {self.unit}'}"

    def short(self, value: Fraction) -> str:
        """A value on the axis."""
        return f"{exact.brief(value)}%" if self.unit == "%" else signed(value)


@dataclass(frozen=True, slots=True)
class _Board:
    """A board as it is drawn: its value, and the average of all up to it."""

    line: Line
    value: Fraction | None
    so_far: Fraction | None

    @property
    def adjusted(self) -> bool:
        return self.line.ruling is not None or self.line.artificial


def session_picture(
    standings: Standings, contestant: str, lines: Sequence[Line] | None = None, *, name: str = ""
) -> Markup:
    """The contestant's boards in the order in which they were played: percentages around 50%, else IMPs around 0.

    The line is the average so far. Adjusted boards have a pattern, an outline and ⚖; a board without a score is a gap.
    Each session, and each 28 boards, have a picture of their own. `lines` where somebody has them already.
    """
    kept = standings.lines(contestant) if lines is None else lines
    percents = standings.unit == "matchpoints"
    values = [share_of_top(line, standings.unit) if percents else line.figure for line in kept]
    boards = [
        _Board(line, value, average)
        for line, value, average in zip(kept, values, _averages(kept, values, percents), strict=True)
    ]
    scale = _scale([value for value in values if value is not None], standings.unit)
    who = number_and_names(standings.event, contestant)
    base = name or svg.named("session", contestant)
    parts = list(_parts(boards))
    several = len({session for session, _ in parts}) > 1
    drawn = [
        _part(part, scale, f"{who}, {session}" if session else who, session if several else "", f"{base}-{place}")
        for place, (session, part) in enumerate(parts, 1)
    ]
    if not drawn:
        return Markup("")
    return svg.figure(joined(drawn), _legend(boards, scale, base))


def _averages(lines: Iterable[Line], values: Iterable[Fraction | None], percents: bool) -> list[Fraction | None]:
    """After each board the average of all up to it: the share of what was available, else the mean; None at gaps."""
    total, available = Fraction(0), Fraction(0)
    found: list[Fraction | None] = []
    for line, value in zip(lines, values, strict=True):
        if value is None or line.figure is None:
            found.append(None)
            continue
        total += line.figure
        available += line.top or 0 if percents else 1
        found.append(total / available * (100 if percents else 1))
    return found


def _scale(values: Sequence[Fraction], unit: str) -> _Scale:
    if unit == "matchpoints":
        return _Scale(Fraction(50), min([Fraction(0), *values]), max([Fraction(100), *values]), "%")
    largest = ceil(max(map(abs, values), default=Fraction(0)))
    most = Fraction(next((step for step in _STEPS if step >= largest), largest))
    return _Scale(Fraction(0), -most, most, UNITS[unit])


def _parts(boards: Sequence[_Board]) -> Iterable[tuple[str, list[_Board]]]:
    """The boards of each session, in parts of about the same size."""
    for session in dict.fromkeys(board.line.session for board in boards):
        here = [board for board in boards if board.line.session == session]
        size = ceil(Fraction(len(here), ceil(Fraction(len(here), MOST))))
        words = f"session {session}" if session else ""
        for start in range(0, len(here), size):
            yield words, here[start : start + size]


# One part


def _part(boards: Sequence[_Board], scale: _Scale, who: str, above: str, name: str) -> Markup:
    title = f"{who}: boards {boards[0].line.board} to {boards[-1].line.board} in the order of play"
    pattern = f"{name}-adjusted"
    adjusted = any(board.adjusted for board in boards)
    head = 30 if above else 10
    drawn = [*([svg.lettered(0, 14, above)] if above else []), *_drawn(boards, scale, head, f"url(#{pattern})")]
    says = [_said(board, scale) for board in boards]
    close = any(one.adjusted and other.adjusted for one, other in pairwise(boards))
    high = head + _PLOT + (54 if close else 40 if adjusted else 24)
    return svg.drawing(name, title, says, high, drawn, [svg.hatched(pattern)] if adjusted else [])


def _drawn(boards: Sequence[_Board], scale: _Scale, head: int, fill: str) -> list[Markup]:
    marks = (scale.high, scale.average, scale.low)
    left = max(svg.width(scale.short(mark)) for mark in marks) + 6
    step = min((svg.WIDE - left) / len(boards), Fraction(28))
    right = left + step * len(boards)
    drawn = [
        part
        for mark in marks
        for y in [head + scale.down(mark)]
        for part in (
            svg.lettered(left - 6, y + 5, scale.short(mark), "soft", anchor="end"),
            svg.stroke(left, y, right, y, "grid", dashes="1 4") if mark != scale.average else Markup(""),
        )
    ]
    zero = head + scale.down(scale.average)
    wide = step * 3 / 4
    for place, board in enumerate(boards):
        x = left + step * place + step / 8
        if board.value is None:
            continue
        y = head + scale.down(board.value)
        top, high = min(y, zero), abs(y - zero)
        way = "good" if board.value >= scale.average else "bad"
        kind = f"board {way}"
        drawn.append(
            svg.outlined(x, top, wide, high, kind, fill) if board.adjusted else svg.bar(x, top, wide, high, kind)
        )
        if not high:  # an average has no height, and is no gap
            drawn.append(svg.stroke(x, zero, x + wide, zero, kind, 4))
    drawn.append(svg.stroke(left, zero, right, zero, "axis", Fraction(3, 2)))
    drawn += _average_so_far(boards, scale, head, left, step)
    return drawn + _numbers(boards, head + _PLOT + 18, left, step)


def _average_so_far(boards: Sequence[_Board], scale: _Scale, head: int, left: Fraction, step: Fraction) -> list[Markup]:
    points = [
        f"{svg.length(left + step * place + step / 2)},{svg.length(head + scale.down(board.so_far))}"
        for place, board in enumerate(boards)
        if board.so_far is not None
    ]
    if len(points) < 2:
        return []
    line = " ".join(points)
    # A rim in the colour of the paper keeps the line apart from the bars that it crosses.
    return [
        svg.element("polyline", points=line, kind="halo", fill="none", stroke="none", stroke_width=5),
        svg.element("polyline", points=line, kind="so-far", fill="none", stroke="currentColor", stroke_width=2),
    ]


def _numbers(boards: Sequence[_Board], foot: int, left: Fraction, step: Fraction) -> list[Markup]:
    """The numbers of the boards below the bars, of each or each second, third …, and below those ⚖ of adjusted ones."""
    widest = max(svg.width(str(board.line.board)) for board in boards) + 6
    every = ceil(widest / step)
    adjusted = [place for place, board in enumerate(boards) if board.adjusted]
    numbered: list[int] = []
    for place in (*adjusted, *range(0, len(boards), every)):
        if all(abs(place - other) >= every for other in numbered):
            numbered.append(place)

    def below(place: int, words: str, down: int) -> Markup:
        ruled = place in adjusted
        middle = min(left + step * place + step / 2, svg.WIDE - svg.width(words) / 2)
        return svg.lettered(middle, foot + down, words, "ink" if ruled else "soft", "middle", ruled)

    numbers = [below(place, str(boards[place].line.board), 0) for place in numbered]
    # ⚖ stands on the first line below the numbers, or on the second where it would touch the one before it.
    levels: list[tuple[int, int]] = []
    for place in adjusted:
        touches = bool(levels) and levels[-1][1] == 0 and (place - levels[-1][0]) * step < svg.width("⚖")
        levels.append((place, int(touches)))
    return [*numbers, *(below(place, "⚖", 18 + 14 * level) for place, level in levels)]


def _said(board: _Board, scale: _Scale) -> str:
    words = "no score" if board.value is None else scale.words(board.value)
    ruling = f", ruling {board.line.ruling}" if board.line.ruling else ", artificial" if board.line.artificial else ""
    provisional = ", provisional" if board.line.provisional else ""
    return f"Board {board.line.board}: {words}{ruling}{provisional}."


def _legend(boards: Sequence[_Board], scale: _Scale, base: str) -> Markup:
    known = [board.so_far for board in boards if board.so_far is not None]
    words: list[str] = []
    if known:
        words.append(f"Line: the average so far, at the end {scale.mean(known[-1])}.")
    if any(board.adjusted for board in boards):
        first = next(place for place, (_, part) in enumerate(_parts(boards), 1) if any(each.adjusted for each in part))
        words.append(joined([svg.sample(f"url(#{base}-{first}-adjusted)", "board good"), "⚖ adjusted."], " "))
    if any(board.value is None for board in boards):
        words.append("A gap: no score.")
    return joined(words, " ")
