"""Reads the pages of a tournament. A pair is its two names, and with a substitute it has others."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from urllib.parse import unquote

from amends.awards import Artificial, Award, Grade, NotScored
from amends.bridge import BySide, Side
from amends.event.event import Player, Substitute
from amends.event.published import Printed, PublishedLine, PublishedStanding
from amends.event.table_result import TableRecord
from amends.faults import Faults
from amends.formats.acbl.score_cells import Cells, ScoredLine, read_line
from amends.formats.common.building import Participant, Sat
from amends.formats.common.format import Progress
from amends.formats.common.html_page import HtmlCell, HtmlPage, HtmlRow, HtmlTable
from amends.formats.common.page_reader import LONGEST_NAME, PageReader, printed
from amends.formats.common.pages import PageSet, base
from amends.formats.lin.table import LinTable, table
from amends.journal.chain import Document

_TOURNEY = re.compile(rb"(?:Traveller |Tourney |Tourney: |tourney=|[?&;]t=)(\d{1,12}-\d{1,12})")
_LINK = re.compile(r"Board (\d{1,3}) traveller")
_RESULT = re.compile(r"([1-7](?:NT|[N♣♦♥♠]))([xX]{0,2})([NESW])(=|[+-]\d{1,2})")
_AWARD = re.compile(r"A([+=-])([+=-])")
_GRADES = {"+": Grade.PLUS, "=": Grade.AVERAGE, "-": Grade.MINUS}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}(?= )")
_ROBOT, _ROBOTS = "Robot", ("robot", "gib")
"""A program, and what the pages call it: the ranking otherwise than the travellers."""
_NEGATIVE = re.compile(r"[+-]?\d{1,6}(?:\.\d{1,6})?")


def tourney_of(data: bytes) -> str:
    """The number of the tournament that a page belongs to; "" where it has none."""
    found = _TOURNEY.search(data)
    return found[1].decode() if found else ""


def pair_name(one: str, other: str) -> str:
    """What a pair is called."""
    return f"{one} & {other}"


class BboReader:
    """Reads travellers, the list of boards and the ranking, in any order."""

    def __init__(self, pages: PageSet, progress: Progress) -> None:
        self.pages = pages
        self.reader = PageReader(pages, "bbo", progress)
        self.reader.about["program"] = "Bridge Base Online"
        self.boards: dict[str, int] = {}
        """The boards by the pages of their travellers, as the list of boards has them."""
        self.scorings: Counter[str] = Counter()
        self.names: dict[frozenset[str], str] = {}
        """What each pair is called, by its players in small letters."""
        self.shown: dict[str, str] = {}
        """The names of players as they are written, by themselves in small letters."""
        self.seated: Counter[tuple[int, str]] = Counter()
        self.sections: list[str] = []
        self.unit = ""

    def document(self, winners: int | None) -> Document:
        """The document."""
        travellers: list[tuple[str, HtmlPage]] = []
        for page in sorted(self.pages.contents):
            with self.reader.reading(page):
                html = self.pages.html(page, "cp1252")
                if any("tourney" in row.kinds for row in html.rows()):
                    travellers.append((page, html))
                self._list(html)
                self._ranking(html)
        for page, html in travellers:
            with self.reader.reading(page):
                self._traveller(page, html)
        self._note_missing()
        substitutes = self._join_substitutes()
        scoring = "matchpoints" if self.scorings["%"] > self.scorings["IMP"] else "cross-imps"
        if not self.scorings:
            scoring = "matchpoints" if self.unit == "%" else "cross-imps"
        both_ways = any("N/S" in name for name in self.sections) and any("E/W" in name for name in self.sections)
        document = self.reader.document(scoring, winners or (2 if both_ways else 1))
        by_id = {id: found for id, found in substitutes.items() if id in document.event.contestants}
        return replace(document, event=replace(document.event, substitutes=by_id))

    def _list(self, html: HtmlPage) -> None:
        for row in html.rows():
            for cell in row.cells:
                found = _LINK.search(cell.text)
                if found and cell.links:
                    self.boards[base(unquote(cell.links[0]))] = int(found[1])

    def _name(self, one: str, other: str) -> str:
        players = [_ROBOT if name.lower() in _ROBOTS else name for name in (one, other)]
        keys = [name.lower() for name in players]  # the site does not tell small letters from capital ones
        for key, name in zip(keys, players, strict=True):
            self.shown.setdefault(key, name)
        return self.names.setdefault(frozenset(keys), pair_name(*players))

    # Travellers

    def _traveller(self, page: str, html: HtmlPage) -> None:
        side = Side.NS
        for row in html.rows():
            if any(text.upper() == "EW POINTS" for text in row.texts):
                side = Side.EW
            elif any(text.upper() in ("POINTS", "NS POINTS") for text in row.texts):
                side = Side.NS
            elif "tourney" in row.kinds:
                self._row(row, side, self.boards.get(base(page)))

    def _row(self, row: HtmlRow, side: Side, board: int | None) -> None:
        names = [_text(row, seat)[:LONGEST_NAME] for seat in ("north", "south", "east", "west")]
        movie = self._movie(row)
        number = (movie.board if movie else None) or board
        if number is None:
            expected = "its number in the link to the hand (Board n), or a page with the list of boards"
            self.reader.fault(row.line, "a board without a number", expected)
            return
        if not all(names):
            self.reader.fault(row.line, f"the players {', '.join(map(repr, names))}", "four names", f"board {number}")
            return
        if movie is not None:
            self.reader.add_deal(number, movie.deal, movie.dealer)
            if movie.vulnerable is not None:
                self.reader.set_conditions(number, movie.vulnerable, row.line)
        scores = [cell.text for cell in row.cells if "score" in cell.kinds]
        if len(scores) != 2:
            self.reader.fault(row.line, f"{len(scores)} figures", "points and score", f"board {number}")
            return
        sat = Sat(
            board=number,
            ns=(self._pair(number, *names[:2]),),
            ew=(self._pair(number, *names[2:]),),
            result=NotScored(),
            record=TableRecord(movie.record.lead, movie.auction, movie.play) if movie else None,
        )
        scored = self._scored(_text(row, "result"), scores[0], side, number)
        self.reader.add(sat, scored, self._printed(scores[0], scores[1], side), line=row.line)
        if not self.reader.about.get("date") and (day := _DAY.search(" ".join(row.texts))):
            self.reader.about["date"] = day[0]

    def _pair(self, board: int, one: str, other: str) -> str:
        """The pair; programs that sit at several tables of a board are several pairs."""
        name = self._name(one, other)
        self.seated[board, name] += 1
        times = self.seated[board, name]
        return f"{name} ({times})" if times > 1 else name

    def _scored(self, result: str, points: str, side: Side, board: int) -> ScoredLine:
        award = _AWARD.fullmatch(result)
        if award:
            awards: list[Award] = [Artificial(_GRADES[sign]) for sign in award.groups()]
            return ScoredLine(awards=BySide(*awards))
        found = _RESULT.fullmatch(result)
        contract, doubles, declarer, tricks = found.groups() if found else (result, "", "", "")
        cells = Cells(ns_score=_turned(points, side), contract=contract + doubles, declarer=declarer, result=tricks)
        return read_line(cells, self.reader.conditions(board))

    def _printed(self, points: str, score: str, side: Side) -> PublishedLine:
        figure = printed(score)
        is_share = score.endswith("%")
        if figure is not None:
            self.scorings["%" if is_share else "IMP"] += 1
        figures: BySide[Printed | None] = BySide(figure, None) if side is Side.NS else BySide(None, figure)
        nothing: BySide[Printed | None] = BySide(None, None)
        ns_score = printed(_turned(points, side))
        return PublishedLine(ns_score, nothing if is_share else figures, figures if is_share else nothing)

    def _movie(self, row: HtmlRow) -> LinTable | None:
        cell = row.cell("movie")
        for script in cell.scripts if cell else ():
            lin, end, _ = script.partition("hv_popuplin('")[2].partition("')")
            if lin and end:
                try:
                    return table(unquote(lin))
                except Faults as trouble:
                    self.reader.note("unreadable", f"a hand is left out, {trouble.faults[0].found[:100]}")
        return None

    def _note_missing(self) -> None:
        """What the pages do not have: boards of the list; tables, where the IMPs of a board leave something over."""
        rows = self.reader.builder.rows
        there = {row.board for row in rows}
        missing = sorted(set(self.boards.values()) - there)
        if missing:
            boards = ", ".join(map(str, missing[:40]))
            self.reader.note("boards-missing", f"totals: board {boards} is not on these pages")
        elif there and not self.boards and self.reader.builder.participants:
            words = "totals: without the list of boards it is not known whether all of them are here"
            self.reader.note("boards-missing", words)
        for board in sorted(there):
            here = [row for row in rows if row.board == board]
            figures = [figure for row in here if row.published for figure in row.published.points if figure]
            plain = len(figures) == len(here) and all(award is None for row in here for award in row.awards)
            left_over = sum((figure.value for figure in figures), Fraction(0))  # of a whole field nothing
            if plain and abs(left_over) > 1:
                self.reader.note("tables-missing", f"board {board}: not all of its tables are on this page", board)

    # The ranking

    def _ranking(self, html: HtmlPage) -> None:
        lists = [(each.before, each) for each in html.tables if "sectiontable" in each.attributes.get("class", "")]
        self.sections += [before.rpartition("\n")[2].strip() for before, _ in lists]
        leaders = [each for each in html.tables if _headings(each)[:1] == ["rank"]]
        places = {
            cells[1].text: cells[0].text for each in leaders for cells in _pairs(each, 3)
        } if len(lists) > 1 else {}  # fmt: skip
        for row in html.rows():
            if row.texts[:1] == ["Title"] and len(row.texts) > 1:
                self.reader.title = self.reader.title or row.texts[1][:LONGEST_NAME]
        for before, each in lists:
            headings = _headings(each)
            rank = headings.index("rank") if "rank" in headings else None
            self.unit = self.unit or ("%" if any("%" in text for text in headings) else "IMP")
            for cells in _pairs(each, 2):
                place = cells[rank].text if rank is not None and rank < len(cells) and len(lists) == 1 else ""
                self._standing(cells, place or places.get(cells[0].text, ""), before)

    def _standing(self, cells: list[HtmlCell], place: str, section: str) -> None:
        players = [name.strip()[:LONGEST_NAME] for name in cells[0].text.split("+")]
        if len(players) != 2:
            self.reader.note("left-out", f"{cells[0].text[:60]!r} in the ranking is no pair")
            return
        figure = printed(cells[1].text)
        share = self.unit == "%"
        name = self._name(*players)
        standing = PublishedStanding(name, place, None if share else figure, figure if share else None)
        side = Side.EW if "E/W" in section else Side.NS if "N/S" in section else None
        self.reader.builder.participants.append(
            Participant(number=name, direction=side, players=tuple(map(Player, players)), standing=standing)
        )

    # Substitutes

    def _join_substitutes(self) -> dict[str, tuple[Substitute, ...]]:
        """Give the lines of pairs with a substitute to the pair of the ranking, and say who played for whom.

        Such a pair is in no ranking, has one player of a pair that is, and played no board that this one played.
        """
        rows = self.reader.builder.rows
        listed = {each.number: each for each in self.reader.builder.participants}
        boards: dict[str, set[int]] = {}
        for row in rows:
            for _, name in row.seated():
                boards.setdefault(name, set()).add(row.board)
        partners: dict[str, list[str]] = {}
        for players, name in self.names.items():
            for player in players - {_ROBOT.lower()} if name in listed else ():
                partners.setdefault(player, []).append(name)
        joined: dict[str, str] = {}
        substitutes: dict[str, tuple[Substitute, ...]] = {}
        for players, name in self.names.items():
            known = {pair for player in players for pair in partners.get(player, ())}
            pair = next(iter(known)) if len(known) == 1 else ""
            if name in listed or name not in boards or not pair or boards[name] & boards.get(pair, set()):
                continue
            own = [player.name.lower() for player in listed[pair].players]
            absent = [place for place, player in enumerate(own, 1) if player not in players]
            new = [player for player in players if player not in own]
            if len(absent) == len(new) == 1:
                joined[name] = pair
                first, last = min(boards[name]), max(boards[name])
                given = Substitute(self.shown[new[0]], absent[0], first, last)
                substitutes[pair] = (*substitutes.get(pair, ()), given)
                boards[pair] = boards.get(pair, set()) | boards[name]
                self.reader.note("left-out", f"{name}: {given.name} has played for a player of {pair}")
        for row in rows:
            row.ns, row.ew = (tuple(joined.get(name, name) for name in names) for names in (row.ns, row.ew))
        return substitutes


def _text(row: HtmlRow, kind: str) -> str:
    cell = row.cell(kind)
    return cell.text if cell else ""


def _turned(text: str, side: Side) -> str:
    """The points of North-South, from those of a side."""
    if side is Side.NS or not _NEGATIVE.fullmatch(text):
        return text
    return text[1:] if text.startswith("-") else f"-{text.removeprefix('+')}" if text.strip("+0.") else text


def _headings(each: HtmlTable) -> list[str]:
    return [text.lower() for text in each.rows[0].texts] if each.rows else []


def _pairs(each: HtmlTable, fewest: int) -> list[list[HtmlCell]]:
    """The rows of a ranking."""
    return [row.cells for row in each.rows[1:] if len(row.cells) >= fewest]
