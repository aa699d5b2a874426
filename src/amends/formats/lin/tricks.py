"""Who won which trick: the tricks of declarer and defenders from the cards in the order of play (Law 44)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from amends.bridge import Card, Deal, Denomination, Seat
from amends.bridge.deal import RANKS, SEATS, SUITS

_ALL = frozenset(Card(suit, rank) for suit in SUITS for rank in RANKS)


@dataclass(frozen=True, slots=True)
class Tally:
    """The tricks that are known to be won; `sound` is False where the cards cannot have been played like this."""

    declarer: int = 0
    defence: int = 0
    sound: bool = True

    @property
    def whole(self) -> bool:
        """Whether all thirteen tricks are known."""
        return self.sound and self.declarer + self.defence == 13


def tally(play: Sequence[Card], trumps: Denomination, declarer: Seat, deal: Deal | None = None) -> Tally:
    """The tricks of a play.

    With all hands known a card belongs to who held it, whatever the order within a trick, and the last trick needs
    not be played; without them the players follow each other from declarer's left. Whether suit was followed does not
    matter.
    """
    if len(set(play)) < len(play):
        return Tally(sound=False)
    owners = _owners(deal)
    counts = {True: 0, False: 0}
    leader = _next(declarer)
    tricks = [tuple(play[start : start + 4]) for start in range(0, len(play) - len(play) % 4, 4)]
    rest = tuple(play[4 * len(tricks) :])
    for trick in tricks:
        winner = _winner(trick, trumps, leader, owners)
        if winner is None:
            return Tally(sound=False)
        counts[winner.side is declarer.side] += 1
        leader = winner
    if len(tricks) == 12:
        last = _last(rest, _ALL - set(play), leader, owners)
        winner = _winner(last, trumps, leader, owners) if last else None
        if winner is not None:
            counts[winner.side is declarer.side] += 1
    return Tally(counts[True], counts[False])


def _owners(deal: Deal | None) -> Mapping[Card, Seat]:
    if deal is None or not deal.whole:
        return {}
    return {card: seat for seat, hand in deal.items() if hand is not None for card in hand.cards}


def _winner(trick: Sequence[Card], trumps: Denomination, leader: Seat, owners: Mapping[Card, Seat]) -> Seat | None:
    """Who won a trick; None where two of its cards were with one player."""
    led = trick[0].suit
    best = min(range(4), key=lambda n: (trick[n].suit is not trumps, trick[n].suit is not led, _rank(trick[n])))
    if not owners:
        return SEATS[(SEATS.index(leader) + best) % 4]
    return owners[trick[best]] if len({owners[card] for card in trick}) == 4 else None


def _rank(card: Card) -> int:
    return RANKS.index(card.rank)


def _last(rest: tuple[Card, ...], left: frozenset[Card], leader: Seat, owners: Mapping[Card, Seat]) -> tuple[Card, ...]:
    """The last trick with the cards that are left; empty where it is not known who holds them."""
    if owners:
        # What is left is led by who won the trick before, unless its lead was played.
        return rest + tuple(sorted(left, key=lambda card: owners[card] is not leader))
    return rest + tuple(left) if len(left) == 1 else ()


def _next(seat: Seat) -> Seat:
    return SEATS[(SEATS.index(seat) + 1) % 4]
