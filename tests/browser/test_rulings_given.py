"""A ruling in the browser: five steps from Home to the slip, counted taps, the traps of earlier versions."""

from __future__ import annotations

import re
from threading import Event

import pytest
from playwright.sync_api import Route, expect

from support.browser.club import Club
from support.browser.hands import Hands
from support.browser.watching import Watched

pytestmark = pytest.mark.usefixtures("size", "javascript")

WITH_SCRIPTS = pytest.mark.usual_way(javascript=True)
WITHOUT_SCRIPTS = pytest.mark.usual_way(javascript=False)

BOARD, TABLE = 4, "15 v 32"
"""Where 6♥ was bid after a slow 4♥; the auction is known."""


def from_home(club: Club, board: int = BOARD, table: str = TABLE, who: str = "J. Finch") -> Hands:
    """A director who goes from Home to what happened at a table: three taps."""
    hands = Hands(club.come(who))
    hands.rule()
    hands.follow(f"Board {board}", exact=True)
    hands.row(table)
    expect(hands.page.get_by_role("heading", name="What happened?")).to_be_visible()
    return hands


def from_row(club: Club, board: int = BOARD, row: str = "15 against 32", who: str = "J. Finch") -> Hands:
    """A director who has pressed the scales at a row of a traveller: one tap."""
    page = club.come(who, f"boards/{board}?view=traveller")
    hands = Hands(page)
    hands.press(f"Rule: {row}")
    expect(page.get_by_role("heading", name="What happened?")).to_be_visible()
    return hands


def slow_pass(hands: Hands) -> None:
    """6♥ may have been suggested by the slow 4♥."""
    hands.choose("Unauthorised information")
    hands.tap(hands.page.locator(".auction.pick label").filter(has_text="6").last)
    hands.press("Next: poll")


def polls(hands: Hands) -> None:
    """Five players about the call, five about the tricks."""
    for _ in range(4):
        hands.vote("calls", 0)
    hands.vote("calls", 1)
    for tile in (3, 3, 3, 4, 4):
        hands.vote("results", tile)


# Counted taps


def test_a_weighted_ruling_with_two_polls_takes_twenty_taps_and_nothing_typed(club: Club) -> None:
    hands = from_home(club)
    slow_pass(hands)
    polls(hands)
    hands.press("Adjust")
    expect(hands.weight(0)).to_have_value("70%")
    hands.press("Next: check")
    hands.sees("70%")
    hands.sees("Pass is a logical alternative: 4 of 5 chose it.")
    hands.press("Give this ruling")
    hands.done("given.")
    for words in ("Adjusted score", "70%", "−650", "4♥ E +1", "16B"):
        hands.sees(words)
    assert hands.taps <= 20
    expect(hands.page.locator(".award.big").first).to_be_in_viewport()


@WITH_SCRIPTS  # without them each vote is a page, as in the test above
def test_from_the_row_it_takes_seventeen_taps(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    polls(hands)
    hands.press("Adjust")
    hands.press("Next: check")
    hands.press("Give this ruling")
    hands.done("given.")
    assert hands.taps <= 17


@pytest.mark.parametrize(
    ("begin", "most"),
    [pytest.param(from_home, 8, marks=WITH_SCRIPTS), pytest.param(from_row, 6, marks=WITHOUT_SCRIPTS)],
)
def test_average_plus_and_minus(club: Club, begin: object, most: int) -> None:
    hands = begin(club)  # type: ignore[operator]
    hands.choose("Cannot be played")
    hands.tap(hands.page.locator("label:has([name=fault-ew][value=direct])"))
    hands.press("Next: check")
    unusual = hands.page.locator("[name^='answer accept']")
    if unusual.count():  # there is a result at this table
        unusual.first.fill("The cards were mixed up.")
    hands.press("Give this ruling")
    hands.done("given.")
    hands.sees("A+")
    hands.sees("A−")
    assert hands.taps <= most


@pytest.mark.parametrize(
    ("begin", "most"),
    [pytest.param(from_home, 6, marks=WITHOUT_SCRIPTS), pytest.param(from_row, 4, marks=WITH_SCRIPTS)],
)
def test_the_result_stands(club: Club, begin: object, most: int) -> None:
    hands = begin(club)  # type: ignore[operator]
    hands.choose("Misinformation")
    hands.press("Result stands")
    hands.press("Result stands")
    hands.done("given.")
    hands.sees("Result stands")
    assert hands.taps <= most


def test_a_claim_is_tricks_to_declarer_in_seven_taps(club: Club) -> None:
    hands = from_home(club, 3, "17 v 36")
    hands.choose("Claim")
    hands.press("Next: tricks")
    hands.sees("Board 3 · Table 17", bar=True)
    hands.press("One trick fewer")
    hands.sees("3NT N +2")
    hands.sees("+460")
    hands.press("Give this result")
    hands.done("given.")
    assert hands.taps <= 7
    for words in ("Result after the claim", "+460", "Entered before: 3NT N +3", "What it does"):
        hands.sees(words)
    hands.press("Undo")
    hands.done("Undone.")
    hands.page.goto(f"{club.event}/boards/3")
    expect(hands.page.get_by_role("row").filter(has_text="17").filter(has_text="36").first).to_contain_text("+3")


def test_a_split_score_takes_three_taps_more_than_a_weighted_one(club: Club) -> None:
    hands = from_home(club)
    slow_pass(hands)
    polls(hands)
    hands.press("Adjust")
    hands.open("Another kind of score")
    hands.press("Split: a director's error")
    expect(hands.page.get_by_role("heading", name="Score for E-W")).to_be_visible()
    hands.press("Less for 4♥ E +1")
    hands.press("Next: check")
    expect(hands.page.locator("#laws")).to_have_value(re.compile("82C"))
    hands.press("Give this ruling")
    hands.done("given.")
    assert hands.taps <= 23


def test_partly_their_own_doing_without_polls_takes_fifteen_taps(club: Club) -> None:
    hands = from_home(club)
    hands.choose("Misinformation")
    hands.tap(hands.page.locator("label:has([name=non-offending][value=ns])"))
    hands.press("Next: poll")
    hands.press("Adjust")
    hands.open("Another kind of score")
    hands.press("Partly their own doing")
    expect(hands.page.get_by_role("heading", name="Expected after it")).to_be_visible()
    hands.chip("6♥ E −1", 0)
    expect(hands.page.locator("[data-weigh]")).to_have_count(1)
    hands.chip("6♥ E =", 1)
    expect(hands.page.locator("[data-weigh]")).to_have_count(2)
    for fact in ("It had nothing to do with it", "xtremely serious"):
        hands.tick(fact)
    hands.press("Next: check")
    hands.sees("Expected after it")
    hands.press("Give this ruling")
    hands.done("given.")
    assert hands.taps <= 15


def test_an_appeal_is_varied_from_home_in_six_taps_and_a_reason(club: Club) -> None:
    hands = Hands(club.come("R. Fox"))
    hands.follow("Appeal 1")
    hands.choose("Varied")
    hands.tap(hands.page.get_by_role("button", name="More for"))
    hands.page.get_by_label("Reasons").fill("The play was easy.")
    hands.press("Record decision")
    hands.sees("What this decision does")
    for reason in hands.page.get_by_label("Why it is right all the same").all():
        reason.fill("We heard both sides.")
    hands.press("Confirm decision")
    hands.sees("The ruling was varied")
    assert hands.taps <= 6


# The traps


def test_a_press_that_is_refused_changes_nothing_and_says_why_in_view(club: Club, watched: Watched) -> None:
    watched.expect("422")
    hands = from_row(club)
    slow_pass(hands)
    hands.vote("calls", 0)
    hands.vote("calls", 0)
    hands.open("Another call")
    hands.press("Add", exact=True)
    message = hands.page.get_by_text("Choose a call first")
    expect(message).to_be_visible()
    expect(hands.page.locator("[data-poll=calls] [data-n]").first).to_have_text("2")


@WITH_SCRIPTS
def test_calls_without_tricks_are_no_dead_end(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    for _ in range(5):
        hands.vote("calls", 0)
    hands.press("Adjust")
    hands.sees("Choose a result below")
    hands.sees_no("passed out")


def test_back_is_a_link_and_the_browsers_button_does_the_same(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    hands.press("Adjust")
    expect(hands.page).to_have_url(re.compile("/weights"))
    hands.page.get_by_role("link", name="Back").click()
    expect(hands.page).to_have_url(re.compile("/poll"))
    hands.page.go_back()
    expect(hands.page).to_have_url(re.compile("/weights"))
    hands.page.get_by_role("link", name="Back").click()
    hands.page.get_by_role("link", name="Back").click()
    expect(hands.page.get_by_label("Unauthorised information").first).to_be_checked()


def test_a_draft_is_discarded_without_a_question_and_undone(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    hands.page.locator(".menu > summary[aria-label=More]").click()
    hands.press("Discard")
    hands.done("discarded.")
    hands.press("Undo")
    expect(hands.page).to_have_url(re.compile("/drafts/"))


# Weights


def test_weights_are_set_by_stepper_by_thirds_and_by_hand(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    polls(hands)
    hands.press("Adjust")
    first, second = hands.weight(0), hands.weight(1)
    expect(first).to_have_value("70%")
    hands.press("More for 4♥ E +1")
    expect(first).to_have_value("75%")
    expect(hands.page.get_by_text("Outside what the poll")).to_be_visible()
    hands.press("Less for 4♥ E +1")
    expect(first).to_have_value("70%")
    hands.tap(hands.page.locator("label:has([name=step][value='3'])"))
    hands.press("Less for 4♥ E +1")
    expect(first).to_have_value("2/3")
    expect(second).to_have_value("1/3")
    first.fill("60")
    second.fill("40")
    hands.press("Next: check")
    hands.sees("60%")


def test_the_effect_moves_with_the_weights_and_agrees_with_the_check(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    polls(hands)
    hands.press("Adjust")
    bar = hands.page.locator("[data-now=ns]").first
    expect(bar).to_be_in_viewport()
    expect(bar).to_have_text("37.20")
    hands.press("Less for 4♥ E +1")
    expect(bar).to_have_text("36.40")
    hands.press("Next: check")
    expect(hands.page.locator(".pair .now").first).to_have_text("36.40")


def test_a_struck_result_needs_a_legal_way_to_it(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    polls(hands)
    hands.press("Adjust")
    hands.open_if_closed("Another result")
    hands.chip("6♥ E =", 0)
    for _ in range(2):
        hands.press("More for 6♥ E =")
    hands.press("Next: check")
    hands.sees("How could it be reached legally?")
    hands.page.get_by_label("How could it be reached legally?").fill("East may bid it in tempo.")
    hands.press("Next: check")
    hands.sees("The award")


def test_the_hand_and_the_auction_are_at_hand(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    expect(hands.page.get_by_role("heading", name="What would you call?")).to_be_visible()
    sheet = hands.page.locator("details.sheet summary")
    if sheet.is_visible():
        sheet.click()
        expect(hands.page.locator("details.sheet .auction")).to_be_visible()
    else:
        expect(hands.page.locator("aside .auction")).to_be_visible()


# What goes wrong on the way


@WITH_SCRIPTS
def test_a_lost_connection_in_the_middle_of_weights_loses_nothing(
    club: Club, watched: Watched, javascript: bool
) -> None:
    hands = from_row(club)
    slow_pass(hands)
    polls(hands)
    hands.press("Adjust")
    if not javascript:
        return
    expect(hands.weight(0)).to_have_value("70%")
    expect(hands.page.locator("html.js")).to_be_attached()  # the script is there before the connection goes
    watched.expect("net::ERR")
    hands.page.context.set_offline(True)
    hands.press("Less for 4♥ E +1")
    expect(hands.weight(0)).to_have_value("65%")
    expect(hands.page.locator("#unreached")).to_be_visible()
    hands.page.context.set_offline(False)
    expect(hands.page.locator("#unreached")).to_be_hidden()
    hands.press("Next: check")
    hands.sees("65%")


@WITH_SCRIPTS
def test_taps_in_quick_succession_all_count(club: Club, javascript: bool) -> None:
    hands = from_row(club)
    slow_pass(hands)
    expect(hands.page.locator("[data-poll=calls]")).to_be_visible()
    if javascript:
        expect(hands.page.locator("html.js")).to_be_attached()
    for _ in range(7):
        if javascript:
            hands.page.locator("[data-poll=calls] [data-vote]").first.click(no_wait_after=True)
        else:  # each is a page of its own
            hands.vote("calls", 0)
    expect(hands.page.locator("[data-poll=calls] [data-n]").first).to_have_text("7")
    hands.press("Adjust")
    expect(hands.page).to_have_url(re.compile("/weights"))
    hands.go_back_to("poll")
    expect(hands.page.locator("[data-poll=calls] [data-n]").first).to_have_text("7")


@WITH_SCRIPTS
def test_each_answer_of_a_slow_server_loses_no_tap(club: Club, javascript: bool) -> None:
    hands = from_row(club)
    slow_pass(hands)
    if javascript:
        hands.page.route("**/drafts/**", _late)
    polls(hands)
    hands.press("Adjust")
    expect(hands.weight(0)).to_have_value("70%")


def _late(route: Route) -> None:
    """Answers come a while after they were asked for."""
    Event().wait(0.3)
    route.continue_()


@WITH_SCRIPTS
def test_two_directors_rule_at_once_on_different_boards(club: Club) -> None:
    first, second = from_row(club), from_row(club, 5, "", who="R. Fox")
    for hands in (first, second):
        hands.choose("Misinformation")
        hands.press("Result stands")
    for hands in (first, second):
        hands.press("Result stands")
        hands.done("given.")


def test_a_draft_can_be_left_and_another_director_takes_it_over(club: Club) -> None:
    hands = from_row(club)
    slow_pass(hands)
    hands.vote("calls", 0)
    hands.press("Adjust")
    expect(hands.page).to_have_url(re.compile("/weights"))
    other = Hands(club.come("R. Fox", hands.page.url.removeprefix(club.address)))
    other.sees("J. Finch has this draft in hand")
    other.press("Take over")
    other.sees_no("has this draft in hand")


@WITH_SCRIPTS
def test_keys_choose_vote_and_weigh(club: Club, javascript: bool) -> None:
    if not javascript:
        return
    hands = from_row(club)
    press = hands.page.keyboard.press
    expect(hands.page.locator("html.js")).to_be_attached()
    press("1")
    expect(hands.page.get_by_label("Unauthorised information").first).to_be_checked()
    hands.tap(hands.page.locator(".auction.pick label").filter(has_text="6").last)
    hands.press("Next: poll")
    expect(hands.page.get_by_role("heading", name="What would you call?")).to_be_visible()
    expect(hands.page.locator("html.js")).to_be_attached()
    press("1")
    expect(hands.page.locator("[data-poll=calls] [data-n]").first).to_have_text("1")
    press("?")
    expect(hands.page.get_by_role("heading", name="Keys")).to_be_visible()
    press("Escape")
    expect(hands.page.get_by_role("heading", name="Keys")).to_be_hidden()
