"""Everything that has no place of its own in the bar at the bottom of a phone."""

from __future__ import annotations

from starlette.responses import Response

from amends.web.request import Page
from amends.web.screen import Screen

screen = Screen()


@screen.page("/e/{event}/more", cached=True)
def more(page: Page) -> Response:
    """The other places of an event."""
    return page.cached(lambda: page.show("more.html"))
