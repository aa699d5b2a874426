"""Decision 0003, fields and lines: every row of a board against the others of its field."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from . import matchpoints
from .awards import SIDES, Artificial, NotPlayed, Scores
from .board import (
    FORMS,
    Row,
    damage_value,
    fitted,
    judged,
    line_rounded,
    rounded,
    shown,
    shown_with_damage,
    with_result,
)
from .event_file import Contest, Traveller
from .field import Board

FieldName: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """One side of one row: a real figure, or an artificial score at its flat value, or nothing."""

    value: Fraction | None = None
    artificial: Artificial | None = None
    flat: Fraction | None = None
    top: Fraction | None = None


@dataclass(frozen=True)
class Line:
    """A figure as the line of a contestant; `match` is the match or round that it belongs to.

    `place` is that of its row in the file; of its first row in a match of teams.
    """

    place: int
    contestant: str
    session: str
    round: str
    board: str
    match: Hashable
    figure: Figure


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


def pair_lines(contest: Contest, travellers: list[Traveller], rows: dict[int, Row]) -> list[Line]:
    """Score every board of every field; return the lines in the order of the file."""
    figures: dict[tuple[int, str], Figure] = {}
    boards = {(field_of(contest, row), board_of(contest, row)) for row in travellers if row.is_live()}
    for field, deal in sorted(boards):
        here = [
            row
            for row in travellers
            if row.is_live() and field_of(contest, row) == field and board_of(contest, row) == deal
        ]
        expected = Fraction(results_expected(contest, travellers, rows, field))
        scored = board_figures(contest, [rows[row.place] for row in here], expected)
        for row, sides in zip(here, scored, strict=True):
            for side in SIDES:
                figures[row.place, side] = sides[side]
    lines: list[Line] = []
    for row in travellers:
        if row.cancelled:
            continue
        for side in SIDES:
            if row.sit_out:
                figure = sit_out_figure(contest, results_expected(contest, travellers, rows, field_of(contest, row)))
            else:
                figure = figures[row.place, side]
            lines += [
                Line(row.place, player, row.session, row.round, row.board, (row.session, row.round), figure)
                for player in row.sitting[side]
            ]
    return lines


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


def board_figures(contest: Contest, rows: list[Row], expected: Fraction) -> list[dict[str, Figure]]:
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
    return result


def is_small(board: Board, row: Row, side: str) -> bool:
    """Tell whether the row's group gets percentages instead of the formula."""
    size = matchpoints.field_size(board, row.group, side)
    return size > 0 and matchpoints.is_small(board, side, size)


def is_single(contest: Contest, board: Board, row: Row, side: str) -> bool:
    """Tell whether a real score is given average plus as a group of one ("ebu")."""
    return (
        contest.scoring == "matchpoints"
        and board.options.small_groups == "ebu"
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
        if board.options.artificial_top == "own":
            full = 2 * max(matchpoints.field_size(board, row.group, side) - 1, Fraction(0))
        return full * factor
    if damaged and row.damage:
        # The figure was found with the row in the field; so is its top.
        board = with_result(board, place, row.damage.normal)
    assert isinstance(board.tables[place].award(side), Scores)
    if is_small(board, row, side):
        return full * factor
    return matchpoints.top(board, row.group, side) * factor
