"""Boards that a playing director is not to see yet."""

from __future__ import annotations

from starlette.responses import Response

from amends.desk.views.spoilers import not_played
from amends.web.page import Page

SHOWN = "show"
"""What the address says where somebody wants to see a board all the same."""


def hidden_boards(page: Page) -> frozenset[int]:
    """The boards that the visitor, who plays, has not played; none once the results are final."""
    playing, opened = page.visitor.look.playing, page.opened
    publications = opened.history.publications
    if not playing or page.asked(SHOWN) == "1" or (publications and publications[-1].final):
        return frozenset()
    return frozenset(not_played(opened.event, playing))


def unplayed(page: Page, board: int) -> Response:
    """Instead of a page about a board that is hidden."""
    return page.show("unplayed.html", board=board)
