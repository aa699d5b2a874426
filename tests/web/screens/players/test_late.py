"""A late pair in the app: the number and the round are proposed, the meetings are shown, then it is entered."""

from __future__ import annotations

import re

import pytest

from amends.desk import Desk
from amends.desk.file_event import EventChoices
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.event.movements import mitchell
from web.conftest import Visit
from web.screens.players.test_names import CLUB, at_club, looked, plain

FIELDS = {"number": "6", "player-1": "Ann Ash", "player-2": "Bea Birch", "place": "1", "round-1": "2"}


@pytest.fixture
def half(desk: Desk) -> Desk:
    """Five pairs at three tables: whoever would meet pair 6 sits out."""
    pairs = read_contestants("\n".join(f"{number} A – B" for number in range(1, 6)))
    found(desk, founded(CLUB, contestants=pairs, layout=MovementLayout(mitchell(3), 2)))
    return desk


def test_the_form_proposes_the_missing_pair_and_the_next_round(visit: Visit, half: Desk) -> None:
    page = at_club(visit("scorer"), half).get("EV/names/late").text
    assert re.search(r'name="number" value="6"', page)
    assert re.search(r'name="place" value="1" checked', page)
    assert re.search(r'<option value="1" selected>1</option>', page)


def test_the_meetings_are_shown_and_then_entered(visit: Visit, half: Desk) -> None:
    director, before = at_club(visit("director"), half), half.open(CLUB).seen
    page = director.post("EV/names/late", {**FIELDS, "do": "save"})
    assert "Is this right? Whom they meet Round Table N-S – E-W Boards 2 1 1 – 6 3–4 3 2 2 – 6 1–2" in plain(page)
    assert half.open(CLUB).seen == before
    answer = director.post("EV/names/late", {**FIELDS, "do": "save", "looked": looked(page), "seen": str(before)})
    assert answer.headers["location"] == f"{director.event}/names?saved=6"
    assert "Ann Ash & Bea Birch" in plain(director.get("EV/names"))
    assert "6 Ann Ash" in plain(director.get("EV/results/3"))


def test_a_place_that_somebody_has_taken_meanwhile_is_said(visit: Visit, half: Desk) -> None:
    director, scorer = (at_club(visit(role), half) for role in ("director", "scorer"))
    fields = {**FIELDS, "round-1": "1", "do": "save", "seen": str(half.open(CLUB).seen)}
    page = director.post("EV/names/late", {**fields, "number": "7"})
    first = scorer.post("EV/names/late", fields)
    assert scorer.post("EV/names/late", {**fields, "looked": looked(first)}).status_code == 303
    before = half.open(CLUB)
    answer = director.post("EV/names/late", {**fields, "number": "7", "looked": looked(page)})
    assert (answer.status_code, "Somebody has meanwhile taken an empty place" in plain(answer)) == (422, True)
    assert half.open(CLUB).seen == before.seen
    assert 'value="Ann Ash"' in answer.text


def test_what_is_refused_stays_in_the_form(visit: Visit, half: Desk) -> None:
    answer = at_club(visit("scorer"), half).post("EV/names/late", {**FIELDS, "number": "3", "do": "look"})
    assert (answer.status_code, "There is a pair 3 in this event already." in plain(answer)) == (422, True)
    assert 'value="Ann Ash"' in answer.text


def test_two_lists_ask_for_the_direction(visit: Visit, desk: Desk) -> None:
    found(desk, founded(CLUB, EventChoices(winners=2), layout=MovementLayout(mitchell(3), 1)))
    scorer = at_club(visit("scorer"), desk)
    assert "There are two lists." in plain(scorer.post("EV/names/late", {"number": "7", "do": "look"}))
    page = scorer.post("EV/names/late", {"number": "7", "direction": "EW", "do": "look"})
    assert "The movement has no empty place for them" in plain(page)


def test_without_an_empty_place_the_lines_to_be_typed_are_named_and_led_to(visit: Visit, desk: Desk) -> None:
    pairs = read_contestants("\n".join(f"{number} A – B" for number in range(1, 7)))
    found(desk, founded(CLUB, contestants=pairs, layout=MovementLayout(mitchell(3), 2)))
    scorer, seen = at_club(visit("scorer"), desk), str(desk.open(CLUB).seen)
    fields = {"number": "7", "player-1": "Ann Ash", "player-2": "Bea Birch", "place": ""}
    page = scorer.post("EV/names/late", {**fields, "do": "look"})
    answer = scorer.post("EV/names/late", {**fields, "do": "save", "looked": looked(page), "seen": seen})
    led = scorer.get(answer.headers["location"])
    assert "7 is in." in plain(led)
    assert "On each board that they play, type one new line" in plain(led)
    assert f"{scorer.event}/results/1?new=1#anew" in led.text
    board = scorer.get("EV/results/1", new="1").text
    assert re.search(r'<details class="card flush anew" id="anew" open', board)
