"""Decisions 0003 and 0007, artificial scores over an event: better of, 12C2(d), 12C2(c), line rounding."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction

from .awards import Artificial
from .event_file import Contest
from .event_lines import ARTIFICIAL, AVERAGE, NOTHING, Choice, Figure, Line
from .rooms import Points


@dataclass(frozen=True)
class Settled:
    """A line with its final figure, and its part in the aggregate of a Patton match."""

    line: Line
    figure: Fraction | None
    points: Points | None = None


def is_plus(figure: Figure | None) -> bool:
    """Tell whether it is an average plus."""
    return figure is not None and figure.artificial is not None and figure.artificial.name == "A+"


def average(figure: Figure) -> Figure:
    """Return the average in place of an average plus beyond the limit."""
    return replace(figure, artificial=Artificial("A"), flat=Fraction(0) if figure.top is None else figure.top / 2)


# --- better of --------------------------------------------------------------------------------


def chosen(contest: Contest, lines: list[Line]) -> list[Choice | None]:
    """Make one contestant's choices, in the order of the file, on the field in which the results are shown."""
    limit = contest.options.average_plus_limit
    count: dict[str, int] = {}
    result: list[Choice | None] = []
    for line in lines:
        given: Figure | None = line.figure
        choice: Choice | None = None
        if line.better_of:
            choice = choice_of(contest, line, lines, bool(limit) and count.get(line.session, 0) >= limit)
            given = line.alternative if choice == ARTIFICIAL else None
        if is_plus(given):
            count[line.session] = count.get(line.session, 0) + 1
        result.append(choice)
    return result


def choice_of(contest: Contest, line: Line, lines: list[Line], beyond: bool) -> Choice:
    """Choose between the results and the artificial score of one line."""
    figures = [figure.value if figure.value is not None else figure.flat for figure in line.results]
    known = [figure for figure in figures if figure is not None]
    best = figures.index(max(known)) if known else 0  # of equal results the first
    if line.alternative is None:
        return best
    alternative, choice = line.alternative, ARTIFICIAL
    if is_plus(alternative) and beyond:
        if contest.options.after_limit == "not-scored":
            return best if known else NOTHING
        alternative, choice = average(alternative), AVERAGE
    if not known:
        return choice
    lifted = floated(contest, alternative, score_without(contest, line, lines))
    return choice if is_at_least(lifted, alternative.top, max(known), line.results[best].top) else best


def is_at_least(one: Fraction, top: Fraction | None, other: Fraction, other_top: Fraction | None) -> bool:
    """Compare two figures, as shares of their tops where they have tops."""
    if top and other_top:
        return one / top >= other / other_top
    return one >= other


def score_without(contest: Contest, line: Line, lines: list[Line]) -> list[tuple[Fraction, Fraction | None]]:
    """p0: the boards of the window that are neither artificial nor better-of, each with its top."""
    return [
        (other.figure.value, other.figure.top)
        for other in lines
        if not other.better_of and other.figure.value is not None and window(contest, other) == window(contest, line)
    ]


# --- 12C2(d), 12C2(c) -------------------------------------------------------------------------


def limited(contest: Contest, lines: list[Line]) -> list[Line]:
    """12C2(d): one contestant's averages plus beyond the limit of a session, in the order of the file.

    Those that were chosen in a better-of award count, but the choice was made with the limit in mind.
    """
    options = contest.options
    count: dict[str, int] = {}
    result: list[Line] = []
    for line in lines:
        figure = line.figure
        if is_plus(figure):
            count[line.session] = count.get(line.session, 0) + 1
            if options.average_plus_limit and count[line.session] > options.average_plus_limit and not line.better_of:
                figure = average(figure) if options.after_limit == "average" else Figure()
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
        if line.figure.artificial is None:
            result.append(line.figure.value)
        elif line.better_of:
            result.append(floated(contest, line.figure, score_without(contest, line, lines)))
        else:
            others = [
                other.figure
                for i, other in enumerate(lines)
                if i != place and window(contest, other) == window(contest, line)
            ]
            basis = [(other.value, other.top) for other in others if other.value is not None]
            if basis and contest.options.session_basis == "other-boards":
                basis += [(other.flat, other.top) for other in others if other.flat is not None]
            result.append(floated(contest, line.figure, basis))
    return result


def floated(contest: Contest, figure: Figure, basis: list[tuple[Fraction, Fraction | None]]) -> Fraction:
    """Lift an average plus, lower an average minus, by the score on the boards of the basis."""
    assert figure.artificial is not None
    assert figure.flat is not None
    if not basis or contest.options.session_score == "off":
        return figure.flat  # no real board: the flat value
    total = sum((value for value, _ in basis), Fraction(0))
    if figure.top is None:
        own = total / len(basis)
    else:
        tops = sum((top for _, top in basis if top is not None), Fraction(0))
        if tops == 0:
            return figure.flat
        own = total / tops * figure.top
    if figure.artificial.name == "A+":
        return max(figure.flat, own)
    return min(figure.flat, own) if figure.artificial.name == "A-" else figure.flat
