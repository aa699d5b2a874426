"""Nobody is barred: every screen, for everybody who sees another one, light and dark, on a phone and on a laptop."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from amends.web.screen import RIGHTS
from amends.web.server import ServerOptions
from amends.web.serving import all_screens, create_app
from browser.conftest import Size
from support import examples
from support.browser.club import Club
from support.browser.hands import Hands
from support.browser.looking import axe_violations, contrast_violations
from support.browser.watching import Watched
from support.desks import desk_at
from support.serving import serving

EVERYBODYS = (
    "/", "/look", "/sign-in", "/laws", "/laws/12C1(c)", "", "ranking", "boards", "boards/17", "boards/12",
    "cards/3", "why/3", "why/3/17", "rulings", "rulings/1", "rulings/4", "print", "print/movement", "print/tables",
    "my-pair", "my-pair/score", "my-pair/director", "search?find=15",
)  # fmt: skip
PROCESS = (
    "/me", "ranking?as=10", "rulings/1/effect", "rulings/4/effect", "rulings?state=open", "cases/1", "cases/4",
    "appeals/1", "appeals/1/form", "bulletin", "corrections", "penalties", "journal", "journal?verify=yes",
    "journal/20", "export", "published/1",
)  # fmt: skip
PLAYERS = "/new/players?name=Tuesday&form=pairs"
SCORERS = ("publish", "import", "/new", PLAYERS, "results", "results/12", "names", "names/list")
CHIEFS = (
    "rule", "rulings/1/appeal", "rulings/2/appeal", "cases/new", "cases/new?board=4", "publish", "import",
    "/settings", "/keys", "/api", "/people", "/new", PLAYERS, "settings", "settings/devices",
    "settings?poll_minimum=7", "settings/regulation?regulation=ebu&reason=ours", "more",
    "results", "results?missing=1", "results/missing", "results/12",
    "names", "names/contestants/3", "names/late", "names/late/typed?number=7", "names/list", "seats",
)  # fmt: skip
ELSEWHERE = {
    "/new/check": "leads on",
    "/first": "before anybody has an account: see below",
    "/in/{code}": "leads on",
    "/alive": "a word for machines",
    "/changes": "numbers for machines",
    "/e/{event}/print/travellers": "the parts of a board's page, thousands of lines of them",
    "/e/{event}/print/cards": "the parts of a score card's page, thousands of lines of them",
    "/metrics": "lines for machines",
    "/ready": "a word for machines",
    "/e/{event}/results/board": "leads on",
    "/e/{event}/board": "leads on",
    "/e/{event}/drafts/{draft}": "leads on",
    **{
        f"/e/{{event}}/drafts/{{draft}}/{step}": "a draft is made by a form: see below"
        for step in ("where", "facts", "poll", "weights", "check", "claim")
    },
    "/e/{event}/rule/facts": "about a table: see below",
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


@dataclass(frozen=True)
class Walk:
    """The looks whose contrast was measured on the pages of a walk so far, in the light and in the dark."""

    light: set[str] = field(default_factory=set)
    dark: set[str] = field(default_factory=set)


def barred(page: Page, size: Size, walk: Walk, *, in_the_dark: bool = True) -> list[str]:
    """What bars people from a page: by axe, and by our own rules; in the dark, and at twice the size, too.

    The colours of the dark are those of every size: `make test` looks at them on a phone.
    """
    found = axe_violations(page, walk.light)
    if size.is_phone:
        found += page.evaluate(TOO_SMALL, 48)
    if page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") < 18:
        found.append("the letters are smaller than 18 px")
    if examples.HOW_MANY == "long" or (in_the_dark and size.is_phone):
        page.emulate_media(color_scheme="dark")
        found += [f"dark: {line}" for line in contrast_violations(page, walk.dark)]
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
    in_the_dark = who in ("R. Fox", "")  # who see all that there is between them
    found, walk = list[str](), Walk()
    every = examples.HOW_MANY == "long" or (size.is_phone and who == "R. Fox")
    for path in paths if every else one_of_each(paths):
        answer = page.goto(path if path.startswith("/") else f"{club.event}/{path}".rstrip("/"))
        assert answer is not None
        assert answer.ok, path
        found += [f"{path or 'home'}: {line}" for line in barred(page, size, walk, in_the_dark=in_the_dark)]
    assert found == []


def one_of_each(paths: Iterable[str]) -> list[str]:
    """Of screens that differ in a number or a question alone, the first."""
    return list({re.sub(r"\?.*|\d+", "", path): path for path in reversed(tuple(paths))}.values())


def test_no_step_of_a_ruling_bars_anybody(club: Club, size: Size) -> None:
    hands = Hands(club.come("J. Finch", "rule"))
    found, walk = list[str](), Walk()

    def look(step: str, *folds: str) -> None:
        hands.page.wait_for_load_state()
        for fold in folds:
            hands.open_if_closed(fold)
        found.extend(f"{step}: {line}" for line in barred(hands.page, size, walk))

    look("where")
    hands.follow("Board 4", exact=True)
    look("tables")
    hands.row("15 v 32")
    look("facts", "Other kinds")
    hands.choose("Cannot be played")
    look("no result")
    hands.choose("Unauthorised information")
    hands.tap(hands.page.locator(".auction.pick label").filter(has_text="6").last)
    hands.press("Next: poll")
    look("poll", "Another call", "Another contract")
    hands.vote("calls", 0)
    hands.vote("results", 3)
    hands.vote("results", 4)
    hands.press("Adjust")
    expect(hands.weight(0)).to_be_visible()
    look("weights", "Another result", "Another kind of score", "Results at other tables", "What the poll proposes")
    hands.press("Split: a score for each side")
    look("split")
    hands.page.go_back()
    hands.go_back_to("weights")
    hands.open_if_closed("Another kind of score")
    hands.press("Partly their own doing")
    look("partly")
    hands.open_if_closed("Another kind of score")
    hands.press("One score for both sides")
    hands.press("Next: check")
    look("check", "Facts, statements, a penalty", "Who moves")
    for accepted in hands.page.locator("[name^='answer accept']").all():
        accepted.fill("It was a poll at the bar.")
    hands.press("Give this ruling")
    hands.done("given.")
    look("slip")
    hands.page.goto(f"{club.event}/rule?board=3")
    hands.row("17 v 36")
    hands.choose("Claim")
    hands.press("Next: tricks")
    look("claim")
    assert found == []


def test_no_screen_of_an_import_bars_anybody(club: Club, size: Size, tmp_path: Path, watched: Watched) -> None:
    hands = Hands(club.come("M. Wren", "/"))
    found, walk = list[str](), Walk()

    def send(name: str, text: str) -> None:
        (tmp_path / name).write_text(text, encoding="utf-8")
        with hands.page.expect_navigation():
            hands.page.locator("input[type=file]").set_input_files(tmp_path / name)
        found.extend(f"{hands.page.title()}: {line}" for line in barred(hands.page, size, walk))

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
    found += barred(hands.page, size, Walk())
    hands.page.goto(f"{club.event}/published/2/notice")
    found += axe_violations(hands.page)
    assert found == []


def test_the_first_start_bars_nobody(size: Size, tmp_path: Path, window: Callable[..., Page]) -> None:
    with desk_at(tmp_path / "new.db") as desk, serving(create_app(desk, ServerOptions(first_code="a-code"))) as address:
        page = window(size, base_url=address)
        found, walk = list[str](), Walk()
        for path in ("/first", "/first?code=a-code"):
            page.goto(path)
            found += barred(page, size, walk)
        assert found == []
        page.close()


MAIN_ACTIONS = {
    "": ("link", "Appeal 1.*Decide"),
    "ranking": ("button", "Find"),
    "boards/17": ("button", "Rule: 17 against 30"),
    "rulings": ("link", "Open a case.*"),
    "rulings/1": ("link", "Replace"),
    "publish": ("button", "Publish"),
    "appeals/1": ("button", "Record decision"),
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
