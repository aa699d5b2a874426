"""Takes the pictures of the README and the docs from the demonstration: `make pictures`.

Needs Chromium, as the tests in a browser do.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

PLACE = Path(__file__).resolve().parents[1] / "docs" / "pictures"
PHONE: ViewportSize = {"width": 360, "height": 740}
LAPTOP: ViewportSize = {"width": 1100, "height": 760}


def main() -> None:
    """Start the demonstration, walk through it, and stop it."""
    command = [sys.executable, "-m", "amends", "serve", "--demo", "--no-browser", "--local", "--port", "0", "--json"]
    serving = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert serving.stdout is not None
        address = json.loads(_until_its_end(serving.stdout))["address"]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium") or shutil.which("chromium-browser"),
                args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            )
            _laptop(_page(browser, LAPTOP, address))
            _phone(_page(browser, PHONE, address))
            browser.close()
    finally:
        serving.terminate()
        serving.wait(10)


def _until_its_end(lines: Iterable[str]) -> str:
    """The data that is said at the start."""
    said = ""
    for line in lines:
        said += line
        if line.startswith("}"):
            break
    return said


def _page(browser: Browser, size: ViewportSize, address: str) -> Page:
    page = browser.new_context(viewport=size, color_scheme="light").new_page()
    page.goto(address)
    page.get_by_role("link", name="Friday pairs").click()
    return page


def _take(page: Page, name: str, whole: bool = False) -> None:
    page.evaluate("document.activeElement && document.activeElement.blur()")
    page.screenshot(path=PLACE / f"{name}.png", full_page=whole)
    print(f"{name}.png")


def _phone(page: Page) -> None:
    """A weighted ruling, from the wrong row to the slip."""
    _take(page, "home")
    page.goto(f"{page.url}/boards/19?view=traveller")
    page.get_by_role("row").filter(has_text="−620").get_by_role("button", name="Rule").first.click()
    page.get_by_role("button", name="unauthorised information").click()
    _take(page, "question")
    page.get_by_role("button", name="played:").click()
    page.get_by_role("button", name="yes", exact=True).click()
    page.get_by_role("button", name="N-S (").click()
    page.get_by_label("Type a result").fill("3he+1")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="no", exact=True).click()
    page.get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Continue").click()
    for action in ("3H E +1", "3S N -1"):
        page.get_by_label("Another action or result").fill(action)
        page.get_by_role("button", name="Add", exact=True).click()
        for votes in ("1", "2", "3"):
            expect(page.get_by_label(f"Votes for {_shown(action)}")).to_have_value(votes)
            if votes != "3":
                page.get_by_role("button", name=f"one more for {_shown(action)}").click()
    _take(page, "poll")
    page.get_by_role("button", name="Continue with 6 asked").click()
    _take(page, "weights", whole=True)
    page.get_by_role("button", name="Continue").click()
    reason = "Passing 3♥ is a logical alternative, and the slow pass could suggest going on."
    page.get_by_label("The reason, for the slip").fill(reason)
    _take(page, "effect", whole=True)
    page.get_by_role("button", name="Give this ruling").click()
    _take(page, "slip")


def _shown(action: str) -> str:
    return action.replace("3S", "3♠").replace("3H", "3♥").replace("-", "−")


def _laptop(page: Page) -> None:
    page.get_by_role("link", name="Ranking", exact=True).click()
    _take(page, "ranking")
    home = page.url.removesuffix("/ranking")
    page.goto(f"{home}/boards/17")
    page.get_by_text("Tricks that can be made").wait_for()
    _take(page, "board")
    page.goto(f"{home}/why/3/17")
    _take(page, "why")
    page.goto(f"{home}/results/19")
    _take(page, "results")
    page.goto(f"{home}/publish")
    _take(page, "publish")


if __name__ == "__main__":
    main()
