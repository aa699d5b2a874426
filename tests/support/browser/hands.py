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

    def tap(self, found: Locator) -> None:
        """Whatever is there."""
        self._tap(found)

    def rule(self) -> None:
        """Begin a ruling: the button in the bar at the bottom, or in the rail."""
        self._tap(self.page.get_by_role("link", name="Rule", exact=True).locator("visible=true"))

    def row(self, words: str) -> None:
        """A row of a list that leads on, by words in it."""
        self._tap(self.page.locator("a.rowitem").filter(has_text=words))

    def choose(self, words: str) -> None:
        """A tile."""
        self._tap(self.page.locator("label.tile").filter(has_text=words))

    def vote(self, poll: str, place: int) -> None:
        """A vote in a poll: a tap on a call, or on a number of tricks; it is seen at once."""
        buttons = self.page.locator(f"[data-poll={poll}]:not([hidden]) [data-vote]")
        number = buttons.nth(place).locator("[data-n]")
        before = int(number.inner_text())
        self._tap(buttons.nth(place))
        expect(number).to_have_text(str(before + 1))

    def weight(self, place: int) -> Locator:
        """The field of a weight."""
        return self.page.locator("[data-weight]").nth(place)

    def chip(self, result: str, editor: int) -> None:
        """A result that is offered, in the row of an editor."""
        self._tap(self.page.locator("#another .chips").nth(editor).get_by_role("button", name=spoken(result, True)))

    def open_if_closed(self, words: str) -> None:
        """What is folded up under these words, unless it is open."""
        if not self.page.locator("details[open] > summary").filter(has_text=words).count():
            self.open(words)

    def go_back_to(self, step: str) -> None:
        """A step of the ruling, by its address."""
        self.page.goto(re.sub(r"/[a-z]+(\?.*)?(#.*)?$", f"/{step}", self.page.url))

    def done(self, words: str) -> None:
        """A toast says so."""
        expect(self.page.locator(".toast")).to_contain_text(words)

    def sees(self, words: str, bar: bool = False) -> None:
        """The page says this, sooner or later; with `bar`, the bar above it does."""
        expect(self.page.get_by_role("banner" if bar else "main")).to_contain_text(seen(words))

    def sees_no(self, words: str) -> None:
        """The page does not say this."""
        expect(self.page.get_by_role("main")).not_to_contain_text(seen(words))

    def asked(self, words: str) -> None:
        """The head of the page."""
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(seen(words))

    def _tap(self, found: Locator) -> None:
        self.taps += 1
        found = found.filter(visible=True).first
        found.wait_for()
        self.page.wait_for_load_state()  # before its styles are there, everything on a page counts as visible
        found.click()


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
