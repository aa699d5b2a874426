"""Names in the app: the list, a form for each contestant, all names at once, and two people at once."""

from __future__ import annotations

import html
import re

import pytest
from httpx import Response

from amends.desk import Desk
from amends.desk.commands.contestants import naming
from amends.desk.file_event import EventChoices
from amends.desk.typing.new_event import MovementLayout, found, founded, read_contestants
from amends.event import Contestant, Form, Player
from amends.event.movements import mitchell
from web.conftest import Visit, Visiting

CLUB = "Club pairs"


@pytest.fixture
def club(desk: Desk) -> Desk:
    """Three tables in a Mitchell movement; of the pairs 1 to 6 nothing but the numbers is known."""
    found(desk, founded(CLUB, layout=MovementLayout(mitchell(3), 1)), "2026-11-14")
    return desk


def at_club(visitor: Visiting, desk: Desk, name: str = CLUB) -> Visiting:
    """The visitor at the event that began by hand."""
    visitor.event = f"/e/{desk.open(name).kept.key[:8]}"
    return visitor


def plain(answer: Response) -> str:
    """What a page says, without its marks."""
    inline = re.sub(r"</?(?:span|b)\b[^>]*>", "", answer.text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", inline)).split())


def called(desk: Desk, name: str = CLUB) -> dict[str, str]:
    return {id: each.called for id, each in desk.open(name).event.contestants.items()}


def seen(desk: Desk) -> str:
    return str(desk.open(CLUB).seen)


# Who finds it


def test_names_are_found_from_more_and_from_home_where_some_are_missing(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    assert f'{scorer.event}/names"' in scorer.get("EV/more").text
    assert "Names 6 are missing" in plain(scorer.get("EV"))
    assert "Names 6 are missing" not in plain(at_club(visit("reviewer"), club).get("EV"))
    club.confirm(club.open(CLUB), naming([Contestant(str(each), f"Pair {each}") for each in range(1, 7)]))
    assert "are missing" not in plain(scorer.get("EV")).partition("Scoring")[0].partition("Tables")[2]


def test_the_list_leads_to_everybody(visit: Visit, club: Desk) -> None:
    page = at_club(visit("scorer"), club).get("EV/names")
    assert plain(page).count("No names yet") == 6
    assert "6 without names" in plain(page)
    assert len(re.findall(r"/names/contestants/\d", page.text)) == 6


# One contestant


def test_names_of_a_pair_are_entered_and_mended(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    fields = {"player-1": " Ann  Ash", "id-1": "901", "player-2": "Bea Brich", "id-2": "", "seen": seen(club)}
    answer = scorer.post("EV/names/contestants/1", {**fields, "do": "next"})
    assert answer.headers["location"] == f"{scorer.event}/names/contestants/2"
    assert club.open(CLUB).event.contestants["1"].players == (Player("Ann Ash", "901"), Player("Bea Brich"))
    again = scorer.post("EV/names/contestants/1", {**fields, "player-2": "Bea Birch", "seen": seen(club)})
    assert again.headers["location"] == f"{scorer.event}/names?saved=1"
    assert "1 saved." in plain(scorer.get("EV/names", saved="1"))
    assert called(club)["1"] == "Ann Ash & Bea Birch"
    before = club.open(CLUB).seen
    scorer.post("EV/names/contestants/1", {**fields, "player-2": "Bea Birch", "seen": seen(club)})
    assert club.open(CLUB).seen == before, "nothing has changed, so nothing is entered"


def test_what_cannot_be_a_name_stays_in_its_field(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    answer = scorer.post("EV/names/contestants/1", {"player-1": "", "id-1": "901", "player-2": "<b>", "seen": "2"})
    assert answer.status_code == 422
    assert "Whose number is 901? Type the name too." in plain(answer)
    assert 'value="901"' in answer.text
    assert 'value="&lt;b&gt;"' in answer.text
    assert scorer.get("EV/names/contestants/99").status_code == 404


def test_two_who_name_one_pair_at_once_are_told(visit: Visit, club: Desk) -> None:
    scorer, before = at_club(visit("scorer"), club), seen(club)
    club.confirm(club.open(CLUB), naming([Contestant("1", players=(Player("Cyd Cole"), Player("Don Dean")))]))
    fields = {"player-1": "Ann Ash", "player-2": "Bea Birch", "id-1": "", "id-2": ""}
    answer = scorer.post("EV/names/contestants/1", {**fields, "seen": before})
    assert "Somebody else has entered names here meanwhile" in plain(answer)
    assert "Recorded now: Cyd Cole & Don Dean" in plain(answer)
    assert 'value="Ann Ash"' in answer.text
    assert called(club)["1"] == "Cyd Cole & Don Dean"
    scorer.post("EV/names/contestants/1", {**fields, "seen": seen(club)})
    assert called(club)["1"] == "Ann Ash & Bea Birch"


def test_a_team_has_a_name_and_places_for_more_players(visit: Visit, desk: Desk) -> None:
    teams = read_contestants("1 Oaks: Ash, Birch, Cole, Dean\n2 Elms", Form.TEAMS)
    found(desk, founded("Teams", EventChoices(form=Form.TEAMS), contestants=teams))
    director = at_club(visit("director"), desk, "Teams")
    page = director.get("EV/names/contestants/1")
    assert page.text.count('name="player-') == 6
    fields = {f"player-{place}": name for place, name in enumerate(["Ash", "Birch", "Cole", "Dean", "Elm", ""], 1)}
    director.post("EV/names/contestants/1", {"name": "The Oaks", **fields})
    team = desk.open("Teams").event.contestants["1"]
    assert (team.name, [player.name for player in team.players]) == (
        "The Oaks",
        ["Ash", "Birch", "Cole", "Dean", "Elm"],
    )


def test_a_pair_under_one_name_is_shown_as_two_players(visit: Visit, desk: Desk) -> None:
    found(desk, founded("Old", contestants=[Contestant("1", "Ann Ash & Bea Birch"), Contestant("2", "Oaks")]))
    director, before = at_club(visit("director"), desk, "Old"), desk.open("Old").seen
    page = director.get("EV/names/contestants/1").text
    assert ('value="Ann Ash"' in page, 'id="name"' in page) == (True, False)
    assert "Name of the pair" in director.get("EV/names/contestants/2").text
    director.post("EV/names/contestants/1", {"player-1": "Ann Ash", "player-2": "Bea Birch"})
    assert desk.open("Old").seen == before
    director.post("EV/names/contestants/1", {"player-1": "Ann Ash", "player-2": "Bo Birch"})
    assert called(desk, "Old")["1"] == "Ann Ash & Bo Birch"


# Substitutes


def test_a_substitute_is_entered_shown_on_the_card_and_taken_back(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    path = "EV/names/contestants/1/substitutes"
    fields = {"substitute": "Cyd Cole", "instead-of": "2", "unit": "boards", "first": "1", "last": "6", "do": "add"}
    assert scorer.post(path, {**fields, "seen": seen(club)}).status_code == 303
    assert "Boards 1–6: Cyd Cole for player 2" in plain(scorer.get("EV/cards/1"))
    assert "Take back: boards 1–6: Cyd Cole" in html.unescape(scorer.get("EV/names/contestants/1").text)
    refused = scorer.post(path, {**fields, "first": "x"})
    assert (refused.status_code, "Please type a number" in plain(refused)) == (422, True)
    assert 'value="Cyd Cole"' in refused.text
    scorer.post(path, {"do": "remove-1", "seen": seen(club)})
    assert "Cyd Cole" not in scorer.get("EV/cards/1").text


# All at once


def looked(page: Response) -> str:
    found = re.search(r'name="looked" value="([^"]*)"', page.text)
    assert found is not None
    return found[1]


def test_a_list_is_shown_before_it_is_saved_and_bad_lines_stay(visit: Visit, club: Desk) -> None:
    scorer, before = at_club(visit("scorer"), club), seen(club)
    fields = {"names": "1 Ann Ash – Bea Birch\n9 Cyd – Don\n2 Ed Elm – Flo Fir", "seen": before}
    page = scorer.post("EV/names/list", {**fields, "do": "save"})
    assert (page.status_code, seen(club)) == (422, before), "nothing is saved before it was shown"
    assert "2 will change" in plain(page)
    assert "“9 Cyd – Don”: There is no pair 9 in this event." in plain(page)
    saved = scorer.post("EV/names/list", {**fields, "do": "save", "looked": looked(page)})
    assert "2 are saved. The lines below are not" in plain(saved)
    assert re.search(r"<textarea[^>]*>\n9 Cyd – Don</textarea>", saved.text)
    assert (called(club)["1"], called(club)["2"]) == ("Ann Ash & Bea Birch", "Ed Elm & Flo Fir")


def test_a_list_that_was_changed_since_is_shown_again(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    page = scorer.post("EV/names/list", {"names": "1 Ann Ash – Bea Birch", "do": "look"})
    other = {"names": "1 Cyd Cole – Don Dean", "do": "save", "looked": looked(page), "seen": seen(club)}
    assert "One will change" in plain(scorer.post("EV/names/list", other))
    assert called(club)["1"] == "1"


def test_a_list_meets_names_that_somebody_else_has_entered(visit: Visit, club: Desk) -> None:
    scorer, fields = at_club(visit("scorer"), club), {"names": "1 Ann Ash – Bea Birch", "seen": seen(club)}
    page = scorer.post("EV/names/list", {**fields, "do": "look"})
    club.confirm(club.open(CLUB), naming([Contestant("1", players=(Player("Cyd Cole"), Player("Don Dean")))]))
    answer = scorer.post("EV/names/list", {**fields, "do": "save", "looked": looked(page)})
    assert "Somebody else has entered names meanwhile" in plain(answer)
    assert "was Cyd Cole & Don Dean" in plain(answer)
    assert called(club)["1"] == "Cyd Cole & Don Dean"


def test_the_whole_list_saved_leads_back(visit: Visit, club: Desk) -> None:
    scorer = at_club(visit("scorer"), club)
    fields = {"names": "1 Ann Ash – Bea Birch", "seen": seen(club)}
    page = scorer.post("EV/names/list", {**fields, "do": "look"})
    answer = scorer.post("EV/names/list", {**fields, "do": "save", "looked": looked(page)})
    assert answer.headers["location"] == f"{scorer.event}/names?saved=list"
    assert "1 Ann Ash – Bea Birch" in scorer.get("EV/names/list").text
