"""The hand records of a session: the hands, the dealer and the vulnerability of each board."""

from __future__ import annotations

from amends.bridge import Deal, Hand, Seat, Vulnerable, vulnerability
from amends.bridge import dealer as dealer_of
from amends.bridge.deal import SEATS
from amends.event.table_result import DealtBoard
from amends.faults import Faults
from amends.formats.acbl.node import Node
from amends.formats.building import Builder

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
