"""Pages that are kept for many: each visitor's forms have tokens of their own, however the page is cut into pieces."""

from __future__ import annotations

import random

import pytest

from amends.web.forms.kept_page import MARK as MARK_OF_A_TOKEN
from amends.web.forms.kept_page import KeptPage
from amends.web.security.middleware import PIECE
from support.web.house import raw

MARK = MARK_OF_A_TOKEN.encode()


def page_of(length: int, marks: list[int]) -> bytes:
    """A page with the mark at these places."""
    page = bytearray(b"x" * length)
    for place in marks:
        page[place : place + len(MARK)] = MARK
    return bytes(page)


@pytest.mark.parametrize("length", [0, 1, 1000, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 7])
def test_every_mark_becomes_one_token_wherever_the_page_is_cut(length: int) -> None:
    places = {0, length - len(MARK), *(each for cut in (PIECE, 2 * PIECE) for each in (cut - 3, cut - len(MARK)))}
    places |= {random.Random(length).randrange(length) for _ in range(9)} if length else set()
    marks = list[int]()
    for place in sorted(places):
        if 0 <= place <= length - len(MARK) and (not marks or place >= marks[-1] + len(MARK)):
            marks.append(place)
    page = page_of(length, marks)
    first, second = (raw(KeptPage(page), "GET", "/").body for _ in range(2))  # type: ignore[arg-type]
    assert len(first) == length
    tokens = {first[place : place + len(MARK)] for place in marks}
    assert len(tokens) == bool(marks)
    assert MARK.decode() not in first
    assert set(first) - {"x"} <= set("".join(tokens))
    assert (first == second) == (not marks)
