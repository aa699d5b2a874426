"""Decision 0003, fields and lines: every row of a board against the others of its field."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from . import matchpoints
from .awards import SIDES, Artificial, Award, BetterOf, NotPlayed, Scores
from .board import (
    FORMS,
    Row,
    artificial_value,
    damage_value,
    fitted,
    judged,
    line_rounded,
    rounded,
    shown,
    shown_with_damage,
    with_award,
    with_result,
)
from .event_file import Contest, Traveller
from .field import Board, groups

FieldName: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """One side of one row: a real figure, or an artificial score at its flat value, or nothing."""

    value: Fraction | None = None
    artificial: Artificial | None = None
    flat: Fraction | None = None
    top: Fraction | None = None


# What is chosen in a better-of award: the place of a result among those of the award, or the artificial score, as it
# is or as an average beyond the limit, or nothing, where there is no result and the limit leaves the board unscored.
Choice: TypeAlias = str | int
ARTIFICIAL, AVERAGE, NOTHING = "artificial", "average", "nothing"


@dataclass(frozen=True)
class Line:
    """A figure as the line of a contestant; `match` is the match or round that it belongs to.

    `place` is that of its row in the file; of its first row in a match of teams. A better-of line that is still to be
    decided has the figures of its results, and that of the artificial score at its flat value as the alternative.
    """

    place: int
    contestant: str
    session: str
    round: str
    board: str
    match: Hashable
    figure: Figure
    better_of: bool = False
    results: tuple[Figure, ...] = ()
    alternative: Figure | None = None


def field_of(contest: Contest, row: Traveller) -> FieldName:
    """Name what has one E: the session, and its section where each section is a field."""
    return (row.session, row.section) if contest.field == "section" else (row.session,)


def board_of(contest: Contest, row: Traveller) -> FieldName:
    """Name the deal of a row in its field: in Swiss pairs numbers may begin anew each round."""
    return (row.round, row.board) if contest.form == "swiss-pairs" else (row.board,)


def results_expected(contest: Contest, travellers: list[Traveller], rows: dict[int, Row], field: FieldName) -> int:
    """Return E: the most results scheduled for any board of the field, or the most that were obtained."""
    live = [row for row in travellers if row.is_live() and field_of(contest, row) == field]
    if contest.options.expected_results == "obtained":
        live = [row for row in live if is_scored(rows[row.place])]
    return max((sum(board_of(contest, x) == board_of(contest, row) for x in live) for row in live), default=0)


def is_scored(row: Row) -> bool:
    """Tell whether at least one side of a row has a score of any kind."""
    return not (isinstance(row.ns, NotPlayed) and isinstance(row.ew, NotPlayed))


def refuse_twice_on_a_board(contest: Contest, travellers: list[Traveller]) -> None:
    """Refuse a pair or player that meets a board of a session (in Swiss pairs, of a round) a second time."""
    met: dict[tuple[str, ...], int] = {}
    for row in travellers:
        if row.is_live() and not isinstance(row.result, NotPlayed):
            for name in row.named.values():
                key = (name, row.session, *board_of(contest, row))
                if key in met:
                    raise ValueError(f"{name} is on board {row.board} twice: lines {met[key] + 2} and {row.place + 2}")
                met[key] = row.place


def pair_lines(
    contest: Contest, travellers: list[Traveller], rows: dict[int, Row], choices: dict[tuple[int, str], Choice]
) -> list[Line]:
    """Score every board of every field; return the lines in the order of the file.

    `choices` has what each contestant chose on a row with a better-of award; while nothing has been chosen such rows
    show their result, and their lines have what there is to choose from.
    """
    shown_rows = dict(rows)
    for row in travellers:
        if row.is_live():
            for side in SIDES:
                made = [choices[row.place, name] for name in row.sitting[side] if (row.place, name) in choices]
                shown_rows[row.place] = decided(shown_rows[row.place], side, made)
    lines: dict[tuple[int, str], list[Line]] = {}
    for field in sorted({field_of(contest, row) for row in travellers}):
        expected = results_expected(contest, travellers, rows, field)
        in_field = [row for row in travellers if field_of(contest, row) == field and not row.cancelled]
        live = [row for row in in_field if row.is_live()]
        for deal in sorted({board_of(contest, row) for row in live}):
            here = [row for row in live if board_of(contest, row) == deal]
            on_board = [shown_rows[row.place] for row in here]
            board, figures = scored_board(contest, on_board, Fraction(expected))
            for own, row in enumerate(here):
                for side in SIDES:
                    lines[row.place, side] = []
                    for line in empty_lines(row, side):
                        awarded = rows[row.place].award(side)
                        line = replace(line, figure=figures[own][side])
                        if isinstance(awarded, BetterOf):
                            choice = choices.get((row.place, line.contestant))
                            line = better_of_line(contest, line, awarded, board, on_board, own, side, choice)
                        lines[row.place, side].append(line)
        for row in in_field:
            if row.sit_out:
                for side in SIDES:
                    figure = sit_out_figure(contest, expected)
                    lines[row.place, side] = [replace(line, figure=figure) for line in empty_lines(row, side)]
    return [line for row in travellers if not row.cancelled for side in SIDES for line in lines[row.place, side]]


def empty_lines(row: Traveller, side: str) -> list[Line]:
    """Return the lines of those who sat on a side, without their figures."""
    match = (row.session, row.round)
    return [Line(row.place, player, row.session, row.round, row.board, match, Figure()) for player in row.sitting[side]]


def better_of_line(
    contest: Contest,
    line: Line,
    awarded: BetterOf,
    board: Board,
    rows: list[Row],
    own: int,
    side: str,
    choice: Choice | None,
) -> Line:
    """Give a line what was chosen; else what there is to choose from. Its row is in place `own` of its board."""
    artificial = awarded.artificial()
    if choice in (ARTIFICIAL, AVERAGE):
        assert artificial is not None
        given = artificial if choice == ARTIFICIAL else Artificial("A")
        return replace(line, figure=artificial_figure(contest, board, rows[own].group, side, given), better_of=True)
    if choice is not None:
        return replace(line, better_of=True)
    results: list[Figure] = []
    for result in awarded.results():
        with_it = [*rows[:own], with_award(rows[own], side, result), *rows[own + 1 :]]
        results.append(scored_board(contest, with_it, board.expected)[1][own][side])
    alternative = artificial_figure(contest, board, rows[own].group, side, artificial) if artificial else None
    return replace(line, better_of=True, results=tuple(results), alternative=alternative)


def decided(row: Row, side: str, choices: list[Choice]) -> Row:
    """Show what was chosen on a side of a row: the artificial score only if everybody there took it."""
    awarded = row.award(side)
    if not isinstance(awarded, BetterOf):
        return row
    shows: Award = awarded.results()[0]
    results = [choice for choice in choices if isinstance(choice, int)]
    artificial = awarded.artificial()
    if results:
        shows = awarded.results()[results[0]]
    elif choices and artificial:
        shows = artificial
    return with_award(row, side, shows)


def artificial_figure(contest: Contest, board: Board, group: str, side: str, award: Artificial) -> Figure:
    """Give an artificial score its flat value on a board as it is shown."""
    flat = artificial_value(contest.scoring, board, group, side, award)
    if contest.scoring != "matchpoints":
        return Figure(artificial=award, flat=flat)
    top = artificial_top(board, group, side) * board.options.matchpoints_per_win / 2
    return Figure(artificial=award, flat=flat, top=top)


def artificial_top(board: Board, group: str, side: str) -> Fraction:
    """Return the top that the percentage of an artificial score is of, on the 2-1-0 scale."""
    if board.options.artificial_top == "own":
        return 2 * max(matchpoints.field_size(board, group, side) - 1, Fraction(0))
    return 2 * (board.expected - 1)


def sit_out_figure(contest: Contest, expected: int) -> Figure:
    """Score a sit-out as the regulation says: a fixed share of a full top, or its equivalent at IMPs."""
    options = contest.options
    if options.sit_out is None:
        return Figure()
    if contest.scoring == "matchpoints":
        top = Fraction(max(expected - 1, 0) * options.matchpoints_per_win)
        share = options.sit_out / 100
        return Figure(artificial=Artificial("%", share), flat=share * top, top=top)
    if options.sit_out == 50:
        imps = Fraction(0)
    elif contest.scoring == "total-points":
        raise ValueError("at total points a sit-out is worth nothing but 50%")
    elif options.sit_out == options.average_plus_percent:
        imps = options.average_plus_imps
    elif options.sit_out == options.average_minus_percent:
        imps = -options.average_plus_imps
    else:
        raise ValueError("this percentage for a sit-out has no value at IMPs")
    return Figure(artificial=Artificial("IMP", imps), flat=imps)


def scored_board(contest: Contest, rows: list[Row], expected: Fraction) -> tuple[Board, list[dict[str, Figure]]]:
    """Score one board, as `board.evaluate_board` does, but keep what the event must know of each side."""
    value, _ = FORMS[contest.scoring]
    options = fitted(contest.options, contest.scoring)
    board = Board(tuple(shown(row.group, row.ns, row.ew, contest.scoring, options) for row in rows), expected, options)
    cases = judged(board, rows, value)
    tables = list(board.tables)
    for place, row in enumerate(rows):
        if row.damage and cases[place] != "no-damage":
            tables[place] = shown_with_damage(row, cases[place] == "self-inflicted", contest.scoring, options)
    board = replace(board, tables=tuple(tables))

    result: list[dict[str, Figure]] = []
    for place, row in enumerate(rows):
        damaged = row.damage is not None and cases[place] != "no-damage"
        exact: dict[str, Fraction | None] = {}
        for side in SIDES:
            exact[side] = damage_value(value, board, place, row, side) if damaged else value(board, place, side)
        settled = rounded(board, place, row, exact, contest.scoring) if damaged or row.is_adjusted() else exact
        figures: dict[str, Figure] = {}
        for side in SIDES:
            award = board.tables[place].award(side)
            top = top_of(contest, board, place, row, side, damaged) if exact[side] is not None else None
            if isinstance(award, Artificial):
                figures[side] = Figure(artificial=award, flat=exact[side], top=top)
            elif not damaged and is_single(contest, board, row, side) and exact[side] is not None:
                figures[side] = Figure(artificial=Artificial("A+"), flat=exact[side], top=top)
            else:
                figures[side] = Figure(value=line_rounded(settled[side], options), top=top)
        result.append(figures)
    return board, result


def is_small(board: Board, row: Row, side: str) -> bool:
    """Tell whether the row's group gets percentages instead of the formula."""
    size = matchpoints.field_size(board, row.group, side)
    return size > 0 and matchpoints.is_small(board, side, size)


def is_single(contest: Contest, board: Board, row: Row, side: str) -> bool:
    """Tell whether a real score is given average plus as a group of one ("ebu")."""
    return (
        contest.scoring == "matchpoints"
        and board.options.small_groups == "ebu"
        and len(groups(board)) > 1
        and is_small(board, row, side)
        and matchpoints.field_size(board, row.group, side) == 1
    )


def top_of(contest: Contest, board: Board, place: int, row: Row, side: str, damaged: bool) -> Fraction | None:
    """Return the top that a side's figure belongs to, on the scale of the settings."""
    if contest.scoring != "matchpoints":
        return None
    factor = Fraction(board.options.matchpoints_per_win, 2)
    full = 2 * (board.expected - 1)
    if isinstance(board.tables[place].award(side), Artificial):
        return artificial_top(board, row.group, side) * factor
    if damaged and row.damage:
        # The figure was found with the row in the field; so is its top.
        board = with_result(board, place, row.damage.normal)
    assert isinstance(board.tables[place].award(side), Scores)
    if is_small(board, row, side):
        return full * factor
    return matchpoints.top(board, row.group, side) * factor
