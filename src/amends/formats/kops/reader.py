"""Reads the pages of an event: `pN.html` (a board), `wyn.html` (the ranking), `hN.html` (a pair)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from amends.awards import Artificial, Grade, NotScored
from amends.bridge import BySide
from amends.event.event import Player
from amends.event.published import Printed, PublishedLine, PublishedStanding
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
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document

_TITLE = re.compile(r"ROZDANIE NR\s+(\d{1,3})", re.IGNORECASE)
_PAIR = re.compile(r"WYNIKI PARY NR\s+(\d{1,4})", re.IGNORECASE)
_UNITS = {"%": "matchpoints", "PUNKTY": "cross-imps", "IMP": "cross-imps"}
_DIRECTOR = ("SĘDZIA", "SEDZIA")


def read(pages: PageSet, winners: int | None, progress: Progress) -> Document:
    """The document of the pages of one event; all their faults at once."""
    return KopsReader(pages, progress).document(winners)


class KopsReader:
    """Reads boards, ranking and pairs; who was not there is known when all have been read."""

    def __init__(self, pages: PageSet, progress: Progress) -> None:
        self.pages = pages
        self.reader = PageReader(pages, "kops", progress)
        self.reader.about["program"] = "KoPS"
        self.scoring = ""
        self.standings: dict[str, Participant] = {}
        self.adjustments: dict[str, str] = {}

    def document(self, winners: int | None) -> Document:
        """The document."""
        for page in sorted(self.pages.contents, key=lambda name: (len(name), name)):
            with self.reader.reading(page):
                self._page(self.pages.html(page, "iso-8859-2"))
        for number, text in self.adjustments.items():
            each = self.standings.get(number)
            if each is not None and each.standing is not None:
                each.standing = replace(each.standing, adjustment=printed(text))
        builder = self.reader.builder
        builder.participants += self.standings.values()
        kind = "percent" if self.scoring == "matchpoints" else "points"
        builder.rows = without(builder.rows, empty_seats(builder.rows, BySide(kind, kind), set(self.standings)))
        share = sit_out_share(builder.rows) if self.scoring == "matchpoints" else "none"
        return self.reader.document(self.scoring or "matchpoints", winners or 1, giving(share))

    def _page(self, html: HtmlPage) -> None:
        board, pair = _TITLE.search(html.title), _PAIR.search(html.title)
        if board:
            self._board(html, int(board[1]))
        elif pair:
            self._pair(html, pair[1])
        elif html.title.upper().startswith("WYNIKI"):
            self._ranking(html)

    def _pair(self, html: HtmlPage, number: str) -> None:
        """The page of a pair: of it only what was added or taken away is not on other pages."""
        for row in html.rows():
            texts = row.texts
            if texts[:1] == ["+/-"] and texts[-1]:
                self.adjustments[number] = texts[-1]

    # Boards

    def _board(self, html: HtmlPage, board: int) -> None:
        for table in html.tables:
            deal, dealer, vulnerable = diagram(table)
            self.reader.add_deal(board, deal, dealer)
            if vulnerable is not None:
                self.reader.set_conditions(board, vulnerable, table.line)
        for table in html.tables:
            unit = _unit(table)
            if unit and self._is_known(unit, table.line):
                for row in table.rows:
                    if "nagl" not in row.kinds:
                        self._row(row, board)

    def _is_known(self, unit: str, line: int) -> bool:
        scoring = _UNITS.get(unit)
        if scoring is None or self.scoring not in ("", scoring):
            expected = self.scoring and f"the same as on the other pages: {self.scoring}"
            self.reader.fault(line, f"results in {unit!r}", expected or f"one of {', '.join(_UNITS)}")
            return False
        self.scoring = scoring
        return True

    def _row(self, row: HtmlRow, board: int) -> None:
        cells = row.spread()
        if len(cells) < 10:
            return
        numbers = [cell.text for cell in cells[:2]]
        if not all(map(whole, numbers)):
            found = f"the pairs {' and '.join(repr(number[:60]) for number in numbers)}"
            self.reader.fault(row.line, found, "two numbers of pairs", f"board {board}")
            return
        figures = both(cells[8].text, cells[9].text)
        for cell, figure in zip(cells[8:10], figures, strict=True):
            if cell.text and figure is None:
                self.reader.fault(cell.line, f"the figure {cell.text[:60]!r}", "a decimal number", f"board {board}")
        sat = Sat(board=board, ns=(numbers[0],), ew=(numbers[1],), result=NotScored())
        if cells[2].text.upper() in _DIRECTOR:
            scored, score = self._director(cells), ""
        else:
            # The score of E-W stands in their column, with a minus for N-S.
            score = cells[6].text or cells[7].text
            contract = "PASS" if cells[2].text.upper().startswith("PAS") else cells[2].text
            texts = Cells(ns_score=score, contract=contract, declarer=cells[3].text, result=cells[5].text)
            scored = read_line(texts, self.reader.conditions(board))
        nothing: BySide[Printed | None] = BySide(None, None)
        points, percent = (nothing, figures) if self.scoring == "matchpoints" else (figures, nothing)
        lead = "" if cells[4] is cells[2] else cells[4].text
        self.reader.add(sat, scored, PublishedLine(printed(score), points, percent), lead=lead, line=row.line)

    def _director(self, cells: Sequence[HtmlCell]) -> ScoredLine:
        """The director's score: two percentages, the word for average, or figures alone."""
        scored = ScoredLine()
        ns, ew = cells[6].text, cells[7].text
        if ns.lower() == "średnia":
            scored.awards = BySide(Artificial(Grade.AVERAGE), Artificial(Grade.AVERAGE))
            return scored
        if ns.endswith("%") and ew.endswith("%"):
            return read_line(Cells(ns, ew), self.reader.conditions(1))
        award = fixed_percentage if self.scoring == "matchpoints" else fixed_figure
        scored.awards = both(cells[8].text, cells[9].text).map(award)
        said = " and ".join(cell.text or "nothing" for cell in cells[8:10])
        words = f"the director's score of {said}: the page does not say what it is made of"
        scored.notes.append(("left-out", words))
        return scored

    # The ranking

    def _ranking(self, html: HtmlPage) -> None:
        title = " ".join(html.headings[0].split()) if html.headings else ""
        self.reader.title = self.reader.title or title[:LONGEST_NAME]
        columns: list[str] = []
        for row in html.rows():
            texts = [text.lower() for text in row.texts]
            if "miejsce" in texts and "numer" in texts:
                columns = texts
            elif columns and len(texts) == len(columns):
                self._standing(dict(zip(columns, row.cells, strict=True)), row.cells[columns.index("numer") + 1])

    def _standing(self, cells: dict[str, HtmlCell], names: HtmlCell) -> None:
        number = cells["numer"].text
        if not whole(number):
            return
        percent, total = (printed(cells[name].text) if name in cells else None for name in ("%", "wynik"))
        standing = PublishedStanding(number, cells["miejsce"].text[:20], total, percent)
        called = [line[:LONGEST_NAME] for line in names.lines if line]
        members = [line[:20] for line in cells["pzbs"].lines] if "pzbs" in cells else []
        members += [""] * len(called)
        players = tuple(Player(name, member) for name, member in zip(called, members, strict=False))
        self.standings[number] = Participant(number=number, players=players, standing=standing)


def _unit(table: HtmlTable) -> str:
    """The unit of a table of results, in capital letters; "" where it is no such table."""
    for row in table.rows[:2]:
        texts = row.texts
        if "NUMERY" in texts and "ZAPISY" in texts:
            return texts[texts.index("ZAPISY") + 1].upper() if texts[-1] != "ZAPISY" else ""
    return ""
