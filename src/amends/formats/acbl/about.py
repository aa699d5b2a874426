"""What the data say about the event as a whole: its form, its scoring, the club, the day."""

from __future__ import annotations

import re
from datetime import date

from amends.bridge import Deal, Hand, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.bridge.deal import SEATS
from amends.event.table_result import DealtBoard
from amends.faults import Faults
from amends.formats.acbl.page import Node
from amends.formats.building import Builder

_SCORINGS = {
    **dict.fromkeys(("", "MATCHPOINTS", "MATCHPOINT", "MP", "MPS"), "matchpoints"),
    **dict.fromkeys(("IMP", "IMPS", "IMPPAIRS", "CROSSIMP", "CROSSIMPS", "XIMP", "XIMPS"), "cross-imps"),
    **dict.fromkeys(("BUTLER", "BUTLERIMP", "BUTLERIMPS"), "butler"),
    **dict.fromkeys(("TOTALPOINTS", "TOTALPOINT", "AGGREGATE"), "total-points"),
}
_AMERICAN = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?", re.ASCII)


def scoring(event: Node) -> str:
    """How the boards are scored."""
    text = event.text("board_scoring_method", 60)
    found = _SCORINGS.get(re.sub(r"[\s_-]", "", text).upper())
    if found is None:
        event.refuse("board_scoring_method", repr(text), "MATCH_POINTS, IMPS, BUTLER_IMPS or TOTAL_POINTS")
    return found or "matchpoints"


def check_form(event: Node) -> None:
    """Only the pages of pairs hold results of boards with those who sat there."""
    text = event.text("type", 60)
    if text and "PAIR" not in text.upper():
        event.refuse("type", repr(text), "PAIRS: for other events the page does not say who played a board")


def winners_of(event: Node) -> int | None:
    """1 or 2, where the file says it."""
    found = event.whole("winner_type") or None
    if found not in (None, 1, 2):
        event.refuse("winner_type", str(found), "1 or 2")
        return None
    return found


def about(event: Node) -> dict[str, str]:
    """What the file says of itself, by the keys of `amends.journal.document.ABOUT`."""
    uploads = event.items("uploads")[:1]
    if isinstance(event.value.get("latest_upload"), dict):
        uploads.append(event.child("latest_upload"))
    program = next((upload for upload in uploads if upload.text("program_name")), None)
    found = {
        "club": event.text("club_name"),
        "club_id": event.text("club_id_number"),
        "date": _date(event.text("start_date", 60)),
        "director": event.text("club_director_name"),
        "program": program.text("program_name") if program else event.text("program_name"),
        "program_version": program.text("program_version") if program else "",
        "event_id": event.text("id"),
        "description": event.text("bbo_event_description"),
    }
    return {key: value for key, value in found.items() if value}


def _date(text: str) -> str:
    """The day as YYYY-MM-DD; the file writes the month first.

    >>> _date('04/20/2026'), _date('2026-04-20 13:00:00')
    ('2026-04-20', '2026-04-20')
    """
    american, iso = _AMERICAN.fullmatch(text), _ISO.fullmatch(text)
    year, month, day = (
        (american[3], american[1], american[2]) if american else (iso[1], iso[2], iso[3]) if iso else ("0", "0", "0")
    )
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return text


_SUITS = ("spades", "hearts", "diamonds", "clubs")


class Hands:
    """What the hand records of all sessions say."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.deals: dict[tuple[int, str], DealtBoard] = {}
        self.vulnerable: dict[int, Vulnerable] = {}
        self._said: dict[int, tuple[Vulnerable, str]] = {}

    def read(self, session: Node, label: str) -> None:
        """The records of one session."""
        for record in session.items("hand_records"):
            board = record.whole("board")
            if not board:
                continue
            self._conditions(record, board)
            deal = self._deal(record, board)
            if deal is not None:
                self.add(board, label, deal, self._dealer(record, board))

    def add(self, board: int, session: str, deal: Deal, dealer: Seat | None) -> None:
        """Keep the hands of a board, unless they are known."""
        said = dealer if dealer is not dealer_of(board) else None
        self.deals.setdefault((board, session), DealtBoard(board, deal, session, dealer=said))

    def conditions(self, board: int) -> Vulnerable:
        """Who is vulnerable on a board."""
        return self.vulnerable.get(board) or vulnerability(board)

    def _conditions(self, record: Node, board: int) -> None:
        text = record.text("vulnerability")
        if not text:
            return
        try:
            found = Vulnerable.NONE if text.strip("-") == "" else Vulnerable.parse(text[:60])
        except Faults as trouble:
            fault = trouble.faults[0]
            record.refuse("vulnerability", fault.found, fault.expected)
            return
        known, place = self._said.setdefault(board, (found, record.path))
        if known is not found:
            record.refuse("vulnerability", f"{found.words} on board {board}", f"{known.words}, as {place} says")
        elif found is not vulnerability(board):
            self.vulnerable[board] = found

    def _dealer(self, record: Node, board: int) -> Seat | None:
        text = record.text("dealer").upper()[:1]
        return Seat(text) if text and text in "NESW" else None

    def _deal(self, record: Node, board: int) -> Deal | None:
        """The hands; they score nothing, so that hands which cannot be read are only noted."""
        suits = {seat: [record.text(f"{seat.name.lower()}_{suit}") for suit in _SUITS] for seat in SEATS}
        try:
            hands = {seat: Hand.of(*map(_held, texts)) for seat, texts in suits.items()}
            deal = Deal.of(hands)
        except Faults as trouble:
            words = f"{record.path}: the hands of board {board} are left out, {trouble.faults[0].found[:100]}"
            self.builder.note("unreadable", words, board=board)
            return None
        return deal if any(len(hand) for hand in hands.values()) else None


def _held(text: str) -> str:
    return "" if text.lower() == "void" else text
