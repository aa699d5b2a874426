"""The deal: four hands, in the notation players and files use ("N:KQT6.AJT.T984.65 ...")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amends.bridge.outcome import Denomination
from amends.bridge.side import Seat
from amends.faults import Fault, Faults, refuse

RANKS = "AKQJT98765432"
SUITS = (Denomination.SPADES, Denomination.HEARTS, Denomination.DIAMONDS, Denomination.CLUBS)
SEATS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)

_SUIT_OF = {"S": SUITS[0], "H": SUITS[1], "D": SUITS[2], "C": SUITS[3]} | dict(
    zip("♠♤♥♡♦♢♣♧", (suit for suit in SUITS for _ in range(2)), strict=True)
)


@dataclass(frozen=True, slots=True)
class Card:
    """A card.

    >>> str(Card.parse('10d')), str(Card.parse('D10')), Card.parse('♥A').symbols
    ('DT', 'DT', '♥A')
    """

    suit: Denomination
    rank: str

    def __post_init__(self) -> None:
        if self.suit is Denomination.NOTRUMP or self.rank not in tuple(RANKS):
            raise refuse(f"the card {self.suit.value}{self.rank}", "a suit and one of A K Q J T 9 … 2")

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card from "D7", "7D", "DT", "D10", "10♦"."""
        tidy = "".join(text.split()).upper().replace("10", "T").replace("\ufe0e", "").replace("\ufe0f", "")
        if len(tidy) == 2:
            for suit, rank in ((tidy[0], tidy[1]), (tidy[1], tidy[0])):
                if suit in _SUIT_OF and rank in RANKS:
                    return cls(_SUIT_OF[suit], rank)
        raise refuse(f"the card {text.strip()!r}", "a card such as D7, 7D or HT")

    def __str__(self) -> str:
        return f"{self.suit.value}{self.rank}"

    @property
    def symbols(self) -> str:
        """As players write it: ♥A, ♦10."""
        return f"{self.suit.symbol}{'10' if self.rank == 'T' else self.rank}"


@dataclass(frozen=True, slots=True)
class Hand:
    """The ranks held in each suit, spades first, the highest card first."""

    spades: str = ""
    hearts: str = ""
    diamonds: str = ""
    clubs: str = ""

    @classmethod
    def parse(cls, text: str) -> Hand:
        """The hand from "KQT6.AJT.T984.65".

        >>> str(Hand.parse('6TKQ..AKQJ10.'))
        'KQT6..AKQJT.'
        """
        suits = text.strip().split(".")
        if len(suits) != 4:
            raise refuse(f"the hand {text!r}", 'four suits, spades first, such as "KQT6.AJT.T984.65"')
        return cls.of(*suits)

    @classmethod
    def of(cls, spades: str, hearts: str, diamonds: str, clubs: str) -> Hand:
        """The hand from its suits as files write them: in any order, with "10", blanks and dashes."""
        return cls(*(_ranks(suit) for suit in (spades, hearts, diamonds, clubs)))

    @property
    def suits(self) -> tuple[str, str, str, str]:
        """The ranks, suit by suit."""
        return (self.spades, self.hearts, self.diamonds, self.clubs)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards held."""
        return tuple(Card(suit, rank) for suit, ranks in zip(SUITS, self.suits, strict=True) for rank in ranks)

    def __len__(self) -> int:
        return sum(map(len, self.suits))

    def __str__(self) -> str:
        return ".".join(self.suits)


def _ranks(text: str) -> str:
    tidy = text.upper().replace("10", "T")
    ranks = [rank for rank in tidy if rank not in " \t-—–.,"]
    if unknown := [rank for rank in ranks if rank not in RANKS]:
        raise refuse(f"{unknown[0]!r} in the suit {text!r}", f"cards of {RANKS}")
    if len(set(ranks)) < len(ranks):
        raise refuse(f"a card twice in the suit {text!r}", "each card once")
    return "".join(sorted(ranks, key=RANKS.index))


@dataclass(frozen=True, slots=True)
class Deal:
    """The four hands; a hand that is not known is None. No card is in two hands.

    >>> deal = Deal.parse('S:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -')
    >>> str(deal)
    'N:..AKQJT98765432. ...AKQJT98765432 AKQJT98765432... .AKQJT98765432..'
    """

    north: Hand | None = None
    east: Hand | None = None
    south: Hand | None = None
    west: Hand | None = None

    def __post_init__(self) -> None:
        faults = [
            Fault(f"{len(hand)} cards with {seat.name.title()}", "13 cards")
            for seat, hand in self.items()
            if hand is not None and len(hand) > 13
        ]
        seen: dict[Card, Seat] = {}
        for seat, hand in self.items():
            for card in hand.cards if hand else ():
                if card in seen:
                    holders = f"{seen[card].name.title()} and {seat.name.title()}"
                    faults.append(Fault(f"{card} with {holders}", "each card in one hand"))
                seen[card] = seat
        if faults:
            raise Faults(faults)

    @classmethod
    def of(cls, hands: Mapping[Seat, Hand | None]) -> Deal:
        """The deal from the hands that are known; where 39 cards are with three, the fourth has the others."""
        known = {seat: hand for seat, hand in hands.items() if hand is not None and len(hand)}
        deal = cls(*(known.get(seat) for seat in SEATS))
        if len(known) == 3 and all(len(hand) == 13 for hand in known.values()):
            missing = next(seat for seat in SEATS if seat not in known)
            return cls(*({**known, missing: _others(known.values())}.get(seat) for seat in SEATS))
        return deal

    @classmethod
    def parse(cls, text: str) -> Deal:
        """The deal from "N:hand hand hand hand": clockwise from the seat in front; "-" for a hand not known."""
        first, colon, rest = text.strip().partition(":")
        hands = rest.split()
        if not colon or first.strip().upper() not in ("N", "E", "S", "W") or len(hands) != 4:
            raise refuse(f"the deal {text!r}", 'a deal such as "N:KQT6.AJT.T984.65 …", four hands from the first seat')
        start = SEATS.index(Seat(first.strip().upper()))
        return cls.of(
            {SEATS[(start + place) % 4]: None if hand == "-" else Hand.parse(hand) for place, hand in enumerate(hands)}
        )

    def __getitem__(self, seat: Seat) -> Hand | None:
        return (self.north, self.east, self.south, self.west)[SEATS.index(seat)]

    def items(self) -> tuple[tuple[Seat, Hand | None], ...]:
        """Each seat with its hand, clockwise from North."""
        return tuple(zip(SEATS, (self.north, self.east, self.south, self.west), strict=True))

    @property
    def whole(self) -> bool:
        """Whether all 52 cards are known."""
        return all(hand is not None and len(hand) == 13 for _, hand in self.items())

    def __str__(self) -> str:
        return "N:" + " ".join("-" if hand is None else str(hand) for _, hand in self.items())


def _others(hands: Iterable[Hand]) -> Hand:
    held = [hand.suits for hand in hands]
    return Hand(*("".join(rank for rank in RANKS if not any(rank in suits[n] for suits in held)) for n in range(4)))
