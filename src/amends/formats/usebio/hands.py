"""The hands of a file: HANDSET under a session, the event or the root, or hands within the boards themselves."""

from __future__ import annotations

from amends.bridge import Deal, Hand, Seat
from amends.event.table_result import DealtBoard
from amends.faults import Faults
from amends.formats.building import Builder
from amends.formats.usebio.elements import Element
from amends.formats.usebio.layout import Layout, Place

_SEATS = {seat.value: seat for seat in Seat}


class Hands:
    """Gathers the deals; the first of a board in a session and section is kept."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._deals: dict[tuple[Place, int], DealtBoard] = {}

    def read(self, layout: Layout) -> None:
        """All HANDSETs; one that is called as a session, where there are several, belongs to it."""
        for place, handset in layout.handsets:
            called = handset.text("HANDSET_ID", "SESSION_ID")
            own = called if len(layout.sessions) > 1 and called in layout.sessions and not place.session else ""
            for board in handset.named("BOARD"):
                number = board.text("BOARD_NUMBER")
                if number.isascii() and number.isdigit() and len(number) < 10 and int(number) > 0:
                    self.of_board(Place(place.session or own, place.section), int(number), board)

    def of_board(self, place: Place, number: int, board: Element) -> None:
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

    def keep(self, place: Place, number: int, deal: Deal) -> None:
        """Add a deal, unless the board has one already."""
        if any(hand for _, hand in deal.items()):
            self._deals.setdefault((place, number), DealtBoard(number, deal, place.session, place.section))

    def known(self, place: Place, number: int) -> bool:
        """Whether the board has a deal that its table would look at."""
        places = (place, Place(place.session), Place("", place.section), Place())
        return any((each, number) in self._deals for each in places)

    @property
    def deals(self) -> tuple[DealtBoard, ...]:
        """The deals, those of a section before those of a session and of the whole event."""
        return tuple(sorted(self._deals.values(), key=lambda dealt: (not dealt.section, not dealt.session)))


def _held(hand: Element) -> list[tuple[Seat, Hand]]:
    seat = _SEATS.get(hand.text("DIRECTION")[:1].upper())
    suits = (hand.text(suit) for suit in ("SPADES", "HEARTS", "DIAMONDS", "CLUBS"))
    return [(seat, Hand.of(*suits))] if seat else []
