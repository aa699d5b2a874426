"""Who sat where is put right: the wrong way round, at each other's tables, or others; results stay where they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amends.bridge import Side
from amends.desk import Desk
from amends.desk.commands.seats import PUT_RIGHT, Reseating, SeatChange, reseating, tables_in_rounds
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.desk.typing.results import Typed, entering
from amends.event import Event
from amends.event.movements import mitchell
from amends.faults import Faults
from amends.journal.entries import ResultCorrected
from support.desks import desk_at

CLUB = "Club"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Three tables in a Mitchell movement, one board a round; the results of round 1 are in."""
    with desk_at(tmp_path / "amends.db") as made:
        opened = found(made, founded(CLUB, layout=MovementLayout(mitchell(3), 1)))
        for row in (row for row in opened.event.results if row.round == "1"):
            made.confirm(made.open(CLUB), entering(row.board, [Typed("4hn=", row=row.id)]))
        yield made


def rows(desk: Desk, round: str, table: str) -> tuple[str, ...]:
    [place] = [each for each in tables_in_rounds(desk.open(CLUB).event) if (each.round, each.table) == (round, table)]
    return tuple(row.id for row in place.rows)


def sat(event: Event, round: str) -> dict[str, str]:
    return {row.table: row.words for row in event.results if row.round == round}


def put_right(desk: Desk, wanted: Reseating, reason: str = "both agree") -> Event:
    return desk.confirm(desk.open(CLUB), reseating(wanted, reason)).after.event


def test_pairs_that_sat_the_wrong_way_round_are_turned_and_the_result_stays(desk: Desk) -> None:
    event = put_right(desk, Reseating(rows(desk, "1", "2"), SeatChange.TURNED))
    assert sat(event, "1") == {"1": "1 against 4", "2": "5 against 2", "3": "3 against 6"}
    assert {str(row.result) for row in event.results if row.round == "1"} == {"4H N ="}


def test_pairs_at_each_others_tables_change_places_in_one_step(desk: Desk) -> None:
    event = put_right(desk, Reseating(rows(desk, "1", "1"), SeatChange.EXCHANGED, Side.EW, "2"))
    assert sat(event, "1") == {"1": "1 against 5", "2": "2 against 4", "3": "3 against 6"}


def test_others_are_typed_and_a_side_that_is_not_stays(desk: Desk) -> None:
    event = put_right(desk, Reseating(rows(desk, "2", "1"), SeatChange.OTHERS, ew=("5",)), "")
    assert sat(event, "2")["1"] == "1 against 5"
    last = desk.open(CLUB).entries[-1].payload
    assert isinstance(last, ResultCorrected)
    assert last.reason == PUT_RIGHT


@pytest.mark.parametrize(
    ("table", "wanted", "reason", "words"),
    [
        ("1", Reseating((), SeatChange.OTHERS, ew=("4",)), "x", "Nobody would sit elsewhere"),
        ("1", Reseating((), SeatChange.OTHERS, ew=("9",)), "x", "There is no pair 9"),
        ("1", Reseating((), SeatChange.EXCHANGED, Side.EW, "7"), "x", "There is no other table"),
        ("1", Reseating((), SeatChange.TURNED), "", "The reason is missing"),
    ],
)
def test_what_cannot_be_is_refused(desk: Desk, table: str, wanted: Reseating, reason: str, words: str) -> None:
    meant = Reseating(rows(desk, "1", table), wanted.change, wanted.side, wanted.other_table, wanted.ns, wanted.ew)
    with pytest.raises(Faults, match=words):
        put_right(desk, meant, reason)


def test_a_table_that_is_gone_and_a_board_played_twice_are_refused(desk: Desk) -> None:
    with pytest.raises(Faults, match="not in the event any more"):
        put_right(desk, Reseating(("x",), SeatChange.TURNED))
    opened = desk.open(CLUB)
    again = next(row for row in opened.event.results if row.round == "2" and row.board == 1)
    desk.confirm(opened, entering(1, [Typed("4hn=", row=again.id)]))
    with pytest.raises(Faults, match="would have played board 1 twice"):
        put_right(desk, Reseating((again.id,), SeatChange.OTHERS, ew=("4",)))


def test_nobody_comes_to_sit_against_itself_by_an_exchange(desk: Desk) -> None:
    put_right(desk, Reseating(rows(desk, "1", "2"), SeatChange.OTHERS, ns=("4",)))
    with pytest.raises(Faults, match="Pair 4 would have sat against itself on board 2"):
        put_right(desk, Reseating(rows(desk, "1", "2"), SeatChange.EXCHANGED, Side.EW, "1"))


def test_two_who_change_one_board_at_once_are_told(desk: Desk) -> None:
    seen = desk.open(CLUB)
    wanted = Reseating(rows(desk, "1", "2"), SeatChange.TURNED)
    desk.confirm(seen, reseating(wanted, "both agree"))
    with pytest.raises(Faults, match="nothing new about board 2"):
        desk.confirm(seen, reseating(wanted, "both agree"))
