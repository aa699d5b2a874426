"""What a ruling does to its own board: both sides' figures with the table result and with the ruling."""

from __future__ import annotations

from dataclasses import replace

from amends.awards import Award, Mixture, Redress
from amends.bridge import BySide, Points, Vulnerable, vulnerability
from amends.event import Board, Row, TableResult
from amends.event.ruling import Ruling
from amends.faults import Faults
from amends.laws.law12.c1e_self_inflicted import Damage
from amends.regulations import Regulation
from amends.rulings.checks import Context, Effect
from amends.scoring import ScoredBoard, score_board


def conditions(ruling: Ruling) -> Vulnerable:
    """Who is vulnerable: as the ruling says, else by the board's number."""
    return ruling.vulnerable or vulnerability(ruling.board)


def awards_in_force(ruling: Ruling, result: Award) -> BySide[Award]:
    """Both sides' awards once the ruling has taken the place of the table result."""
    damage = ruling.self_inflicted
    if damage is not None and isinstance(result, Mixture):
        redress = Redress(damage.side, result, damage.normal, damage.expected)
        return BySide(redress, redress)
    return ruling.awards.map(lambda award: result if award is None else award)


def ruled_row(row: Row, ruling: Ruling) -> Row:
    """The row with the ruling in force."""
    awards = awards_in_force(ruling, row.table.result)
    return replace(row, awards=awards, ruling=ruling.id, non_offending=ruling.non_offending)


def effect_on(scored: ScoredBoard, index: int, ruling: Ruling) -> tuple[Effect | None, bool]:
    """The effect of a ruling on a row of a board, and whether 12C1(e) finds no damage; None where it cannot be scored."""
    row, board = scored.board.rows[index], scored.board
    played = replace(row, awards=BySide(row.table.result, row.table.result), ruling=None)
    try:
        figures = []
        for each in (played, ruled_row(played, ruling)):
            rows = (*board.rows[:index], each, *board.rows[index + 1 :])
            figures.append(ScoredBoard(replace(board, rows=rows), scored.method, scored.regulation))
        effect = Effect(figures[0].value(index), figures[1].value(index))
    except Faults:
        return None, False
    return effect, figures[1].damage(index) is Damage.NONE


def lone_context(ruling: Ruling, regulation: Regulation) -> Context:
    """What can be known of a ruling without its event: its own `result` and `field`."""
    vulnerable = conditions(ruling)
    context = Context(vulnerable, regulation, result=ruling.result)
    if ruling.result is None or ruling.field is None:
        return context
    rows = [Row(TableResult("ruled", ruling.result), BySide(ruling.result, ruling.result))]
    rows += [
        Row.played(f"{points:+d}", Mixture.of(Points(points)))
        for points, times in ruling.field.items()
        for _ in range(times)
    ]
    effect, no_damage = effect_on(score_board(Board.of(rows, vulnerable), "matchpoints", regulation), 0, ruling)
    return replace(context, effect=effect, no_damage=no_damage)
