"""Reads the pages of an event: `<prefix>nnn.html` (a board), its results in `<prefix>nnn.txt`, `W-<prefix>.html`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from amends.awards import NotScored
from amends.bridge import BySide
from amends.event.event import Player
from amends.event.published import PublishedLine, PublishedStanding
from amends.formats.acbl.score_cells import Cells, ScoredLine, read_line
from amends.formats.common.building import Participant, Sat
from amends.formats.common.format import Progress
from amends.formats.common.html_page import HtmlCell, HtmlPage, HtmlRow, HtmlTable
from amends.formats.common.page_reader import (
    LONGEST_NAME,
    PageReader,
    both,
    diagram,
    empty_seats,
    fixed_figure,
    fixed_percentage,
    giving,
    printed,
    sit_out_share,
    whole,
    without,
)
from amends.formats.common.pages import PageSet, base, folder_of
from amends.journal.chain import Document

_BOARD = re.compile(r"(?P<prefix>.+?)(?P<board>\d{3})\.(?P<kind>html?|txt)", re.IGNORECASE)
_RANKING = re.compile(r"W-(?P<prefix>.+)\.html?", re.IGNORECASE)
_OTHER = re.compile(r"(?:H-(?P<history>.+?)-[^-]+|(?P<frame>.+?)(?:WYN)?)\.html?", re.IGNORECASE)
_TITLE = re.compile(r"ROZDANIE\s+(\d{1,3})", re.IGNORECASE)
_LOADED = re.compile(r"initAjax\('([^']{1,200})'\s*,\s*'pro'")
_MEMBER = re.compile(r"[?&]r=(\d{1,10})")
_VERSION = re.compile(r"(Pary|Teamy)\.(\d[\d.]{0,20})")
_MADE_UP = ("TD", "ARB", "AAA", "SĘDZIA", "SEDZIA")
"""What stands in the place of a contract where the director has given the score."""

_UNITS = {"%": "matchpoints", "IMP": "cross-imps", "IMPY": "cross-imps", "BUTLER": "butler", "PUNKTY": "cross-imps"}


def prefix_of(page: str) -> str:
    """What the names of all pages of an event have in common.

    >>> prefix_of('tp130808007.txt'), prefix_of('W-tp130808.html'), prefix_of('H-tp130808-13.html')
    ('tp130808', 'tp130808', 'tp130808')
    """
    name = base(page)
    found = _RANKING.fullmatch(name) or _BOARD.fullmatch(name)
    if found:
        return found["prefix"]
    other = _OTHER.fullmatch(name)
    return (other["history"] or other["frame"]) if other else name


def events_of(pages: PageSet) -> dict[str, list[str]]:
    """The pages of each event, by what their names have in common."""
    prefixes = {page: f"{folder_of(page)}/{prefix_of(page)}" for page in pages.contents}
    known = set(prefixes.values())
    events: dict[str, list[str]] = {}
    for page, prefix in prefixes.items():
        stem = f"{folder_of(page)}/{base(page).rpartition('.')[0]}"
        is_frame = stem in known  # all its digits look like those of a board
        events.setdefault((stem if is_frame else prefix).lstrip("/"), []).append(page)
    # A page whose name was changed when it was saved belongs to whatever else is there.
    with_boards = {key: names for key, names in events.items() if any(_BOARD.fullmatch(base(name)) for name in names)}
    return {next(iter(with_boards)): list(pages.contents)} if len(with_boards) == 1 else events


def read(pages: PageSet, winners: int | None, progress: Progress) -> Document:
    """The document of the pages of one event; all their faults at once."""
    return JfrReader(pages, progress).document(winners)


class JfrReader:
    """Reads boards and ranking; who was not there is known when all have been read."""

    def __init__(self, pages: PageSet, progress: Progress) -> None:
        self.pages = pages
        self.reader = PageReader(pages, "jfr", progress)
        self.scoring = ""
        self.listed: set[str] = set()
        self.with_results: set[str] = set()
        """Pages on which there are results, without the ends of their names."""

    def document(self, winners: int | None) -> Document:
        """The document."""
        missing: list[str] = []
        for page in sorted(self.pages.contents):
            with self.reader.reading(page):
                if base(page).lower().endswith(".txt"):
                    continue
                html = self.pages.html(page, "iso-8859-2")
                self._head(html)
                missing += self._page(page, html)
        for page in sorted(self.pages.contents):
            if base(page).lower().endswith(".txt"):
                with self.reader.reading(page):
                    found = _BOARD.fullmatch(base(page))
                    self._results(self.pages.html(page, "iso-8859-2"), int(found["board"]) if found else None)
        for page in missing:
            if page.rpartition(".")[0] not in self.with_results:
                words = f"no {base(page)}, from which a page takes its results"
                self.reader.fault(None, words, f"{base(page)} beside the page")
        rows = self.reader.builder.rows
        if not rows and self.reader.about.get("program") == "JFR Teamy":
            self.reader.fault(None, "pages of JFR Teamy, a program for teams", "pages of JFR Pary, a program for pairs")
        kind = "percent" if self.scoring == "matchpoints" else "points"
        self.reader.builder.rows = without(rows, empty_seats(rows, BySide(kind, kind), self.listed))
        share = sit_out_share(self.reader.builder.rows) if self.scoring == "matchpoints" else "none"
        return self.reader.document(self.scoring or "matchpoints", winners or 1, giving(share))

    def _head(self, html: HtmlPage) -> None:
        lines = [" ".join(line.split()) for line in html.text.split("\n")]
        for table in html.tables:
            lines += [line for row in table.rows for cell in row.cells if cell.columns > 5 for line in cell.lines]
        words = [line for line in lines if line]
        titles = (line for line in words if not _TITLE.match(line) and not _VERSION.search(line))
        self.reader.title = self.reader.title or next(titles, "")[:LONGEST_NAME]
        version = next((found for line in words if (found := _VERSION.search(line))), None)
        if version:
            self.reader.about |= {"program": f"JFR {version[1]}", "program_version": version[2].rstrip(".")}
        self.reader.about.setdefault("program", "JFR")

    def _page(self, page: str, html: HtmlPage) -> list[str]:
        """Read a page; the names of the files that it would load."""
        if _RANKING.fullmatch(base(page)) or any(_is_ranking(table) for table in html.tables):
            for table in html.tables:
                if _is_ranking(table):
                    self._ranking(table)
            return []
        titled, named = _TITLE.search(html.title), _BOARD.fullmatch(base(page))
        board = int(titled[1]) if titled else int(named["board"]) if named else None
        if board is None:
            return []
        for table in html.tables:
            deal, dealer, vulnerable = diagram(table)
            self.reader.add_deal(board, deal, dealer)
            if vulnerable is not None:
                self.reader.set_conditions(board, vulnerable, table.line)
        loaded = _LOADED.search(html.load)
        beside = f"{folder_of(page)}/{loaded[1]}".lstrip("/") if loaded else ""
        if beside in self.pages.contents:
            return []
        self._results(html, board)
        return [beside] if beside else []

    # Results

    def _results(self, html: HtmlPage, board: int | None) -> None:
        table = next((table for table in html.tables if _heading(table)), None)
        if table is None:
            return
        if board is None:
            expected = "the page of the board, or a name that ends in its number, such as 007.txt"
            self.reader.fault(table.line, "results of a board without a number", expected)
            return
        if any(map(_is_line, table.rows)):
            self.with_results.add(self.reader.page.rpartition(".")[0])
        unit = _heading(table)
        scoring = _UNITS.get(unit)
        if scoring is None:
            self.reader.fault(table.line, f"results in {unit!r}", f"one of {', '.join(_UNITS)}")
            return
        if self.scoring not in ("", scoring):
            self.reader.fault(table.line, f"results in {unit!r}", f"the same as on the other pages: {self.scoring}")
            return
        self.scoring = scoring
        for row in table.rows:
            self._row(row, board)

    def _row(self, row: HtmlRow, board: int) -> None:
        if not _is_line(row):
            return
        cells = row.spread()
        numbers = [cell.text for cell in cells[1:3]]
        if not all(whole(number) for number in numbers):
            found = f"the pairs {' and '.join(map(repr, (number[:60] for number in numbers)))}"
            self.reader.fault(row.line, found, "two numbers of pairs", f"board {board}")
            return
        figures = both(cells[9].text, cells[10].text)
        for cell, figure in zip(cells[9:11], figures, strict=True):
            if cell.text and figure is None:
                self.reader.fault(cell.line, f"the figure {cell.text[:60]!r}", "a decimal number", f"board {board}")
        sat = Sat(board=board, ns=(numbers[0],), ew=(numbers[1],), result=NotScored())
        if cells[3].text.upper() in _MADE_UP:
            self._director(sat, cells, row.line)
            return
        joined = cells[7] is cells[8]
        texts = Cells(
            ns_score=cells[7].text,
            ew_score="" if joined else cells[8].text,
            contract=cells[3].text,
            declarer=cells[4].text,
            result=cells[6].text,
        )
        scored = read_line(texts, self.reader.conditions(board))
        score = cells[7].text or (f"-{cells[8].text}" if cells[8].text else "")
        self._add(sat, scored, cells, row.line, score)

    def _director(self, sat: Sat, cells: Sequence[HtmlCell], line: int) -> None:
        figures = both(cells[9].text, cells[10].text)
        award = fixed_percentage if self.scoring == "matchpoints" else fixed_figure
        scored = ScoredLine(awards=figures.map(award))
        said = " and ".join(cell.text or "nothing" for cell in cells[9:11])
        words = f"the director's score of {said}: the page does not say what it is made of"
        scored.notes.append(("left-out", words))
        self._add(sat, scored, cells, line)

    def _add(self, sat: Sat, scored: ScoredLine, cells: Sequence[HtmlCell], line: int, score: str = "") -> None:
        figures = both(cells[9].text, cells[10].text)
        shown = PublishedLine(printed(score), points=figures)
        if self.scoring == "matchpoints":
            shown = PublishedLine(printed(score), percent=figures)
        self.reader.add(sat, scored, shown, lead=cells[5].text, line=line)

    # The ranking

    def _ranking(self, table: HtmlTable) -> None:
        columns: list[str] = []
        for row in table.rows:
            texts = row.texts
            if "nr" in texts:
                columns = texts
                continue
            if not columns or len(texts) != len(columns):
                continue
            cells = dict(zip(columns, row.cells, strict=True))
            result = next((cells[name] for name in columns if name.startswith("wynik")), None)
            number = cells["nr"].text
            names = row.cells[columns.index("nr") + 1]
            if whole(number) is None:
                continue
            self.listed.add(number)
            self._standing(number, cells, names, result)

    def _standing(self, number: str, cells: dict[str, HtmlCell], names: HtmlCell, result: HtmlCell | None) -> None:
        figure = printed(result.text) if result else None
        percent = self.scoring == "matchpoints" or (not self.scoring and any("%" in name for name in cells))
        place = cells["m-ce"].text if "m-ce" in cells else ""
        standing = PublishedStanding(
            number, place, percent=figure if percent else None, total=None if percent else figure
        )
        members = [found[1] if (found := _MEMBER.search(link)) else "" for link in names.links]
        called = [line[:LONGEST_NAME] for line in names.lines if line]
        members += [""] * (len(called) - len(members))
        players = tuple(Player(name, member) for name, member in zip(called, members, strict=False))
        self.reader.builder.participants.append(Participant(number=number, players=players, standing=standing))


def _is_line(row: HtmlRow) -> bool:
    """Whether a row has a result, and is no heading."""
    cells = row.spread()
    return len(cells) >= 11 and "noc" in cells[1].kinds and cells[1].text not in ("N-S", "NS", "numery")


def _is_ranking(table: HtmlTable) -> bool:
    return any("m-ce" in (texts := row.texts) and "nr" in texts for row in table.rows[:12])


def _heading(table: HtmlTable) -> str:
    """The unit of a table of results, in capital letters; "" where it is no such table."""
    for row in table.rows[:4]:
        texts = row.texts
        if "numery" in texts and "zapis" in texts:
            return texts[-1].upper()
    return ""
