"""Contestants who come late: into the place in which somebody would sit out, or without one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amends import Ruling, TableReference, parse_award
from amends.awards import NotScored
from amends.bridge import BySide, Side
from amends.desk import Desk
from amends.desk.commands.late_entries import LateEntry, coming_late, empty_places, free_number, next_round
from amends.desk.file_event import EventChoices
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.desk.typing.results import Typed, entering
from amends.desk.views.overview import overview
from amends.event import Contestant, Event, Form, Player
from amends.event.movements import Movement, howell, mitchell
from amends.event.rows import reference_to
from amends.faults import Faults
from support.desks import accepting, desk_at

CLUB = "Club"
WAITS, SITS_OUT = NotScored(expected=True), NotScored(expected=False)
LATE = Contestant("", players=(Player("Ann Ash"), Player("Bea Birch")))


def half_table(movement: Movement, winners: int = 1, numbers: str = "") -> Event:
    """A movement whose last pair is missing; one board a round."""
    listed = numbers or "\n".join(f"{number} A – B" for number in range(1, movement.pairs))
    choices = EventChoices(winners=winners)
    pairs = read_contestants(listed, Form.PAIRS, winners)
    return founded(CLUB, choices, contestants=pairs, layout=MovementLayout(movement, 1))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_at(tmp_path / "amends.db") as made:
        yield made


def late(desk: Desk, entry: LateEntry) -> Event:
    return desk.confirm(desk.open(CLUB), coming_late(entry)).after.event


def test_from_a_round_on_the_late_pair_meets_whoever_would_sit_out(desk: Desk) -> None:
    found(desk, half_table(mitchell(3)))
    before = overview(desk.open(CLUB)).expected
    event = late(desk, LateEntry("6", LATE, place=("", ""), first_round="2"))
    assert event.contestants["6"].called == "Ann Ash & Bea Birch"
    own = {row.round: (row.seats, row.result) for row in event.results if "6" in (*row.seats.ns, *row.seats.ew)}
    full = founded(CLUB, layout=MovementLayout(mitchell(3), 1))
    later = [row for row in full.results if row.round > "1" and "6" in (*row.seats.ns, *row.seats.ew)]
    assert own == {row.round: (row.seats, WAITS) for row in later}
    assert [row.round for row in event.results if row.result == SITS_OUT] == ["1"]
    assert overview(desk.open(CLUB)).expected == before + 2
    late_row = next(row for row in event.results if row.round == "2" and "6" in row.seats.ew)
    desk.confirm(desk.open(CLUB), entering(late_row.board, [Typed("4hn=", row=late_row.id)]))


def test_two_lists_give_the_pair_the_direction_of_its_place(desk: Desk) -> None:
    found(desk, half_table(mitchell(3), 2, "N-S\n1 A – B\n2 C – D\n3 E – F\nE-W\n1 G – H\n2 I – J"))
    event = desk.open(CLUB).event
    [place] = empty_places(event)
    assert (place.direction, free_number(event, "", place.direction)) == (Side.EW, "3")
    after = late(desk, LateEntry("3", LATE, place=place.key))
    assert after.contestants["3EW"].direction is Side.EW
    assert not empty_places(after)


def test_in_a_howell_the_late_pair_plays_both_directions(desk: Desk) -> None:
    found(desk, half_table(howell(3)))
    event = late(desk, LateEntry("6", LATE, place=("", "")))
    assert {frozenset((*row.seats.ns, *row.seats.ew)) for row in event.results if row.round == "1"} == {
        frozenset((*row.seats.ns, *row.seats.ew))
        for row in founded(CLUB, layout=MovementLayout(howell(3), 1)).results
        if row.round == "1"
    }
    assert not [row for row in event.results if row.result == SITS_OUT]


def test_the_next_round_is_the_first_without_a_result_and_the_number_is_that_of_the_missing_pair(desk: Desk) -> None:
    found(desk, half_table(mitchell(3)))
    opened = desk.open(CLUB)
    [place] = empty_places(opened.event)
    assert (next_round(opened.event, place), free_number(opened.event)) == ("1", "6")
    first = next(row for row in opened.event.results if row.round == "1" and all(row.seats))
    event = desk.confirm(opened, entering(first.board, [Typed("4hn=", row=first.id)])).after.event
    assert next_round(event, place) == "2"


def test_a_sit_out_with_a_ruling_stays(desk: Desk) -> None:
    found(desk, half_table(mitchell(3)))
    out = next(row for row in desk.open(CLUB).event.results if row.result == SITS_OUT)
    plus = Ruling("", out.board, reference_to(out), BySide.both(parse_award("A+")), accept={"12C2(a)": "a sit-out"})
    desk.confirm(desk.open(CLUB), accepting(plus))
    event = late(desk, LateEntry("6", LATE, place=("", "")))
    assert next(row for row in event.results if row.id == out.id) == out
    assert TableReference(result=out.id)


def test_without_a_place_only_the_pair_comes_in(desk: Desk) -> None:
    found(desk, half_table(mitchell(3)))
    rows = desk.open(CLUB).event.results
    event = late(desk, LateEntry("7", LATE))
    assert ("7" in event.contestants, event.results) == (True, rows)


@pytest.mark.parametrize("form", [Form.TEAMS, Form.INDIVIDUAL])
def test_teams_and_players_come_late_too(desk: Desk, form: Form) -> None:
    found(desk, founded(CLUB, EventChoices(form=form), contestants=read_contestants("1 Ash\n2 Birch", form)))
    assert late(desk, LateEntry("3", Contestant("", "Oaks"))).contestants["3"].name == "Oaks"
    assert empty_places(desk.open(CLUB).event) == []


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (LateEntry("", LATE), "The number is missing"),
        (LateEntry("1", LATE), "There is a pair 1 in this event already"),
        (LateEntry("6", LATE, place=("", "B")), "Nobody sits out there any more"),
        (LateEntry("6", Contestant("", "x" * 200)), "at most 100"),
        (LateEntry("0", LATE), "the number of a pair"),
    ],
)
def test_what_cannot_be_entered_is_refused_in_words(desk: Desk, entry: LateEntry, words: str) -> None:
    found(desk, half_table(mitchell(3)))
    with pytest.raises(Faults, match=words):
        late(desk, entry)


def test_two_lists_need_a_direction(desk: Desk) -> None:
    found(desk, half_table(mitchell(3), 2))
    with pytest.raises(Faults, match=r"There are two lists\. Choose N-S or E-W\."):
        late(desk, LateEntry("9", LATE))


def test_two_empty_places_in_a_round_are_one_too_many(desk: Desk) -> None:
    event = half_table(mitchell(3))
    first, *rest = event.results
    emptied = replace(first, seats=BySide(first.seats.ns, ()), result=SITS_OUT)
    found(desk, replace(event, results=(emptied, *rest)))
    with pytest.raises(Faults, match="2 tables have an empty place in round 1"):
        late(desk, LateEntry("6", LATE, place=("", "")))


def test_two_who_enter_the_late_pair_at_once_are_told(desk: Desk) -> None:
    found(desk, half_table(mitchell(3)))
    seen = desk.open(CLUB)
    desk.confirm(seen, coming_late(LateEntry("6", LATE, place=("", ""))))
    with pytest.raises(Faults, match="the names of 6"):
        desk.confirm(seen, coming_late(LateEntry("6", replace(LATE, players=(Player("X"),)), place=("", ""))))
