"""Sit-outs that a regulation scores: a fixed figure, never lifted, never counted by 12C2(d)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from amends import exact
from amends.awards import Artificial, Award, NotScored, Unit
from amends.bridge import BySide
from amends.event import Event, Form, Row, TableResult
from amends.faults import refuse
from amends.regulations import Regulation

SIT_OUT = NotScored(expected=False)


def is_sit_out(table: TableResult) -> bool:
    """Whether somebody sat there without opponents; a cancelled row has both sides."""
    return table.result == SIT_OUT and bool(table.seats.ns) != bool(table.seats.ew)


def with_sit_outs(event: Event, rows: Sequence[Row]) -> Sequence[Row]:
    """The rows with the regulation's score for those who sit out, where it has one."""
    if event.regulation.sit_out == "none" or event.form is Form.TEAMS:
        return rows
    award = sit_out_score(event.scoring, event.regulation)
    return [_scored(row, award) if is_sit_out(row.table) and row.ruling is None else row for row in rows]


def _scored(row: Row, award: Award) -> Row:
    return replace(row, awards=BySide.of(lambda side: award if row.table.seats[side] else SIT_OUT))


def sit_out_score(scoring: str, regulation: Regulation) -> Artificial:
    """The score for a board not played because of a sit-out; at IMPs the equivalent of the percentage."""
    share = exact.number(regulation.sit_out)
    if scoring == "matchpoints":
        return Artificial(share, Unit.PERCENT)
    plus = regulation.average_plus_imps
    equivalents = {
        Fraction(1, 2): Fraction(0),
        regulation.average_plus_percent / 100: plus,
        regulation.average_minus_percent / 100: -plus,
    }
    if scoring == "total-points" or share not in equivalents:
        known = ", ".join(exact.percentage(each) for each in equivalents)
        expected = "none" if scoring == "total-points" else f"none, or one of {known}"
        raise refuse(f"sit_out = {regulation.sit_out} at {scoring}", expected, "setting sit_out")
    return Artificial(equivalents[share], Unit.IMPS)
