"""What a ruling does to its own board: both sides' figures with the table result and with the ruling."""

from __future__ import annotations

from dataclasses import replace

from amends.bridge import BySide, Vulnerable, vulnerability
from amends.event import Board, Row, TableResult
from amends.event.rows import ruled_row
from amends.event.ruling import Ruling
from amends.event.table_result import played_field
from amends.faults import Faults
from amends.laws.law12.c1e_self_inflicted import Damage
from amends.regulations import Regulation
from amends.rulings.checks.context import Context, Effect
from amends.scoring import ScoredBoard, score_board


def conditions(ruling: Ruling) -> Vulnerable:
    """Who is vulnerable: as the ruling says, else by the board's number."""
    return ruling.vulnerable or vulnerability(ruling.board)


def unrounded(regulation: Regulation) -> Regulation:
    """The regulation without rounding: damage is tested in exact figures."""
    if regulation.rounding == "exact" and regulation.line_rounding == "none":
        return regulation
    return replace(regulation, rounding="exact", line_rounding="none")


def effect_on(scored: ScoredBoard, index: int, ruling: Ruling) -> tuple[Effect | None, bool]:
    """The effect of a ruling on a row (None where it cannot be scored), and whether 12C1(e) finds no damage."""
    row, board, regulation = scored.board.rows[index], scored.board, unrounded(scored.regulation)
    played = replace(row, awards=BySide(row.table.result, row.table.result), ruling=None)
    try:
        figures = []
        for each in (played, ruled_row(played, ruling)):
            rows = (*board.rows[:index], each, *board.rows[index + 1 :])
            figures.append(ScoredBoard(replace(board, rows=rows), scored.method, regulation))
        effect = Effect(figures[0].value(index), figures[1].value(index))
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
