"""Several pending rulings at once: every combination, what each contestant can end with, what decides it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from amends import BySide, Contestant, Event, Faults, Ruling, Standings, parse_award, score
from amends.bridge import Side
from amends.event import Player
from amends.event.ruling import SelfInflictedDamage
from amends.rulings.consequences.moves import rank
from amends.rulings.consequences.scenarios import MOST_COMBINATIONS, Range, Reached, blind, scenarios
from amends.scoring.standings import Standing
from support import events
from support import ruled_events as small_events
from support.examples import examples
from support.ruled_events import FORMS, PAIRS, ruling, said

FIRST = ruling("a", 1, "2", "+420")
SECOND = ruling("b", 2, "4", "+420")
"""Each lets one pair more share the top: board 1 is then 5, 5, 2, 0 of 6 for N-S, board 2 5, 0, 2, 5."""


def place(reached: Reached | None) -> tuple[str, tuple[str | None, ...]]:
    assert reached is not None
    return reached.standing.place, reached.combination


def value(standing: Standing) -> Fraction | None:
    return standing.total if standing.percent is None else standing.percent


def test_what_each_contestant_can_end_with() -> None:
    """Totals of 18 for 4: 6 as it stands, 4 with a, 9 with b, 7 with both."""
    found = scenarios(PAIRS, [[FIRST], [SECOND]])
    assert found.combinations == 4
    four = found.range("4")
    assert four.lowest is not None
    assert four.highest is not None
    assert said(four.lowest.standing.total, four.highest.standing.total) == ["4", "9"]
    assert (four.lowest.combination, four.highest.combination) == (("a", None), (None, "b"))
    assert place(four.best) == ("4=", (None, "b"))  # 14 has 9 as well
    assert place(four.worst) == ("7", ("a", None))
    assert not four.settled
    assert [each.contestant for each in found.ranges] == [entry.contestant for entry in score(PAIRS).lists[""]]


def test_alternatives_at_one_table_exclude_each_other() -> None:
    found = scenarios(PAIRS, [[FIRST, ruling("a2", 1, "2", "+170"), ruling("a3", 1, "2", "+140")], [SECOND]])
    assert found.combinations == 8
    assert [table.count for table in found.tables] == [4, 2]
    assert place(found.range("2").best)[1] == ("a", None)


def test_the_winner_depends_on_a_table_only_where_another_alternative_makes_another_winner() -> None:
    """1 and 12 have 18 each; a leaves 17 and 13, b 17 and 18, both 16 and 13. 14 has 14 with a, and 11 with both."""
    (found,) = scenarios(PAIRS, [[FIRST], [SECOND]]).winners
    assert (found.possible, found.pivotal) == ((("1", "12"), ("12",), ("1",)), (0, 1))
    ns, ew = scenarios(replace(PAIRS, winners=2), [[FIRST], [SECOND]]).winners
    assert (ns.list, ns.possible, ns.pivotal) == ("NS", (("1",),), ())
    assert (ew.list, ew.possible, ew.pivotal) == ("EW", (("12",), ("14",)), (0, 1))
    (ns, ew) = scenarios(replace(PAIRS, winners=2), [[SECOND]]).winners
    assert (ns.pivotal, ew.pivotal) == ((), ())


def test_the_tables_that_decide_a_place() -> None:
    four = scenarios(PAIRS, [[FIRST], [SECOND]]).range("4")
    assert (four.best_needs, four.worst_needs) == ((0, 1), (0, 1))
    unmoved = scenarios(replace(PAIRS, winners=2), [[FIRST], [SECOND]]).range("1")
    assert (unmoved.best_needs, unmoved.worst_needs, unmoved.settled) == ((), (), True)


def test_a_pending_ruling_stands_in_the_place_of_the_one_it_replaces() -> None:
    now = small_events.given(PAIRS, FIRST)
    appeal = ruling("c", 1, "2", "-50", replaces="a")
    found = scenarios(now, [[appeal]])
    two = found.range("2")
    assert two.lowest is not None
    assert two.highest is not None
    assert said(two.lowest.standing.total, two.highest.standing.total) == ["0", "5"]
    assert (two.lowest.combination, two.highest.combination) == (("c",), (None,))


@pytest.mark.parametrize("form", FORMS)
def test_one_pending_ruling_leaves_exactly_what_stands_and_what_it_gives(form: str) -> None:
    event, draft = FORMS[form]
    before, after = score(event), score(small_events.given(event, draft))
    found = scenarios(event, [[draft]])
    assert found.combinations == 2
    for each in found.ranges:
        both = [standings.standing(each.contestant) for standings in (before, after)]
        assert {each.lowest and each.lowest.standing, each.highest and each.highest.standing} <= set(both)
        assert [value(reached.standing) for reached in (each.lowest, each.highest) if reached] == sorted(
            number for number in map(value, both) if number is not None
        )
        assert [rank(reached.standing) for reached in (each.best, each.worst) if reached] == sorted(
            number for number in map(rank, both) if number is not None
        )


def test_without_anything_pending_there_is_one_combination() -> None:
    found = scenarios(PAIRS, [])
    assert found.combinations == 1
    assert all(each.settled and each.lowest == each.highest for each in found.ranges)


def test_progress_is_told_after_each_combination() -> None:
    told: list[tuple[int, int]] = []
    scenarios(PAIRS, [[FIRST], [SECOND]], lambda done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


NORMAL, EXPECTED = parse_award("+420"), parse_award("+170")


@pytest.mark.parametrize(
    ("event", "pending", "words"),
    [
        (PAIRS, [[FIRST, SECOND]], "ruling b: found board 2, 4 against 14; expected board 1, 2 against 12"),
        (PAIRS, [[FIRST], [ruling("c", 1, "2", "+170")]], "ruling c: .* once more"),
        (PAIRS, [[FIRST], [replace(SECOND, id="a")]], "ruling a: found the id a twice"),
        (small_events.given(PAIRS, FIRST), [[ruling("c", 1, "2", "+170")]], 'ruling c: .* replaces = "a"'),
        (
            small_events.given(PAIRS, replace(FIRST, id="x", replaces="a")),
            [[FIRST]],
            "ruling a: .* that another one replaces",
        ),
        (PAIRS, [[ruling("c", 9, "2", "+170")]], "ruling c: found board 9, which nobody played"),
        (PAIRS, [[SECOND], [ruling("c", 1, "2", "50% +420; 40% -50")]], "pending ruling c"),
        (replace(PAIRS, scoring="total-points"), [[SECOND], [ruling("c", 1, "2", "A+", "A-")]], "pending ruling c"),
        (PAIRS, [[]], "a pending table without a ruling"),
    ],
)
def test_what_cannot_be_offered_is_refused_naming_the_ruling(
    event: Event, pending: Sequence[Sequence[Ruling]], words: str
) -> None:
    for asked in (scenarios, blind):
        with pytest.raises(Faults, match=words):
            asked(event, pending)


def test_self_inflicted_damage_needs_a_table_result() -> None:
    event = replace(PAIRS, results=(*PAIRS.results[:-1], replace(PAIRS.results[-1], result=parse_award("np"))))
    damage = SelfInflictedDamage(Side.NS, NORMAL, EXPECTED)  # type: ignore[arg-type]
    draft = replace(ruling("c", 3, "4", "+170"), awards=BySide(None, None), self_inflicted=damage)
    with pytest.raises(Faults, match="ruling c"):
        scenarios(event, [[draft]])


def test_too_many_combinations_are_refused_before_any_is_scored() -> None:
    pending = [
        [ruling(f"{board}/{ns}/{points}", board, ns, f"+{points}") for points in (110, 120, 130)]
        for board in (1, 2, 3)
        for ns in ("1", "2", "3")
    ]
    with pytest.raises(Faults, match=f"{4**9} combinations .* {MOST_COMBINATIONS} at the most"):
        scenarios(PAIRS, pending, lambda done, of: pytest.fail("scored"))


# Against every combination scored from nothing


def scored_each(event: Event, pending: Sequence[Sequence[Ruling]]) -> dict[tuple[str | None, ...], Standings]:
    found = {}
    for combination in product(*([None, *rulings] for rulings in pending)):
        given_now = [each for each in combination if each is not None]
        key = tuple(each.id if each else None for each in combination)
        found[key] = score(small_events.given(event, *given_now))
    return found


def holds(found: Range, each: dict[tuple[str | None, ...], Standings]) -> None:
    standings = {key: scored.standing(found.contestant) for key, scored in each.items()}
    numbers = [number for number in map(value, standings.values()) if number is not None]
    ranks = [number for number in map(rank, standings.values()) if number is not None]
    for reached, expected, of in (
        (found.lowest, min(numbers, default=None), value),
        (found.highest, max(numbers, default=None), value),
        (found.best, min(ranks, default=None), rank),
        (found.worst, max(ranks, default=None), rank),
    ):
        assert (None if reached is None else of(reached.standing)) == expected
        assert reached is None or standings[reached.combination] == reached.standing
    for needs, expected in (
        (found.best_needs, min(ranks, default=None)),
        (found.worst_needs, max(ranks, default=None)),
    ):
        reaching = [key for key, standing in standings.items() if expected is not None and rank(standing) == expected]
        sizes = [len({key[table] for key in standings}) for table in range(len(next(iter(standings))))]
        decided = [
            table for table, size in enumerate(sizes) if reaching and len({key[table] for key in reaching}) < size
        ]
        assert list(needs) == decided


@examples(20, long=60)
@given(events.events())
def test_ranges_are_those_of_every_combination_scored_from_nothing(case: tuple[str, str, dict[str, Any]]) -> None:
    event = small_events.read(case)
    if event is None:
        return
    now, taken = small_events.taken_away(event, 3)
    pending = [[each] for each in taken]
    for first in pending[:1]:
        first.append(replace(first[0], id="plain", awards=BySide.both(parse_award("-50")), self_inflicted=None))
    try:
        each = scored_each(now, pending)
    except Faults:
        with pytest.raises(Faults):
            scenarios(now, pending)
        return
    found = scenarios(now, pending)
    assert found.combinations == len(each)
    for one in found.ranges:
        holds(one, each)
    for winners in found.winners:
        firsts = {
            key: tuple(entry.contestant for entry in standings.lists[winners.list] if rank(entry) == 1)
            for key, standings in each.items()
        }
        assert set(winners.possible) == set(firsts.values())
        for table in range(len(pending)):
            others: dict[Any, set[Any]] = {}
            for key, first_ones in firsts.items():
                others.setdefault((*key[:table], *key[table + 1 :]), set()).add(first_ones)
            assert (table in winners.pivotal) == any(len(different) > 1 for different in others.values())


# What a committee sees

NAMED = replace(
    PAIRS,
    results=tuple(
        replace(result, id=f"T{place}", seats=result.seats.map(lambda seats: tuple(f"pair-{seat}" for seat in seats)))
        for place, result in enumerate(PAIRS.results)
    ),
    contestants={
        f"pair-{number}": Contestant(f"pair-{number}", f"Herons {number}", players=(Player(f"Player {number}"),))
        for number in (1, 2, 3, 4, 11, 12, 13, 14)
    },
)


def leaves(thing: object) -> list[object]:
    """Everything that is in a value of dataclasses and tuples."""
    if is_dataclass(thing):
        return [leaf for field in fields(thing) for leaf in leaves(getattr(thing, field.name))]
    if isinstance(thing, tuple):
        return [leaf for each in thing for leaf in leaves(each)]
    return [thing]


def test_a_committee_sees_the_figures_of_the_two_sides() -> None:
    other = ruling("pair-2 again", 1, "pair-2", "60% +420; 40% -50")
    found = blind(
        NAMED, [[ruling("pair-2 first", 1, "pair-2", "+420"), other], [ruling("pair-4", 2, "pair-4", "+420")]]
    )
    assert [(table.board, [each.number for each in table.alternatives]) for table in found.tables] == [
        (1, [1, 2]),
        (2, [1]),
    ]
    first = found.tables[0].alternatives[0]
    assert [said(each.figure, each.top) for side in first.before for each in side] == [["0", "6"], ["6", "6"]]
    assert [said(each.figure, each.top) for side in first.after for each in side] == [["5", "6"], ["1", "6"]]


def test_nothing_a_committee_sees_says_who_it_is_or_where_they_stand() -> None:
    """All there is are numbers of boards and alternatives, figures, tops and the unit."""
    draft = ruling("pair-2 first", 1, "pair-2", "+420", reason="Herons 2 were told", director="Player 99")
    found = blind(NAMED, [[draft]])
    for leaf in leaves(found):
        assert leaf is None or isinstance(leaf, int | Fraction) or leaf == "matchpoints"
    shown = repr(found)
    for entry in score(NAMED).lists[""]:
        assert not [
            word for word in (entry.contestant, NAMED.name(entry.contestant), repr(entry.place)) if word in shown
        ]
    assert not [word for word in ("Player", "Herons", "place", "total", "contestant", "'T", "told") if word in shown]


def test_the_two_players_of_a_side_are_shown_once_where_they_have_the_same() -> None:
    event, draft = FORMS["individual"]
    (table,) = blind(event, [[draft]]).tables
    assert [len(side) for side in table.alternatives[0].after] == [1, 1]


@pytest.mark.parametrize("form", FORMS)
def test_a_committee_sees_the_board_in_every_form(form: str) -> None:
    event, draft = FORMS[form]
    (table,) = blind(event, [[draft]]).tables
    (alternative,) = table.alternatives
    assert alternative.before != alternative.after
    assert all(figure.figure is not None for side in alternative.after for figure in side)
