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
def test_a_weighted_ruling_shows_its_effect_in_the_unit_of_the_event(club: Club, tmp_path: Path, name: str) -> None:
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
    hands.page.goto(f"{address}/ranking")
    hands.sees("VP" if name == "teams" else UNIT)
