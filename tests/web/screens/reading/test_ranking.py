"""S4: the ranking as directors and players see it."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from typing import Any

import pytest

from amends.awards import parse_award
from amends.contract.documents.standings import ranking_document
from amends.desk import Desk
from amends.desk.commands.corrections import correcting
from amends.event import TableReference
from amends.web.preferences import Preferences
from amends.web.rendering import environment
from amends.web.screens.reading import ranking
from amends.wording.figures import percent
from support.desks import NAME, publishing
from support.documents import check_document
from support.web import small_events
from support.web.reading import links, rows, words
from web.conftest import Visit


def correct(desk: Desk) -> None:
    """Something that moves people after the publication."""
    reference = TableReference(ns="1", ew="11")
    desk.confirm(
        desk.open(NAME), correcting(1, reference, parse_award("3NT N -3"), "scored the wrong way", late="all agree")
    )


def test_it_has_the_places_and_percentages_of_the_reports(visit: Visit, desk: Desk) -> None:
    shown = rows(visit("reviewer").get("EV/ranking").text)
    for entries in desk.open(NAME).standings.lists.values():
        for entry in entries:
            [row] = [row for row in shown if row[1].split()[0] == entry.contestant]
            assert (row[0], row[-2], row[-1]) == (entry.place, percent(entry.percent), percent(entry.total))


def test_everybody_leads_to_their_card_and_rulings_to_themselves(visit: Visit) -> None:
    visitor = visit()
    found = links(visitor.get("EV/ranking").text)
    for page in ("cards/7", "why/7", "rulings/1", "rulings/2"):
        assert f"{visitor.event}/{page}" in found


def test_a_penalty_is_noted(visit: Visit) -> None:
    [row] = [row for row in rows(visit().get("EV/ranking").text) if row[1:] and row[1].split()[0] == "18"]
    assert "penalty −1.20 MP" in row[1]


def test_without_a_sign_in_the_last_publication_is_seen_and_with_one_the_present(visit: Visit, desk: Desk) -> None:
    published = percent(desk.open(NAME).standings.standing("1").percent)
    correct(desk)
    now = percent(desk.open(NAME).standings.standing("1").percent)
    assert now != published

    def of_pair_1(role: str) -> list[str]:
        [row] = [row for row in rows(visit(role).get("EV/ranking").text) if row[1:] and row[1].split()[0] == "1"]
        return row

    assert of_pair_1("")[-2] == published
    assert of_pair_1("scorer")[-2] == now
    assert of_pair_1("scorer")[2].startswith("▼")
    assert "▼" not in "".join(of_pair_1("")), "there is no publication before the first"


def test_players_see_what_moved_between_the_last_two_publications(visit: Visit, desk: Desk) -> None:
    correct(desk)
    desk.confirm(desk.open(NAME), publishing())
    public = visit().get("EV/ranking")
    [row] = [row for row in rows(public.text) if row[1:] and row[1].split()[0] == "1"]
    assert row[2].startswith("▼")
    assert 'class="picture"' in public.text
    assert rows(visit("director").get("EV/ranking").text)[1] == rows(public.text)[1]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("7", ["7"]), ("18", ["18"]), ("77", []), ("nobody <b>", [])],
    ids=["7", "18", "none", "words"],
)
def test_a_pair_is_found_by_number(visit: Visit, wanted: str, found: list[str]) -> None:
    page = visit().get("EV/ranking", find=wanted).text
    assert [row[1].split()[0] for row in rows(page) if row[0] != "#"] == found
    assert "<b>" not in page.replace("<b>Friday pairs</b>", "")
    assert ("Nobody found" in page) is not bool(found)


def test_a_pair_is_found_by_a_part_of_a_name(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    page = visit("scorer").get(f"{address}/ranking", find="birch ASH").text
    assert [row[1] for row in rows(page) if row[0] != "#"] == ["1 Ash & Birch"]


def test_the_standings_of_an_earlier_moment_are_those_of_then(visit: Visit, desk: Desk) -> None:
    opened = desk.open(NAME)
    then = opened.until(3).standings
    page = visit("reviewer").get("EV/ranking", **{"as": "3"}).text
    assert "These are earlier standings." in words(page)
    for entry in then.lists["NS"]:
        assert [entry.place, percent(entry.percent)] in [[row[0], row[-2]] for row in rows(page)]


def test_who_is_not_signed_in_cannot_choose_another_moment(visit: Visit) -> None:
    plain, other = (visit().get("EV/ranking", **query).text for query in ({}, {"as": "3"}))
    assert rows(plain) == rows(other)
    assert "Standings as they were" not in words(other)


def test_a_moment_that_nobody_knows_is_said_to_be_none(visit: Visit) -> None:
    answer = visit("chief").get("EV/ranking", **{"as": "half past"})
    assert answer.status_code == 422
    assert "half past" in words(answer.text)


def test_who_plays_sees_their_own_place_first_and_their_row_marked(visit: Visit, desk: Desk) -> None:
    visitor = visit()
    assert 'class="you"' not in visitor.get("EV/ranking").text
    visitor.client.cookies.set("amends-look", Preferences(playing="7").cookie())
    page = visitor.get("EV/ranking").text
    entry = desk.open(NAME).standings.standing("7")
    assert f"You · N-S 7{entry.place} of" in words(page)
    assert words(page).index("You ·") < words(page).index("Find")
    assert page.count('class="you"') == 1


def test_victory_points_have_two_decimals_and_imps_are_whole_or_have_two(visit: Visit, desk: Desk) -> None:
    teams = rows(visit("reviewer").get(f"{small_events.put(desk, small_events.TEAMS)}/ranking").text)
    assert [row for row in teams if "1 – 2" in row[0]] == [["Round 1 1 – 2", "2", "+10", "16.46 – 3.54"]]
    swiss = rows(visit("reviewer").get(f"{small_events.put(desk, small_events.SWISS, 'swiss')}/ranking").text)
    assert all(re.fullmatch(r"\d+\.\d\d", row[-1]) for row in swiss if row[0] != "#")


def test_all_matches_are_looked_through_once_and_not_for_each_match(
    visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event may have a hundred thousand of them."""
    looked, filters = list[str](), environment("en").filters
    selectattr = filters["selectattr"]

    def counted(*arguments: Any, **options: Any) -> Any:
        looked.append("selectattr")
        return selectattr(*arguments, **options)

    # The first parameter of the filter is the context, as Jinja is told by a mark on the function.
    functools.update_wrapper(counted, selectattr)
    monkeypatch.setitem(filters, "selectattr", counted)
    results = tuple(
        replace(each, id=f"{round} {each.id}", round=str(round))
        for round in range(1, 13)
        for each in small_events.TEAMS.results
    )
    address = small_events.put(desk, replace(small_events.TEAMS, results=results))
    page = visit("reviewer").get(f"{address}/ranking").text
    assert "Round 12" in words(page)
    assert 0 < len(looked) < 12


def test_of_very_many_matches_the_last_stand_below_the_ranking(
    visit: Visit, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "MOST_MATCHES", 2)
    results = tuple(
        replace(each, id=f"{round} {each.id}", round=str(round))
        for round in range(1, 6)
        for each in small_events.TEAMS.results
    )
    page = words(
        visit("reviewer").get(f"{small_events.put(desk, replace(small_events.TEAMS, results=results))}/ranking").text
    )
    assert [f"Round {round} 1" in page for round in range(1, 6)] == [False, False, False, True, True]
    assert "3 earlier matches stand on the score cards of their teams." in page


def test_its_twin_has_the_exact_numbers_of_the_report(visit: Visit, desk: Desk) -> None:
    visitor = visit()
    data = check_document(visitor.get("EV/ranking.json").json())
    assert data["rows"] == ranking_document(desk.open(NAME).standings).model_dump(mode="json")["rows"]
    assert f'href="{visitor.event}/ranking.json"' in visitor.get("EV/ranking").text


def test_a_page_that_somebody_has_is_not_sent_again(visit: Visit) -> None:
    visitor = visit()
    tag = visitor.get("EV/ranking").headers["etag"]
    assert visitor.client.get(f"{visitor.event}/ranking", headers={"if-none-match": tag}).status_code == 304


@pytest.mark.parametrize("path", ["ranking", "ranking.json", "boards", "boards/1", "boards/1.json", "cards/1", "why/1"])
def test_nothing_is_seen_of_an_event_that_was_not_published(visit: Visit, desk: Desk, path: str) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    assert visit().get(f"{address}/{path}").status_code == 403
    assert visit("scorer").get(f"{address}/{path}").status_code == 200
