"""What a person does at a page: presses what can be seen by the words on it, and counts the taps."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}


class Hands:
    """Somebody at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def press(self, words: str, exact: bool = False) -> None:
        """A button, by the words on it."""
        self._tap(self.page.get_by_role("button", name=spoken(words, exact)))

    def follow(self, words: str, exact: bool = False) -> None:
        """A link, by its words."""
        self._tap(self.page.get_by_role("link", name=spoken(words, exact)))

    def open(self, words: str) -> None:
        """What is folded up under these words."""
        self._tap(self.page.locator("summary").filter(has_text=words))

    def tick(self, words: str, exact: bool = False) -> None:
        """A box, or one of several answers."""
        self.taps += 1
        box = self.page.get_by_role("checkbox", name=spoken(words, exact))
        box.or_(self.page.get_by_role("radio", name=spoken(words, exact))).first.check()

    def write(self, field: str, words: str) -> None:
        """Into a field, by its label."""
        self.taps += 1
        self.page.get_by_label(field).fill(words)

    def key(self, result: str) -> None:
        """A result on the keypad, by its keys: "4 hearts S −1"."""
        rows = ("Level", "Suit", "Declarer", "Tricks")
        for row, key in zip(rows, result.split(), strict=True):
            self.taps += 1
            self.page.get_by_role("group", name=row).get_by_role("radio", name=key, exact=True).check()

    def sees(self, words: str) -> None:
        """The page says this, sooner or later."""
        expect(self.page.get_by_role("main")).to_contain_text(seen(words))

    def sees_no(self, words: str) -> None:
        """The page does not say this."""
        expect(self.page.get_by_role("main")).not_to_contain_text(seen(words))

    def asked(self, words: str) -> None:
        """The head of the page."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(seen(words))

    def _tap(self, found: Locator) -> None:
        self.taps += 1
        found.first.click()


def spoken(words: str, exact: bool = False) -> re.Pattern[str]:
    """How a name is spoken: a suit by its word."""
    pattern = re.escape(words)
    for symbol, suit in SUITS.items():
        pattern = pattern.replace(symbol, rf"\s?(?:{suit}|{symbol})\s?")
    return re.compile(f"^{pattern}$" if exact else pattern)


def seen(words: str) -> re.Pattern[str]:
    """How words look: suits are symbols, drawn as text."""
    pattern = re.sub(r"\\? ", r"\\s+", re.escape(words))
    return re.compile(re.sub("([♠♥♦♣⚖])", r"\1︎?", pattern))
