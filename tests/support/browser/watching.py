"""What pages did that they should not: asked for something outside, wrote an error to the console, failed a script."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError, WebSocketRoute

from support import serving

NOT_FETCHED = {"about", "blob", "data"}
"""Schemes of what a page has within itself."""


def is_outside(url: str) -> bool:
    """Whether an address belongs to none of the apps that are served."""
    split = urlsplit(url)
    if split.scheme in NOT_FETCHED:
        return False
    return f"{split.scheme.replace('ws', 'http')}://{split.netloc}" not in serving.RUNNING


class Watched:
    """Notes what the pages of a test did that they should not; `settle` fails when that was not expected."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._expected: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """From now on whatever the pages of the context do is watched.

        The browser itself was told to reach nothing outside. No request is held up on its way, which would take the
        browser's cache from it: it would fetch the scripts and the style sheet anew for every page.
        """
        context.route_web_socket(is_outside, self._socket)
        context.on("request", self._requested)
        context.on("console", self._said)
        context.on("weberror", self._thrown)

    def expect(self, pattern: str) -> None:
        """The test is about this: it must be found, and does not fail the test (a regular expression)."""
        self._expected.append(pattern)

    def settle(self) -> None:
        """Fails with what was found and not expected, and with what was expected and not found; then forgets all."""
        unexpected = [line for line in self.found if not any(re.search(pattern, line) for pattern in self._expected)]
        missing = [pattern for pattern in self._expected if not any(re.search(pattern, line) for line in self.found)]
        self.found, self._expected = [], []
        said = [*unexpected, *(f"expected, and not found: {pattern}" for pattern in missing)]
        assert not said, "\n".join(said)

    def _requested(self, request: Request) -> None:
        if is_outside(request.url):
            self.found.append(f"outside: {request.method} {request.url}")

    def _socket(self, route: WebSocketRoute) -> None:
        self.found.append(f"outside: {route.url}")
        route.close()

    def _said(self, message: ConsoleMessage) -> None:
        # What was asked for outside and refused is noted already.
        if message.type == "error" and not (message.location["url"] and is_outside(message.location["url"])):
            self.found.append(f"console: {message.text} ({message.location['url']})")

    def _thrown(self, error: WebError) -> None:
        self.found.append(f"script: {error.error}")
