"""The head of an event: its form, its scoring, how many winners, and what the file says of itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple
from urllib.parse import quote

from amends.bridge import Deal, Hand, Seat
from amends.event.event import Form
from amends.event.table_result import DealtBoard, TableRecord
from amends.faults import Faults
from amends.formats.common.building import Builder
from amends.formats.lin.table import ORDER, LinTable, table
from amends.formats.usebio.elements import Element

_SWISS_PAIRS = "SWISS_PAIRS"
KNOCKOUT = ("KO", "KNOCKOUT")
"""The types of a knockout."""

_METHODS = {
    **dict.fromkeys(("MATCH_POINTS", "MATCHPOINTS", "MP", "MPS"), "matchpoints"),
    **dict.fromkeys(("BUTLER_IMPS", "BUTLER"), "butler"),
    **dict.fromkeys(("CROSS_IMPS", "CROSS_IMP", "XIMPS", "XIMP"), "cross-imps"),
    "AGGREGATE": "total-points",
}
_BOARD_A_MATCH = ("PAB", "BAM", "MATCH_POINTS", "POINT_A_BOARD", "BOARD_A_MATCH")
NO_IMPS = ("AGGREGATE",)
"""The methods of scoring that teams events do not have here."""


def word(text: str) -> str:
    """A word of the format: in capitals, with underscores."""
    return "_".join(text.upper().replace("-", " ").split())


def event_type(event: Element, layout: Layout) -> str:
    """The type of the event, which some programs say of its lists and boards alone."""
    parts = (event, *(placed.element for placed in (*layout.participants[:1], *layout.boards[:1], *layout.matches[:1])))
    return next((word(found) for part in parts if (found := part.text("EVENT_TYPE"))), "")


def form_of(kind: str, layout: Layout) -> Form:
    """The form of contest, by the type and by what stands in the file."""
    if kind.startswith(_SWISS_PAIRS):
        return Form.SWISS_PAIRS
    if kind.startswith("INDIVIDUAL"):
        return Form.INDIVIDUAL
    if "TEAM" in kind or kind in (*KNOCKOUT, "LADDER"):
        return Form.TEAMS
    if "PAIRS" in kind:
        return Form.PAIRS
    matches = [placed.element for placed in layout.matches]
    if any(match.text("TEAM") for match in matches):
        return Form.TEAMS
    if matches:
        return Form.SWISS_PAIRS
    first = next(layout.lines(), None)
    return Form.INDIVIDUAL if first is not None and first.text("N_PLAYER_NUMBER") else Form.PAIRS


def scoring_of(event: Element, kind: str, form: Form, layout: Layout) -> str:
    """The method of scoring: by the names of the points in the lines, else by the type, else as the head says."""
    names = ("BOARD_SCORING_METHOD", "SCORING_METHOD", "MATCH_SCORING_METHOD")
    said = [word(event.texts[name]) for name in names if event.texts.get(name)]
    if form is Form.TEAMS:
        points = any(board.text("TEAM_POINTS") for match in layout.matches for board in match.element.named("BOARD"))
        if any(method in ("HYBRID", "PATTON") for method in said):
            return "patton"
        return "bam" if points or any(method in _BOARD_A_MATCH for method in said) else "imps"
    for tag, scoring in (("BUTLER_POINTS", "butler"), ("CROSS_IMP_POINTS", "cross-imps")):
        if any(f"NS_{tag}" in line.texts for line in layout.lines()):
            return scoring
    named = {"BUTLER": "butler", "CROSS_IMP": "cross-imps", "AGGREGATE": "total-points", "MP_": "matchpoints"}
    by_type = next((scoring for part, scoring in named.items() if part in kind), None)
    by_method = next((_METHODS[method] for method in said if method in _METHODS), None)
    if by_type or by_method:
        return by_type or by_method or ""
    if "IMPS" in said or any("NS_IMPS" in line.texts for line in layout.lines()):
        datum = any(placed.element.text("BOARD_AVERAGE") for placed in layout.boards)
        return "butler" if datum else "cross-imps"
    return "matchpoints"


def winners_of(event: Element) -> int | None:
    """One winner or two, where the file says so."""
    said = event.text("WINNER_TYPE")
    return int(said) if said in ("1", "2") else None


# What the file says of itself

_ABOUT = {
    "venue": ("VENUE",),
    "director": ("DIRECTOR",),
    "program": ("PROGRAM_NAME",),
    "program_version": ("PROGRAM_VERSION",),
    "event_id": ("EVENT_IDENTIFIER", "EVENT_ID"),
    "description": ("EVENT_DESCRIPTION",),
}


def about_of(root: Element, event: Element) -> dict[str, str]:
    """What the file says of itself, by the keys of `amends.journal.chain.ABOUT`."""
    club = next(iter((*root.named("CLUB"), *event.named("CLUB"))), root)
    contact = next(event.named("CONTACT"), event)
    notes = [found for part in (event, root) if (found := part.text("NOTES"))]
    about = {
        "club": club.text("CLUB_NAME"),
        "club_id": club.text("CLUB_ID_NUMBER"),
        **{key: event.text(*names) for key, names in _ABOUT.items()},
        "date": iso_date(event.text("DATE")) or "",
        "scorer": contact.text("SCORER"),
        "contact": contact.text("FULL_NAME"),
        "notes": "\n".join(notes),
        "version": root.text("VERSION"),
    }
    about["director"] = about["director"] or contact.text("DIRECTOR")
    return {key: text for key, text in about.items() if text}


_DATES = (
    re.compile(r"(?P<day>\d{1,2})\s?[-/. ]\s?(?P<month>\d{1,2})\s?[-/. ]\s?(?P<year>\d{4}|\d\d)", re.ASCII),
    re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?:[T ].{0,40})?", re.ASCII),
    re.compile(r"(?P<year>\d{4})(?P<month>\d\d)(?P<day>\d\d)", re.ASCII),
)


def iso_date(text: str) -> str | None:
    """A day as YYYY-MM-DD; None where it cannot be read.

    >>> [iso_date(text) for text in ('09/04/2025', '7-10-2010', '2018-01-31', '31/02/2020')]
    ['2025-04-09', '2010-10-07', '2018-01-31', None]
    """
    for pattern in _DATES:
        found = pattern.fullmatch(text)
        if found:
            year = int(found["year"]) + (2000 if len(found["year"]) == 2 else 0)
            try:
                return date(year, int(found["month"]), int(found["day"])).isoformat()
            except ValueError:
                return None
    return None


LINES = ("TRAVELLER_LINE", "RESULT")
"""The names of a traveller's line."""


class SectionPlace(NamedTuple):
    """A session and a section; "" for what stands outside of them."""

    session: str = ""
    section: str = ""


class Placed(NamedTuple):
    """An element and where it stands."""

    place: SectionPlace
    element: Element


class Layout:
    """The parts of an event in the order of the file."""

    def __init__(self, root: Element, event: Element) -> None:
        self._sessions: dict[str, None] = {}
        self._sections: dict[str, None] = {}
        self.participants: list[Placed] = []
        self.boards: list[Placed] = []
        self.matches: list[Placed] = []
        self.handsets: list[Placed] = []
        self._kept = {
            "PARTICIPANTS": self.participants,
            "BOARD": self.boards,
            "MATCH": self.matches,
            "HANDSET": self.handsets,
        }
        self._walk(event, SectionPlace())
        self.sessions, self.sections = list(self._sessions), list(self._sections)
        self.handsets += (Placed(SectionPlace(), handset) for handset in root.named("HANDSET"))

    def lines(self) -> Iterator[Element]:
        """Each line of a traveller, in matches too."""
        boards = (placed.element for placed in self.boards)
        in_matches = (board for placed in self.matches for board in placed.element.named("BOARD"))
        for group in (boards, in_matches):
            for board in group:
                yield from board.named(*LINES)

    def _walk(self, element: Element, place: SectionPlace) -> None:
        totals = Counter(child.tag for child in element.children)
        counts: Counter[str] = Counter()
        for child in element.children:
            tag = child.tag
            if tag in ("SESSION", "SECTION"):
                counts[tag] += 1
                # One that has no name and is not the only one is called by its number.
                name = " ".join(child.text(f"{tag}_ID", f"{tag}_NUMBER", f"{tag}_NAME")[:60].split())
                name = name or (str(counts[tag]) if totals[tag] > 1 else "")
                (self._sessions if tag == "SESSION" else self._sections)[name] = None
                self._walk(child, place._replace(**{tag.lower(): name}))
            elif tag in self._kept:
                self._kept[tag].append(Placed(place, child))


_SEATS = {seat.value: seat for seat in Seat}


class Hands:
    """Gathers the deals; the first of a board in a session and section is kept."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._deals: dict[tuple[SectionPlace, int], DealtBoard] = {}

    def read(self, layout: Layout) -> None:
        """All HANDSETs; one that is called as a session, where there are several, belongs to it."""
        for place, handset in layout.handsets:
            called = handset.text("HANDSET_ID", "SESSION_ID")
            own = called if len(layout.sessions) > 1 and called in layout.sessions and not place.session else ""
            for board in handset.named("BOARD"):
                number = board.text("BOARD_NUMBER")
                if number.isascii() and number.isdigit() and len(number) < 10 and int(number) > 0:
                    self.of_board(SectionPlace(place.session or own, place.section), int(number), board)

    def of_board(self, place: SectionPlace, number: int, board: Element) -> None:
        """The hands that stand in a board; what cannot be a deal is noted."""
        if not any(child.tag == "HAND" for child in board.children):
            return
        try:
            deal = Deal.of({seat: hand for each in board.named("HAND") for seat, hand in _held(each)})
        except Faults as trouble:
            words = f"the hands of board {number}: {trouble.faults[0].found}"
            self._builder.note("unreadable", words, board=number, line=board.line)
            return
        self.keep(place, number, deal)

    def keep(self, place: SectionPlace, number: int, deal: Deal) -> None:
        """Add a deal, unless the board has one already."""
        if any(hand for _, hand in deal.items()):
            self._deals.setdefault((place, number), DealtBoard(number, deal, place.session, place.section))

    def known(self, place: SectionPlace, number: int) -> bool:
        """Whether the board has a deal that its table would look at."""
        places = (place, SectionPlace(place.session), SectionPlace("", place.section), SectionPlace())
        return any((each, number) in self._deals for each in places)

    @property
    def deals(self) -> tuple[DealtBoard, ...]:
        """The deals, those of a section before those of a session and of the whole event."""
        return tuple(sorted(self._deals.values(), key=lambda dealt: (not dealt.section, not dealt.session)))


def _held(hand: Element) -> list[tuple[Seat, Hand]]:
    seat = _SEATS.get(hand.text("DIRECTION")[:1].upper())
    suits = (hand.text(suit) for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))
    return [(seat, Hand.of(*suits))] if seat else []


def recorded(text: str) -> LinTable | None:
    """The record of a text; never a fault, since nothing of it is scored.

    >>> found = recorded('md%7C3%7Cmb%7C1N%7Cmb%7Cp%7Cmb%7Cp%7Cmb%7Cp%7Cpc%7CD7%7C')
    >>> str(found.auction), [str(card) for card in found.play]
    ('1NT pass pass pass', ['D7'])
    """
    try:
        return table(text, encoded=True)
    except Faults:
        return None


def written(record: TableRecord, deal: Deal | None) -> str:
    """The url-encoded LIN of a table's auction and play; "" where neither is known."""
    if record.auction is None and not record.play:
        return ""
    hands = [deal[seat] for seat in ORDER] if deal is not None else []
    texts = ["".join(map("".join, zip("SHDC", hand.suits, strict=True))) if hand is not None else "" for hand in hands]
    dealer = ORDER.index(record.auction.dealer) + 1 if record.auction else 0
    fields = [("md", f"{dealer}{','.join(texts)}")]
    for call in record.auction.calls if record.auction else ():
        fields.append(("mb", {"pass": "p", "X": "d", "XX": "r"}.get(call.text, call.text) + "!" * call.alerted))
        fields += [("an", call.explanation.replace("|", "/"))] if call.explanation else []
    fields += (("pc", str(card)) for card in record.play)
    return quote("".join(f"{key}|{value}|" for key, value in fields))
