"""S8: the log of rulings: all of it for those who may see the process, rulings in force for everybody else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from amends.desk import Desk
from amends.desk.commands.cases import closing, opening
from amends.desk.commands.penalties import penalising, withdrawing_penalty
from amends.desk.commands.rulings import giving, withdrawing
from amends.event.rows import bound_to
from amends.web.preferences import Preferences
from support.desks import NAME, anew, penalty
from support.web.reading import links, rows, words
from web.conftest import Visit


def firsts(page: str) -> list[str]:
    """What the rows of the table are called by, and the cases below and above it."""
    cases = re.findall(r"Case (\w+):", words(page))
    return [*(row[0] for row in rows(page) if row and row[0] != "Ruling"), *cases]


@pytest.mark.parametrize("role", ["chief", "director", "reviewer"])
def test_who_may_see_the_process_sees_every_ruling_with_its_state_and_author(visit: Visit, role: str) -> None:
    page = visit(role).get("EV/rulings").text
    assert firsts(page)[:4] == ["4", "3", "2", "1"]
    assert "Under appeal" in page
    assert "R. Fox" in words(page)
    assert "late" in words(page)  # the penalty


def test_a_chain_is_shown_from_the_first_ruling_on(visit: Visit, desk: Desk) -> None:
    earlier = anew(desk.open(NAME).history.ruling("2").ruling)
    desk.confirm(desk.open(NAME), giving(replace(earlier, replaces="2")))
    page = visit("director").get("EV/rulings").text
    assert "2 → 2.2" in firsts(page)
    assert "Replaced → 2.2" in words(page)


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ("under appeal", ["1"]),
        ("withdrawn", ["3"]),
        ("in force", ["4", "2", "1"]),
        ("open", ["5"]),
        ("closed", ["6"]),
        ("varied", []),
    ],
)
def test_the_log_is_filtered_by_state(visit: Visit, desk: Desk, state: str, found: list[str]) -> None:
    first, second = desk.open(NAME).event.results[:2]
    desk.confirm(desk.open(NAME), withdrawing("3", "the facts were others"))
    desk.confirm(desk.open(NAME), opening(first.board, bound_to(first)))
    desk.confirm(desk.open(NAME), opening(second.board, bound_to(second)))
    desk.confirm(desk.open(NAME), closing("6", "both are content"))
    assert firsts(visit("director").get("EV/rulings", state=state).text) == found


def test_a_state_that_is_none_is_refused(visit: Visit) -> None:
    assert visit("director").get("EV/rulings", state="<b>").status_code == 422


@pytest.mark.parametrize("role", ["", "scorer"])
def test_others_see_rulings_in_force_and_nothing_of_the_process(visit: Visit, desk: Desk, role: str) -> None:
    first = desk.open(NAME).event.results[0]
    desk.confirm(desk.open(NAME), opening(first.board, bound_to(first)))
    visitor = visit(role)
    page = visitor.get("EV/rulings").text
    assert firsts(page)[:4] == ["4", "3", "2", "1"]
    assert all(said not in words(page) for said in ("R. Fox", "Case 5", "C. Cole"))
    assert all("/cases/" not in link and "/appeals/" not in link for link in links(page))
    assert visitor.get("EV/rulings", state="withdrawn").text.count("<tr>") == page.count("<tr>")


def test_a_ruling_is_public_once_it_was_published(visit: Visit, desk: Desk) -> None:
    desk.confirm(desk.open(NAME), withdrawing("3", "the facts were others"))
    assert firsts(visit().get("EV/rulings").text)[:4] == ["4", "3", "2", "1"]
    assert firsts(visit("scorer").get("EV/rulings").text)[:3] == ["4", "2", "1"]


def test_penalties_stand_below_with_what_became_of_them(visit: Visit, desk: Desk) -> None:
    desk.confirm(desk.open(NAME), penalising(penalty("7", "10%", "<i>loud</i>")))
    desk.confirm(desk.open(NAME), withdrawing_penalty("2", "a mistake"))
    page = visit("director").get("EV/rulings").text
    assert "&lt;i&gt;loud" in page
    assert "Withdrawn: a mistake" in words(page)
    assert "loud" not in visit().get("EV/rulings").text


def test_a_playing_director_is_not_told_the_award_on_a_board_to_be_played(visit: Visit) -> None:
    visitor = visit("director")
    shown = visitor.get("EV/rulings").text
    visitor.client.cookies.set("amends-look", Preferences(playing="nobody yet").cookie())
    hidden = visitor.get("EV/rulings").text
    assert ("hidden until" in shown, "hidden until" in hidden, "table result stands" in hidden) == (
        False,
        True,
        False,
    )
    assert "hidden until" in visitor.get("EV/rulings/1").text
