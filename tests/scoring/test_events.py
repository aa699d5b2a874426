"""What a reader of standings relies on beyond the figures: provisional scores, places, lines."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from amends import BySide, Event, Faults, TableResult, load_regulation, parse_award, score
from amends.event import CarryOver


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
