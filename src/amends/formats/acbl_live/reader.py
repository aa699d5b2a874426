"""Reads board details and score cards: the same table may stand on both, and on the cards of both pairs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from amends.awards import NotScored
from amends.bridge import BySide, Deal, Hand, Seat, Side
from amends.event.event import Player
from amends.event.published import Printed, PublishedLine, PublishedStanding
from amends.faults import Faults
from amends.formats.acbl.score_cells import Cells, read_line
from amends.formats.common.building import Participant, Sat
from amends.formats.common.format import Progress
from amends.formats.common.html_page import HtmlCell, HtmlPage, HtmlRow, HtmlTable
from amends.formats.common.page_reader import LONGEST_NAME, PageReader, conditions_of, of_the_acbl, printed, whole
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document

_CHOSEN = re.compile(r"/event/\w{1,20}/\w{1,20}/(\d{1,3})/(?:board-detail|scores)/(\w{1,10})")
_BOARD = re.compile(r"Section (\w{1,10}), Board # ?(\d{1,3})")
_CARD = re.compile(r"(\d{1,4})\s?(NS|EW)?\s?-.*")
_OPTION = re.compile(r"\((\w{1,10})-(NS|EW)\) (\d{1,4})-(.+)")
_PAIR = re.compile(r"(\d{1,4}) ?-.*")
_PLAYER = re.compile(r"/set-player/(\w{1,20})")
_SUIT = re.compile(r"([cdhs])([^cdhs]*)")
_VULNERABLE = re.compile(r"Vul: ?(N-S|E-W|Both|None)")


class Where(NamedTuple):
    """A table that played a board: the same on all pages."""

    session: str
    section: str
    board: int
    ns: str
    ew: str


@dataclass(slots=True)
class LiveLine:
    """What the pages say of a table; what one page has told, the others do not change."""

    line: int
    contract: str = ""
    declarer: str = ""
    scores: dict[Side, str] = field(default_factory=dict)
    points: dict[Side, str] = field(default_factory=dict)
    shares: dict[Side, str] = field(default_factory=dict)


class AcblLiveReader:
    """Reads pages in any order, and makes lines of what they say together."""

    def __init__(self, pages: PageSet, progress: Progress) -> None:
        self.pages = pages
        self.reader = PageReader(pages, "acbl-live", progress)
        self.reader.about["program"] = "ACBL Live"
        self.lines: dict[Where, LiveLine] = {}
        self.pairs: dict[tuple[str, Side, str], Participant] = {}

    def document(self, winners: int | None) -> Document:
        """The document."""
        for page in sorted(self.pages.contents, key=lambda name: (len(name), name)):
            with self.reader.reading(page):
                self._page(self.pages.html(page, "cp1252"))
        several = len({where.session for where in self.lines}) > 1
        for where, line in sorted(self.lines.items(), key=lambda entry: entry[0][:3]):
            self._add(where, line, several)
        for each in self.pairs.values():
            if each.standing is not None and not several:
                each.standing = PublishedStanding(each.number, total=each.standing.total, percent=each.standing.percent)
        self._note_missing()
        self.reader.builder.participants += self.pairs.values()
        return self.reader.document("matchpoints", winners or 2, of_the_acbl())

    def _page(self, html: HtmlPage) -> None:
        addresses = [address for _, address, chosen in html.options if chosen] + [each[1] for each in html.options]
        found = next((found for address in addresses if (found := _CHOSEN.match(address))), None)
        session, section = (found[1], found[2]) if found else ("1", "")
        board = next((found for text in html.headings if (found := _BOARD.search(text))), None)
        card = next((found for text in html.headings[2:] if (found := _CARD.fullmatch(text)) and found[2]), None)
        self._head(html)
        self._options(html)
        if board:
            # The link to the hand has its own, which is not always right.
            vulnerable = _VULNERABLE.search(html.text)
            if vulnerable and (conditions := conditions_of(vulnerable[1])) is not None:
                self.reader.set_conditions(int(board[2]), conditions)
            for table in html.tables:
                self._details(table, session, board[1], int(board[2]))
        elif card:
            side = Side(card[2])
            for table in html.tables:
                self._card(table, session, section, side, card[1])

    def _head(self, html: HtmlPage) -> None:
        title = html.headings[1] if len(html.headings) > 1 else ""
        title = title.removeprefix("Board detail for ").removesuffix(" Scores")
        self.reader.title = self.reader.title or title[:LONGEST_NAME]
        if html.headings:
            self.reader.about.setdefault("notes", html.headings[0][:LONGEST_NAME])

    def _options(self, html: HtmlPage) -> None:
        """The list of all pairs."""
        for text, _, _ in html.options:
            found = _OPTION.fullmatch(text)
            if found:
                players = tuple(Player(name.strip()[:LONGEST_NAME]) for name in found[4].split(" & "))
                self._pair(found[1], Side(found[2]), found[3], players)

    def _pair(self, section: str, side: Side, number: str, players: tuple[Player, ...]) -> Participant:
        each = self.pairs.setdefault(
            (section, side, number), Participant(number=number, section=section, direction=side, players=players)
        )
        if players and any(player.national_id for player in players):
            each.players = players
        return each

    # A board

    def _details(self, table: HtmlTable, session: str, section: str, board: int) -> None:
        side = next((each for each in Side if table.before.endswith(each.words)), None)
        columns = _columns(table)
        if side is None or "pairs" not in columns:
            return
        for row in table.rows[1:]:
            texts = dict(zip(columns, row.cells, strict=False))
            if len(texts) == len(columns):
                self._detail(row, texts, side, (session, section, board))

    def _detail(self, row: HtmlRow, cells: dict[str, HtmlCell], side: Side, at: tuple[str, str, int]) -> None:
        own, _, other = cells["pairs"].text.partition(" vs. ")
        numbers = [found[1] if (found := _PAIR.fullmatch(text)) else "" for text in (own, other)]
        if not all(numbers):
            words = f"the pairs {cells['pairs'].text[:80]!r}"
            self.reader.fault(row.line, words, "6-name-name vs. 12-name-name", f"board {at[2]}")
            return
        ns, ew = numbers if side is Side.NS else reversed(numbers)
        line = self.lines.setdefault(Where(*at, ns, ew), LiveLine(row.line))
        line.contract = line.contract or _text(cells, "contract")
        line.declarer = line.declarer or _text(cells, "by")
        self._figures(line, side, cells, _text(cells, "score"))
        query = self._hand(cells[""], at[2], at[0]) if "" in cells else {}
        members = [found[1] for link in cells["pairs"].links if (found := _PLAYER.search(link))]
        if len(members) == 4:
            members = members if side is Side.NS else [*members[2:], *members[:2]]
            names = [query.get(key, "") for key in ("nn", "sn", "en", "wn")]
            players = [Player(name[:LONGEST_NAME], member) for name, member in zip(names, members, strict=True)]
            if all(names):
                self._pair(at[1], Side.NS, ns, tuple(players[:2]))
                self._pair(at[1], Side.EW, ew, tuple(players[2:]))

    def _figures(self, line: LiveLine, side: Side, cells: dict[str, HtmlCell], score: str) -> None:
        line.scores.setdefault(side, score)
        line.points.setdefault(side, _text(cells, "matchpoints"))
        line.shares.setdefault(side, _text(cells, "%"))

    def _hand(self, cell: HtmlCell, board: int, session: str) -> dict[str, str]:
        """The hands in the link to a board, and the names that stand in it."""
        for link in cell.links:
            if "handviewer" not in link:
                continue
            try:
                query = {key: values[0] for key, values in parse_qs(urlsplit(link).query, max_num_fields=60).items()}
            except ValueError:
                continue
            hands = {seat: _hand(query.get(seat.value.lower(), "")) for seat in Seat}
            dealer = query.get("d", "").upper()
            try:
                deal = Deal.of(hands) if all(hands.values()) else None
            except Faults:
                deal = None
            self.reader.add_deal(board, deal, Seat(dealer) if dealer in ("N", "E", "S", "W") else None)
            return query
        return {}

    # A score card

    def _card(self, table: HtmlTable, session: str, section: str, side: Side, number: str) -> None:
        columns = _columns(table)
        if "carry over" in columns:
            self._total(table, session, section, side, number)
        if "vs" not in columns or "board" not in columns:
            return
        for row in table.rows[1:]:
            cells = dict(zip(columns, row.cells, strict=False))
            board = whole(_text(cells, "board").lstrip("0"))
            against = _PAIR.fullmatch(_text(cells, "vs"))
            if len(cells) < len(columns) or (board is None and against is None):
                continue
            if board is None or against is None:
                found = f"board {_text(cells, 'board')!r} against {_text(cells, 'vs')[:60]!r}"
                self.reader.fault(row.line, found, "a board and 9 - name - name")
                continue
            ns, ew = (number, against[1]) if side is Side.NS else (against[1], number)
            line = self.lines.setdefault(Where(session, section, board, ns, ew), LiveLine(row.line))
            line.contract = line.contract or _text(cells, "contract")
            line.declarer = line.declarer or _text(cells, "by")
            self._figures(line, side, cells, _text(cells, "plus") or _text(cells, "minus"))
            if "" in cells:
                self._hand(cells[""], board, session)

    def _total(self, table: HtmlTable, session: str, section: str, side: Side, number: str) -> None:
        """The scores of a pair: in the section (which is one of the session), carried over, and together."""
        names = [text.lower() for text in table.rows[0].texts]
        texts = table.rows[-1].texts
        if len(names) < 4 or len(texts) < 7:
            return
        behind = len(names) - names.index("carry over")  # of the last columns there are as many as headings
        own, carried, _, share = (printed(text) for text in texts[-behind - 1 : -behind + 3])
        percent = share if carried is not None and not carried.value else None
        pair = self._pair(section, side, number, ())
        pair.standing = PublishedStanding(number, total=own, percent=percent, session=session)
        if carried is not None and carried.value:
            words = f"pair {number}{side.value}: a carry-over of {carried} is left out of the session's score"
            self.reader.note("left-out", words)

    # Lines

    def _note_missing(self) -> None:
        """Score cards have one table of a board each: without all of them its matchpoints cannot follow."""
        tables = Counter((where.session, where.section, where.board) for where in self.lines)
        most = max(tables.values(), default=0)
        for board in sorted({board for (_, _, board), count in tables.items() if count < most}):
            self.reader.note("tables-missing", f"board {board}: not all of its tables are on these pages", board)

    def _add(self, where: Where, line: LiveLine, several: bool) -> None:
        scores = [line.scores.get(side, "") for side in Side]
        cells = Cells(scores[0], scores[1], line.contract, line.declarer)
        scored = read_line(cells, self.reader.conditions(where.board))
        sat = Sat(
            board=where.board, ns=(where.ns,), ew=(where.ew,), result=NotScored(), section=where.section,
            session=where.session if several else "",
        )  # fmt: skip
        points, shares = (_of(figures) for figures in (line.points, line.shares))
        score = scores[0] or _opposite(scores[1])
        self.reader.add(sat, scored, PublishedLine(printed(score), points, shares), line=line.line)


def _of(figures: dict[Side, str]) -> BySide[Printed | None]:
    return BySide.of(lambda side: printed(figures.get(side, "")))


def _opposite(score: str) -> str:
    return score.removeprefix("-") if score.startswith("-") else f"-{score}" if score.isdigit() else score


def _text(cells: dict[str, HtmlCell], name: str) -> str:
    return cells[name].text if name in cells else ""


def _columns(table: HtmlTable) -> list[str]:
    return [text.lower() for text in table.rows[0].texts] if table.rows else []


def _hand(text: str) -> Hand | None:
    """A hand as the link has it: each suit with its letter in front, a void as dashes."""
    suits = {suit: ranks.replace("-", "") for suit, ranks in _SUIT.findall(text[:60])}
    if set(suits) != set("cdhs"):
        return None
    try:
        return Hand.of(suits["s"], suits["h"], suits["d"], suits["c"])
    except Faults:
        return None
