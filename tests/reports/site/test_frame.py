"""The colours of published pages can be told from what they stand on (WCAG 2.2 AA)."""

from __future__ import annotations

import re

import pytest

from amends.reports.layout.html import page
from amends.reports.site.frame import STYLE

GROUNDS = ("--paper", "--shade", "--tint", "--mark")
INKS = ("--ink", "--soft", "--spades", "--hearts", "--diamonds", "--clubs")


def colours(dark: bool) -> dict[str, str]:
    """The colours by their names, light or dark; what comes later counts."""
    whole = page("x", style=STYLE).partition("@media print")[0] + STYLE.partition("@media print")[0]
    darkened = re.findall(r"prefers-color-scheme: dark\) \{ :root \{(.*?)\} \}", whole, re.DOTALL)
    light = re.sub(r"@media \(prefers-color-scheme: dark\) \{ :root \{.*?\} \}", "", whole, flags=re.DOTALL)
    found: dict[str, str] = {}
    for block in [*re.findall(r":root \{(.*?)\}", light, re.DOTALL), *(darkened if dark else ())]:
        found |= dict(re.findall(r"(--[a-z-]+): (#[0-9a-f]{3,6})", block))
    return found


def brightness(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_words_and_suits_can_be_read(ink: str, ground: str, dark: bool) -> None:
    known = colours(dark)
    assert contrast(known[ink], known[ground]) >= 4.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_bars_and_bands_can_be_seen(dark: bool) -> None:
    known = colours(dark)
    assert contrast(known["--bar"], known["--paper"]) >= 3
    assert contrast(known["--on-felt"], known["--felt"]) >= 4.5


def test_telephones_paper_and_the_size_of_letters_are_thought_of() -> None:
    assert "@media (max-width: 40rem)" in STYLE
    assert STYLE.rindex("@media print") > STYLE.index("prefers-color-scheme"), "paper is white, whatever the screen is"
    assert "font-size: 112.5%" in STYLE


def test_on_paper_there_are_no_buttons() -> None:
    """What hides them is as strong as what shows them."""
    on_paper = STYLE.partition("@media print")[2]
    assert "nav.pages, .strip { display: none; }" in on_paper


def test_a_column_that_a_telephone_has_no_room_for_is_gone_with_its_head() -> None:
    assert "th:has(> .wide:only-child), td:has(> .wide:only-child) { display: none; }" in STYLE
