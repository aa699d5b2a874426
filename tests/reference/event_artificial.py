"""Decision 0003, artificial scores over an event: 12C2(d), 12C2(c), line rounding."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction

from .awards import Artificial
from .event_file import Contest
from .event_lines import Figure, Line


@dataclass(frozen=True)
class Settled:
    """A line with its final figure."""

    line: Line
    figure: Fraction | None


def limited(contest: Contest, lines: list[Line]) -> list[Line]:
    """12C2(d): one contestant's averages plus beyond the limit of a session, in the order of the file."""
    options = contest.options
    count: dict[str, int] = {}
    result: list[Line] = []
    for line in lines:
        figure = line.figure
        if figure.artificial and figure.artificial.name == "A+":
            count[line.session] = count.get(line.session, 0) + 1
            if options.average_plus_limit and count[line.session] > options.average_plus_limit:
                if options.after_limit == "average":
                    average = Fraction(0) if figure.top is None else figure.top / 2
                    figure = replace(figure, artificial=Artificial("A"), flat=average)
                else:
                    figure = Figure()
        result.append(replace(line, figure=figure))
    return result


def window(contest: Contest, line: Line) -> Hashable:
    """Name the window of 12C2(c) that a line belongs to."""
    setting = contest.options.session_score
    if setting == "stage":
        return "stage"
    # Section 12: the window of Swiss pairs is the match, whatever else a session is.
    if contest.form == "swiss-pairs" or (setting == "match" and contest.form == "teams"):
        return line.match
    return line.session


def settled(contest: Contest, lines: list[Line]) -> list[Fraction | None]:
    """12C2(c): one contestant's figures, the artificial ones not yet rounded as lines."""
    result: list[Fraction | None] = []
    for place, line in enumerate(lines):
        figure = line.figure
        if figure.artificial is None:
            result.append(figure.value)
            continue
        assert figure.flat is not None
        others = [
            other.figure
            for i, other in enumerate(lines)
            if i != place and window(contest, other) == window(contest, line)
        ]
        floating = None if contest.options.session_score == "off" else own_score(contest, figure, others)
        points = figure.flat
        if floating is not None and figure.artificial.name == "A+":
            points = max(points, floating)
        if floating is not None and figure.artificial.name == "A-":
            points = min(points, floating)
        result.append(points)
    return result


def own_score(contest: Contest, figure: Figure, others: list[Figure]) -> Fraction | None:
    """Return what the contestant's score on the other boards makes on this one; None without any."""
    basis = [(other.value, other.top) for other in others if other.value is not None]
    if not basis:
        return None  # no real board: the flat value
    if contest.options.session_basis == "other-boards":
        basis += [(other.flat, other.top) for other in others if other.flat is not None]
    total = sum((value for value, _ in basis if value is not None), Fraction(0))
    if figure.top is None:
        return total / len(basis)
    tops = sum((top for _, top in basis if top is not None), Fraction(0))
    return None if tops == 0 else total / tops * figure.top
