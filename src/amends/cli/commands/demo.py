"""`amends demo`: one board with a weighted, a split and an artificial row, scored and explained."""

from __future__ import annotations

from typing import Annotated

import typer

from amends import exact
from amends.awards import parse_award
from amends.bridge import BySide, Side, Vulnerable
from amends.cli import output
from amends.cli.options import Json
from amends.event import Board, Row, TableResult
from amends.scoring import ScoredBoard, score_board

NAME = "demo"

_PLAYED = ("4H N =", "4H N =", "4H S +1", "3NT N =", "4H N -1", "4H S -1", "3H N +1", "4S E -1")
_RULED = (
    ("weighted", "4S E =", "60% 4H N =; 40% 4H N -1", "60% 4H N =; 40% 4H N -1"),
    ("split", "4H N -1", "4H N =", "4H N -1"),
    ("artificial", "np", "A+", "A-"),
)


def command(
    explain: Annotated[bool, typer.Option("--explain/--no-explain", help="Show how the ruled rows come about.")] = True,
    json: Json = False,
) -> None:
    """Score and explain a demonstration board.

    Example: amends demo
    """
    rows = [Row.played(str(place), result) for place, result in enumerate(_PLAYED, 1)]
    for kind, result, ns, ew in _RULED:
        table = TableResult(f"{len(rows) + 1} {kind}", parse_award(result))
        rows.append(Row(table, BySide(parse_award(ns), parse_award(ew)), ruling=kind))
    scored = score_board(Board.of(rows, Vulnerable.NS, number=2))
    if json:
        output.print_json([_data(scored, place, explain and place >= len(_PLAYED)) for place in range(len(rows))])
        return
    output.table(
        f"Board 2, N-S vulnerable, {len(rows)} tables, top {2 * len(rows) - 2}",
        ["table", "award to N-S", "award to E-W", "N-S MP", "E-W MP"],
        [_cells(scored, place) for place in range(len(rows))],
        left=(0, 1, 2),
    )
    for place in range(len(_PLAYED), len(rows)):
        figure = scored.explain(place, Side.NS)
        if explain and figure is not None:
            output.say()
            output.say(f"Table {rows[place].table.id}: how N-S come to {exact.mixed(figure.value)}", style="bold")
            output.tree(figure)


def _cells(scored: ScoredBoard, place: int) -> tuple[str, ...]:
    row, value = scored.board.rows[place], scored.value(place)
    other = str(row.awards.ew) if row.awards.ew != row.awards.ns else ""
    return (row.table.id, str(row.awards.ns), other, output.figure(value.ns), output.figure(value.ew))


def _data(scored: ScoredBoard, place: int, explaining: bool) -> dict[str, object]:
    row, value = scored.board.rows[place], scored.value(place)
    data: dict[str, object] = {
        "table": row.table.id,
        "award": {side.value.lower(): str(row.awards[side]) for side in Side},
        "matchpoints": {side.value.lower(): None if (v := value[side]) is None else exact.show(v) for side in Side},
    }
    if explaining:
        figures = {side.value.lower(): scored.explain(place, side) for side in Side}
        data["explanation"] = {side: figure.data() for side, figure in figures.items() if figure}
    return data
