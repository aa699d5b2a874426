"""Moves between two standings: who they are, by how much, and which entry moved them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from amends import Event, Faults, Ruling, score
from amends.event import CarryOver
from amends.rulings.consequences.moves import Move, attributed, moves, podium
from support import events
from support import ruled_events as small_events
from support.examples import examples
from support.ruled_events import FORMS, PAIRS, played, ruling

RULED = small_events.given(PAIRS, ruling("1", 1, "2", "+420"))
"""Board 1 is then 5, 5, 2, 0 of 6 for N-S and 1, 1, 4, 6 for E-W; each total is of 18."""


def shown(move: Move) -> tuple[str, str, str, str, int]:
    assert move.before is not None
    assert move.after is not None
    return move.contestant, move.before.place, move.after.place, str(move.change), move.climbed


def test_everybody_who_moves_in_the_order_of_the_new_ranking() -> None:
    assert [shown(move) for move in moves(score(PAIRS), score(RULED))] == [
        ("1", "1=", "1", "-50/9", 0),
        ("14", "3=", "2", "100/9", 1),
        ("12", "1=", "3", "-250/9", -2),
        ("3", "3=", "4", "-100/9", -1),
        ("13", "5=", "5", "100/9", 0),
        ("2", "7=", "6", "250/9", 1),
        ("4", "5=", "7", "-100/9", -2),
        ("11", "7=", "8", "50/9", -1),
    ]


def test_a_score_may_change_without_the_place_and_the_place_without_the_score() -> None:
    two = replace(PAIRS, winners=2)
    found = {move.contestant: move for move in moves(score(two), score(replace(RULED, winners=2)))}
    assert (found["1"].list, found["11"].list) == ("NS", "EW")
    assert (found["1"].score_changed, found["1"].rank_changed) == (True, False)
    assert (found["2"].before and found["2"].before.place, found["2"].after and found["2"].after.place) == ("4", "3")
    assert found["2"].climbed == 1
    helped = replace(PAIRS, carry_overs=(CarryOver("1", Fraction(1)),))
    others = {move.contestant: move for move in moves(score(PAIRS), score(helped))}
    assert (others["12"].score_changed, others["12"].rank_changed, others["12"].climbed) == (False, True, -1)
    assert others["12"].change == 0
    assert set(others) == {"1", "12"}


def test_who_came_and_who_went_are_among_the_moves() -> None:
    more = replace(PAIRS, results=(*PAIRS.results, played(1, "5", "15", "+90")))
    came = [move for move in moves(score(PAIRS), score(more)) if move.came]
    went = [move for move in moves(score(more), score(PAIRS)) if move.went]
    assert {move.contestant for move in came} == {move.contestant for move in went} == {"5", "15"}
    for move in (*came, *went):
        assert (move.change, move.climbed, move.rank_changed, move.score_changed) == (None, 0, True, True)
    assert [move.contestant for move in moves(score(more), score(PAIRS))][-2:] == [move.contestant for move in went]


def test_who_gets_a_first_score_has_no_change_but_a_new_place() -> None:
    waiting = Event(results=(played(1, "1", "2", "+50"), played(1, "3", "4", "-50"), played(1, "5", "6", "np")))
    complete = replace(waiting, results=(*waiting.results[:2], played(1, "5", "6", "+400")))
    found = {move.contestant: move for move in moves(score(waiting), score(complete))}
    assert (found["5"].change, found["5"].climbed, found["5"].rank_changed, found["5"].came) == (None, 0, True, False)


def test_who_changes_lists_has_another_rank_and_has_climbed_nowhere() -> None:
    one, two = score(PAIRS), score(replace(PAIRS, winners=2))
    for move in moves(one, two):
        assert move.earlier_list == ""
        assert move.list in ("NS", "EW")
        assert (move.rank_changed, move.score_changed, move.climbed) == (True, False, 0)


def test_the_podium_before_and_after() -> None:
    (found,) = podium(score(PAIRS), score(RULED))
    assert [(entry.place, entry.contestant) for entry in found.before] == [
        ("1=", "1"),
        ("1=", "12"),
        ("3=", "3"),
        ("3=", "14"),
    ]
    assert [(entry.place, entry.contestant) for entry in found.after] == [("1", "1"), ("2", "14"), ("3", "12")]
    assert found.changed


def test_a_podium_on_which_nobody_moves_has_not_changed() -> None:
    two, ruled = replace(PAIRS, winners=2), replace(RULED, winners=2)
    ns, ew = podium(score(two), score(ruled), size=1)
    assert (ns.list, [entry.contestant for entry in ns.after], ns.changed) == ("NS", ["1"], False)
    assert (ew.list, [entry.contestant for entry in ew.before], ew.changed) == ("EW", ["12"], True)


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_contest_has_moves(form: str) -> None:
    event, draft = FORMS[form]
    before, after = score(event), score(small_events.given(event, draft))
    found = moves(before, after)
    assert found
    for move in found:
        assert move.before == before.standing(move.contestant)
        assert move.after == after.standing(move.contestant)
    percentages = form in ("pairs", "two winners", "individual")
    assert all((move.after.percent is not None) is percentages for move in found if move.after)
    assert any(move.change for move in found)


def mirrored(move: Move) -> Move:
    if move.earlier_list is None:
        return replace(move, before=move.after, after=move.before)
    return replace(move, before=move.after, after=move.before, list=move.earlier_list, earlier_list=move.list)


@examples(20, long=60)
@given(events.events())
def test_equal_standings_have_no_moves_and_swapped_ones_mirror_each(case: tuple[str, str, dict[str, Any]]) -> None:
    event = small_events.read(case)
    if event is None:
        return
    try:
        before, after, again = score(replace(event, rulings=())), score(event), score(event)
    except Faults:
        return
    assert moves(after, again) == ()
    there, back = moves(before, after), {move.contestant: move for move in moves(after, before)}
    assert len(there) == len(back)
    for move in there:
        other = back[move.contestant]
        assert other == mirrored(move)
        assert other.climbed == -move.climbed
        assert (other.rank_changed, other.score_changed) == (move.rank_changed, move.score_changed)
        assert (other.change is None) if move.change is None else other.change == -move.change


# Which entry moved whom


def steps(*rulings: tuple[Ruling, ...]) -> list[tuple[int, Any]]:
    return [(number, score(small_events.given(PAIRS, *each))) for number, each in enumerate(rulings)]


def test_each_move_is_put_down_to_its_entry() -> None:
    first, second = ruling("1", 1, "2", "+420"), ruling("2", 2, "4", "+170")
    found = {each.contestant: each for each in attributed(steps((), (first,), (first, second)))}
    assert [(key, str(move.change)) for key, move in found["2"].steps] == [(1, "250/9"), (2, "0")]  # 4 joins it
    assert [key for key, _ in found["4"].steps] == [1, 2]
    assert found["4"].whole.change == sum(move.change or 0 for _, move in found["4"].steps)
    assert not any(each.moved_back for each in found.values())
    ranking = [entry.contestant for entry in score(small_events.given(PAIRS, first, second)).lists[""]]
    assert list(found) == [contestant for contestant in ranking if contestant in found]


def test_who_moved_and_moved_back_is_listed_as_such() -> None:
    first = ruling("1", 1, "2", "+420")
    withdrawn = attributed(steps((), (first,), ()))
    assert len(withdrawn) == 8
    assert all(each.moved_back and [key for key, _ in each.steps] == [1, 2] for each in withdrawn)


def test_who_comes_and_goes_on_the_way_has_moved_back_and_who_stays_has_not() -> None:
    more = replace(PAIRS, results=(*PAIRS.results, played(1, "5", "15", "np")))
    there_and_back = attributed([("start", score(PAIRS)), ("seated", score(more)), ("taken out", score(PAIRS))])
    assert [(each.contestant, each.moved_back) for each in there_and_back if not each.whole.after] == [
        ("5", True),
        ("15", True),
    ]
    came = {each.contestant: each for each in attributed([("start", score(PAIRS)), ("seated", score(more))])}
    assert not came["5"].moved_back


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_moves_without_a_step(count: int) -> None:
    assert attributed(steps(*[()] * count)) == ()
