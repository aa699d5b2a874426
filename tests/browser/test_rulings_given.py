"""Job 3: a ruling, from the row that is wrong to the slip, one question a screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from support.browser.club import PIN, Club
from support.browser.hands import Hands
from support.browser.watching import Watched

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


def sign_in(hands: Hands) -> None:
    """Once more: in another tab where the page says so, so that nothing that was typed is lost."""
    if hands.page.get_by_text("Your session has ended").count():
        with hands.page.context.expect_page() as tab:
            hands.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        sign_in(Hands(tab.value))
        hands.page.goto(hands.page.url)  # back, and reload: a form that was sent is not sent again
        return
    hands.write("Name", "J. Finch")
    hands.write("PIN or password", PIN)
    hands.press("Sign in")
    expect(hands.page.get_by_role("banner")).to_contain_text("J. Finch")


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

    weight = hands.page.get_by_label("Weight of 4♥ S −1")
    expect(weight).to_have_value("70%")
    hands.sees("Before rounding to steps of 5% or of 1/6: 72% 4♥ S −1; 28% 4♥ S −2")
    hands.press("more 4♥ S −1")
    expect(weight).to_have_value("75%")
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


def test_a_board_that_cannot_be_played_gives_average_plus_and_average_minus(club: Club) -> None:
    hands = called_to(club, 12, "7 against 43", "a wrong board")
    hands.press("no result can be had")
    hands.asked("Were N-S (7 ")
    hands.press("no fault of theirs: average plus")
    hands.asked("Were E-W (43 ")
    hands.press("directly at fault: average minus")
    give(hands, "A+", "A−", "12C2(a)")


def test_a_claim_puts_the_result_right_and_is_no_adjusted_score(club: Club) -> None:
    hands = called_to(club, 3, "17 against 36", "a claim")
    hands.asked("At the table: 3NT N +3, NS +490. What is the result after the claim?")
    hands.press("remove 3NT N +3")
    hands.write("Type a result", "3NT N +2")
    hands.press("Continue")
    hands.asked("A claim gives a result, not an adjusted score")
    hands.write("The reason", "The spade finesse was not in the statement.")
    hands.press("Put the result right")
    hands.asked("Rulings")
    hands.page.goto(f"{club.event}/boards/3")
    expect(hands.page.get_by_role("row").filter(has=hands.page.get_by_label("Rule: 17 against 36"))).to_contain_text(
        "+460"
    )


def test_each_side_can_have_a_score_of_its_own(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "misinformation")
    damaged(hands, "N-S", "4H S -1")
    hands.press("no", exact=True)
    hands.press("Nobody was asked")
    hands.press("a score of its own for each side")
    hands.asked("Which score for N-S?")
    hands.press("3♥ S =")
    hands.press("Continue")
    hands.asked("Which score for E-W?")
    hands.press("3♥ S +1")
    hands.press("Continue")
    hands.page.get_by_label("Unusual").first.fill("The offenders get the worst that was probable.")
    give(hands, "Non-offending side", "NS +140", "Offending side", "NS +170")


def test_what_a_side_did_to_itself_is_not_given_back(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "unauthorised information")
    damaged(hands, "N-S", "3H S =")
    hands.press("yes", exact=True)
    for question in (
        "was it after the infraction?",
        "Was it unrelated to the infraction?",
        "Was it an extremely serious",
    ):
        hands.asked(question)
        hands.press("yes", exact=True)
    hands.asked("What was to be expected after the infraction, with normal play?")
    hands.write("Type a result", "4S E -1")
    hands.press("Continue")
    hands.sees("expected after the infraction, with normal play")
    give(hands, "12C1(e)")


def test_without_three_times_yes_the_guide_says_why_and_goes_on(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "misinformation")
    damaged(hands, "N-S", "4H S -1")
    hands.press("yes", exact=True)
    hands.asked("was it after the infraction?")
    hands.press("no", exact=True)
    hands.asked("Was it unrelated")
    hands.press("yes", exact=True)
    hands.asked("Was it an extremely serious error or gambling action?")
    hands.press("yes", exact=True)
    hands.sees("Not 12C1(e): it was not after the infraction. N-S get full redress.")
    hands.press("Nobody was asked")
    hands.asked("Which score do you assign?")
    hands.sees("Results at other tables may help with the weights; they never decide whether there was damage.")


def test_a_fielded_psyche_is_one_ruling_with_its_penalty(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "a fielded psyche")
    hands.write("Which regulation on fielded psyches?", "The club's rule on psyches")
    hands.press("Continue")
    hands.asked("Who is non-offending?")
    hands.press("N-S")
    hands.press("the standard penalty, 10%")
    hands.asked("N-S the better of A+ and")
    for reason in hands.page.get_by_label("Unusual").all():
        reason.fill("The regulation says so.")
    give(hands, "The club's rule on psyches", "A−")
    hands.page.goto(f"{club.event}/penalties")
    hands.sees("fielded psyche: The club's rule on psyches")


def test_a_result_of_a_call_that_was_struck_needs_a_legal_way_to_it(club: Club, watched: Watched) -> None:
    hands = called_to(club, 17, "17 against 30", "unauthorised information")
    damaged(hands, "N-S", "4H S -1")
    hands.press("no", exact=True)
    hands.tick("4♠ E", exact=True)
    hands.press("Continue")
    hands.press("Nobody was asked")
    hands.press("4♠ E = ×1 not allowed")
    expect(hands.page.get_by_label("Weight of 4♠ E =")).to_have_value("50%")
    hands.press("Continue")
    hands.asked("4♠ E = came from a call that was not allowed. How could it be reached legally?")
    hands.press("Continue")
    watched.expect("422")
    hands.sees("expected")
    hands.write("How could it be reached", "West may bid 4♠ without any help.")
    hands.press("Continue")
    hands.asked("50% 4♥ S −1; 50% 4♠ E =")
    hands.write("Unusual", "The way over West is open.")
    give(hands, "50%", "4♠ E =")


def test_what_is_unusual_needs_a_reason(club: Club, watched: Watched) -> None:
    hands = called_to(club, 12, "7 against 43", "a wrong board")
    hands.press("no result can be had")
    hands.press("no fault of theirs")
    hands.asked("Were E-W")
    hands.press("no fault of theirs")
    hands.asked("A+ and A+ add up to more than the board. Was an outside agency at fault?")
    hands.press("no", exact=True)
    hands.press("Give this ruling")
    watched.expect("409|422")
    hands.sees("Unusual")
    hands.write("Unusual", "The board was fouled at another table.")
    give(hands, "A+")


def test_what_the_laws_forbid_cannot_be_confirmed(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "misinformation")
    damaged(hands, "N-S", "4H S -1")
    hands.press("no", exact=True)
    hands.press("Nobody was asked")
    hands.press("remove 4♥ S −1")
    hands.press("4♠x E +1")
    hands.press("Continue")
    hands.sees("It cannot be given: the Laws do not allow it.")
    expect(hands.page.get_by_role("button", name="Give this ruling")).to_be_disabled()
    hands.follow("Change: 4♠x E +1")
    hands.asked("Which score do you assign?")


def test_a_draft_can_be_left_and_another_director_takes_it_up(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "unauthorised information")
    hands.press("played:")
    hands.press("not sure yet: it is kept for later")
    hands.asked("Kept for later")
    hands.press("Leave it for later")
    other = Hands(club.come("R. Fox"))
    other.follow("draft")
    other.sees("J. Finch has this draft in hand.")
    other.press("Take it over")
    other.sees_no("has this draft in hand")
    other.press("Answer it now")
    other.press("no: the table result stands")
    give(other, "R. Fox")
    hands.page.goto(club.event)
    hands.sees_no("draft")


def test_a_session_that_ends_in_the_middle_loses_nothing(club: Club, watched: Watched) -> None:
    hands = called_to(club, 17, "17 against 30", "unauthorised information")
    hands.press("played:")
    hands.asked("Was there an infraction?")
    hands.page.context.clear_cookies()
    hands.press("yes", exact=True)
    watched.expect("401")
    hands.sees("Your session has ended, and nothing was entered.")
    sign_in(hands)
    hands.asked("Was there an infraction?")
    hands.press("yes", exact=True)
    hands.asked("Who is non-offending?")


def test_a_session_that_ends_while_votes_are_counted_is_told(club: Club, watched: Watched) -> None:
    hands = called_to(club, 17, "17 against 30", "misinformation")
    damaged(hands, "N-S", "4H S -1")
    hands.press("no", exact=True)
    hands.press("4♥ S −1")
    hands.sees("One was asked")
    hands.page.context.clear_cookies()
    hands.press("one more for 4♥ S −1")
    watched.expect("401")
    expect(hands.page.get_by_role("main")).to_contain_text("Sign in")
    sign_in(hands)
    hands.sees("One was asked")


def test_taps_in_quick_succession_all_count(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "misinformation")
    damaged(hands, "N-S", "4H S -1")
    hands.press("no", exact=True)
    hands.press("4♥ S −1")
    for _ in range(4):
        hands.press("one more for 4♥ S −1")
    hands.press("Continue with 5 asked")
    hands.asked("Which score do you assign?")
    hands.sees("5 asked; 4♥ S −1: 5")


@pytest.mark.parametrize("javascript", [True], indirect=True)
def test_a_weight_typed_during_a_press_is_sent_with_the_next_press(club: Club) -> None:
    hands = called_to(club, 17, "17 against 30", "misinformation")
    damaged(hands, "N-S", "4H S -1")
    hands.press("no", exact=True)
    hands.press("4♥ S −1")
    for _ in range(2):
        hands.press("one more for 4♥ S −1")
    hands.write("Another action or result", "4H S -2")
    hands.press("Add", exact=True)
    hands.sees("4 were asked")
    hands.press("one more for 4♥ S −2")
    hands.press("Continue with 5 asked")
    weight = hands.page.get_by_label("Weight of 4♥ S −1")
    expect(weight).to_have_value("70%")
    hands.page.wait_for_load_state("load")  # before its scripts are there, a press would load the page anew
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        route.continue_() if held else held.append(route)

    hands.page.route("**/drafts/*", hold_the_first)
    with hands.page.expect_request("**/drafts/*"):
        hands.press("more 4♥ S −1")
    weight.fill("40%")
    hands.press("more 4♥ S −1")
    held[0].continue_()
    expect(weight).to_have_value("45%")


def test_two_directors_rule_at_once_on_different_boards(club: Club) -> None:
    first = called_to(club, 12, "7 against 43", "a wrong board")
    second = called_to(club, 17, "17 against 30", "unauthorised information", "R. Fox")
    first.press("no result can be had")
    second.press("played:")
    first.press("no fault of theirs")
    second.press("no: the table result stands")
    first.asked("Were E-W")
    first.press("directly at fault")
    first.asked("A+")
    second.asked("stands")
    give(first, "Ruling 6")
    give(second, "Ruling 7")


def test_of_two_who_rule_at_the_same_table_the_slower_is_told(club: Club) -> None:
    first = called_to(club, 12, "7 against 43", "a wrong board")
    second = called_to(club, 12, "7 against 43", "slow play", "R. Fox")
    for hands in (first, second):
        hands.press("no result can be had")
        hands.press("no fault of theirs")
        hands.asked("Were E-W")
        hands.press("directly at fault")
        hands.asked("A+")
    give(first, "Ruling 6")
    second.press("Give this ruling")
    second.asked("Ruling 6 is in force at this table: N-S A+, E-W A−. Is it replaced?")
