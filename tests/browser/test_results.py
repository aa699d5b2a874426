"""A scorer at the keyboard: a whole board without the mouse, with and without scripts, and two scorers at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from amends.accounts import passwords
from amends.desk import Desk
from amends.desk.typing.new_event import MovementLayout, found, founded
from amends.event.movements import mitchell
from amends.web.serving import create_app
from browser.conftest import PHONE, Size
from support import desks
from support.browser.looking import axe_violations
from support.browser.watching import Watched
from support.serving import App

RESULTS = ["4hn=", "4hn+1", "3nts-1", "4hn=", "p", "4se-2", "4hxn-1", "3hn+1", "420", "4hn=", "5hn-1", "2sw=", "np"]
STORED = {"4H N =", "4H N +1", "3NT S -1", "pass", "4S E -2", "4Hx N -1", "3H N +1", "+420", "5H N -1", "2S W =", "np"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A store with accounts; each test begins an event of its own."""
    path = tmp_path_factory.mktemp("results") / "store.db"
    desks.add_accounts(path)
    with patch.object(passwords, "HASHER", desks.CHEAP), desks.desk_at(path) as desk:
        yield desk


@pytest.fixture(scope="module")
def address(served: Callable[[App], str], desk: Desk) -> str:
    return served(create_app(desk))


@pytest.fixture
def club(desk: Desk, request: pytest.FixtureRequest) -> str:
    """The address of an event of 13 tables, one board a round."""
    name = re.sub(r"\W+", " ", request.node.name)
    opened = found(desk, founded(name, layout=MovementLayout(mitchell(13), 1)), desks.DATE)
    return f"/e/{opened.kept.key}"


def stored(desk: Desk, club: str, board: int) -> list[str]:
    rows = desk.open(club.removeprefix("/e/")).event.results
    return [str(row.result) for row in rows if row.board == board]


def signed_in(page: Page, name: str = "D. Dean") -> Page:
    page.goto("/sign-in")
    page.get_by_role("radio", name=name).check()
    page.locator("#secret").fill(desks.SECRETS[name])
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=name)).to_be_visible()  # at the top; events there may be none yet
    return page


def type_into_focused_field(page: Page, text: str) -> None:
    """Type once a field has the focus: browsers move it there a moment after a page has loaded."""
    expect(page.locator("input:focus")).to_be_visible()
    page.keyboard.type(text)


def test_a_board_of_thirteen_lines_is_typed_with_the_keyboard_alone(
    page: Page, size: Size, javascript: bool, desk: Desk, club: str
) -> None:
    signed_in(page).goto(f"{club}/results/1")
    for number, result in enumerate(RESULTS, 1):
        expect(page.locator(f"#result-{number}")).to_be_focused()
        type_into_focused_field(page, result)
        # Enter leads on with a script; without one it would save the line and come back for the next.
        page.keyboard.press("Enter" if javascript else "Tab")
    expect(page.locator("#result-13")).to_have_value("np")
    if not javascript:
        page.keyboard.press("Tab")  # past the lines that could be added
    expect(page.get_by_role("button", name="Save, next board")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    expect(page.locator("#result-1")).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("Board 1 is saved: 12 results. One is missing.")
    assert set(stored(desk, club, 1)) == STORED


def test_without_a_script_enter_saves_a_line_and_goes_on_with_the_next(
    window: Callable[..., Page], desk: Desk, club: str
) -> None:
    page = signed_in(window(javascript=False))
    page.goto(f"{club}/results/1")
    for number in range(1, 14):
        expect(page.locator(f"#result-{number}")).to_be_focused()
        type_into_focused_field(page, "1nts=")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Board 2")).to_be_visible()
    assert stored(desk, club, 1) == ["1NT S ="] * 13


def test_control_and_enter_save_from_any_field(laptop: Page, desk: Desk, club: str) -> None:
    signed_in(laptop).goto(f"{club}/results/3")
    type_into_focused_field(laptop, "4hn=")
    laptop.keyboard.press("Control+Enter")
    expect(laptop.get_by_role("heading", name="Board 4")).to_be_visible()
    assert stored(desk, club, 3).count("4H N =") == 1


def test_what_a_line_means_stands_beside_it_as_soon_as_it_is_typed(page: Page, size: Size, club: str) -> None:
    signed_in(page).goto(f"{club}/results/1")
    type_into_focused_field(page, "4hn=")
    page.keyboard.press("Tab")
    expect(page.locator("#said-1 .score")).to_have_text("+420")
    type_into_focused_field(page, "8x")
    page.keyboard.press("Tab")
    expect(page.locator("#said-2")).to_contain_text("'8x' is not understood")
    assert axe_violations(page) == []
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=size.width)


def test_new_lines_are_typed_with_the_keyboard_and_an_empty_one_ends_them(laptop: Page, desk: Desk) -> None:
    opened = found(desk, founded("As they come"), desks.DATE)
    club = f"/e/{opened.kept.key}"
    signed_in(laptop).goto(f"{club}/results/1")
    for line in ("1 3 4hn=", "2 4 3nte-1"):
        for typed in line.split():
            type_into_focused_field(laptop, typed)
            laptop.keyboard.press("Enter")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("button", name="Save, next board")).to_be_focused()
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", name="Board 2")).to_be_visible()
    assert stored(desk, club, 1) == ["4H N =", "3NT E -1"]


def test_faults_stand_at_their_lines_and_typing_goes_on_at_the_first(
    page: Page, size: Size, javascript: bool, club: str, watched: Watched
) -> None:
    signed_in(page).goto(f"{club}/results/1")
    page.locator("#result-2").fill("9hn=")
    page.locator("#result-4").fill("4hn=")
    watched.expect("status of 422")
    page.get_by_role("button", name="Save, next board").click()
    expect(page.get_by_role("alert")).to_contain_text("One line is saved")
    expect(page.locator("#said-2")).to_contain_text("Level 9")
    expect(page.locator("#result-2")).to_be_focused()
    expect(page.locator("#said-4 .score")).to_have_text("+420")


def test_missing_results_are_entered_one_by_one_with_keys(
    page: Page, size: Size, javascript: bool, desk: Desk, club: str
) -> None:
    signed_in(page).goto(f"{club}/results")
    page.get_by_role("link", name="Enter missing").click()
    expect(page.get_by_role("heading", name="1 of 169 missing")).to_be_visible()
    for key in ("4", "♥", "N", "+1"):
        page.locator(".key", has_text=re.compile(rf"^{re.escape(key)}\ufe0e?$")).first.click()
    if javascript:
        expect(page.locator("#reading")).to_contain_text("+450")
        assert axe_violations(page) == []
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=size.width)
    save = page.get_by_role("button", name="Save, next")
    expect(save).to_be_in_viewport()
    save.click()
    expect(page.get_by_role("status")).to_contain_text("Saved: board 1")
    page.get_by_role("link", name="Skip", exact=True).click()
    expect(page.get_by_role("heading", name="2 of 168 missing")).to_be_visible()
    assert stored(desk, club, 1).count("4H N +1") == 1


def test_two_scorers_on_two_boards_both_succeed_and_on_one_the_second_is_told(
    window: Callable[..., Page], desk: Desk, club: str, watched: Watched
) -> None:
    one, other = signed_in(window()), signed_in(window(PHONE), "A. Birch")
    for page, board in ((one, 1), (other, 2)):
        page.goto(f"{club}/results/{board}")
    for page in (one, other):
        type_into_focused_field(page, "4hn=")
        page.keyboard.press("Control+Enter")
        expect(page.get_by_role("status")).to_contain_text("is saved")
    assert [stored(desk, club, board).count("4H N =") for board in (1, 2)] == [1, 1]
    for page in (one, other):
        page.goto(f"{club}/results/5")
    type_into_focused_field(one, "4hn=")
    one.keyboard.press("Control+Enter")
    expect(one.get_by_role("status")).to_contain_text("Board 5 is saved")
    watched.expect("status of 422")
    type_into_focused_field(other, "4hn-1")
    other.keyboard.press("Enter")
    type_into_focused_field(other, "3nte=")
    other.keyboard.press("Control+Enter")
    expect(other.get_by_role("alert")).to_contain_text("Somebody else has entered")
    expect(other.locator("#said-1")).to_contain_text("recorded meanwhile")
    expect(other.locator("#result-2")).to_have_value("3nte=")
    assert axe_violations(other) == []


def test_an_event_begins_without_a_file_and_shows_its_movement_first(
    page: Page, size: Size, javascript: bool, desk: Desk
) -> None:
    signed_in(page).goto("/new")
    if javascript:
        assert axe_violations(page) == []
    name = f"Tuesday {size.name} {javascript}"
    page.locator("#name").fill(name)
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Who plays?")).to_be_visible()
    if javascript:
        assert axe_violations(page) == []
    page.get_by_label("Howell").check()
    page.get_by_label("Tables", exact=True).fill("3")
    page.get_by_label("Boards in a round").fill("4")
    if javascript:
        page.keyboard.press("Tab")
    else:
        page.keyboard.press("Enter")
    expect(page.locator("#preview")).to_contain_text("3 tables, 5 rounds, 20 boards")
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=size.width)
    if javascript:
        assert axe_violations(page) == []
    if javascript:
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="Is this right?")).to_be_visible()
    expect(page.locator("#preview")).to_be_in_viewport()
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=size.width)
    page.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Tables", exact=True)).to_have_value("3")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name=name)).to_be_attached()
    assert len(desk.open(name).event.results) == 3 * 5 * 4


def test_the_list_of_boards_bars_nobody(page: Page, size: Size, club: str) -> None:
    signed_in(page).goto(f"{club}/results")
    assert axe_violations(page) == []
    page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=size.width)
    page.get_by_role("link", name="Type next board").click()
    expect(page.locator("#result-1")).to_be_focused()
