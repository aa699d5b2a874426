"""The movement of an event, drawn from its results."""

from __future__ import annotations

from dataclasses import replace

from amends.bridge import BySide
from amends.desk.typing.new_event import MovementLayout, founded
from amends.event import Event
from amends.event.movements import mitchell
from amends.reports.movement import movement_tables


def three_tables() -> Event:
    return founded("Club", layout=MovementLayout(mitchell(3), 2, first=7))


def test_a_movement_is_drawn_by_table_and_round() -> None:
    [drawn] = movement_tables(three_tables())
    assert (drawn.rounds, list(drawn.tables), drawn.boards, drawn.results) == (("1", "2", "3"), ["1", "2", "3"], 6, 18)
    [meeting] = drawn.tables["2"][0]
    assert (meeting.ns, meeting.ew, meeting.boards) == (("2",), ("5",), "9–10")
    assert drawn.sit_outs == {}


def test_sections_have_a_movement_each_and_rows_without_a_table_none() -> None:
    rows = three_tables().results
    other = tuple(replace(row, id=f"B {row.id}", section="B") for row in rows)
    plain = replace(rows[0], id="x", table="", section="C")
    drawn = movement_tables(replace(three_tables(), results=(*other, *rows, plain)))
    assert [each.section for each in drawn] == ["", "B"]


def test_who_sits_out_is_told_and_a_table_may_have_two_meetings_in_a_round() -> None:
    first, second, *rest = three_tables().results
    results = (replace(first, seats=BySide(("1",), ())), replace(second, seats=BySide(("4",), ("1",))), *rest)
    [drawn] = movement_tables(replace(three_tables(), results=results))
    assert drawn.sit_outs == {"1": ("1",)}
    found = [(each.ns, each.ew, each.boards) for each in drawn.tables["1"][0]]
    assert found == [(("1",), (), "7"), (("4",), ("1",), "8")]
