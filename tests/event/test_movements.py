"""Movements: nobody plays a board or meets a pair twice, and each table has one set in a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from amends.event.movements import EvenTables, Movement, howell, mitchell
from amends.faults import Faults

MITCHELLS = [
    pytest.param(mitchell(tables, even=even), id=f"Mitchell {tables} {even}")
    for tables in range(2, 20)
    for even in (EvenTables if tables % 2 == 0 else [EvenTables.SKIP])
]
SWITCHED = [pytest.param(mitchell(tables, switched=2), id=f"Mitchell {tables} switched") for tables in (7, 8)]
HOWELLS = [pytest.param(howell(tables), id=f"Howell {tables}") for tables in range(2, 9)]
CUT = [pytest.param(mitchell(9, rounds=6), id="6 rounds"), pytest.param(howell(5, rounds=4), id="4 rounds")]


@pytest.mark.parametrize("movement", MITCHELLS + SWITCHED + HOWELLS + CUT)
def test_every_pair_plays_each_set_at_most_once_and_meets_nobody_twice(movement: Movement) -> None:
    sets = Counter((pair, each.set) for each in movement.seated for pair in (each.ns, each.ew))
    meetings = Counter(frozenset({each.ns, each.ew}) for each in movement.seated)
    assert set(sets.values()) == {1}
    assert set(meetings.values()) == {1}


@pytest.mark.parametrize("movement", MITCHELLS + SWITCHED + HOWELLS + CUT)
def test_every_pair_sits_at_one_table_in_each_round_and_every_table_has_one_set(movement: Movement) -> None:
    for round in range(1, movement.rounds + 1):
        tables = [each for each in movement.seated if each.round == round]
        assert sorted(pair for each in tables for pair in (each.ns, each.ew)) == list(range(1, movement.pairs + 1))
        assert [each.table for each in tables] == list(range(1, movement.tables + 1))
        assert all(1 <= each.set <= movement.sets for each in tables)


@pytest.mark.parametrize("movement", HOWELLS)
def test_in_a_howell_everybody_meets_everybody_and_plays_every_set(movement: Movement) -> None:
    assert len(movement.seated) == len(list(combinations(range(movement.pairs), 2)))
    assert Counter(pair for each in movement.seated for pair in (each.ns, each.ew)) == dict.fromkeys(
        range(1, movement.pairs + 1), movement.sets
    )


@pytest.mark.parametrize(("tables", "most"), [(2, 0), (3, 4), (4, 0), (5, 4), (6, 0), (7, 4), (8, 0)])
def test_in_a_howell_pairs_compete_with_each_other_nearly_alike(tables: int, most: int) -> None:
    movement = howell(tables)
    side = {(each.ns, each.set): 1 for each in movement.seated} | {(each.ew, each.set): -1 for each in movement.seated}
    together = [
        sum(side[one, each] * side[other, each] for each in range(1, movement.sets + 1))
        for one, other in combinations(range(1, movement.pairs + 1), 2)
    ]
    assert max(together) - min(together) <= most


@pytest.mark.parametrize(
    ("movement", "rounds", "sets", "directed", "shared"),
    [
        (mitchell(7), 7, 7, True, False),
        (mitchell(8), 7, 8, True, False),
        (mitchell(8, even=EvenTables.RELAY), 8, 8, True, True),
        (mitchell(7, switched=1), 7, 7, False, False),
        (howell(3), 5, 5, False, True),
        (howell(4), 7, 7, False, False),
    ],
)
def test_a_movement_says_what_it_needs(
    movement: Movement, rounds: int, sets: int, directed: bool, shared: bool
) -> None:
    assert (movement.rounds, movement.sets, movement.directed, movement.shared) == (rounds, sets, directed, shared)


def test_a_mitchell_without_arrow_switch_keeps_everybody_in_a_direction() -> None:
    assert {each.ns for each in mitchell(8).seated} == set(range(1, 9))
    turned = [each for each in mitchell(8, switched=1).seated if each.ns > 8]
    assert {each.round for each in turned} == {7}


def test_with_a_half_table_whoever_would_meet_the_missing_pair_sits_out() -> None:
    movement = mitchell(5).without(10)
    assert [each.ns for each in movement.seated if each.ew == 0] == [5, 1, 2, 3, 4]


@pytest.mark.parametrize("first", [1, 25])
def test_sets_are_boards_that_follow_each_other(first: int) -> None:
    boards = [board for each in range(1, 8) for board in mitchell(7).boards(each, 3, first)]
    assert boards == list(range(first, first + 21))


IMPOSSIBLE: list[Callable[[], Movement]] = [
    lambda: mitchell(1),
    lambda: mitchell(8, rounds=8),
    lambda: mitchell(7, switched=8),
    lambda: howell(9),
    lambda: howell(4, rounds=8),
    lambda: howell(4).without(9),
]


@pytest.mark.parametrize("made", IMPOSSIBLE)
def test_what_no_movement_can_be_is_refused(made: Callable[[], Movement]) -> None:
    with pytest.raises(Faults):
        made()
