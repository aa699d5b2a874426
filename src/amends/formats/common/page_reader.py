"""From the pages of an event to its document: what the readers of saved pages have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from amends import exact
from amends.awards import Artificial, Award, NotScored, Published, Unit
from amends.bridge import BySide, Card, Deal, Hand, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.event.event import Event
from amends.event.published import Printed, PublishedFigures, PublishedLine
from amends.event.table_result import DealtBoard, TableRecord
from amends.faults import Fault, Faults
from amends.formats.acbl.score_cells import ScoredLine
from amends.formats.common.building import NO_AWARDS, NOT_PLAYED, SIT_OUT, Builder, Sat
from amends.formats.common.format import Progress, report
from amends.formats.common.html_page import HtmlCell, HtmlTable
from amends.formats.common.pages import PageSet
from amends.journal.chain import Document
from amends.regulations import Regulation, default

_WHOLE = re.compile(r"[1-9]\d{0,4}", re.ASCII)
LONGEST_NAME = 200
"""The most characters of a name or a number that are taken from a page."""


def whole(text: str) -> int | None:
    """A number of a board, a pair, a table; None where the text is none."""
    return int(text) if _WHOLE.fullmatch(text.strip()) else None


def printed(text: str) -> Printed | None:
    """A figure as it is printed; None where there is none."""
    try:
        return Printed.parse(text)
    except Faults:
        return None


def both(ns: str, ew: str) -> BySide[Printed | None]:
    """The figures of the two sides."""
    return BySide(printed(ns), printed(ew))


def fixed_percentage(figure: Printed | None) -> Award | None:
    """An award that a page prints as a percentage, which is what it is and follows no session score."""
    if figure is None or not 0 <= figure.value <= 100:
        return None
    return Artificial(figure.value / 100, Unit.PERCENT)


def fixed_figure(figure: Printed | None) -> Award | None:
    """An award that a page prints in the unit of the event."""
    return None if figure is None else Published(figure.value)


def read_lead(text: str) -> Card | None:
    """The lead; None where there is none or it cannot be read."""
    try:
        return Card.parse(text)
    except Faults:
        return None


class PageReader:
    """Takes the lines of all pages, in any order, and makes one event of them."""

    def __init__(self, pages: PageSet, source: str, progress: Progress = None) -> None:
        self.pages = pages
        self.source = source
        self.builder = Builder(pages.name)
        self.progress = progress
        self.vulnerable: dict[int, Vulnerable] = {}
        self.deals: dict[tuple[int, str], DealtBoard] = {}
        self.title = ""
        self.about: dict[str, str] = {}
        self.page = ""
        """The page that is read."""

    @contextmanager
    def reading(self, page: str) -> Iterator[None]:
        """Faults are told to be on this page; those that are raised are kept, so that the others are read too."""
        self.page = page
        faults = self.builder.faults
        faults.name = self.pages.file(page)
        try:
            yield
        except Faults as trouble:
            for fault in trouble.faults:
                faults.add(fault.line, fault)
        finally:
            faults.name = self.pages.name

    def fault(self, line: int | None, found: str, expected: str, where: str = "") -> None:
        """Keep a fault of the page that is read."""
        self.builder.faults.add(line, Fault(found, expected, where))

    def note(self, kind: str, words: str, board: int | None = None) -> None:
        """Keep something about the pages that is no fault."""
        self.builder.note(kind, words, board=board)

    # Boards

    def conditions(self, board: int) -> Vulnerable:
        """Who is vulnerable on a board."""
        return self.vulnerable.get(board) or vulnerability(board)

    def set_conditions(self, board: int, vulnerable: Vulnerable, line: int | None = None) -> None:
        """Keep who is vulnerable on a board, where it is not by the board's number."""
        known = self.vulnerable.get(board)
        if known is not None and known is not vulnerable:
            self.fault(line, f"{vulnerable.words} on board {board}", f"{known.words}, as another page says")
        elif vulnerable is not vulnerability(board):
            self.vulnerable[board] = vulnerable

    def add_deal(self, board: int, deal: Deal | None, dealer: Seat | None, session: str = "") -> None:
        """Keep the hands of a board, unless they are known."""
        if deal is not None:
            unusual = dealer if dealer is not dealer_of(board) else None
            self.deals.setdefault((board, session), DealtBoard(board, deal, session, dealer=unusual))

    # Lines

    def add(
        self, sat: Sat, scored: ScoredLine, shown: PublishedLine, *, lead: str = "", line: int | None = None
    ) -> None:
        """Keep a line: `sat` is who sat where, `scored` what happened, `shown` what is printed beside it."""
        notes = list(scored.notes)
        card = read_lead(lead) if lead else None
        if lead and card is None:
            notes.append(("unreadable", f"the lead {lead[:60]!r} is left out"))
        record = sat.record or TableRecord()
        record = replace(record, lead=card or record.lead, remark=scored.remark or record.remark)
        kept = replace(
            sat,
            result=scored.result,
            awards=scored.awards,
            record=record if record != TableRecord() else None,
            published=shown if shown != PublishedLine() else None,
            notes=tuple(notes),
            line=line if self.pages.is_single else None,
        )
        self.builder.rows.append(kept)
        report(self.progress, len(self.builder.rows))

    # The document

    def document(self, scoring: str, winners: int, regulation: Regulation | None = None) -> Document:
        """The document; `regulation` is the usual one with what the pages show of theirs."""
        if not self.builder.rows and not self.builder.faults.count:
            self.builder.faults.add(None, Fault("no results of boards", "at least one board with its results"))
        self.builder.winners = winners
        built = self.builder.build()
        event = Event(
            scoring=scoring,
            winners=winners,
            title=self.title,
            regulation=regulation or default(),
            results=built.results,
            contestants=built.contestants,
            rulings=built.rulings,
            vulnerable=self.vulnerable,
            deals=tuple(self.deals.values()),
        )
        return Document(
            event=event,
            published=PublishedFigures(built.lines, built.standings),
            about={key: text for key, text in self.about.items() if text},
            notes=built.notes,
            source=self.source,
        )


@lru_cache(maxsize=16)
def giving(sit_out: str) -> Regulation:
    """The usual regulation with a score for those who sit out; the same one each time, as caches go by it."""
    return default() if sit_out == "none" else default().having(sit_out=sit_out)


@lru_cache(maxsize=1)
def of_the_acbl() -> Regulation:
    """What results of the ACBL show: one matchpoint for a win, a top that boards not played do not raise, and fixed
    percentages for one or two results.
    """
    return default().having(matchpoints_per_win=1, expected_results="obtained", few_results="percentages")


def empty_seats(rows: Iterable[Sat], figures: BySide[str], listed: set[str]) -> set[str]:
    """The numbers that stand for nobody: not in the list of pairs, and never with a result or a figure of their own.

    `figures` says which kind of a line's figures are meant: "points" or "percent".
    """
    real = set(listed)
    seen: set[str] = set()
    for row in rows:
        for side, number in row.seated():
            seen.add(number)
            figure = getattr(row.published, figures[side])[side] if row.published else None
            if not isinstance(row.result, NotScored) or (figure is not None and figure.value):
                real.add(number)
    return seen - real


def without(rows: Sequence[Sat], nobody: set[str]) -> list[Sat]:
    """The lines in which those that stand for nobody are left out: whoever sat against them sat out."""
    changed = []
    for row in rows:
        ns, ew = (tuple("" if number in nobody else number for number in names) for names in (row.ns, row.ew))
        if (ns, ew) != (row.ns, row.ew) and any(ns + ew) and row.result == NOT_PLAYED:
            row = replace(row, ns=ns, ew=ew, result=SIT_OUT, awards=NO_AWARDS, notes=())
            row = replace(row, published=_of_those_there(row))
        changed.append(row)
    return changed


def _of_those_there(row: Sat) -> PublishedLine | None:
    """What is printed for those who sat there."""
    if row.published is None:
        return None
    there = {side for side, _ in row.seated()}

    def kept(figures: BySide[Printed | None]) -> BySide[Printed | None]:
        return BySide.of(lambda side: figures[side] if side in there else None)

    return PublishedLine(row.published.score, kept(row.published.points), kept(row.published.percent))


def sit_out_share(rows: Iterable[Sat]) -> str:
    """The percentage that all who sit out are given, where they are given one; else "none"."""
    shares: set[Fraction | None] = set()
    for row in rows:
        if row.result == SIT_OUT:
            figures = row.published.percent if row.published else BySide(None, None)
            shares |= {figure.value if figure else None for (side, _) in row.seated() for figure in (figures[side],)}
    share = next(iter(shares)) if len(shares) == 1 else None
    return "none" if share is None or not 0 <= share <= 100 else exact.percentage(share / 100)


# Diagrams of hands

_SUITS = "♠♥♦♣"
_VULNERABLE = {
    **dict.fromkeys(("NIKT", "NONE", "-", "--"), Vulnerable.NONE),
    **dict.fromkeys(("NS", "N-S"), Vulnerable.NS),
    **dict.fromkeys(("EW", "WE", "E-W", "W-E"), Vulnerable.EW),
    **dict.fromkeys(("OBIE", "ALL", "BOTH"), Vulnerable.ALL),
}


def conditions_of(text: str) -> Vulnerable | None:
    """Who is vulnerable, in the words of pages; None where the text does not say it."""
    return _VULNERABLE.get("".join(text.split()).upper())


def hand_of(lines: Sequence[str]) -> Hand | None:
    """The hand of a cell with a line per suit; None where it is no hand."""
    suits = [line for line in lines if line]
    if len(suits) != 4 or any(line[0] != sign for line, sign in zip(suits, _SUITS, strict=True)):
        return None
    try:
        return Hand.of(*(line[1:] for line in suits))
    except Faults:
        return None


def diagram(table: HtmlTable) -> tuple[Deal | None, Seat | None, Vulnerable | None]:
    """The hands of a table with north above, west and east, south below; and what stands in its corner."""
    cells: list[HtmlCell] = [cell for row in table.rows for cell in row.cells]
    hands = [hand for hand in (hand_of(cell.lines) for cell in cells) if hand is not None]
    if len(hands) != 4:
        return None, None, None
    north, west, east, south = hands
    corner = next((texts for cell in cells if (texts := [line for line in cell.lines if line])), [])
    seat = Seat(corner[0]) if corner and corner[0] in ("N", "E", "S", "W") else None
    vulnerable = conditions_of(corner[1]) if len(corner) > 1 else None
    try:
        deal = Deal.of({Seat.NORTH: north, Seat.EAST: east, Seat.SOUTH: south, Seat.WEST: west})
    except Faults:
        return None, seat, vulnerable
    return deal, seat, vulnerable
