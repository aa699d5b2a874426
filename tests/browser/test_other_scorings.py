"""A ruling in the browser where it is not matchpoints: Butler, a match of teams with victory points, a knockout."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from amends.event import Event
from support.browser.club import Club
from support.browser.hands import Hands
from support.desks import desk_at
from support.web.small_events import TEAMS, line, put

pytestmark = pytest.mark.usefixtures("size", "javascript")

BUTLER = Event(
    title="Butler",
    scoring="butler",
    results=tuple(
        line(board, ns, ew, result)
        for board in (1, 2)
        for ns, ew, result in (("1", "4", "4H N ="), ("2", "5", "4H N -1"), ("3", "6", "4H N +1"))
    ),
)
KNOCKOUT = replace(TEAMS, knockout=True)
EVENTS = {"Butler": BUTLER, "teams": TEAMS, "knockout": KNOCKOUT}
UNIT = "IMPs"


@pytest.mark.parametrize("name", EVENTS)
def test_a_weighted_ruling_shows_its_effect_in_the_unit_of_the_event(
    club: Club, tmp_path: Path, javascript: bool, name: str
) -> None:
    with desk_at(tmp_path / "club.db") as desk:
        address = put(desk, EVENTS[name])
    hands = Hands(club.come("J. Finch", f"{address}/rule?board=1"))
    hands.tap(hands.page.locator("main a.rowitem").filter(has_text="−1"))
    hands.choose("Misinformation")
    hands.tap(hands.page.locator("label:has([name=non-offending][value=ns])"))
    hands.press("Next: poll")
    hands.press("Adjust")
    expect(hands.page.get_by_role("heading", name="Likely outcomes")).to_be_visible()
    hands.chip("4♥ N =", 0)
    expect(hands.page.locator("[data-weigh]")).to_have_count(1)
    hands.open_if_closed("Another result")
    hands.chip("4♥ N −1", 0)
    expect(hands.page.locator("[data-weigh]")).to_have_count(2)
    expect(hands.page.locator("#effect")).to_contain_text(UNIT)
    hands.press("Next: check")
    hands.sees("What it does")
    hands.sees(UNIT)
    hands.press("Give this ruling")
    hands.done("given.")
    for words in ("Adjusted score", "50%", "+420", "−50", "12C1(c)"):
        hands.sees(words)
    if javascript and name != "knockout":
        other_jobs(hands, address)
    hands.page.goto(f"{address}/ranking")
    hands.sees("VP" if name == "teams" else UNIT)


def other_jobs(hands: Hands, address: str) -> None:
    """From the slip of the ruling on: an appeal, a claim, A+ and A−, a result, a publication."""
    hands.follow("Appeal", exact=True)
    hands.choose("E-W")
    hands.write("On what grounds", "It was never in doubt.")
    hands.press("Lodge the appeal")
    hands.choose("Varied")
    hands.tap(hands.page.get_by_role("button", name="More for"))
    hands.write("Reasons", "The play was easy.")
    hands.press("Record decision")
    hands.sees("What this decision does")
    for reason in hands.page.get_by_label("Why it is right all the same").all():
        reason.fill("We heard both sides.")
    hands.press("Confirm decision")
    hands.sees("The ruling was varied")
    at_table(hands, address, 0)
    hands.choose("Claim")
    hands.press("Next: tricks")
    hands.press("One trick fewer")
    hands.sees("Before and after")
    hands.press("Give this result")
    hands.done("given.")
    hands.sees("Result after the claim")
    at_table(hands, address, 1)
    hands.choose("Cannot be played")
    hands.tap(hands.page.locator("label:has([name=fault-ew][value=direct])"))
    hands.press("Next: check")
    unfavourable = hands.page.locator("label:has([name='answer favourable'][value=no])")
    expect(unfavourable.or_(hands.page.get_by_role("button", name="Give this ruling")).first).to_be_visible()
    if unfavourable.count():  # the other room has a result: 86B1
        hands.tap(unfavourable)
        hands.press("Next: check")
        expect(hands.page.get_by_role("button", name="Give this ruling")).to_be_visible()
    for reason in hands.page.locator("[name^='answer accept']").all():
        reason.fill("The cards were mixed up.")
    hands.press("Give this ruling")
    hands.done("given.")
    hands.page.goto(f"{address}/results/1")
    hands.page.locator("#result-1").fill("3nts=")
    hands.page.locator("#reason").fill("misread")
    hands.tap(hands.page.locator(".save .main"))
    hands.asked("Enter results")
    hands.page.goto(f"{address}/publish")
    hands.tap(hands.page.get_by_role("main").get_by_role("button", name="Publish"))
    hands.sees("Errors in these results may be corrected until")


def at_table(hands: Hands, address: str, place: int) -> None:
    """What happened at a table of board 2."""
    hands.page.goto(f"{address}/rule?board=2")
    hands.tap(hands.page.locator("main a.rowitem").nth(place))
