"""What is printed: a slip on one sheet, lists and cards without navigation, and nothing cut off."""

from __future__ import annotations

import pytest

from browser.conftest import LAPTOP, PHONE, Size
from support.browser.club import Club
from support.browser.looking import printed_pages

KINDS = {"1": "an artificial score", "2": "the result stands", "3": "self-inflicted damage", "4": "a weighted score"}

LOST = """() => { const width = document.documentElement.clientWidth;
  const shown = each => each.checkVisibility({visibilityProperty: true}) && each.getClientRects().length;
  return [...document.querySelectorAll("nav, button, [role=button], form, .bar, .tabs, .rail")].filter(shown)
    .map(each => `is printed: ${each.outerHTML.slice(0, 90)}`)
    .concat([...document.querySelectorAll("main *")].filter(shown)
      .filter(each => each.getBoundingClientRect().right > width + 1 && !each.closest("svg, .away"))
      .map(each => `is cut: ${each.outerHTML.slice(0, 90)}`)).slice(0, 5) }"""
"""Navigation on paper, and what is wider than a sheet."""

SHEET = {"width": 688, "height": 1000}
"""A4 within its margins, in pixels of CSS."""


PAPERS = {
    "ranking": 2, "boards/17": 2, "boards/12": 2, "cards/3": 2, "rulings/4": 1, "rulings": 1, "why/3/17": 1,
    "cases/4": 2, "appeals/1/form": 2, "bulletin": 4, "journal": 4, "print/travellers": 26, "print/cards": 48,
    "print/movement": 1, "print/tables": 12,
}  # fmt: skip
"""How many sheets each takes at most."""


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=lambda size: str(size.name))
def test_a_slip_is_one_sheet_whatever_the_ruling(club: Club, size: Size) -> None:
    page = club.come("J. Finch", "rulings", size=size)
    sheets = {}
    for ruling, kind in KINDS.items():
        page.goto(f"{club.event}/rulings/{ruling}")
        sheets[kind] = printed_pages(page)
    assert sheets == dict.fromkeys(KINDS.values(), 1)


def test_paper_has_everything_and_no_navigation(club: Club) -> None:
    page = club.come("R. Fox", viewport=SHEET)
    found = []
    for path, sheets in PAPERS.items():
        page.emulate_media(media="null")
        page.goto(f"{club.event}/{path}")
        printed = printed_pages(page)
        found += [f"{path}: {printed} sheets"] if printed > sheets else []
        page.emulate_media(media="print")
        found += [f"{path}: {line}" for line in page.evaluate(LOST)]
    assert found == []
