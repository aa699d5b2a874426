"""S5: boards as directors and players see them, and boards that a playing director is not to see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

from amends import double_dummy
from amends.bridge import Auction, Deal, Seat, Vulnerable
from amends.contract.documents.standings import board_document
from amends.desk import Desk
from amends.desk.demonstration import begin_demonstration
from amends.event.table_result import DealtBoard
from amends.reports.traveller import travellers
from amends.scoring.field import FieldBoard
from amends.web.preferences import USUAL, Preferences
from amends.web.rendering import environment
from amends.web.screens.reading.boards import BoardInField
from amends.wording.figures import percent
from support.desks import NAME, publishing
from support.documents import check_document
from support.web import small_events
from support.web.reading import links, rows, words
from web.conftest import Visit, Visiting

SCRIPT = "<script>alert"


def playing(visitor: Visiting, contestant: str) -> Visiting:
    """Somebody who plays as well."""
    visitor.client.cookies.set("amends-look", Preferences(playing=contestant).cookie())
    return visitor


# What it shows


def test_whether_a_lead_is_known_is_looked_up_once_however_many_lines_ask() -> None:
    passes = list[int]()

    class Lines(list[Any]):
        """Counts how often somebody goes through all of them."""

        def __iter__(self) -> Iterator[Any]:
            passes.append(len(self))
            return super().__iter__()

    without_record = SimpleNamespace(row=SimpleNamespace(table=SimpleNamespace(record=None)))
    field = BoardInField(cast(FieldBoard, None), Lines([without_record] * 10_000), (), (), 2)
    assert [field.leads for _ in field.lines] == [False] * 10_000
    assert passes == [10_000] * 2


def test_all_boards_are_there_by_number_and_those_ruled_on_are_marked(visit: Visit, desk: Desk) -> None:
    visitor = visit()
    page = visitor.get("EV/boards").text
    boards = {result.board for result in desk.open(NAME).event.results}
    assert {f"{visitor.event}/boards/{board}" for board in boards} <= set(links(page))
    assert page.count("ruled on") == 4


def test_missing_results_are_marked(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    assert visit("scorer").get(f"{address}/boards").text.count("results missing") == 1


def test_a_traveller_has_the_figures_of_the_report(visit: Visit, desk: Desk) -> None:
    [report, _] = travellers(desk.open(NAME).standings, 4)
    shown = [row[:4] for row in rows(visit().get("EV/boards/4").text)]
    exactly = visit().get("EV/boards/4.json").json()["fields"][0]["rows"]
    for line in exactly:
        ns, ew = (percent(Fraction(line["figure"][side]["exact"])) for side in ("ns", "ew"))
        [cells] = [row for row in report.rows if row[:2] == [*line["ns"], *line["ew"]]]
        assert [f"{cells[2]} {cells[0]} v {cells[1]}", cells[3], ns, ew] in shown


def test_an_adjusted_row_is_in_the_maastricht_form_with_its_ruling(visit: Visit) -> None:
    visitor = visit()
    page = visitor.get("EV/boards/15").text
    assert "60% of +620 (4♥ N =) plus 40% of −100 (4♥ N −1) 1" in words(page)
    assert f"{visitor.event}/rulings/1" in links(page)


def test_numbers_lead_to_how_they_come_about(visit: Visit) -> None:
    visitor = visit()
    assert {f"{visitor.event}/why/7/15", f"{visitor.event}/why/16/15"} <= set(links(visitor.get("EV/boards/15").text))


def test_dealer_deal_lead_makeable_contracts_and_par_are_shown(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    said = words(visit("scorer").get(f"{address}/boards/1").text)
    assert "North deals None vul." in said
    assert "♠ K Q J 2" in said
    assert "♦10" in said
    assert ("Par" in said) is double_dummy.is_available()


def test_the_dealer_of_each_copy_of_a_fouled_board_is_shown(visit: Visit, desk: Desk) -> None:
    first, second, *others = small_events.PAIRS.results
    copies = (replace(first, group="a"), replace(second, group="b", dealer=Seat.SOUTH))
    address = small_events.put(desk, replace(small_events.PAIRS, results=(*copies, *others)))
    scorer = visit("scorer")
    said = "North deals in group a, South deals in group b"
    for page in ("boards/1", "results/1"):
        assert said in words(scorer.get(f"{address}/{page}").text)


def test_each_round_of_swiss_pairs_has_its_own_traveller(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.SWISS)
    visitor = visit("scorer")
    page = visitor.get(f"{address}/boards/1").text
    headings = re.findall(r"<h2>(Board 1, round \d)</h2>", page)
    assert headings == ["Board 1, round 1", "Board 1, round 2"]
    first, second = page.split(headings[1])
    assert ("+450" in first, "+170" in first, "+450" in second, "+170" in second) == (True, False, False, True)
    # The best for N-S first; of two tables one has all.
    played = [row[0][-5:] for row in rows(page) if "N-S" not in row]
    assert played == ["2 v 7", "1 v 8", "7 v 8", "1 v 2"]
    tables = visitor.get(f"{address}/boards/1.json").json()["fields"]
    assert [table["title"].split(" · ")[0] for table in tables] == headings


def test_a_figure_of_swiss_pairs_is_explained_by_its_round(visit: Visit, desk: Desk) -> None:
    """Pair 7 loses to the other table in round 1 and beats it in round 2."""
    address = small_events.put(desk, small_events.SWISS)
    visitor = visit("scorer")
    page = visitor.get(f"{address}/boards/1").text
    for round, value in (("1", "0.00 of 2"), ("2", "2.00 of 2")):
        why = f"{address}/why/7/1?round={round}"
        assert why in links(page)
        assert why in links(visitor.get(f"{address}/cards/7").text)
        said = words(visitor.get(why).text)
        assert f"7 on board 1 {value} matchpoints" in said
        assert "rounds" not in said
    assert visitor.get(f"{address}/why/7/1", round="3").status_code == 404


@pytest.mark.parametrize(
    ("view", "first"), [("", "Traveller"), ("frequencies", "How often"), ("traveller", "Traveller"), ("x", "Traveller")]
)
def test_few_tables_have_the_traveller_first_and_one_can_choose(visit: Visit, view: str, first: str) -> None:
    said = words(visit().get("EV/boards/4", view=view).text)
    assert min(("Traveller", "How often"), key=said.index) == first


def test_many_tables_have_the_frequencies_first(visit: Visit, desk: Desk) -> None:
    opened = begin_demonstration(desk, "Many")
    said = words(visit("chief").get(f"/e/{opened.kept.key[:8]}/boards/3").text)
    assert said.index("How often") < said.index("Traveller")


def test_only_who_may_rule_is_offered_to_and_a_row_begins_the_ruling(visit: Visit) -> None:
    assert all(
        f'action="{visit(role).event}/rule"' not in visit(role).get("EV/boards/4").text for role in ("", "scorer")
    )
    director = visit("director")
    page = director.get("EV/boards/4").text
    table = page.split('name="table" value="')[1].split('"')[0]
    answer = director.post("EV/rule", {"board": "4", "table": table})
    assert answer.status_code == 303
    assert "/rule/facts?" in answer.headers["location"]


def test_only_who_may_enter_results_is_led_to_correct_one(visit: Visit) -> None:
    pages = {role: links(visit(role).get("EV/boards/4").text) for role in ("", "reviewer", "scorer")}
    correct = f"{visit().event}/results/4"
    leads = {role: any(link.partition("?")[0] == correct for link in found) for role, found in pages.items()}
    assert leads == {"": False, "reviewer": False, "scorer": True}


def test_a_board_of_teams_has_both_rooms_and_imps(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.TEAMS)
    page = visit("reviewer").get(f"{address}/boards/1").text
    assert ["1 – 2 Round 1", "4♥ N = +420", "4♥ N −1 −50", "+10", "−10"] in rows(page)


@pytest.mark.parametrize("path", ["boards/1", "print/travellers"])
def test_a_board_of_teams_of_eight_has_all_four_rooms(visit: Visit, desk: Desk, path: str) -> None:
    page = visit("reviewer").get(f"{small_events.put(desk, small_events.EIGHTS)}/{path}").text
    rooms = ["4♥ N = +420 4♥ N −1 −50", "3♥ N +1 +170 4♥ N = +420"]
    assert ["1 – 2 Round 1", *rooms, "−2.50", "+2.50"] in rows(page)
    assert "Closed rooms" in page


def test_an_individual_has_both_players_of_a_side(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.INDIVIDUAL)
    [row] = [row for row in rows(visit("reviewer").get(f"{address}/boards/1").text) if "1 – 2" in row[0]]
    assert row[:4] == ["4♥ N = 1 – 2 v 3 – 4", "+420", "♦10", "2.00"]


@pytest.mark.parametrize("path", ["boards/99", "boards/99.json", "boards/0", "board?number=x"])
def test_a_board_that_is_not_there_is_said_to_be_none(visit: Visit, path: str) -> None:
    assert visit().get(f"EV/{path}").status_code == 404


def test_a_number_can_be_typed(visit: Visit) -> None:
    visitor = visit()
    answer = visitor.client.get(f"{visitor.event}/board?number=15", follow_redirects=False)
    assert answer.headers["location"] == f"{visitor.event}/boards/15"


def test_its_twin_has_the_data_of_the_report(visit: Visit, desk: Desk) -> None:
    data = check_document(visit().get("EV/boards/15.json").json())
    made = board_document(desk.open(NAME).standings, 15).model_dump(mode="json")
    assert data["fields"] == made["fields"]
    assert (data["kind"], data["stored"]["event"]) == ("board", NAME)


def test_a_hostile_name_is_shown_as_text_everywhere(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    visitor = visit("director")
    for page in ("ranking", "boards", "boards/1", "cards/2", "why/2", "why/2/1", "cards/A%2F3"):
        assert SCRIPT not in visitor.get(f"{address}/{page}").text
    assert small_events.HOSTILE in words(visitor.get(f"{address}/boards/1").text)


def test_cards_that_nobody_has_played_are_for_officials_alone(visit: Visit, desk: Desk) -> None:
    dealt = DealtBoard(3, Deal.parse(small_events.DEAL))
    address = small_events.put(desk, replace(small_events.PAIRS, deals=(*small_events.PAIRS.deals, dealt)))
    desk.confirm(desk.open("small"), publishing())
    assert visit().get(f"{address}/boards/3").status_code == visit().get(f"{address}/boards/3.json").status_code == 404
    assert "K Q J 2" in words(visit("scorer").get(f"{address}/boards/3").text)
    assert visit("scorer").get(f"{address}/boards/3.json").json()["fields"] == []
    assert "K Q J 2" not in words(playing(visit("scorer"), "1").get(f"{address}/boards/3").text)


def test_an_auction_stands_under_the_seats_with_what_was_explained_below() -> None:
    auction = Auction.parse(Seat.EAST, "1NT pass 2D pass")
    calls = [replace(each, alerted=True, explanation="hearts") if each.text == "2D" else each for each in auction.calls]
    template = """{% from "board_parts.html" import auction_table with context %}{{ auction_table(auction, ns, 2) }}"""
    context = {"auction": replace(auction, calls=tuple(calls)), "ns": Vulnerable.NS, "look": USUAL, "page": None}
    page = environment("en").from_string(template).render(context)
    assert rows(page) == [["West", "North", "East", "South"], ["", "", "1NT", "Pass"], ["2♦*1", "Pass", "", ""]]
    assert page.count('<th scope="col" class="v">') == 2
    assert "in question" in page
    assert "1 hearts" in words(page)


# The playing director

SECRET = ("3NT S −1", "3NT S -1", "K Q J 2", "KQJ2", "+100", "−100")


@pytest.mark.parametrize(
    "path", ["boards/2", "boards/2.json", "cards/2", "cards/2.json", "why/2/2", "why/2/2.json", "why/2", "why/2.json"]
)
def test_nothing_of_a_board_is_told_before_it_was_played(visit: Visit, desk: Desk, path: str) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    said = playing(visit("director"), "1").get(f"{address}/{path}")
    assert said.status_code == 200
    told = [secret for secret in SECRET if secret in words(said.text)]
    assert not told
    assert "hidden" in said.text
    assert '"operation"' not in said.text


@pytest.mark.parametrize("path", ["boards/2", "boards/2.json", "why/2/2.json"])
def test_it_is_shown_all_the_same_to_who_asks_for_it(visit: Visit, desk: Desk, path: str) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    visitor = playing(visit("director"), "1")
    assert f"{address}/boards/2?show=1" in links(visitor.get(f"{address}/boards/2").text)
    said = visitor.get(f"{address}/{path}", show="1").text
    assert "hidden until" not in said
    assert '"hidden": true' not in said
    assert any(secret in said for secret in ("KQJ2", "explanation", "K Q J 2"))


def test_a_board_that_was_played_is_shown_and_hidden_ones_are_marked(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    visitor = playing(visit("director"), "1")
    assert "4♥ N +1" in words(visitor.get(f"{address}/boards/1").text)
    assert visitor.get(f"{address}/boards").text.count("hidden until you have played it") == 1
    assert "4♥ N +1" in words(visitor.get(f"{address}/cards/2").text)


def test_the_log_of_moments_tells_no_result_to_who_plays(visit: Visit, desk: Desk) -> None:
    plain, player = visit("director"), playing(visit("director"), "1")
    assert "60% 4♥ N =" in words(plain.get("EV/ranking").text)
    assert "60% 4♥ N =" not in words(player.get("EV/ranking").text)


def test_once_the_results_are_final_nothing_is_hidden(visit: Visit, desk: Desk) -> None:
    address = small_events.put(desk, small_events.PAIRS)
    desk.confirm(desk.open("small"), publishing(final=True))
    assert "3NT S −1" in words(playing(visit("director"), "1").get(f"{address}/boards/2").text)
