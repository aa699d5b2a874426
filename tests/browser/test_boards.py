"""Ranking, boards, cards and explanations in a browser: on a phone and a laptop, with and without scripts, on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from amends.desk.demonstration import begin_demonstration
from amends.web.server import ServerOptions
from amends.web.serving import create_app
from browser.conftest import Size
from support.browser.looking import printed_pages
from support.desks import desk_at
from support.serving import App

PATHS = ("ranking", "boards", "boards/17", "cards/3", "why/3/17")


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory, served: Callable[[App], str]) -> Iterator[str]:
    """The address of the demonstration, as players see it."""
    with desk_at(tmp_path_factory.mktemp("store") / "store.db") as desk:
        opened = begin_demonstration(desk)
        yield f"{served(create_app(desk, ServerOptions()))}/e/{opened.kept.key[:8]}"


def test_no_table_of_a_page_is_wider_than_its_box(page: Page, size: Size, event: str) -> None:
    for path in PATHS:
        page.goto(f"{event}/{path}")
        page.wait_for_function("width => document.documentElement.scrollWidth <= width", arg=size.width)
        boxes = "[...document.querySelectorAll('.box')]"
        assert page.evaluate(f"{boxes}.every(box => box.scrollWidth <= box.clientWidth + 1)"), path


def test_from_a_place_to_its_number_and_to_the_law_by_links_alone(page: Page, javascript: bool, event: str) -> None:
    page.goto(f"{event}/ranking")
    page.get_by_role("link", name="3 T. Aspen").click()
    page.get_by_role("link", name="73.91 % why this number").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Why this number?")
    expect(page.get_by_role("button", name="Copy as text")).to_have_count(1 if javascript else 0)
    page.get_by_role("link", name="12C1(c)").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Law 12C1(c)")


def test_the_ranking_prints_as_a_list(laptop: Page, event: str) -> None:
    laptop.goto(f"{event}/ranking")
    assert printed_pages(laptop) <= 2
    laptop.emulate_media(media="print")
    expect(laptop.get_by_text("provisional results of")).to_be_visible()
    expect(laptop.get_by_role("button")).to_have_count(0)
