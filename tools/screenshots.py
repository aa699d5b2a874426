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
    """A weighted ruling, from Home to the slip."""
    _take(page, "home")
    page.goto(f"{page.url}/rule?board=4")
    page.locator("a.rowitem").filter(has_text="15 v 32").click()
    page.locator("label.tile").filter(has_text="Unauthorised").click()
    page.locator(".auction.pick label").filter(has_text="6").last.click()
    page.evaluate("window.scrollTo(0, 0)")
    _take(page, "question")
    page.get_by_role("button", name="Next: poll").click()
    calls, tricks = (page.locator(f"[data-poll={kind}]:not([hidden]) [data-vote]") for kind in ("calls", "results"))
    for vote in (calls.nth(0),) * 5 + (calls.nth(1),) + (tricks.nth(3), tricks.nth(4)) * 3:
        vote.click()
    expect(page.locator("[data-says]")).to_contain_text("5 of 6")
    page.evaluate("window.scrollTo(0, 0)")
    _take(page, "poll")
    page.get_by_role("button", name="Adjust").click()
    expect(page.locator("[data-weight]").first).to_be_visible()
    _take(page, "weights")
    page.get_by_role("button", name="Next: check").last.click()
    expect(page.get_by_role("heading", name="The award")).to_be_visible()
    _take(page, "effect")
    page.get_by_role("button", name="Give this ruling").click()
    expect(page.get_by_role("heading", name="Adjusted score", exact=True)).to_be_visible()
    _take(page, "slip")


def _laptop(page: Page) -> None:
    page.get_by_role("link", name="Ranking", exact=True).locator("visible=true").first.click()
    _take(page, "ranking")
    home = page.url.removesuffix("/ranking")
    page.goto(f"{home}/boards/17")
    page.get_by_role("heading", name="Can be made").wait_for()
    _take(page, "board")
    page.goto(f"{home}/why/3/17")
    _take(page, "why")
    page.goto(f"{home}/results/19")
    _take(page, "results")
    page.goto(f"{home}/publish")
    _take(page, "publish")


if __name__ == "__main__":
    main()
