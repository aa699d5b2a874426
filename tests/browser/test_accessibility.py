"""Nobody is barred: every screen, for everybody who sees another one, light and dark, on a phone and on a laptop."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from amends.web.screen import RIGHTS
from amends.web.server import ServerOptions
from amends.web.serving import all_screens, create_app
from browser.conftest import PHONE, Size
from support.browser.club import Club
from support.browser.hands import Hands
from support.browser.looking import axe_violations
from support.browser.watching import Watched
from support.desks import desk_at
from support.serving import serving

EVERYBODYS = (
    "/", "/look", "/sign-in", "/laws", "/laws/12C1(c)", "", "ranking", "boards", "boards/17", "boards/12",
    "cards/3", "why/3", "why/3/17", "rulings", "rulings/1", "rulings/4",
)  # fmt: skip
PROCESS = (
    "/me", "ranking?as=10", "rulings/4/effect", "rulings?state=open", "cases/4", "appeals/1", "appeals/1/form",
    "bulletin", "corrections", "penalties", "journal", "journal/20", "export", "published/1",
)  # fmt: skip
SCORERS = ("publish", "import", "/new", "results", "results/12")
CHIEFS = (
    "rule", "rulings/1/appeal", "cases/new", "publish", "import", "/settings", "/people", "/new", "settings",
    "settings/regulation?regulation=ebu&reason=ours", "results", "results?missing=1", "results/12",
)  # fmt: skip
ELSEWHERE = {
    "/first": "before anybody has an account: see below",
    "/in/{code}": "leads on",
    "/alive": "a word for machines",
    "/metrics": "lines for machines",
    "/ready": "a word for machines",
    "/e/{event}/results/board": "leads on",
    "/e/{event}/board": "leads on",
    "/e/{event}/drafts/{draft}": "a draft is made by a form: see below",
    "/import/{upload}": "an upload is made by a form: see below",
    "/backup": "a file",
    "/e/{event}/published/{number:int}/notice": "after a second publication: see below",
    "/e/{event}/export/{name}": "a file",
    "/e/{event}/published/{number:int}.zip": "a file",
    "/e/{event}/publish/preview/{how}/{file}": "what is published: see below",
}
"""Addresses that are not walked, and why."""


def test_every_screen_is_walked() -> None:
    assert all_screens()
    walked = [path if path.startswith("/") else f"/e/1/{path}".rstrip("/") for path in (*EVERYBODYS, *PROCESS, *CHIEFS)]
    for method, address in RIGHTS:
        if method != "GET" or address in ELSEWHERE or address.endswith(".json"):
            continue
        pattern = re.compile(re.sub(r"\\\{\w+\\\}|\\\{\w+:\w+\\\}", "[^/]+", re.escape(address)) + r"(\?.*)?")
        assert any(pattern.fullmatch(path) for path in walked), f"{address} is walked by no test"


TOO_SMALL = """least => [...document.querySelectorAll(
    "button, [role=button], input:not([type=hidden]), select, summary, textarea")]
  .filter(each => each.checkVisibility({visibilityProperty: true}))
  .map(each => [each, (each.closest("label") ?? each).getBoundingClientRect()])
  .filter(([each, box]) => box.width > 1 && box.height < least - 0.5 && !each.closest(".away"))
  .map(([each, box]) => `${Math.round(box.height)} px: ${each.outerHTML.slice(0, 90)}`)"""
"""Buttons and fields that are lower than so many pixels; of a box to be ticked its label counts."""

OVERFLOW = """() => { const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")].filter(each => each.getBoundingClientRect().right > width + 1)
    .slice(0, 3).map(each => `wider than the page: ${each.outerHTML.slice(0, 90)}`) }"""


def barred(page: Page, size: Size) -> list[str]:
    """What bars people from a page: by axe, and by our own rules; in the dark, and at twice the size, too."""
    found = axe_violations(page)
    if size.is_phone:
        found += page.evaluate(TOO_SMALL, 48)
    if page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") < 18:
        found.append("the letters are smaller than 18 px")
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {line}" for line in axe_violations(page, "color-contrast")]
    page.emulate_media(color_scheme="light")
    for width in (size.width, NARROW if size.is_phone else size.width // 2):
        page.set_viewport_size({"width": width, "height": size.height})
        found += [f"{width} px: {line}" for line in page.evaluate(OVERFLOW)]
    page.set_viewport_size({"width": size.width, "height": size.height})
    return found


NARROW = 320
"""What is left of a laptop's page at 400 %, and the narrowest that WCAG asks for."""


@pytest.mark.parametrize(
    ("who", "paths"),
    [
        ("R. Fox", (*EVERYBODYS, *PROCESS, *CHIEFS)),
        ("", EVERYBODYS),
        ("V. View", PROCESS),
        ("M. Wren", ("", "ranking", "boards/17", "rulings", "rulings/4", *SCORERS)),
    ],
    ids=["chief", "visitor", "reviewer", "scorer"],
)
def test_no_screen_bars_anybody(club: Club, who: str, paths: tuple[str, ...], size: Size) -> None:
    page = club.come(who, "/look")
    found = []
    for path in paths:
        answer = page.goto(path if path.startswith("/") else f"{club.event}/{path}".rstrip("/"))
        assert answer is not None
        assert answer.ok, path
        found += [f"{path or 'home'}: {line}" for line in barred(page, size)]
    assert found == []


def test_no_question_of_a_ruling_bars_anybody(club: Club, size: Size) -> None:
    hands = Hands(club.come("J. Finch"))
    found: list[str] = []

    def then(press: str, exact: bool = False) -> None:
        found.extend(barred(hands.page, size))
        hands.press(press, exact)
        hands.page.wait_for_load_state()

    then("Rule", exact=True)
    then("Board 17")
    then("Table 17: 17 v 30")
    then("unauthorised information")
    then("played:")
    then("yes", exact=True)
    then("N-S")
    hands.write("Type a result", "4H S -1")
    then("Continue")
    then("no", exact=True)
    then("Continue")
    then("4♥ S −1")
    hands.sees("One was asked")
    then("3♥ S −2")
    hands.sees("2 were asked")
    then("Continue with 2 asked")
    hands.asked("Which score do you assign?")
    hands.open("Another result")
    then("Continue")
    hands.open("Write down more")
    hands.open("Everybody who moves")
    hands.write("The reason", "Pass is a logical alternative.")
    for accepted in hands.page.get_by_label("Unusual").all():
        accepted.fill("It was a poll at the bar.")
    then("Give this ruling")
    found += barred(hands.page, size)
    hands.sees("Given.")
    assert found == []


def test_no_screen_of_an_import_bars_anybody(club: Club, size: Size, tmp_path: Path, watched: Watched) -> None:
    hands = Hands(club.come("M. Wren", "/"))
    found: list[str] = []

    def send(name: str, text: str) -> None:
        (tmp_path / name).write_text(text, encoding="utf-8")
        with hands.page.expect_navigation():
            hands.page.locator("input[type=file]").set_input_files(tmp_path / name)
        found.extend(f"{hands.page.title()}: {line}" for line in barred(hands.page, size))

    send("faulty.csv", "board,ns,ew,result\n1,1,2,9H N =\n1,3,4,4H N\n")
    watched.expect("422")
    hands.page.goto("/")
    send("tuesday.csv", "board,ns,ew,result\n1,1,2,4H N =\n1,3,4,4H N -1\n")
    hands.write("Name", "Tuesday pairs")
    hands.press("Accept")
    hands.asked("Tuesday pairs")
    hands.page.goto(f"{hands.page.url}/import")
    send("tuesday.csv", "board,ns,ew,result\n1,1,2,4H N +1\n1,3,4,4H N -1\n")
    assert found == []


def test_no_screen_of_a_publication_bars_anybody(club: Club, size: Size) -> None:
    hands = Hands(club.come("M. Wren", "publish"))
    with hands.page.context.expect_page() as preview:
        hands.page.get_by_role("main").get_by_role("link", name="Ranking").click()
    preview.value.wait_for_load_state()
    found = axe_violations(preview.value)
    preview.value.close()
    hands.press("Publish")
    hands.asked("Publication 2 provisional")
    found += barred(hands.page, size)
    hands.page.goto(f"{club.event}/published/2/notice")
    found += axe_violations(hands.page)
    assert found == []


def test_the_first_start_bars_nobody(size: Size, tmp_path: Path, window: Callable[..., Page]) -> None:
    with desk_at(tmp_path / "new.db") as desk, serving(create_app(desk, ServerOptions(first_code="a-code"))) as address:
        page = window(size, base_url=address)
        found = []
        for path in ("/first", "/first?code=a-code"):
            page.goto(path)
            found += barred(page, size)
        assert found == []
        page.close()


MAIN_ACTIONS = {
    "": ("button", "Rule"),
    "ranking": ("button", "Find"),
    "boards/17": ("button", "Rule: 17 against 30"),
    "rulings": ("button", "Rule"),
    "rulings/1": ("button", "Withdraw the ruling|Replace"),
    "publish": ("button", "Publish"),
    "appeals/1": ("button", "Decide"),
    "/sign-in": ("button", "Sign in"),
    "/look": ("button", "Keep this"),
}


@pytest.mark.parametrize("path", MAIN_ACTIONS)
def test_the_main_action_is_reached_by_the_keyboard_and_shows_it(club: Club, path: str) -> None:
    page = club.come("R. Fox", path)
    role, name = MAIN_ACTIONS[path]
    wanted = page.get_by_role("main").get_by_role(role, name=re.compile(f"^({name})$")).first  # type: ignore[arg-type]
    expect(wanted).to_be_visible()
    for _ in range(250):
        page.keyboard.press("Tab")
        if wanted.evaluate("each => each === document.activeElement"):
            break
    expect(wanted).to_be_focused()
    assert wanted.evaluate("each => parseFloat(getComputedStyle(each).outlineWidth)") >= 2
    page.goto("about:blank")


def test_what_was_pressed_without_a_connection_is_told_and_taken_once_more(club: Club, watched: Watched) -> None:
    hands = Hands(club.come("J. Finch", "boards/17", size=PHONE))
    hands.press("Rule: 17 against 30")
    hands.press("misinformation")
    hands.press("not played, but a result can be foreseen")
    hands.press("N-S")
    hands.press("4♥ S −1")
    hands.sees("One was asked")
    hands.page.context.set_offline(True)
    hands.press("one more for 4♥ S −1")
    watched.expect("htmx:sendError|htmx:afterRequest|ERR_INTERNET_DISCONNECTED")
    expect(hands.page.get_by_role("alert")).to_contain_text("amends could not be reached")
    hands.page.context.set_offline(False)
    hands.press("one more for 4♥ S −1")
    hands.sees("2 were asked")
    expect(hands.page.get_by_role("alert")).to_have_count(0)
