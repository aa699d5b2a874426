"""Who sat where, in the app: the effect is shown first, then it is entered."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from amends.desk import Desk
from amends.desk.commands.corrections import erasing
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.desk.typing.results import Typed, entering
from amends.event.movements import mitchell
from amends.event.ruling import TableReference
from support.web.small_events import TEAMS, put
from web.conftest import Visit
from web.screens.players.test_names import CLUB, at_club, looked, plain

TURNED = {"place": "1", "change": "turned", "reason": "both agree", "do": "save"}


@pytest.fixture
def club(desk: Desk) -> Desk:
    """Three tables in a Mitchell movement; the results of round 1 are in."""
    opened = found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 1)))
    for row in (row for row in opened.event.results if row.round == "1"):
        desk.confirm(desk.open(CLUB), entering(row.board, [Typed("4hn=", row=row.id)]))
    return desk


def test_a_table_is_turned_after_its_effect_was_shown(visit: Visit, club: Desk) -> None:
    director, before = at_club(visit("director"), club), club.open(CLUB).seen
    assert "round 1, table 1: 1 – 4" in plain(director.get("EV/seats"))
    page = director.post("EV/seats", TURNED)
    assert "Is this right?" in plain(page)
    assert "What moves in the ranking" in plain(page)
    assert club.open(CLUB).seen == before
    answer = director.post("EV/seats", {**TURNED, "looked": looked(page), "seen": str(before)})
    assert answer.headers["location"] == f"{director.event}/names?saved=seats"
    assert {row.words for row in club.open(CLUB).event.results if row.round == "1" and row.table == "1"} == {
        "4 against 1"
    }


def test_a_list_that_has_changed_meanwhile_turns_no_other_table(visit: Visit, club: Desk) -> None:
    director, opened = at_club(visit("director"), club), club.open(CLUB)
    fields = {**TURNED, "place": "4", "seen": str(opened.seen)}
    assert "round 2, table 1" in plain(director.get("EV/seats"))
    page = director.post("EV/seats", fields)
    gone = next(row for row in opened.event.results if (row.round, row.table) == ("1", "1"))
    club.confirm(opened, erasing(gone.board, TableReference(result=gone.id), "nobody played it"))
    before = club.open(CLUB)
    for looked_at in (looked(page), ""):
        answer = director.post("EV/seats", {**fields, "looked": looked_at})
        assert (answer.status_code, "choose the round and the table again" in plain(answer)) == (422, True)
    assert club.open(CLUB).event.results == before.event.results
    assert not re.search(r'<option value="\d+" selected', answer.text.split('name="place"')[1].split("</select>")[0])


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"place": ""}, "Please choose the round and the table."),
        ({"change": "x"}, "Please choose what happened."),
        ({"reason": ""}, "The reason is missing."),
    ],
)
def test_what_is_not_said_is_asked_for(visit: Visit, club: Desk, fields: dict[str, str], words: str) -> None:
    answer = at_club(visit("scorer"), club).post("EV/seats", {**TURNED, **fields})
    assert (answer.status_code, words in plain(answer)) == (422, True)


def test_at_teams_a_match_is_turned_in_both_rooms_and_another_team_put_in(visit: Visit, desk: Desk) -> None:
    address = put(desk, TEAMS)
    director = replace(visit("director"), event=address)
    assert "round 1, both rooms: 1 – 2" in plain(director.get("EV/seats"))
    page = director.post("EV/seats", {**TURNED, "place": "2"})
    assert "Both rooms would sit the same way on board 1." in plain(page)
    page = director.post("EV/seats", TURNED)
    assert "Is this right?" in plain(page)
    seen = re.search(r'name="seen" value="([^"]+)"', page.text)
    assert seen is not None
    answer = director.post("EV/seats", {**TURNED, "looked": looked(page), "seen": seen[1]})
    assert answer.headers["location"] == f"{address}/names?saved=seats"
    assert "open room: 2 – 1" in plain(director.get("EV/seats"))
    assert "both agree" in plain(director.get("EV/journal"))
