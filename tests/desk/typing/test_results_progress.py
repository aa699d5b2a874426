"""Which results are in, where to go on typing, and results that deserve a second look."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amends.bridge import TrickNotation, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.desk import Desk
from amends.desk.typing.cells import doubt, meaning
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.desk.typing.results import BoardIn, Typed, boards_in, entering, line_of, next_board
from amends.event.movements import mitchell
from amends.faults import Fault, Faults
from support import desks

CLUB = "Club pairs"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        yield desk


def test_missing_results_are_counted_and_typed_in_order(desk: Desk) -> None:
    opened = found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 1)), desks.DATE)
    assert boards_in(opened) == tuple(BoardIn(board, missing=3) for board in (1, 2, 3))
    rows = [row for row in opened.event.results if row.board == 3]
    after = desk.confirm(opened, entering(3, [Typed("p", row=row.id) for row in rows])).after
    assert boards_in(after)[2] == BoardIn(3, results=3)
    goes = [next_board(after, BoardIn(board)) for board in (1, 2, 3)]
    assert [each and each.board for each in goes] == [2, 1, 1]


def test_after_a_new_board_comes_the_next_number_and_after_the_last_missing_one_nothing(desk: Desk) -> None:
    found(desk, founded(CLUB), desks.DATE)
    after = desk.confirm(desk.open(CLUB), entering(4, [Typed("p", ("1",), ("2",))])).after
    assert next_board(after, BoardIn(4), new=True) == BoardIn(5)
    assert next_board(after, BoardIn(4)) is None


@pytest.mark.parametrize(
    ("typed", "others", "doubted"),
    [
        ("4H E -1", ["4H N ="] * 3, True),
        ("4H E -1", ["4H N ="] * 2, False),
        ("4H E -1", ["4H N =", "4H N =", "4H N =", "4H W -1"], False),
        ("-140", ["+140"] * 3, True),
        ("-140", ["+140"] * 3 + ["-140"], False),
        ("7S N =", ["4S N +2"] * 3, True),
        ("6S N =", ["4S N +2"] * 3, False),
        ("pass", ["+140"] * 5, False),
        ("pass", [], False),
    ],
)
def test_only_what_is_unlike_all_others_is_doubted(typed: str, others: list[str], doubted: bool) -> None:
    found = doubt(parse_outcome(typed), [parse_outcome(each) for each in others], Vulnerable.NONE)
    assert bool(found) is doubted


@pytest.mark.parametrize(("text", "score"), [("4hn=", 420), ("np", None), ("", None), ("p", 0)])
def test_what_is_typed_has_a_meaning(text: str, score: int | None) -> None:
    assert meaning(text, TrickNotation.EUROPEAN, Vulnerable.NONE).score == score


def test_a_fault_knows_its_line(desk: Desk) -> None:
    found(desk, founded(CLUB), desks.DATE)
    lines = [Typed("p", ("1",), ("2",)), Typed("9", ("3",), ("4",))]
    with pytest.raises(Faults) as trouble:
        desk.preview(desk.open(CLUB), entering(12, lines))
    assert [line_of(fault) for fault in trouble.value.faults] == [2]
    assert line_of(Fault("entry 3", "nothing new", "Club, line 4")) is None


def test_a_movement_too_large_to_be_meant_is_refused() -> None:
    with pytest.raises(Faults, match="at most 20000"):
        founded(CLUB, layout=MovementLayout(mitchell(99), 99))
