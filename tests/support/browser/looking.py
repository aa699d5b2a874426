"""Looks at a page: what bars people from it, how many sheets it prints, and a picture of it."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from unittest.mock import patch

import greenlet
from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Page

from support import examples

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""Of axe: all that WCAG 2.2 AA asks for, and what is good practice."""

RUN_AXE = """async ([runOnly, most]) => {
    const shape = each => each.outerHTML.replace(/>[^<]*[^<\\s][^<]*/g, ">…").replace(/\\d+/g, "0")
        .replace(/ (href|id|for|name|value|title|alt|datetime|aria-label|aria-\\w+by)="[^"]+"/g, ' $1="…"')
    const exclude = []
    for (const parent of document.body.querySelectorAll("*")) {
        if (parent.childElementCount <= most || exclude.some(each => each.contains(parent))) continue
        const alike = Map.groupBy(parent.children, shape)
        for (const rows of alike.values()) exclude.push(...rows.slice(most, -1))
    }
    const context = { include: [document], exclude }
    const { violations } = await axe.run(context, { runOnly, resultTypes: ["violations"] })
    for (const small of violations.filter(violation => violation.id === "target-size")) {
        const nodes = []
        for (const node of small.nodes) {
            const target = document.querySelector(node.target[0])
            target.scrollIntoView({ block: "center", behavior: "instant" })
            const rule = { type: "rule", values: ["target-size"] }
            const again = await axe.run(target, { runOnly: rule, resultTypes: ["violations"] })
            if (again.violations.length) nodes.push(node)
        }
        small.nodes = nodes
    }
    return violations
}"""
"""What axe finds; a target that is small only because a bar covers a part of it is looked at again in the middle.

Of rows that differ in their words and numbers alone it looks at the first few and at the last.
"""

MARK_LOOKS = """([measured, everything]) => {
    const grounds = new WeakMap([[document.documentElement, ""]])
    const ground = each => {
        if (!grounds.has(each)) {
            const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(each)
            const own = `${backgroundColor} ${backgroundImage} ${opacity} ${position}`
            const nothing = own === "rgba(0, 0, 0, 0) none 1 static"
            grounds.set(each, ground(each.parentElement) + (nothing ? "" : `on ${own} `))
        }
        return grounds.get(each)
    }
    const look = each => {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(each)
        const state = ["input, select, textarea", ":disabled, [aria-disabled=true]"].map(kind => each.matches(kind))
        return `${state} ${color} ${fontSize} ${fontWeight} ${textShadow} ${ground(each)}`
    }
    const says = each => each.matches("input, select, textarea, button")
        || [...each.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.data.trim())
    const shown = [...document.body.querySelectorAll("*")].filter(each => says(each) && each.checkVisibility())
    for (const each of document.querySelectorAll("[data-look]")) delete each.dataset.look
    const looks = Map.groupBy(shown, look)
    for (const known of everything ? [] : measured) looks.delete(known)
    for (const alike of looks.values()) {
        const some = everything ? alike : [alike[0], alike[alike.length >> 1], alike.at(-1)]
        for (const each of some) each.dataset.look = ""
    }
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] })
    return [...looks.keys()]
}"""
"""Marks what contrast is to be measured of, which takes axe longer than all other rules together; says which looks.

Contrast is that of letters to what is behind them. Of elements that look alike in both it marks three, and none where
another page of the same walk had them.
"""

ALIKE = 10_000 if examples.HOW_MANY == "long" else 3
"""How many of those first rows: an even one has an odd one on each side."""

SCREENSHOTS = "AMENDS_SCREENSHOTS"
"""The environment variable with the folder to put a picture of every screen into that a test visits."""


def axe_violations(page: Page, measured: set[str] | None = None) -> list[str]:
    """What bars people from the page, one line for each element; the page must run scripts.

    A walk through many pages has one set of looks whose contrast was measured.
    """
    _mark_looks(page, set() if measured is None else measured)
    return _found(page, {"type": "tag", "values": RULES})


def contrast_violations(page: Page, measured: set[str]) -> list[str]:
    """Letters that are hard to see in the colours that the page has now."""
    new = _mark_looks(page, measured)
    return _found(page, {"type": "rule", "values": ["color-contrast"]}) if new else []


def _mark_looks(page: Page, measured: set[str]) -> list[str]:
    """The looks that are new; they count as measured from now on."""
    page.wait_for_load_state("load")  # the style sheet is there: without it every target is too small
    # Evaluated by the browser's debugger, which no content security policy forbids.
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE)
    new: list[str] = page.evaluate(MARK_LOOKS, [sorted(measured), examples.HOW_MANY == "long"])
    measured.update(new)
    return new


def _found(page: Page, rules: dict[str, Any]) -> list[str]:
    return [
        f"{violation['id']} ({violation['impact']}): {violation['help']}: {node['html']}"
        for violation in page.evaluate(RUN_AXE, [rules, ALIKE])
        for node in violation["nodes"]
    ]


def printed_pages(page: Page) -> int:
    """How many sheets of A4 the page prints on."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", prefer_css_page_size=True)))


class Screens:
    """Pictures of the screens a test visits: each when the test first looks at it, and the last as it is left."""

    def __init__(self, name: str) -> None:
        self._folder = os.environ.get(SCREENSHOTS)
        self._name = re.sub(r"\W+", "-", name).strip("-")
        self._taken = 0
        self._loaded: list[Page] = []

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Meanwhile each screen is taken that a page loads; nothing happens where nobody asked for pictures."""
        if not self._folder:
            yield
            return
        call, test = SyncBase._sync, greenlet.getcurrent()

        def call_and_take(called: SyncBase, awaitable: Awaitable[Any]) -> Any:
            result = call(called, awaitable)
            # Before the test goes on: a listener's picture would be one of what the test goes on to. Not in a listener.
            if greenlet.getcurrent() is test:
                while self._loaded:
                    self.take(self._loaded.pop())
            return result

        with patch.object(SyncBase, "_sync", call_and_take):
            yield

    def follow(self, page: Page) -> None:
        """From now on the page says when it has loaded a screen."""
        page.on("load", lambda loaded: self._loaded.append(loaded))

    def take(self, page: Page) -> None:
        """The page as it is now, at full length; for what changes without being loaded."""
        if self._folder and page.url != "about:blank" and not page.is_closed():
            self._taken += 1
            page.screenshot(path=Path(self._folder, f"{self._name}-{self._taken}.png"), full_page=True)
