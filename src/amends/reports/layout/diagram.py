"""The board as players know it: the diagram of the deal, the auction, the opening lead."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import zip_longest

from amends.bridge import Auction, Card, Deal, Hand, Seat, Vulnerable
from amends.bridge.deal import SUITS
from amends.event import Event, TableRecord, TableResult
from amends.faults import printable

_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_BIDDERS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_LEFT, _MIDDLE, _CALL = 16, 10, 7
"""The least widths of the column on the left, of the one in the middle, and of a call."""


@dataclass(frozen=True, slots=True)
class HandLines:
    """A hand in a diagram: a line for each suit, and its high-card points; neither where it is not known."""

    suits: tuple[str, ...] = ()
    points: int | None = None

    @classmethod
    def of(cls, hand: Hand | None) -> HandLines:
        """The lines of a hand; a void is a dash, and points are counted for thirteen cards alone.

        >>> HandLines.of(Hand.parse('KQT6.AJT.T98432.'))
        HandLines(suits=('♠ KQ106', '♥ AJ10', '♦ 1098432', '♣ –'), points=10)
        """
        if hand is None:
            return cls()
        suits = (
            f"{suit.symbol} {ranks.replace('T', '10') or '–'}" for suit, ranks in zip(SUITS, hand.suits, strict=True)
        )
        points = sum(_POINTS.get(card.rank, 0) for card in hand.cards)
        return cls(tuple(suits), points if len(hand) == 13 else None)


def spread(suit: str) -> str:
    """The cards of a suit in a diagram with blanks between.

    >>> spread('♠ KQ106')
    '♠ K Q 10 6'
    """
    symbol, _, cards = suit.partition(" ")
    return f"{symbol} {' '.join(cards.replace('10', 'T')).replace('T', '10')}"


@dataclass(frozen=True, slots=True)
class Diagram:
    """A board's deal and conditions; `place` says which session, section or group had it, where others had another."""

    board: int
    dealer: Seat
    vulnerable: Vulnerable
    deal: Deal
    place: str = ""

    def hand(self, seat: Seat) -> HandLines:
        """A hand as it is shown."""
        return HandLines.of(self.deal[seat])

    def lines(self) -> list[str]:
        """The diagram: North above, West and East beside, South below, the conditions on the left."""
        north, east, south, west = (self.hand(seat) for seat, _ in self.deal.items())
        head = [f"Board {self.board}", f"{self.dealer.name.title()} deals", self.vulnerable.words, self.place]
        n, e, s, w = ("" if hand.points is None else str(hand.points) for hand in (north, east, south, west))
        points = ("HCP", f"   {n:>2}", f"{w:>2}    {e:>2}", f"   {s:>2}") if n or e or s or w else ()
        rows = ((head, north.suits, ()), (west.suits, (), east.suits), (points, south.suits, ()))
        cells = [cells for row in rows for *cells, _ in zip_longest(*row, ("",) * 4, fillvalue="")]
        left = max(_LEFT, *(len(one) + 2 for one, _, _ in cells))
        middle = max(_MIDDLE, *(len(two) + 2 for _, two, _ in cells))
        lines = [f"{one:<{left}}{two:<{middle}}{three}".rstrip() for one, two, three in cells]
        while not lines[-1]:
            lines.pop()
        return lines

    def text(self) -> str:
        """The diagram as it is printed."""
        return "\n".join(self.lines())

    def data(self) -> dict[str, object]:
        """The deal as PBN has it, who dealt, who is vulnerable, and the high-card points that are known."""
        points = {seat.value: self.hand(seat).points for seat, _ in self.deal.items()}
        data: dict[str, object] = {
            "pbn": str(self.deal),
            "dealer": self.dealer.value,
            "vulnerable": self.vulnerable.value,
            "points": {seat: held for seat, held in points.items() if held is not None},
        }
        return data | ({"place": self.place} if self.place else {})


def diagrams(
    event: Event, board: int, tables: Iterable[TableResult], vulnerable: Vulnerable | None = None
) -> tuple[Diagram, ...]:
    """The deals that these tables had on the board, each once; none where no card is known."""
    found: dict[Diagram, list[tuple[str, str, str]]] = {}
    conditions = vulnerable or event.conditions(board)
    every = list(tables)
    grouped = any(table.dealer for table in every)  # the copies of a fouled board may have their own dealers
    keys = ((each.session, each.section, each.group if grouped else "", each.dealer) for each in every)
    for table in dict(zip(keys, every, strict=True)).values():
        deal = event.deal(board, table.session, table.section)
        if deal is not None and any(hand is not None for _, hand in deal.items()):
            made = Diagram(board, event.dealer_at(table), conditions, deal)
            found.setdefault(made, []).append((table.session, table.section, table.group if grouped else ""))
    if len(found) < 2:
        return tuple(found)
    return tuple(replace(made, place=_place(places)) for made, places in found.items())


def dealer_words(event: Event, board: int, tables: Iterable[TableResult]) -> str:
    """Who dealt a board; where its copies had different dealers, each with its groups.

    >>> from amends.awards import NotScored
    >>> first, second = (TableResult(id, NotScored(), board=1, group=id) for id in ("a", "b"))
    >>> dealer_words(Event(), 1, [first, second]), dealer_words(Event(), 1, [first, replace(second, dealer=Seat.SOUTH)])
    ('North deals', 'North deals in group a, South deals in group b')
    """
    every = list(tables)
    if not any(table.dealer for table in every):
        every = every[:1]
    words = ((f"{event.dealer_at(table).name.title()} deals", table.group) for table in every)
    return _by_group(words) or f"{event.dealer(board).name.title()} deals"


def vulnerable_words(event: Event, board: int, tables: Iterable[TableResult]) -> str:
    """Who was vulnerable on a board; where its copies differed, each with its groups.

    >>> from amends.awards import NotScored
    >>> first, second = (TableResult(id, NotScored(), board=1, group=id) for id in ("a", "b"))
    >>> vulnerable_words(Event(), 1, [first, replace(second, vulnerable=Vulnerable.ALL)])
    'nobody vulnerable in group a, all vulnerable in group b'
    """
    words = ((event.conditions(board, table).words, table.group) for table in tables)
    return _by_group(words) or event.conditions(board).words


def _by_group(conditions: Iterable[tuple[str, str]]) -> str:
    """The conditions of all tables in words; where they differ, each with the groups that had them."""
    groups: dict[str, list[str]] = {}
    for words, group in conditions:
        groups.setdefault(words, []).append(group)
    if len(groups) < 2:
        return next(iter(groups), "")
    names = {words: ", ".join(filter(None, dict.fromkeys(each))) for words, each in groups.items()}
    return printable(", ".join(f"{words}{f' in group {each}' if each else ''}" for words, each in names.items()))


def _place(places: list[tuple[str, str, str]]) -> str:
    """Where a deal was played: session 2, section A, B."""
    named = zip(("session", "section", "group"), zip(*places, strict=True), strict=True)
    parts = [f"{name} {', '.join(filter(None, dict.fromkeys(texts)))}" for name, texts in named if any(texts)]
    return printable(", ".join(parts))


@dataclass(frozen=True, slots=True)
class AuctionRows:
    """An auction under West, North, East and South; an alert is a star, an explanation a number in brackets."""

    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    """The explanations by their numbers, the first under 1."""

    @classmethod
    def of(cls, auction: Auction) -> AuctionRows:
        """The auction in rows of four; the same words have the same number.

        >>> AuctionRows.of(Auction.parse(Seat.NORTH, '1NT pass pass pass')).rows
        (('', '1NT', 'pass', 'pass'), ('pass', '', '', ''))
        """
        notes: dict[str, int] = {}
        cells = [""] * _BIDDERS.index(auction.dealer)
        for call in auction.calls:
            words = printable(" ".join(call.explanation.split()))
            number = f" ({notes.setdefault(words, len(notes) + 1)})" if words else ""
            cells.append(f"{call.symbols}{'*' if call.alerted else ''}{number}")
        cells += [""] * (-len(cells) % 4)
        return cls(tuple(tuple(cells[first : first + 4]) for first in range(0, len(cells), 4)), tuple(notes))

    def lines(self) -> list[str]:
        """The auction as it is printed, with what was explained below."""
        table = [tuple(seat.name.title() for seat in _BIDDERS), *self.rows]
        wide = [max(_CALL, *(len(row[column]) + 2 for row in table)) for column in range(4)]
        lines = ["".join(f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)).rstrip() for row in table]
        lines += ["* alerted"] * any("*" in cell for row in self.rows for cell in row)
        return lines + [f"({number}) {words}" for number, words in enumerate(self.notes, 1)]


def opening_lead(record: TableRecord) -> Card | None:
    """The lead as the record names it, else the first card of its play."""
    return record.lead or next(iter(record.play), None)


def record_data(record: TableRecord) -> dict[str, object]:
    """The auction and the lead as data; keys are there for what is known."""
    data: dict[str, object] = {}
    if record.auction is not None and record.auction.calls:
        calls = [
            {"call": call.text}
            | ({"alerted": True} if call.alerted else {})
            | ({"explanation": call.explanation} if call.explanation else {})
            for call in record.auction.calls
        ]
        data["auction"] = {"dealer": record.auction.dealer.value, "calls": calls}
    if (lead := opening_lead(record)) is not None:
        data["lead"] = str(lead)
    return data
