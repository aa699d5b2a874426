"""A board in a field: matchpoints, Butler, cross-IMPs, board-a-match, total points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from amends.awards import Award, NotScored, Redress
from amends.bridge import BySide, Side
from amends.bridge.side import parse_sides
from amends.event import Board, Row, TableResult
from amends.faults import refuse
from amends.formats.reading import Given
from amends.regulations import Regulation
from amends.scoring import ScoredBoard, score_board
from amends.scoring.methods.butler import ButlerChart

KIND = "board"
MOST_TIMES = 100_000


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each table's figures, the charts, the frequencies and the totals of the directions."""
    return _figures(*scored(given, regulation))


def scored(given: Given, regulation: Regulation) -> tuple[ScoredBoard, dict[str, int]]:
    """The board, and where each table's first row stands."""
    scoring, vulnerable = given.text("scoring", "matchpoints"), given.vulnerable()
    rows: list[Row] = []
    first: dict[str, int] = {}
    for place, table in enumerate(given.items("tables"), 1):
        row, times = _row(Given(table, f"tables[{place}]"))
        if row.table.id in first:
            raise refuse(f"the table {row.table.id!r} twice", "an id of its own for each table")
        first[row.table.id] = len(rows)
        rows += [row] * times
    expected = given.whole(
        "expected", sum(not all(isinstance(award, NotScored) for award in row.awards) for row in rows)
    )
    return score_board(Board.of(rows, vulnerable, expected=expected), scoring, regulation), first


def _row(table: Given) -> tuple[Row, int]:
    result, both = table.award("result"), table.awards("both")
    awards = BySide(table.award("ns") or both.ns or result, table.award("ew") or both.ew or result)
    redress = table.raw("self_inflicted")
    id, group, times = table.name("id"), table.name("group", ""), table.whole("times", 1)
    non_offending = _sides(table)
    if redress is not None:
        if any(table.has(key) for key in ("both", "ns", "ew")):
            raise refuse("an award beside self_inflicted", "one of the two", table.where)
        about = Given(redress, table.place("self_inflicted"))
        award: Award = Redress(
            about.side("side"), table.mixture("result"), about.mixture("normal"), about.mixture("expected")
        )
        about.done()
        awards = BySide(award, award)
    table.done()
    if awards.ns is None or awards.ew is None:
        raise refuse(f"no award for the table {id!r}", "result, both, or ns and ew", table.where)
    if not 1 <= times <= MOST_TIMES:
        raise refuse(f"times = {times}", f"1 to {MOST_TIMES}", table.where)
    played = TableResult(id, result if result is not None else NotScored(), group=group)
    return Row(played, BySide(awards.ns, awards.ew), non_offending=non_offending), times


def _sides(table: Given) -> BySide[bool] | None:
    text = table.text("non_offending", "")
    return parse_sides(text) if text else None


def _figures(scored: ScoredBoard, first: Mapping[str, int]) -> Mapping[str, Any]:
    figures: dict[str, Any] = {
        "tables": {
            id: {"ns": value.ns, "ew": value.ew}
            for id, value in ((id, scored.value(index)) for id, index in first.items())
        }
    }
    datum: dict[str, Fraction] = {}
    for side in Side:
        name, column = side.value.lower(), scored.columns[side]
        counted = sum(value for value in column.numerators if value is not None)
        figures[f"sum_{name}"] = Fraction(counted, column.unit)
        if scored.lines.groups:
            continue
        chart = scored.chart(side)
        figures[f"chart_{name}"] = {
            side.sign * points: Fraction(value, chart.unit) for points, value in chart.values.items()
        }
        figures[f"frequencies_{name}"] = {
            side.sign * points: chart.tally.frequency(points) for points in chart.tally.frequencies
        }
        if isinstance(chart, ButlerChart):
            datum[name] = side.sign * chart.datum
    return {**figures, "datum": datum} if datum else figures
