"""Nobody is barred: every screen, for everybody who sees another one, light and dark, on a phone and on a laptop."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from amends.web.screen import RIGHTS
from browser.club import Club
from browser.conftest import LAPTOP, PHONE, Size
from browser.looking import axe_violations

EVERYBODYS = (
    "/", "/look", "/sign-in", "/laws", "/laws/12C1(c)", "", "ranking", "boards", "boards/17", "boards/12",
    "cards/3", "why/3", "why/3/17", "rulings", "rulings/1", "rulings/4",
)  # fmt: skip
PROCESS = (
    "/me", "ranking?as=10", "rulings/4/effect", "rulings?state=open", "cases/4", "appeals/1", "appeals/1/form",
    "bulletin", "corrections", "penalties", "journal", "journal/20", "export", "published/1",
)  # fmt: skip
CHIEFS = ("rulings/1/appeal", "cases/new", "publish", "import", "/settings", "/people")
ELSEWHERE = {
    "/first": "before anybody has an account",
    "/in/{code}": "leads on",
    "/e/{event}/board": "leads on",
    "/e/{event}/drafts/{draft}": "a draft is made by a form: see below",
    "/import/{upload}": "an upload is made by a form: see below",
    "/backup": "a file",
    "/e/{event}/published/{number:int}/notice": "after a second publication: see below",
    "/e/{event}/export/{name}": "a file",
    "/e/{event}/published/{number:int}.zip": "a file",
    "/e/{event}/publish/preview/{how}/{file}": "what is published, see the tests of publications",
}
"""Addresses that are not walked, and why."""


def test_every_screen_is_walked() -> None:
    walked = [path if path.startswith("/") else f"/e/1/{path}".rstrip("/") for path in (*EVERYBODYS, *PROCESS, *CHIEFS)]
    for method, address in RIGHTS:
        if method != "GET" or address in ELSEWHERE or address.endswith(".json"):
            continue
        pattern = re.compile(re.sub(r"\\\{\w+\\\}|\\\{\w+:\w+\\\}", "[^/]+", re.escape(address)) + r"(\?.*)?")
        assert any(pattern.fullmatch(path) for path in walked), f"{address} is walked by no test"


TOO_SMALL = """least => [...document.querySelectorAll("button, [role=button], input:not([type=hidden]), select, summary, textarea")]
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
    """What bars people from a page: by axe, and by our own rules."""
    found = axe_violations(page)
    found += page.evaluate(OVERFLOW)
    if size.is_phone:
        found += page.evaluate(TOO_SMALL, 48)
    if page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") < 18:
        found.append("the letters are smaller than 18 px")
    return found


def walk(club: Club, who: str, paths: tuple[str, ...], size: Size, theme: str) -> list[str]:
    page = club.come(who, "/look", size=size, color_scheme=theme)
    found = []
    for path in paths:
        answer = page.goto(path if path.startswith("/") else f"{club.event}/{path}".rstrip("/"))
        assert answer is not None
        if not answer.ok:
            found.append(f"{path}: {answer.status}")
        found += [f"{path or 'home'}: {line}" for line in barred(page, size)]
    return found


@pytest.mark.parametrize(("size", "theme"), [(PHONE, "light"), (LAPTOP, "dark"), (PHONE, "dark"), (LAPTOP, "light")])
def test_no_screen_bars_the_chief_director(club: Club, size: Size, theme: str) -> None:
    assert walk(club, "R. Fox", (*EVERYBODYS, *PROCESS, *CHIEFS), size, theme) == []


@pytest.mark.parametrize(("who", "paths"), [("", EVERYBODYS), ("V. View", PROCESS)], ids=["visitor", "reviewer"])
@pytest.mark.parametrize(("size", "theme"), [(PHONE, "light"), (LAPTOP, "dark")])
def test_no_screen_bars_others(club: Club, who: str, paths: tuple[str, ...], size: Size, theme: str) -> None:
    assert walk(club, who, paths, size, theme) == []
