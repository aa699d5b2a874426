"""S6 and S10: score cards, and why a number is what it is."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import quote, unquote

import pytest

from amends.contract.documents.standings import card_document, explanation_document
from amends.desk import Desk
from amends.reports.card import score_card
from amends.web.security.addresses import path_part, path_value
from amends.wording.award_text import with_symbols
from amends.wording.figures import percent
from support.desks import NAME
from support.documents import check_document
from support.web import small_events
from support.web.reading import links, rows, words
from web.conftest import Visit


def test_a_card_has_the_place_the_total_and_the_boards_of_the_report(visit: Visit, desk: Desk) -> None:
    standings = desk.open(NAME).standings
    entry = standings.standing("4")
    page = visit().get("EV/cards/4").text
    assert percent(entry.percent) in words(page)
    assert "<svg" in page
    shown = rows(page)
    for line, cells in zip(standings.lines("4"), score_card(standings, "4").rows, strict=True):
        _, _, board, _, against, result, score, _, share, _ = cells
        assert [board, f"{result} v {against}", score, percent(line.figure), share, ""] in shown


def test_a_card_leads_to_boards_opponents_and_explanations(visit: Visit) -> None:
    visitor = visit()
    found = set(links(visitor.get("EV/cards/7").text))
    expected = {"boards/15", "cards/16", "why/7", "why/7/15", "rulings/1"}
    assert {f"{visitor.event}/{page}" for page in expected} <= found


def test_what_is_missing_can_be_looked_at_alone(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    said = words(visit("scorer").get(f"{address}/cards/1", boards="missing").text)
    assert "Without a result: 2" in said
    assert "4♥ N =" not in said


def test_a_team_has_its_matches_in_both_rooms(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.TEAMS)
    page = visit("reviewer").get(f"{address}/cards/1").text
    assert "Round 1: against 2" in words(page)
    assert ["1", "4♥ N = +420", "4♥ N −1 −50", "+10"] in rows(page)


def test_a_player_of_an_individual_has_partners(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.INDIVIDUAL)
    assert ["1", "4♥ N = with 2 v 3 – 4", "+420", "2.00", "100.00", ""] in rows(
        visit("reviewer").get(f"{address}/cards/1").text
    )


def test_its_twin_has_the_data_of_the_report(visit: Visit, desk: Desk) -> None:
    data = check_document(visit().get("EV/cards/7.json").json())
    made = card_document(desk.open(NAME).standings, "7").model_dump(mode="json")
    assert {**data, "stored": None} == made


@pytest.mark.parametrize("path", ["cards/99", "cards/99.json", "why/99", "why/99/1", "why/7/99", "why/7/99.json"])
def test_who_or_what_is_not_there_is_said_not_to_be(visit: Visit, path: str) -> None:
    assert visit().get(f"EV/{path}").status_code == 404


# Any id is one part of an address


@pytest.mark.parametrize("id", [small_events.HOSTILE, "..", "3.json", "4"])
def test_whatever_somebody_is_called_their_pages_are_found(visit: Visit, desk: Desk, id: str) -> None:
    address = small_events.put(desk, small_events.STRANGE)
    visitor = visit("reviewer")
    [card] = {
        each for each in links(visitor.get(f"{address}/ranking").text) if each == f"{address}/cards/{path_part(id)}"
    }
    for page in (card, card.replace("/cards/", "/why/"), card.replace("/cards/", "/why/") + "/1"):
        answer = visitor.get(page)
        assert answer.status_code == 200
        assert id in words(answer.text)
        assert visitor.get(f"{page}.json").json()["contestant"] == id


@pytest.mark.parametrize("id", ["A/3", "~", "~2F", "é ü", "a b", "..", ".", "%2F", "a?b#c", "\\", "日本"])
def test_an_address_gives_back_what_it_was_made_of(id: str) -> None:
    made = path_part(id)
    assert not set(made) & set("/?#\\. ")
    assert quote(made, safe="%~") == made
    assert path_value(unquote(made)) == id


# Why this number?


def test_the_tree_is_the_explanation_with_its_laws(visit: Visit, desk: Desk) -> None:
    visitor = visit()
    page = visitor.get("EV/why/7/15").text
    explained = desk.open(NAME).standings.explain("7", 15)
    assert with_symbols(explained.text()) in unescape(page)
    assert {f"/laws/{quote(part.clause)}" for part in explained.walk() if part.clause} <= set(links(page))
    assert page.count("<li") >= len(list(explained.walk()))
    assert f"{visitor.event}/rulings/1" in links(page)


def test_the_tree_writes_results_as_players_do_and_leads_to_rulings_and_boards(visit: Visit) -> None:
    visitor = visit()
    for path in ("EV/why/7", "EV/why/7/15"):
        page = visitor.get(path).text
        assert re.search(r"\b[1-7][SHDC]x{0,2} [NESW] (=|[+-])", words(page)) is None
        assert f"{visitor.event}/rulings/1" in links(page)
    assert 'class="suit' in page
    assert f"{visitor.event}/boards/15" in links(visitor.get("EV/why/7").text)


def test_it_says_first_what_it_is_about(visit: Visit, desk: Desk) -> None:
    entry = desk.open(NAME).standings.standing("7")
    said = words(visit().get("EV/why/7").text)
    assert f"7 {percent(entry.percent)} % {percent(entry.total)} MP · place {entry.place}" in said
    said = words(visit().get("EV/why/7/15").text)
    assert "matchpoints" in said
    assert "It comes from ruling 1." in said
    assert said.index(" matchpoints · ") < said.index("How it adds up")


def test_the_first_two_levels_are_open(visit: Visit) -> None:
    page = visit().get("EV/why/7/15").text
    assert page.count("<details open>") >= 1
    assert page.count("<details>") >= 1


@pytest.mark.parametrize(("path", "board"), [("why/7", None), ("why/7/15", 15)])
def test_the_twin_of_an_explanation_is_exact(visit: Visit, desk: Desk, path: str, board: int | None) -> None:
    data = check_document(visit().get(f"EV/{path}.json").json())
    standings = desk.open(NAME).standings
    made = explanation_document(standings, "7", board, standings.explain("7", board)).model_dump(mode="json")
    assert data["explanation"] == made["explanation"]
