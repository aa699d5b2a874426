"""What a ruling does to its own board: both sides' figures with the table result and with the ruling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from amends.bridge import BySide, Vulnerable, vulnerability
from amends.event import Board, Event, Row, Ruling, TableResult
from amends.event.rows import ruled_row, ruled_tables, table_of
from amends.event.table_result import played_field
from amends.faults import Faults
from amends.laws.law12 import Damage
from amends.regulations import Regulation
from amends.rulings.checks.of_ruling import Context, RulingEffect
from amends.scoring import ScoredBoard, score_board
from amends.scoring.standings import Standings


def conditions(ruling: Ruling) -> Vulnerable:
    """Who is vulnerable: as the ruling says, else by the board's number."""
    return ruling.vulnerable or vulnerability(ruling.board)


def unrounded(regulation: Regulation) -> Regulation:
    """The regulation without rounding: damage is tested in exact figures."""
    if regulation.rounding == "exact" and regulation.line_rounding == "none":
        return regulation
    return replace(regulation, rounding="exact", line_rounding="none")


def effect_on(scored: ScoredBoard, index: int, ruling: Ruling) -> tuple[RulingEffect | None, bool]:
    """The effect of a ruling on a row (None where it cannot be scored), and whether 12C1(e) finds no damage."""
    row, board, regulation = scored.board.rows[index], scored.board, unrounded(scored.regulation)
    played = replace(row, awards=BySide(row.table.result, row.table.result), ruling=None)
    try:
        figures = []
        for each in (played, ruled_row(played, ruling)):
            rows = (*board.rows[:index], each, *board.rows[index + 1 :])
            figures.append(ScoredBoard(replace(board, rows=rows), scored.method, regulation))
        effect = RulingEffect(figures[0].value(index), figures[1].value(index))
    except Faults:
        return None, False
    judged = figures[1].self_inflicted(index)
    return effect, judged is not None and judged.damage is Damage.NONE


def lone_context(ruling: Ruling, regulation: Regulation) -> Context:
    """What can be known of a ruling without its event: its own `result` and `field`."""
    vulnerable = conditions(ruling)
    teams = bool(ruling.table.match or ruling.table.room)
    context = Context(vulnerable, regulation, teams=teams, result=ruling.result)
    if ruling.result is None or ruling.field is None:
        return context
    rows = [Row(TableResult("ruled", ruling.result), BySide(ruling.result, ruling.result))]
    rows += played_field(ruling.field)
    effect, no_damage = effect_on(score_board(Board.of(rows, vulnerable), "matchpoints", regulation), 0, ruling)
    return replace(context, effect=effect, no_damage=no_damage)


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A figure on a board and the top it is of; IMPs and points have no top.

    >>> BoardFigure(Fraction(3), Fraction(4)).percent
    Fraction(75, 1)
    """

    figure: Fraction | None = None
    top: Fraction | None = None

    @property
    def percent(self) -> Fraction | None:
        """The share of the top, where there is one."""
        return self.figure / self.top * 100 if self.figure is not None and self.top else None


@dataclass(frozen=True, slots=True)
class AtTable:
    """A contestant's figure on the board of a ruling, before and after."""

    contestant: str
    before: BoardFigure
    after: BoardFigure

    @property
    def top(self) -> Fraction | None:
        """What the board was worth at the most."""
        return self.after.top or self.before.top


def at_table(before: Standings, after: Standings, table: TableResult) -> BySide[tuple[AtTable, ...]]:
    """The figures of each contestant at a table in two standings."""
    return table.seats.map(
        lambda seats: tuple(
            AtTable(seat, board_figure(before, seat, table), board_figure(after, seat, table)) for seat in seats
        )
    )


def board_figure(standings: Standings, contestant: str, table: TableResult) -> BoardFigure:
    """A contestant's figure at a table."""
    line = standings.line_at(contestant, table)
    if line is None:
        return BoardFigure()
    return BoardFigure(line.figure, line.top if standings.unit == "matchpoints" else None)


def without(event: Event, ruling: Ruling) -> Event:
    """The event with the table result of a ruling: neither that ruling nor any it replaced, and all the others."""
    table = table_of(ruling, event.results).id
    ruled = ruled_tables(event.results, event.rulings)
    kept = (replace(other, replaces=None) for where, other in ruled.items() if where != table)
    return replace(event, rulings=tuple(kept))
