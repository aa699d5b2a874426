"""Names, a substitute and seats, from the first tap to the last; and what is printed of a whole event is found."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from support.browser.club import Club
from support.browser.hands import Hands
from support.browser.watching import Watched

pytestmark = pytest.mark.usefixtures("size", "javascript")


def test_a_scorer_mends_a_name_and_enters_a_substitute(club: Club) -> None:
    hands = Hands(club.come("M. Wren", "more"))
    hands.row("Names and seats")
    hands.asked("Names and seats")
    hands.row("T. Aspen")
    expect(hands.page.get_by_role("button", name="Save", exact=True)).to_be_visible()
    hands.page.get_by_label("Player 1", exact=True).fill("Tess Aspen")
    hands.press("Save", exact=True)
    hands.done("3 saved.")
    hands.sees("Tess Aspen & L. Ash")
    hands.row("Tess Aspen")
    hands.open("Add a substitute")
    hands.page.get_by_label("Who plays").fill("Nora New")
    hands.page.get_by_label("From", exact=True).fill("1")
    hands.page.get_by_label("To", exact=True).fill("6")
    hands.press("Enter substitute")
    hands.sees("boards 1–6: Nora New for Tess Aspen")
    hands.page.goto(f"{club.event}/cards/3")
    hands.sees("Boards 1–6: Nora New for Tess Aspen")


def test_all_names_are_typed_and_a_bad_line_stays(club: Club, watched: Watched) -> None:
    hands = Hands(club.come("M. Wren", "names/list"))
    hands.page.get_by_label("Names, one pair a line").fill("3 Tess Aspen – Lou Ash\n99 No – Body")
    hands.press("Check", exact=True)
    watched.expect("422")
    hands.sees("One will change")
    hands.sees("There is no pair 99")
    hands.press("Save one")
    watched.expect("422")
    hands.sees("One is saved.")
    expect(hands.page.get_by_label("Names, one pair a line")).to_have_value("99 No – Body")


def test_a_director_turns_a_table_and_sees_what_moves_first(club: Club) -> None:
    hands = Hands(club.come("J. Finch", "seats"))
    hands.page.get_by_label("Round and table").select_option(index=1)
    hands.choose("The wrong way round")
    hands.write("Why, for the journal", "both sides agree")
    hands.press("Check", exact=True)
    hands.sees("What moves in the ranking")
    hands.press("Save", exact=True)
    hands.done("Seats put right.")


def test_prints_are_found_from_more(club: Club) -> None:
    hands = Hands(club.come(to="more"))
    hands.row("Print")
    hands.row("Table cards")
    hands.asked("Table cards")
    hands.sees("Table 24")


@pytest.mark.usual_way(javascript=False)
def test_the_ranking_shows_names_whole_on_a_laptop(club: Club) -> None:
    page = club.come(to="ranking", viewport={"width": 1280, "height": 800})
    cut = """spans => spans.map(span => [span.textContent, span.scrollWidth - span.clientWidth])
        .filter(([text, more]) => more > 0)"""
    names = page.locator(".t.rank .cutline, .t.rank .pname.two > span")
    assert names.count() > 40
    assert names.evaluate_all(cut) == []
