"""Prints of a whole event: made of the same parts as single pages, for whoever may see them, in parts if large."""

from __future__ import annotations

import pytest

from amends.desk import Desk
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.event.movements import mitchell
from amends.web.screens.reading import printing
from support.desks import NAME
from web.conftest import Visit
from web.screens.players.test_names import CLUB, at_club, plain

PRINTS = ("travellers", "cards", "movement", "tables")


@pytest.mark.parametrize("what", PRINTS)
def test_a_print_is_for_who_sees_the_event(visit: Visit, desk: Desk, what: str) -> None:
    assert visit().get(f"EV/print/{what}").status_code == 200
    found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 1)))
    assert at_club(visit("scorer"), desk).get(f"EV/print/{what}").status_code == 200
    assert "Round" not in plain(at_club(visit(), desk).get(f"EV/print/{what}")), "nothing of it is published"


def test_more_leads_to_what_can_be_printed(visit: Visit, desk: Desk) -> None:
    reader = visit()
    assert f"{reader.event}/print" in reader.get("EV/more").text
    page = reader.get("EV/print").text
    assert "/print/travellers" in page
    assert "/print/cards" in page


def test_all_travellers_and_cards_are_those_of_single_pages_without_buttons(visit: Visit, desk: Desk) -> None:
    director, event = visit("director"), desk.open(NAME).event
    travellers, cards = director.get("EV/print/travellers").text, director.get("EV/print/cards").text
    for board in {row.board for row in event.results}:
        assert f"Board {board}</" in travellers or f"Board {board} <" in travellers
    for contestant in event.contestants:
        assert f"{director.event}/why/{contestant}" in cards
    assert "Rule:" in director.get("EV/boards/1").text
    assert "Rule:" not in travellers
    assert "Correct a result" not in travellers


def test_who_plays_does_not_see_boards_still_to_be_played(visit: Visit) -> None:
    director = visit("director")
    director.post("/look", {"playing": "99", "next": "/"})
    page = plain(director.get("EV/print/travellers"))
    assert "Boards that you have not played are hidden." in page
    assert "Board 1 " not in page


def test_a_large_event_is_printed_in_parts(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing.in_parts, "__defaults__", (20,))
    reader = visit()
    index = reader.get("EV/print").text
    assert "travellers?part=2" in index
    first, second = (plain(reader.get("EV/print/travellers", part=part)) for part in ("1", "2"))
    assert first != second
    assert reader.get("EV/print/travellers", part="99").status_code == 404


def test_the_movement_and_the_table_cards_say_who_sits_where(visit: Visit, desk: Desk) -> None:
    found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 2)))
    scorer = at_club(visit("scorer"), desk)
    assert "3 tables, 3 rounds, 6 boards" in plain(scorer.get("EV/print/movement"))
    tables = plain(scorer.get("EV/print/tables"))
    assert "Table 2 Who comes to table 2 Round N-S E-W Boards 1 2 5 3–4 2 2 4 5–6 3 2 6 1–2" in tables
