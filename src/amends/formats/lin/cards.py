"""Hands as LIN writes them: the dealer as a digit, then South, West, North, East ("3SAKQHT9D..,..,..,")."""

from __future__ import annotations

from functools import lru_cache

from amends.bridge import Deal, Hand, Seat
from amends.faults import refuse

ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The seats as LIN lists them: hands, names, and the digits of the dealer from 1."""

_SUITS = "SHDC"
_LONGEST = 400


@lru_cache(maxsize=1024)  # the tables of a field have the same hands
def dealt(text: str) -> tuple[Seat | None, Deal | None]:
    """The dealer and the hands; a fourth hand that is left out has the cards that are left.

    >>> dealer, deal = dealt('1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,')
    >>> dealer, str(deal)
    (<Seat.SOUTH: 'S'>, 'N:..AKQJT98765432. ...AKQJT98765432 AKQJT98765432... .AKQJT98765432..')
    """
    if len(text) > _LONGEST:
        raise refuse(f"hands of {len(text):,} characters", "four hands")
    digit, rest = (text[0], text[1:]) if text[:1].isdigit() else ("", text)
    dealer = ORDER[int(digit) - 1] if digit and digit in "1234" else None
    hands = rest.split(",")
    if len(hands) > 4 and any(hand.strip() for hand in hands[4:]):
        raise refuse(f"{len(hands)} hands", "four hands: South, West, North, East")
    deal = Deal.of({seat: _hand(hand) for seat, hand in zip(ORDER, hands, strict=False)})
    return dealer, deal if any(hand is not None for _, hand in deal.items()) else None


def _hand(text: str) -> Hand:
    suits = dict.fromkeys(_SUITS, "")
    suit = ""
    for sign in text.upper().replace("10", "T"):
        if sign in suits:
            suit = sign
        elif suit:
            suits[suit] += sign
        elif not sign.isspace():
            raise refuse(f"the hand {text.strip()!r}", "a hand such as SAKQHT98D65C4")
    return Hand.of(*suits.values())
