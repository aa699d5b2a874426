"""Search finds pairs, boards and rulings by number, name and words."""

from __future__ import annotations

import re

import pytest

from amends.desk import Desk
from support.desks import NAME
from web.conftest import Visit


def places(text: str) -> list[str]:
    """Where the lines of the answer lead."""
    main = text.partition('<main id="main"')[2].partition("</main>")[0]
    return re.findall(r'class="rowitem" href="/e/\w+/([^"]+)"', main)


@pytest.mark.parametrize(("wanted", "place"), [("15", "cards/15"), ("15", "boards/15"), ("board 4", "boards/4")])
def test_a_number_finds_what_has_it(visit: Visit, wanted: str, place: str) -> None:
    assert place in places(visit().get(f"EV/search?find={wanted}").text)


def test_a_name_finds_the_pair_and_words_find_a_ruling(visit: Visit, desk: Desk) -> None:
    event = desk.open(NAME).event
    player = event.name("15").split()[-1]
    assert "cards/15" in places(visit("director").get(f"EV/search?find={player}").text)
    ruling = event.rulings[0]
    assert f"rulings/{ruling.id}" in places(visit("director").get(f"EV/search?find=ruling {ruling.id}").text)


def test_nothing_found_is_said_and_markup_stays_text(visit: Visit) -> None:
    answer = visit().get("EV/search?find=<b>zzz")
    assert "Nothing found" in answer.text
    assert "<b>zzz" not in answer.text
    assert places(visit().get("EV/search").text) == []
