"""The record of a table in LIN_DATA, of which the deal, the auction and the play are taken.

It is LIN, url-encoded with its bars or in its values alone.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote

from amends.bridge import Auction, Card, Deal, Hand, Seat
from amends.event.table_result import TableRecord
from amends.faults import Faults
from amends.formats.lin.table import table

_DEALERS = {"1": Seat.SOUTH, "2": Seat.WEST, "3": Seat.NORTH, "4": Seat.EAST}
_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_SUITS = "SHDC"


class Recorded(NamedTuple):
    """What a record says; what it does not say, or what cannot be read, is None or empty."""

    deal: Deal | None = None
    auction: Auction | None = None
    play: tuple[Card, ...] = ()


def recorded(text: str) -> Recorded:
    """The record of a text; never a fault, since nothing of it is scored.

    >>> found = recorded('md%7C3%7Cmb%7C1N%7Cmb%7Cp%7Cmb%7Cp%7Cmb%7Cp%7Cpc%7CD7%7C')
    >>> str(found.auction), [str(card) for card in found.play]
    ('1NT pass pass pass', ['D7'])
    """
    try:
        found = table(text, encoded=True)
    except Faults:
        return Recorded()
    return Recorded(found.deal, found.auction, found.play)


def written(record: TableRecord, deal: Deal | None) -> str:
    """The url-encoded LIN of a table's auction and play; "" where neither is known."""
    if record.auction is None and not record.play:
        return ""
    dealers = {seat: sign for sign, seat in _DEALERS.items()}
    fields: list[tuple[str, str]] = []
    hands = "" if deal is None else ",".join(_written_hand(deal[seat]) for seat in _ORDER)
    fields.append(("md", (dealers[record.auction.dealer] if record.auction else "0") + hands))
    for call in record.auction.calls if record.auction else ():
        fields.append(("mb", {"pass": "p", "X": "d", "XX": "r"}.get(call.text, call.text) + "!" * call.alerted))
        fields += [("an", call.explanation.replace("|", "/"))] if call.explanation else []
    fields += (("pc", str(card)) for card in record.play)
    return quote("".join(f"{key}|{value}|" for key, value in fields))


def _written_hand(hand: Hand | None) -> str:
    if hand is None:
        return ""
    return "".join(f"{suit}{ranks}" for suit, ranks in zip(_SUITS, hand.suits, strict=True))
