"""What all pages of a publication have in common: the head, the links, the end, and the data beside each page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from amends.event import Event
from amends.reports.layout import html
from amends.reports.layout.html import (Markup, joined, link, text)
from amends.reports.site.addresses import (BOARDS, CHANGES, INDEX, RULINGS, Addresses)
from amends.reports.site.style import STYLE
from amends.wording.figures import shown
from amends.wording.names import names


class Page(NamedTuple):
    """A page by its name without ending: its title, what stands on it, and the same as data."""

    name: str
    title: str
    parts: Sequence[str]
    data: Mapping[str, object]
    under: str = ""
    """Which of the main pages it belongs to."""


@dataclass(frozen=True, slots=True)
class Site:
    """A publication: what it is called, when it was made, where its pages are."""

    event: Event
    title: str
    final: bool
    when: str
    """The time as the clock on the wall shows it."""
    since: str
    """The time of the publication before; "" for the first one."""
    addresses: Addresses
    about: Mapping[str, object]
    """What the data of each page says of the publication."""
    times: str = ""
    """Until when what is new in it may be corrected and reviewed, in words."""
    twins: bool = True

    @property
    def state(self) -> str:
        """Provisional or final."""
        return "Final" if self.final else "Provisional"

    def files(self, page: Page) -> list[tuple[str, str]]:
        """The files of a page: itself, and its data beside it."""
        made = [(f"{page.name}.html", self.html(page))]
        if self.twins:
            data = {"publication": dict(self.about), **page.data}
            made.append((f"{page.name}.json", json.dumps(data, ensure_ascii=True, indent=1) + "\n"))
        return made

    def html(self, page: Page) -> str:
        """The page itself."""
        return html.page(
            f"{page.title} · {self.title}",
            *page.parts,
            head=page.title,
            style=STYLE,
            above=self._above(page.under or page.name),
            below=self._below(page),
        )

    def _above(self, here: str) -> Markup:
        main = {INDEX: "Ranking", BOARDS: "Boards", RULINGS: "Rulings"} | ({CHANGES: "Changes"} if self.since else {})
        links = [
            Markup(f'<a href="{name}.html"{_CURRENT if name == here else ""}>{words}</a>')
            for name, words in main.items()
        ]
        return Markup(
            f'<div class="band"><header>{link("index.html", self.title)}'
            f"<span>{self.state} · {text(self.when)}</span></header></div>\n"
            f'<nav class="pages" aria-label="Pages">{joined(links)}</nav>\n'
        )

    def _below(self, page: Page) -> Markup:
        parts = [
            text(f"{self.state} results of {self.when}, regulation {self.event.regulation.name}."),
            *([Markup(f"Exact numbers of this page: {link(f'{page.name}.json', 'JSON')}.")] if self.twins else []),
        ]
        return Markup(f"<footer>{joined(parts, ' ')}</footer>\n")

    # Links

    def contestant(self, contestant: str, id: str = "", *, narrow: bool = True) -> Markup:
        """A contestant as a link to its page: its number, and its names, with `narrow` only where there is room.

        `id` is the place in the page that it marks.
        """
        called = names(self.event, contestant)
        shown = text(contestant)
        if called:
            wide = ' class="wide"' if narrow else ""
            shown = Markup(f"{shown}<span{wide}> {text(called)}</span>")
        page = self.addresses.contestants.get(contestant)
        place = f' id="{id}"' if id else ""
        return shown if page is None else Markup(f'<a{place} href="{page}.html">{shown}</a>')

    def board(self, number: int, place: str = "", words: str = "") -> Markup:
        """A board's number (or words) as a link to its page, to a place in it."""
        address = f"{self.addresses.board(number)}.html" + (f"#{place}" if place else "")
        return link(address, words or str(number)) if number in self.addresses.boards else text(str(number))

    def ruling(self, id: str | None) -> Markup:
        """The scales with the number of a ruling, leading to it."""
        if not id:
            return Markup("")
        place = self.addresses.rulings.get(id)
        words = f'<span class="away">ruling </span>⚖ {text(id)}'
        if place is None:
            return Markup(f'<span class="scale">{words}</span>')
        return Markup(f'<a class="scale" href="{RULINGS}.html#{place}">{words}</a>')


_CURRENT = ' aria-current="page"'


def soft(words: str) -> Markup:
    """A paragraph in smaller letters."""
    return Markup(f'<p class="soft">{words if isinstance(words, Markup) else text(words)}</p>')


def notice(words: str) -> Markup:
    """A paragraph that is not to be missed."""
    return Markup(f'<p class="notice">{words if isinstance(words, Markup) else text(words)}</p>')


def note(words: str, figure: Fraction, unit: str) -> Markup:
    """What a total has in it besides the boards, in one line: "penalty −1⅕ MP"."""
    return Markup(f'<span class="nobr">{words} {text(shown(figure))} {unit}</span>')


def two_lines(first: str, second: str) -> Markup:
    """The head of a narrow column."""
    return Markup(f'<span class="nobr">{text(first)}</span><br>{text(second)}')


def in_room(words: str) -> Markup:
    """Words that are left out on a telephone."""
    return Markup(f'<span class="wide">{words if isinstance(words, Markup) else text(words)}</span>')


def short(words: str, narrow: str) -> Markup:
    """The head of a column, with a shorter one for telephones."""
    return Markup(f'{in_room(words)}<span class="narrow">{text(narrow)}</span>')
