"""Rulings in a browser: the slip prints on one page, a ruling is withdrawn and appealed with and without scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from playwright.sync_api import Page, expect

from amends.accounts.accounts import add_account
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from support.browser.looking import printed_pages
from support.desks import NAME, desk_at, evening
from support.serving import HOST, App

PIN = "481516"


@pytest.fixture(scope="module")
def event_and_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, App]]:
    """The address of the event, and the app on a store with an evening."""
    path: Path = tmp_path_factory.mktemp("rulings") / "store.db"
    evening(path)
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        patch.setattr("amends.accounts.passwords.HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        desk = stack.enter_context(desk_at(path))
        add_account(desk, "R. Fox", "chief", PIN)
        yield f"/e/{desk.open(NAME).kept.key[:8]}", create_app(desk, ServerOptions(hosts=(HOST,)))


@pytest.fixture
def address(served: Callable[[App], str], event_and_app: tuple[str, App]) -> str:
    """Where the app is served."""
    return served(event_and_app[1])


@pytest.fixture
def event(event_and_app: tuple[str, App]) -> str:
    """The address of the event."""
    return event_and_app[0]


def signed_in(page: Page) -> Page:
    """The chief director's browser."""
    page.goto("/sign-in")
    page.get_by_role("radio", name="R. Fox").check()
    page.locator("#secret").fill(PIN)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="R. Fox")).to_be_visible()
    return page


def test_a_slip_is_one_page_of_paper(laptop: Page, event: str) -> None:
    signed_in(laptop)
    for id in ("1", "2", "3", "4"):
        laptop.emulate_media(media="null")
        laptop.goto(f"{event}/rulings/{id}")
        assert printed_pages(laptop) == 1, id
        laptop.emulate_media(media="print")
        for hidden in (laptop.locator("nav"), laptop.locator("button"), laptop.get_by_text("How it came about")):
            for place in range(hidden.count()):
                expect(hidden.nth(place)).to_be_hidden()
        expect(laptop.get_by_role("heading", name=f"Ruling {id}")).to_be_visible()


def test_the_public_slip_and_the_form_of_an_appeal_are_one_page_too(laptop: Page, event: str) -> None:
    laptop.goto(f"{event}/rulings/1")
    assert printed_pages(laptop) == 1
    signed_in(laptop).goto(f"{event}/appeals/1/form")
    assert printed_pages(laptop) == 1


def test_a_penalty_is_given_and_withdrawn(page: Page, javascript: bool, event: str) -> None:
    signed_in(page).goto(f"{event}/penalties")
    reason = f"late, {'with' if javascript else 'without'} a script"
    page.get_by_label("Why", exact=True).fill(reason)
    page.get_by_role("button", name="Look at the effect").click()
    page.get_by_role("button", name="Give this penalty").click()
    expect(page.get_by_text("Penalty given.")).to_be_visible()
    given = page.get_by_role("listitem").filter(has_text=reason)
    given.locator("summary").click()
    given.get_by_label("Why it is withdrawn").fill("a mistake")
    given.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_role("listitem").filter(has_text=reason)).to_contain_text("a mistake")


def test_a_varied_ruling_takes_a_tile_a_step_and_a_button(page: Page, javascript: bool, event: str) -> None:
    """Nothing is confirmed: the visits with and without scripts share one appeal."""
    signed_in(page).goto(f"{event}/appeals/1")
    page.get_by_label("Varied").check(force=True)
    weights = page.get_by_label("Weight of")
    before = [float(each.input_value().rstrip("%")) for each in weights.all()]
    page.get_by_role("button", name="More for").first.click()
    expect(weights.first).to_have_value(f"{before[0] // 5 * 5 + 5:g}%")
    expect(page.get_by_label("Varied")).to_be_checked()
    page.get_by_label("Reasons").fill("The play was easy.")
    page.get_by_role("button", name="Record decision").last.click()
    expect(page.get_by_role("heading", name="What this decision does")).to_be_visible()
    for reason in page.get_by_label("Why it is right all the same").all():
        reason.fill("We heard both sides.")
    expect(page.get_by_label("Reasons")).to_have_value("The play was easy.")
    expect(page.get_by_role("button", name="Confirm decision")).to_be_enabled()
