"""Looks at a page: what bars people from it, how many sheets it prints, and a picture of it."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Error, Page

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""Of axe: all that WCAG 2.2 AA asks for, and what is good practice."""

SCREENSHOTS = "AMENDS_SCREENSHOTS"
"""The environment variable with the folder to put a picture of every screen into that a test visits."""


def axe_violations(page: Page) -> list[str]:
    """What bars people from the page, one line for each element; the page must run scripts."""
    # Evaluated by the browser's debugger, which no content security policy forbids.
    page.evaluate(f"if (typeof axe === 'undefined') {{ {AXE} }}")
    found = page.evaluate(
        "rules => axe.run({runOnly: {type: 'tag', values: rules}, resultTypes: ['violations']})"
        ".then(results => results.violations)",
        RULES,
    )
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']}: {node['html']}"
        for violation in found
        for node in violation["nodes"]
    ]


def printed_pages(page: Page) -> int:
    """How many sheets of A4 the page prints on."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


class Screens:
    """Pictures of the screens a test visits: each that was loaded, and the last one as the test leaves it."""

    def __init__(self, name: str) -> None:
        self._folder = os.environ.get(SCREENSHOTS)
        self._name = re.sub(r"\W+", "-", name).strip("-")
        self._taken = 0

    def follow(self, page: Page) -> None:
        """From now on each screen that the page loads is taken; nothing happens where nobody asked for pictures."""
        if self._folder:
            page.on("load", self.take)

    def take(self, page: Page) -> None:
        """The page as it is now, at full length; for what changes without being loaded."""
        if self._folder and page.url != "about:blank":
            self._taken += 1
            path = Path(self._folder, f"{self._name}-{self._taken}.png")
            with suppress(Error):  # a page may be left before its picture is taken
                page.screenshot(path=path, full_page=True)
