"""What all pages of a publication have in common: the head, the links, the end, and the data beside each page."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from amends.event import Event
from amends.reports.layout import html
from amends.reports.layout.html import Markup, joined, link, text
from amends.scoring.events.teams import TeamsStandings
from amends.scoring.standings import Line, Standing, Standings, natural
from amends.wording.figures import figure_text
from amends.wording.names import names

# Names of pages


INDEX, BOARDS, RULINGS, CHANGES = "index", "boards", "rulings", "changes"

_PLAIN = re.compile(r"[0-9A-Za-z]{1,20}")

LineKey = tuple[str, str, str, int, tuple[str, ...]]
"""Contestant, session, round, board, opponents: where a line of a score card is found on the page of its board."""


def file_names(kind: str, ids: Iterable[str]) -> dict[str, str]:
    """A name for each id: the id itself where it is plain, else a number; also apart where letters have no case.

    >>> file_names('pair', ['12', 'a1', 'A1', '../etc'])
    {'12': 'pair-12', 'A1': 'pair-A1', 'a1': 'pair-no-1', '../etc': 'pair-no-2'}
    """
    names: dict[str, str] = {}
    taken: set[str] = set()
    others = []
    for id in sorted(set(ids), key=natural):
        if _PLAIN.fullmatch(id) and id.lower() not in taken:
            taken.add(id.lower())
            names[id] = f"{kind}-{id}"
        else:
            others.append(id)
    # A plain id has no hyphen, so that none of them is called "no-1".
    others.sort(key=lambda id: (not _PLAIN.fullmatch(id), id))
    return names | {id: f"{kind}-no-{number}" for number, id in enumerate(others, 1)}


def key_of(line: Line) -> LineKey:
    """Where a line is found on the page of its board."""
    return line.contestant, line.session, line.round, line.board, line.opponents


@dataclass(frozen=True, slots=True)
class Addresses:
    """The names of pages without their endings, and of places in pages."""

    contestants: Mapping[str, str]
    boards: tuple[int, ...]
    rulings: Mapping[str, str]
    lines: Mapping[LineKey, str]

    @classmethod
    def of(cls, standings: Standings, rulings: Iterable[str]) -> Addresses:
        """The addresses of an event; `rulings` are the ids of the rulings that have a place of their own."""
        event = standings.event
        listed = {entry.contestant for entries in standings.lists.values() for entry in entries}
        contestants = file_names(event.form.noun, listed)
        lines: dict[LineKey, str] = {}
        times: dict[tuple[str, int], int] = defaultdict(int)
        for table in event.results:
            sides = (table.seats.ns, table.seats.ew)
            for own, opponents in (sides, sides[::-1]):
                for contestant in own:
                    key = (contestant, table.session, table.round, table.board, opponents)
                    if key in lines or contestant not in contestants:
                        continue
                    times[contestant, table.board] += 1
                    again = times[contestant, table.board]
                    lines[key] = contestants[contestant] + (f".{again}" if again > 1 else "")
        # A board that was cancelled for all has nothing to show.
        boards = {table.board for table in event.results}
        if isinstance(standings, TeamsStandings):
            boards = {board.number for match in standings.matches for board in match.match.boards}
        return cls(contestants, tuple(sorted(boards)), file_names("ruling", rulings), lines)

    @staticmethod
    def board(number: int) -> str:
        """The page of a board."""
        return f"board-{number}"


# Style


STYLE = html.style_sheet(__package__, "site.css")
"""What is added to the style of every page."""


class SitePage(NamedTuple):
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
    journal: str = ""
    """The last entry that it shows, with the beginning of its digest."""
    logo: str = ""
    """The logo of the club, as an address that holds it."""

    @property
    def state(self) -> str:
        """Provisional or final."""
        return "Final" if self.final else "Provisional"

    def files(self, page: SitePage) -> list[tuple[str, str]]:
        """The files of a page: itself, and its data beside it."""
        made = [(f"{page.name}.html", self.html(page))]
        if self.twins:
            data = {"publication": dict(self.about), **page.data}
            made.append((f"{page.name}.json", json.dumps(data, ensure_ascii=True, indent=1) + "\n"))
        return made

    def html(self, page: SitePage) -> str:
        """The page itself."""
        footer = [text(f"{self.state} results of {self.when}, regulation {self.event.regulation.name}.")]
        if self.journal:
            footer.append(text(f"Journal: {self.journal}."))
        if self.twins:
            footer.append(Markup(f"Exact numbers of this page: {link(f'{page.name}.json', 'JSON')}."))
        return html.page(
            f"{page.title} · {self.title}",
            *page.parts,
            head=page.title,
            style=STYLE,
            above=self._above(page.under or page.name),
            below=Markup(f"<footer>{joined(footer, ' ')}</footer>\n"),
        )

    def _above(self, here: str) -> Markup:
        main = {INDEX: "Ranking", BOARDS: "Boards", RULINGS: "Rulings"} | ({CHANGES: "Changes"} if self.since else {})
        links = [
            Markup(f'<a href="{name}.html"{_CURRENT if name == here else ""}>{words}</a>')
            for name, words in main.items()
        ]
        return Markup(
            f'<div class="band"><header>{self._logo()}{link("index.html", self.title)}'
            f"<span>{self.state} · {text(self.when)}</span></header></div>\n"
            f'<nav class="pages" aria-label="Pages">{joined(links)}</nav>\n'
        )

    def _logo(self) -> Markup:
        return Markup(f'<img class="logo" src="{self.logo}" alt="">') if self.logo else Markup("")

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


def adjustments(entry: Standing, unit: str) -> list[Markup]:
    """What a total has in it besides the boards, each in one line: "penalty −1⅕ MP"."""
    figures = (("carried over", entry.carried), ("penalty", -entry.penalty))
    lines = (f"{words} {text(figure_text(figure))} {unit}" for words, figure in figures if figure)
    return [Markup(f'<span class="nobr">{line}</span>') for line in lines]


def two_lines(first: str, second: str) -> Markup:
    """The head of a narrow column."""
    return Markup(f'<span class="nobr">{text(first)}</span><br>{text(second)}')


def in_room(words: str) -> Markup:
    """Words that are left out on a telephone."""
    return Markup(f'<span class="wide">{words if isinstance(words, Markup) else text(words)}</span>')


def short(words: str, narrow: str) -> Markup:
    """The head of a column, with a shorter one for telephones."""
    return Markup(f'{in_room(words)}<span class="narrow">{text(narrow)}</span>')
