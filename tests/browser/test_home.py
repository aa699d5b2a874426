"""Home, signing in and settings in a browser: a PIN on the pad, a setting that shows its effect in place."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from support.browser.club import PIN, Club
from support.browser.hands import Hands


def test_somebody_taps_their_name_and_a_pin(club: Club) -> None:
    hands = Hands(club.come(to="/sign-in?next=/me"))
    hands.tick("J. Finch")
    hands.sees("PIN of J. Finch")
    for digit in PIN:
        hands.press(digit, exact=True)
    expect(hands.page.locator(".pins i.on")).to_have_count(len(PIN))
    hands.press("Delete the last digit")
    expect(hands.page.locator(".pins i.on")).to_have_count(len(PIN) - 1)
    hands.press(PIN[-1], exact=True)
    hands.press("Sign in")
    hands.asked("J. Finch")


def test_somebody_who_is_not_listed_types_their_name_and_a_password(club: Club) -> None:
    hands = Hands(club.come(to="/sign-in?next=/me"))
    hands.tick("Somebody else")
    hands.write("Name", "J. Finch")
    hands.press("Password", exact=True)
    hands.page.get_by_label("PIN or password").fill(PIN)
    hands.page.keyboard.press("Enter")
    hands.asked("J. Finch")


def test_a_setting_is_changed_in_place_undone_and_kept(club: Club) -> None:
    hands = Hands(club.come("R. Fox", "settings"))
    expect(hands.page.locator("html.js")).to_be_attached()
    hands.page.get_by_label("Find a setting").fill("least players")
    expect(hands.page.locator(".setting:visible")).to_have_count(1)
    field = hands.page.get_by_label("Least players in a poll")
    field.fill("7")
    hands.page.keyboard.press("Tab")
    expect(hands.page.get_by_role("status")).to_contain_text(re.compile(r"1 change\.\s+No score moves\."))
    expect(hands.page.locator(".setting:visible")).to_have_count(1)
    hands.follow("Undo")
    expect(hands.page.get_by_label("Least players in a poll")).to_have_value("5")
    expect(hands.page.locator("html.js")).to_be_attached()
    hands.page.get_by_label("Least players in a poll").fill("7")
    hands.page.keyboard.press("Tab")
    hands.press("Keep", exact=True)
    expect(hands.page.locator("#setting-poll_minimum")).to_contain_text("Changed here")
    expect(hands.page.get_by_role("status")).to_have_count(0)


def test_home_leads_to_each_thing_that_waits(club: Club) -> None:
    hands = Hands(club.come("J. Finch"))
    hands.follow("Appeal 1")
    hands.page.go_back()
    hands.follow("7 results missing")
    hands.page.go_back()
    hands.follow("Publish now")
    hands.asked("Publish")
