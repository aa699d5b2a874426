"""What a reader of standings relies on beyond the figures: provisional scores, places, lines."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from amends import BySide, Event, Faults, TableResult, load_regulation, parse_award, score
from amends.bridge import Deal, Seat
from amends.event import CarryOver, DealtBoard, Form
from amends.regulations import default


def played(board: int, ns: str, ew: str, result: str) -> TableResult:
    return TableResult(f"{board}/{ns}-{ew}", parse_award(result), BySide((ns,), (ew,)), board=board)


FIRST = (played(1, "1", "2", "A+"), played(1, "3", "4", "-50"))


def test_an_average_plus_is_provisional_while_a_board_of_its_session_has_no_result() -> None:
    waiting = Event(results=(*FIRST, played(2, "1", "4", "np"), played(2, "3", "2", "+100")))
    complete = Event(results=(*FIRST, played(2, "1", "4", "+50"), played(2, "3", "2", "+100")))
    assert [line.provisional for line in score(waiting).lines("1")] == [True, False]
    assert [line.provisional for line in score(complete).lines("1")] == [False, False]
    assert not any(line.provisional for line in score(waiting).lines("3"))


def test_a_fixed_percentage_and_a_rule_that_is_off_are_never_provisional() -> None:
    rest = (played(2, "1", "4", "np"), played(2, "3", "2", "+100"))
    fixed = Event(results=(played(1, "1", "2", "60%"), *FIRST[1:], *rest))
    off = Event(results=(*FIRST, *rest), regulation=load_regulation("exact").having(session_score="off"))
    for event in (fixed, off):
        assert not any(line.provisional for line in score(event).lines("1"))


def test_the_lines_of_a_contestant_stand_in_the_order_they_were_played() -> None:
    event = Event(results=(played(2, "1", "4", "+50"), played(1, "3", "1", "-50"), played(3, "1", "2", "+100")))
    assert [line.board for line in score(event).lines("1")] == [2, 1, 3]


def test_pairs_nine_and_ten_are_listed_as_people_count() -> None:
    results = tuple(played(1, str(number), str(number + 20), "pass") for number in (10, 9, 2))
    entries = score(Event(results=results)).lists[""]
    assert [entry.contestant for entry in entries] == ["2", "9", "10", "22", "29", "30"]
    assert {entry.place for entry in entries} == {"1="}


def test_a_carry_over_in_percent_moves_the_percentage_by_that_much() -> None:
    """As a handicap does: 50% and a handicap of 1.5 are 51.5%, however many boards were played."""
    results = (played(1, "1", "2", "+50"), played(1, "3", "4", "-50"), played(2, "1", "4", "-50"))
    event = Event(results=(*results, played(2, "3", "2", "+50")))
    helped = replace(event, carry_overs=(CarryOver("1", Fraction(3, 2), "handicap", "percent"),))
    assert score(event).standing("1").percent == 50
    assert score(helped).standing("1").percent == Fraction(103, 2)
    assert score(helped).explain("1").value == Fraction(103, 2)
    assert score(helped).standing("3").percent == score(event).standing("3").percent


def test_a_carry_over_in_percent_means_nothing_where_there_is_no_percentage() -> None:
    event = Event(results=FIRST, scoring="cross-imps", carry_overs=(CarryOver("1", Fraction(1), unit="percent"),))
    with pytest.raises(Faults, match="a figure in percent"):
        score(event)


def in_rooms(open_room: Seat | None, closed_room: Seat | None) -> Event:
    """Board 1, which North deals, in both rooms of a match; 4H makes in the open room alone."""
    one, other = played(1, "1", "2", "4H N ="), played(1, "2", "1", "4H N -1")
    results = (replace(one, room="open", dealer=open_room), replace(other, room="closed", dealer=closed_room))
    return Event(form=Form.TEAMS, scoring="imps", results=results)


@pytest.mark.parametrize(
    ("open_room", "closed_room", "imps"),
    [
        (None, None, 10),
        (None, Seat.NORTH, 10),
        (Seat.SOUTH, Seat.SOUTH, 10),
        (Seat.SOUTH, None, None),
        (Seat.SOUTH, Seat.NORTH, None),
    ],
)
def test_a_board_whose_rooms_had_different_dealers_is_fouled(
    open_room: Seat | None, closed_room: Seat | None, imps: int | None
) -> None:
    [line] = score(in_rooms(open_room, closed_room)).lines("1")
    assert line.figure == imps


def test_deals_with_another_dealer_foul_no_board_by_themselves() -> None:
    event = in_rooms(None, None)
    one, other = event.results
    dealt = (DealtBoard(1, Deal(), section="A", dealer=Seat.SOUTH), DealtBoard(1, Deal(), section="B"))
    sections = (replace(one, section="A"), replace(other, section="B"))
    [line] = score(replace(event, results=sections, deals=dealt)).lines("1")
    assert line.figure == 10
    stated = (replace(one, section="A"), replace(other, section="A", dealer=Seat.SOUTH))
    [line] = score(replace(event, results=stated, deals=dealt)).lines("1")
    assert line.figure == 10


def test_three_at_a_table_of_an_individual_sit_out() -> None:
    def at(board: int, players: str, result: str) -> TableResult:
        north, east, south, west = players.split(",")
        seats: BySide[tuple[str, ...]] = BySide((north, south), (east, west) if west else (east,))
        return TableResult(f"{board}/{players}", parse_award(result), seats, board=board)

    rows = (at(1, "1,2,3,4", "+420"), at(1, "5,6,7,8", "+50"), at(1, "9,10,11,", "sit-out"))
    for sit_out, percent in (("none", None), ("50%", Fraction(50))):
        regulation = default().having(sit_out=sit_out)
        [entries] = score(Event(form=Form.INDIVIDUAL, results=rows, regulation=regulation)).lists.values()
        found = {entry.contestant: entry.percent for entry in entries}
        assert [found[player] for player in ("9", "10", "11")] == [percent] * 3
