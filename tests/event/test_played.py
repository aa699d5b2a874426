"""Which boards a contestant has still to play; what it has played is found without a look at all results."""

from __future__ import annotations

from typing import Any

import pytest

from amends.awards import parse_award
from amends.bridge import BySide, Deal
from amends.event import Event, Form, Ruling, TableReference, TableResult, played
from amends.event.played import PlayedBoards
from amends.event.rows import rows_in_force
from amends.event.table_result import DealtBoard


def line(board: int, ns: str, ew: str, result: str = "4H N =", **more: Any) -> TableResult:
    id = "/".join((str(board), ns, ew, *more.values()))
    seats: BySide[tuple[str, ...]] = BySide((ns,) if ns else (), (ew,) if ew else ())
    return TableResult(id, parse_award(result), seats, board=board, **more)


FIRST = (line(1, "1", "3"), line(1, "2", "4"))


@pytest.mark.parametrize(
    ("results", "who", "expected"),
    [
        pytest.param(FIRST, "1", set(), id="played"),
        pytest.param((*FIRST, line(2, "1", "4", "np"), line(2, "2", "3")), "1", {2}, id="a line without a result"),
        pytest.param((*FIRST, line(2, "2", "3")), "1", {2}, id="no line while others have one"),
        pytest.param((*FIRST, line(2, "1", "", "sit-out"), line(2, "2", "3")), "1", set(), id="sat out"),
        pytest.param((*FIRST, line(2, "1", "4", "A+")), "1", set(), id="an artificial score"),
        pytest.param((*FIRST, line(2, "2", "4")), "9", {1, 2}, id="nothing is known of them yet"),
        pytest.param((line(1, "1", "3", session="1"), line(1, "2", "4", session="2")), "1", {1}, id="other sessions"),
        pytest.param((line(1, "1", "3", section="A"), line(1, "5", "6", section="B")), "1", set(), id="other sections"),
    ],
)
def test_a_board_is_still_to_be_played(results: tuple[TableResult, ...], who: str, expected: set[int]) -> None:
    assert PlayedBoards(Event(results=results)).still_to_play(who) == expected


def test_a_ruling_in_place_of_a_result_ends_the_waiting() -> None:
    unplayed = line(2, "1", "4", "np")
    ruling = Ruling("1", 2, table=TableReference(ns="1", ew="4"), awards=BySide.both(parse_award("A")))
    assert PlayedBoards(Event(results=(*FIRST, unplayed), rulings=(ruling,))).still_to_play("1") == set()


@pytest.mark.parametrize(
    ("closed", "expected"), [("4H N =", set()), ("np", {1})], ids=["both rooms", "the other room plays it still"]
)
def test_a_team_has_played_a_board_when_both_rooms_have(closed: str, expected: set[int]) -> None:
    rooms = (line(1, "1", "2", room="open", round="1"), line(1, "2", "1", closed, room="closed", round="1"))
    assert PlayedBoards(Event(form=Form.TEAMS, scoring="imps", results=rooms)).still_to_play("1") == expected


def test_in_the_next_round_a_team_has_the_same_numbers_to_play_again() -> None:
    first = (line(1, "1", "2", room="open", round="1"), line(1, "2", "1", room="closed", round="1"))
    second = (line(1, "3", "4", room="open", round="2"), line(1, "4", "3", room="closed", round="2"))
    assert PlayedBoards(Event(form=Form.TEAMS, scoring="imps", results=(*first, *second))).still_to_play("1") == {1}


@pytest.mark.parametrize(
    ("session", "expected"), [("", {2}), ("1", {2}), ("2", {1, 2})], ids=["any session", "the same", "another one"]
)
def test_a_board_that_is_dealt_and_played_by_nobody_is_still_to_be_played(session: str, expected: set[int]) -> None:
    cards = Deal.parse("N:KQJ2.AK3.QJ4.T98 A543.QJT.KT9.AKQ T98.9876.A876.J7 76.542.532.65432")
    deals = (DealtBoard(1, cards, session), DealtBoard(2, cards))
    results = (line(1, "1", "3", session="1"), line(1, "2", "4", session="1"))
    assert PlayedBoards(Event(results=results, deals=deals)).still_to_play("1") == expected


def test_the_rows_of_all_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of score cards asks for hundreds of contestants, of an event of 200,000 results perhaps."""
    looked = list[int]()

    def counted(results: Any, rulings: Any) -> Any:
        looked.append(1)
        return rows_in_force(results, rulings)

    monkeypatch.setattr(played, "rows_in_force", counted)
    results = [line(1, str(ns), str(ns + 1)) for ns in range(1, 41, 2)]
    every = PlayedBoards(Event(results=(*results, line(2, "1", "3"))))
    assert [row.table.board for row in every.rows_of("1")] == [1, 2]
    assert [every.still_to_play(str(each)) for each in range(1, 41)] == [set(), {2}, set(), *[{2}] * 37]
    assert every.rows_of("99") == ()
    assert looked == [1]
