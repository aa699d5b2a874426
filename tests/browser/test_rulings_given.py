"""Job 3: a ruling, from the row that is wrong to the slip, one question a screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.club import Club
from browser.conftest import Size
from browser.hands import Hands
from browser.watching import Watched

pytestmark = pytest.mark.usefixtures("size", "javascript")


def called_to(club: Club, board: int, row: str, what: str, who: str = "J. Finch") -> Hands:
    """A director who has pressed the scales at a row of a traveller and said what happened."""
    hands = Hands(club.come(who, f"boards/{board}"))
    hands.press(f"Rule: {row}")
    hands.press(what)
    return hands


def damaged(hands: Hands, side: str, without: str) -> None:
    """There was an infraction, and this was to be expected without it."""
    hands.press("played:")
    hands.press("yes", exact=True)
    hands.press(side)
    hands.write("Type a result", without)
    hands.press("Continue")


def give(hands: Hands, *slip: str) -> None:
    """Confirm the ruling, and read it on the slip."""
    hands.press("Give this ruling")
    hands.sees("Given.")
    for words in slip:
        hands.sees(words)


def test_a_weighted_score_follows_a_poll_and_is_set_by_stepper_by_thirds_and_by_hand(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "unauthorised information")
    hands.press("played:")
    hands.press("yes", exact=True)
    hands.press("N-S")
    hands.key("4 hearts S −1")
    hands.press("Continue")
    hands.asked("N-S have 6 of 46 at the table; 35⅖ of 46 were to be expected")
    hands.press("no", exact=True)
    hands.tick("4♠ E", exact=True)
    hands.press("Continue")
    hands.press("4♥ S −1")
    hands.sees("One was asked; five are the least")
    hands.press("one more for 4♥ S −1")
    hands.sees("2 were asked")
    hands.press("one more for 4♥ S −1")
    hands.sees("3 were asked")
    hands.write("Another action or result", "4H S -2")
    hands.press("Add", exact=True)
    hands.sees("4 were asked")
    hands.press("one more for 4♥ S −2")
    hands.press("Continue with 5 asked")
    with_clear_poll = hands.taps

    weight = hands.page.get_by_label("Weight of 4♥ S −1")
    expect(weight).to_have_value("72%")
    hands.press("less 4♥ S −1")
    expect(weight).to_have_value("70%")
    hands.page.get_by_label("Steps").select_option("1/3")
    hands.press("less 4♥ S −1")
    expect(weight).to_have_value("2/3")
    expect(hands.page.get_by_label("Weight of 4♥ S −2")).to_have_value("1/3")
    hands.sees("6 → 33⅖")
    weight.fill("60%")
    hands.press("equal")
    expect(weight).to_have_value("50%")
    weight.fill("60")
    hands.press("less 4♥ S −2")
    hands.press("rest for 4♥ S −2")
    hands.press("Continue")
    hands.asked("60% 4♥ S −1; 40% 4♥ S −2")
    hands.sees("of 46 · 13.04 → ")
    hands.write("The reason", "Pass is a logical alternative.")
    give(hands, "60%", "4♥ S −2", "Pass is a logical alternative.", "5 asked", "J. Finch")
    assert with_clear_poll + 2 <= 24


def test_a_board_that_cannot_be_played_gives_average_plus_and_average_minus(club: Club) -> None:
    hands = called_to(club, 3, "", "a wrong board")
    hands.press("no result can be had")
    hands.asked("N-S")
    hands.press("not at fault")
    hands.press("directly at fault")
    give(hands, "A+", "A−")
