"""Reads travellers of RealBridge: pairs are called by their names alone, and are numbered as they appear."""

from __future__ import annotations

import re
from urllib.parse import unquote

from amends.awards import NotScored
from amends.bridge import BySide
from amends.event.event import Player
from amends.event.published import Printed, PublishedLine
from amends.event.table_result import TableRecord
from amends.faults import Faults
from amends.formats.acbl.score_cells import Cells, ScoredLine, read_line
from amends.formats.common.building import NOT_PLAYED, Participant, Sat
from amends.formats.common.format import Progress
from amends.formats.common.html_page import HtmlCell, HtmlTable
from amends.formats.common.page_reader import LONGEST_NAME, PageReader, printed
from amends.formats.common.pages import PageSet
from amends.formats.lin.table import LinTable, table
from amends.journal.chain import Document

_BOARD = re.compile(r"Board\s+(\d{1,3})", re.IGNORECASE)
_RESULT = re.compile(r"([1-7](?:NT|[N♣♦♥♠]))([xX]{0,2})([NESW])(=|[+-]\d{1,2})")
_UNITS = {"IMP": "cross-imps", "IMPS": "cross-imps", "MP": "matchpoints", "MPS": "matchpoints", "%": "matchpoints"}
_COLUMNS = ("NS", "EW", "CONTRACT", "LEAD", "NS SCORE", "EW SCORE")
_EMPTY = "???"
_NOTHING: BySide[Printed | None] = BySide(None, None)


class RealBridgeReader:
    """Reads the pages in the order of their boards."""

    def __init__(self, pages: PageSet, progress: Progress) -> None:
        self.pages = pages
        self.reader = PageReader(pages, "realbridge", progress)
        self.reader.about["program"] = "RealBridge"
        self.scoring = ""
        self.numbers: dict[str, str] = {}
        """The number of each pair, by its names."""
        self.players: dict[str, tuple[Player, ...]] = {}

    def document(self, winners: int | None) -> Document:
        """The document."""
        for page in sorted(self.pages.contents, key=lambda name: (len(name), name)):
            with self.reader.reading(page):
                for each in self.pages.html(page, "cp1252").tables:
                    self._table(each)
        for names, number in self.numbers.items():
            players = self.players.get(number) or _split(names)
            pair = Participant(number=number, name="" if players else names, players=players)
            self.reader.builder.participants.append(pair)
        return self.reader.document(self.scoring or "cross-imps", winners or 1)

    def _table(self, each: HtmlTable) -> None:
        if not each.rows or tuple(each.rows[0].texts[: len(_COLUMNS)]) != _COLUMNS:
            return
        headings = [text.upper() for text in each.rows[0].texts]
        units = {text.partition(" ")[2] for text in headings[6:8]}
        unit = next(iter(units)) if len(units) == 1 else ""
        scoring = _UNITS.get(unit)
        if scoring is None or self.scoring not in ("", scoring):
            expected = f"one of {', '.join(_UNITS)}, the same on all pages"
            self.reader.fault(each.line, f"results in {' and '.join(headings[6:8])!r}", expected)
            return
        self.scoring = scoring
        found = _BOARD.search(each.caption)
        for row in each.rows[1:]:
            if len(row.cells) >= 8:
                self._row(row.cells, unit == "%", int(found[1]) if found else None, row.line)

    def _row(self, cells: list[HtmlCell], is_share: bool, board: int | None, line: int) -> None:
        texts = [cell.text for cell in cells]
        movie = self._movie(cells[8]) if len(cells) > 8 else None
        number = board or (movie.board if movie else None)
        if number is None:
            self.reader.fault(line, "a board without a number", "a caption such as Board 7")
            return
        if not texts[0] or not texts[1]:
            self.reader.fault(line, f"the pairs {texts[0]!r} and {texts[1]!r}", "two pairs", f"board {number}")
            return
        if movie is not None:
            self.reader.add_deal(number, movie.deal, movie.dealer)
            if movie.vulnerable is not None:
                self.reader.set_conditions(number, movie.vulnerable, line)
        north, east, south, west = movie.names if movie else ("",) * 4
        sat = Sat(
            board=number,
            ns=(self._pair(texts[0], north, south),),
            ew=(self._pair(texts[1], east, west),),
            result=NotScored(),
            record=TableRecord(None, movie.auction, movie.play) if movie else None,
        )
        figures = BySide(printed(texts[6]), printed(texts[7]))
        if texts[2].strip("-—–") == "":
            words = f"{texts[2] or 'nothing'} as the contract: an average or not played, the page does not tell which"
            scored, score = ScoredLine(NOT_PLAYED, notes=[("left-out", words)]), ""
        else:
            result = _RESULT.fullmatch(texts[2])
            contract, doubles, declarer, tricks = result.groups() if result else (texts[2], "", "", "")
            score = texts[4]
            cells_ = Cells(score, texts[5], contract + doubles, declarer, tricks)
            scored = read_line(cells_, self.reader.conditions(number))
        shown = PublishedLine(printed(score), _NOTHING if is_share else figures, figures if is_share else _NOTHING)
        self.reader.add(sat, scored, shown, lead=texts[3].strip("-—–"), line=line)

    def _pair(self, names: str, one: str, other: str) -> str:
        """The number of a pair; the link to the hand has its players with their member numbers."""
        number = self.numbers.setdefault(names[:LONGEST_NAME], str(len(self.numbers) + 1))
        players = tuple(
            Player(name.partition("#")[0].strip()[:LONGEST_NAME], _member(name)) for name in (one, other) if name
        )
        shown = {player.name for player in players}
        if len(players) == 2 and _EMPTY not in shown and all(name in names for name in shown):
            self.players.setdefault(number, players)
        return number

    def _movie(self, cell: HtmlCell) -> LinTable | None:
        for link in cell.links:
            _, mark, lin = link.partition("lin=")
            if mark:
                try:
                    return table(unquote(lin))
                except Faults as trouble:
                    self.reader.note("unreadable", f"a hand is left out, {trouble.faults[0].found[:100]}")
        return None


def _member(name: str) -> str:
    """The member number after a name, if it is one."""
    number = name.partition("#")[2].strip()
    return number if number.isascii() and number.isdigit() and len(number) < 20 else ""


def _split(names: str) -> tuple[Player, ...]:
    """The players of "name and name"; none where it cannot be told where one ends."""
    parts = names.split(" and ")
    return tuple(map(Player, parts)) if len(parts) == 2 else ()
