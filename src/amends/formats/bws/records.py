"""What a file has besides results: the lead, the auction, the play and the hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from amends.bridge import Auction, Call, Card, Deal, Hand, Seat
from amends.bridge.auction import SEATS
from amends.event.table_result import DealtBoard, TableRecord
from amends.faults import Faults, refuse
from amends.formats.building import Builder
from amends.formats.bws.form import Section
from amends.formats.bws.received import HIGHEST_BOARD, Cells, Key, Meaning, Received, Tables, faults_in_words, rows

T = TypeVar("T")

MOST_CALLS, MOST_CARDS = 319, 52
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")


@dataclass(frozen=True, slots=True)
class Records:
    """The recorded auctions and plays, as rows in their order by where they were made."""

    bids: Mapping[Key, list[Cells]] = field(default_factory=dict)
    cards: Mapping[Key, list[Cells]] = field(default_factory=dict)

    @classmethod
    def of(cls, tables: Tables) -> Records:
        """Those of a file."""
        return cls(_in_order(rows(tables, "BiddingData")), _in_order(rows(tables, "PlayData")))

    def record(self, row: Received) -> tuple[TableRecord | None, list[str]]:
        """What is known of a table besides its result, and what of it cannot be read."""
        odd: list[str] = []
        made = TableRecord(
            lead=_attempt(odd, lambda: _lead(row.cells.text("LeadCard"))),
            auction=_attempt(odd, lambda: _auction(self.bids.get(row.key, ()))),
            play=_attempt(odd, lambda: _play(self.cards.get(row.key, ()))) or (),
            remark=row.cells.text("Remarks") if row.remark.meaning is Meaning.UNKNOWN else "",
        )
        return (made if made != TableRecord() else None), odd


def _attempt(odd: list[str], read: Callable[[], T]) -> T | None:
    """What a function reads; None, and what it found, where it cannot."""
    try:
        return read()
    except Faults as trouble:
        odd.append(faults_in_words(trouble))
        return None


def _in_order(found: Iterable[Cells]) -> dict[Key, list[Cells]]:
    """The rows of each table and board by their counters; of two with one counter the later."""
    counted: dict[Key, dict[int, Cells]] = defaultdict(dict)
    for row in sorted(found, key=lambda each: each.whole("ID")):
        key = (row.whole("Section"), row.whole("Round"), row.whole("Table"), row.whole("Board"))
        if row.flag("Erased"):
            counted[key].pop(row.whole("Counter"), None)
        else:
            counted[key][row.whole("Counter")] = row
    return {key: [made[place] for place in sorted(made)] for key, made in counted.items()}


def _lead(text: str) -> Card | None:
    return Card.parse(text) if text and text.upper() != "SKIP" else None


def _auction(made: Sequence[Cells]) -> Auction | None:
    """The auction: whoever called first dealt, and each caller follows the one before."""
    if not made:
        return None
    if len(made) > MOST_CALLS:
        raise refuse(f"{len(made)} calls", f"an auction of at most {MOST_CALLS}")
    seats = [_seat(row) for row in made]
    first = SEATS.index(seats[0])
    for place, seat in enumerate(seats):
        if seat is not SEATS[(first + place) % 4]:
            raise refuse(f"the auction with {seat.name.title()} as caller {place + 1}", "calls in their order")
    return Auction(seats[0], tuple(Call.parse(row.text("Bid")) for row in made))


def _seat(row: Cells) -> Seat:
    text = row.text("Direction").upper()
    if text not in ("N", "E", "S", "W"):
        raise refuse(f"the direction {text!r} of a call", "N, E, S or W")
    return Seat(text)


def _play(made: Sequence[Cells]) -> tuple[Card, ...]:
    """The cards in the order they were played."""
    if len(made) > MOST_CARDS:
        raise refuse(f"{len(made)} cards played", f"at most {MOST_CARDS}")
    return tuple(Card.parse(row.text("Card")) for row in made)


def deals(
    tables: Tables, known: Mapping[int, Section], sessions: Mapping[int, str], builder: Builder
) -> Iterator[DealtBoard]:
    """The hands of HandRecord; of two rows for a board of a section the later."""
    found: dict[tuple[int, int], DealtBoard] = {}
    for row in rows(tables, "HandRecord"):
        id, board = row.whole("Section"), row.whole("Board")
        section = known.get(id)
        try:
            deal = _deal(row)
            if deal is None:
                continue
            if not 1 <= board <= HIGHEST_BOARD:
                raise refuse(f"hands of board {board}", "a board number of 1 or more")
        except Faults as trouble:
            builder.note("unreadable", f"the hands of board {board}: {faults_in_words(trouble)}", board=board or None)
            continue
        session = sessions.get(section.session, "") if section else ""
        found[id, board] = DealtBoard(board, deal, session, section.letter if section else "")
    yield from found.values()


def _deal(row: Cells) -> Deal | None:
    """The four hands; None where no card is known."""
    hands = {seat: Hand.of(*(row.text(seat.name.title() + suit) for suit in _SUITS)) for seat in SEATS}
    return Deal.of(hands) if any(map(len, hands.values())) else None
