"""Events that begin by hand: what waits for results, who is in the list, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.bridge import Side
from amends.desk import Desk
from amends.desk.file_event import EventChoices
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.desk.typing.results import Typed, entering
from amends.event import Contestant, Event, Form
from amends.event.movements import Movement, howell, mitchell
from amends.faults import Faults
from support import desks

NAMES = ["Ash", "Birch", "Cole", "Dean", "Elm", "Fir", "Gorse", "Holly", "Ivy", "Juniper", "Kapok", "Larch"]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        yield desk


def listed(count: int, first: int = 1) -> str:
    return "\n".join(f"{number} {NAMES[number - 1]} – {NAMES[-number]}" for number in range(first, first + count))


# An event in the store


def test_an_empty_event_takes_travellers(desk: Desk) -> None:
    opened = found(desk, founded("Club  pairs"), "2026-11-14")
    assert (str(opened.kept.name), opened.kept.date, opened.event.results) == ("Club pairs", "2026-11-14", ())
    desk.confirm(opened, entering(1, [Typed("4hn=", ("1",), ("2",))]))
    assert len(desk.open("Club pairs").event.results) == 1
    with pytest.raises(Faults, match="There is already an event"):
        found(desk, founded("club pairs"), "2026-11-14")


@pytest.mark.parametrize("form", Form)
def test_every_form_begins_with_its_usual_scoring_and_a_list(desk: Desk, form: Form) -> None:
    opened = found(desk, founded("Club", EventChoices(form=form), contestants=read_contestants("1 Ash\n2 Birch", form)))
    assert list(opened.event.contestants) == ["1", "2"]
    assert opened.event.scoring == ("imps" if form is Form.TEAMS else "matchpoints")


@pytest.mark.parametrize(
    ("movement", "winners"), [(mitchell(3), 2), (mitchell(4), 1), (mitchell(3, switched=1), 1), (howell(3), 1)]
)
def test_a_movement_waits_for_every_result_and_each_comes_in_without_a_reason(
    desk: Desk, movement: Movement, winners: int
) -> None:
    pairs = read_contestants(listed(movement.pairs))
    found(desk, founded("Club", EventChoices(winners=winners), contestants=pairs, layout=MovementLayout(movement, 2)))
    opened = desk.open("Club")
    rows = opened.event.results
    assert len(rows) == 2 * len(movement.seated)
    assert {str(row.result) for row in rows} == {"np"}
    for board in {row.board for row in rows}:
        lines = [Typed("4hn=", row=row.id) for row in rows if row.board == board]
        desk.confirm(desk.open("Club"), entering(board, lines))
    opened = desk.open("Club")
    assert {str(row.result) for row in opened.event.results} == {"4H N ="}
    assert opened.standings is not None
    assert opened.event.name("1") == f"{NAMES[0]} & {NAMES[-1]}"


def test_pairs_need_no_names_where_a_movement_numbers_them() -> None:
    assert list(founded("Club", layout=MovementLayout(howell(2), 3)).contestants) == ["1", "2", "3", "4"]


def test_with_one_pair_fewer_than_seats_its_opponents_sit_out(desk: Desk) -> None:
    pairs = read_contestants(listed(5))
    event = found(desk, founded("Club", contestants=pairs, layout=MovementLayout(mitchell(3), 1))).event
    assert [row.words for row in event.results if str(row.result) == "sit-out"] == [
        "3 against nobody",
        "1 against nobody",
        "2 against nobody",
    ]


def test_boards_begin_where_they_are_said_to(desk: Desk) -> None:
    event = founded("Club", layout=MovementLayout(mitchell(3), 2, first=25))
    assert sorted({row.board for row in event.results}) == [25, 26, 27, 28, 29, 30]


def test_pairs_of_both_directions_may_count_from_1(desk: Desk) -> None:
    text = "N-S\n1 Ash – Birch\n2 Cole – Dean\n\nE-W\n1 Elm – Fir\n2 Gorse – Holly\n"
    event = founded(
        "Club",
        EventChoices(winners=2),
        contestants=read_contestants(text, winners=2),
        layout=MovementLayout(mitchell(2), 4),
    )
    assert [(each.id, each.direction) for each in event.contestants.values()] == [
        ("1NS", Side.NS),
        ("2NS", Side.NS),
        ("1EW", Side.EW),
        ("2EW", Side.EW),
    ]
    assert event.results[0].id == "1/1NS-1EW"


REFUSED: dict[str, tuple[EventChoices, dict[str, object], str]] = {
    "scoring": (EventChoices(scoring="bam"), {}, "The scoring of pairs is one of matchpoints, "),
    "winners": (EventChoices(form=Form.TEAMS, winners=2), {}, "Only pairs can have 2 winners; this event is teams."),
    "knockout": (EventChoices(knockout=True), {}, "Only teams play a knockout; this event is pairs."),
    "teams": (EventChoices(form=Form.TEAMS), {"layout": MovementLayout(howell(2), 2)}, "expected pairs"),
    "two winners": (
        EventChoices(winners=2),
        {"layout": MovementLayout(howell(2), 2)},
        "two winners of a Howell movement",
    ),
    "a switch": (
        EventChoices(winners=2),
        {"layout": MovementLayout(mitchell(3, switched=1), 2)},
        "two winners of a Mitchell movement",
    ),
    "too few": (
        EventChoices(),
        {"layout": MovementLayout(howell(3), 2), "contestants": (Contestant("1"),)},
        "1 pairs",
    ),
    "no seat": (
        EventChoices(),
        {"layout": MovementLayout(howell(2), 2), "contestants": (Contestant("7"),)},
        "pair 7, for which",
    ),
}


@pytest.mark.parametrize(("choices", "others", "message"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_together_is_refused(choices: EventChoices, others: dict[str, object], message: str) -> None:
    with pytest.raises(Faults) as trouble:
        founded("Club", choices, **others)  # type: ignore[arg-type]
    assert message in str(trouble.value)


@pytest.mark.parametrize(("each", "first"), [(0, 1), (100, 1), (2, 0)])
def test_boards_that_cannot_be_are_refused(each: int, first: int) -> None:
    with pytest.raises(Faults):
        MovementLayout(mitchell(3), each, first)


# Lists


@pytest.mark.parametrize(
    ("line", "id", "called"),
    [
        ("1 Ash – Birch", "1", "Ash & Birch"),
        ("1. Ash - Birch", "1", "Ash & Birch"),
        ("12) A. Ash & B. Birch-Cole", "12", "A. Ash & B. Birch-Cole"),
        ("3\tAsh / Birch", "3", "Ash & Birch"),
        ("3 Ash and Birch", "3", "Ash & Birch"),
        ("07 Ash, A. – Birch, B.", "7", "Ash, A. & Birch, B."),
        ("4 The Oaks", "4", "The Oaks"),
        ("5", "5", "5"),
        ("Ash–Birch", "1", "Ash & Birch"),
    ],
)
def test_a_pair_is_a_number_and_names(line: str, id: str, called: str) -> None:
    [pair] = read_contestants(f"\n  {line}  \n")
    assert (pair.id, pair.called) == (id, called)


def test_a_team_has_a_name_and_players() -> None:
    [team] = read_contestants("2 Oaks: Ash, Birch, Cole – Dean", Form.TEAMS)
    assert (team.id, team.name, [player.name for player in team.players]) == (
        "2",
        "Oaks",
        ["Ash", "Birch", "Cole", "Dean"],
    )


def test_all_faults_of_a_list_come_together() -> None:
    with pytest.raises(Faults) as trouble:
        read_contestants("1 Ash – Birch\nCole – Dean\n1 Elm – Fir\n4 Gorse, Holly")
    assert [fault.where for fault in trouble.value.faults] == ["line 2", "line 3", "line 4"]


@given(st.text(), st.sampled_from(Form), st.sampled_from([1, 2]))
def test_junk_in_a_list_is_refused_and_nothing_worse(text: str, form: Form, winners: int) -> None:
    try:
        found = read_contestants(text, form, winners)
    except Faults:
        return
    assert len({each.id for each in found}) == len(found)


def test_an_event_without_anything_is_an_event() -> None:
    assert founded("Club") == Event(title="Club")
