"""Whether amends answers: a word for a program that watches over it."""

from __future__ import annotations

from starlette.responses import PlainTextResponse, Response

from amends.web.request import Page
from amends.web.screen import Screen

screen = Screen()


@screen.page("/alive")
def alive(page: Page) -> Response:
    """It does."""
    return PlainTextResponse("ok")
