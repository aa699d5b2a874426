"""Tricks from the cards that were played: ruffs, discards, the last trick that nobody needs to play."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.bridge import Card, Deal, Denomination, Hand, Seat
from amends.bridge.deal import RANKS, SEATS, SUITS
from amends.formats.lin.table import TrickTally, tally

NOTRUMP = Denomination.NOTRUMP


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


# Single tricks; South declares, West leads


@pytest.mark.parametrize(
    ("trick", "trumps", "winner"),
    [
        ("S5 SK SA S2", NOTRUMP, "E"),
        ("S5 SK SQ S2", NOTRUMP, "N"),
        ("SA SK SQ SJ", NOTRUMP, "W"),
        ("S2 HA DA CA", NOTRUMP, "W"),
        ("S2 HA DA S3", NOTRUMP, "S"),
        ("S2 HA DA S3", Denomination.HEARTS, "N"),
        ("SA H2 SK SQ", Denomination.HEARTS, "N"),
        ("SA H2 H3 SQ", Denomination.HEARTS, "E"),
        ("SA H2 SK H10", Denomination.HEARTS, "S"),
        ("H2 SA DA CA", Denomination.HEARTS, "W"),
        ("ST S9 SJ S8", Denomination.CLUBS, "E"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(
    trick: str, trumps: Denomination, winner: str
) -> None:
    found = tally(cards(trick), trumps, Seat.SOUTH)
    assert found == (TrickTally(1, 0) if winner in "NS" else TrickTally(0, 1))


@pytest.mark.parametrize("declarer", list("NESW"))
def test_who_sits_left_of_declarer_leads(declarer: str) -> None:
    """The fourth card wins: it is the one of declarer, whose right-hand opponent plays third."""
    assert tally(cards("S2 S3 S4 S5"), NOTRUMP, Seat(declarer)).declarer == 1
    won = tally(cards("S2 S3 S4 S5 H2 H3 H4 H5"), NOTRUMP, Seat(declarer))
    assert (won.declarer, won.defence) == (1, 1), "declarer leads the second trick, the last to play wins it"


def test_a_trick_that_was_begun_is_not_counted() -> None:
    assert tally(cards("SA S2 S3 S4 HA H2 H3"), NOTRUMP, Seat.SOUTH) == TrickTally(0, 1)


def test_a_card_that_is_played_twice_makes_the_play_unsound() -> None:
    found = tally(cards("SA S2 SA S4"), NOTRUMP, Seat.SOUTH)
    assert not found.sound
    assert not found.whole


# Whole plays


class Game:
    """A deal and a play of all its cards, with who won each trick, counted while it is played."""

    def __init__(
        self, hands: dict[Seat, list[Card]], trumps: Denomination, declarer: Seat, picks: Sequence[int]
    ) -> None:
        self.deal = Deal.of({seat: hand_of(held) for seat, held in hands.items()})
        self.trumps, self.declarer = trumps, declarer
        self.play: list[Card] = []
        self.tricks = 0
        left = {seat: list(held) for seat, held in hands.items()}
        leader = SEATS[(SEATS.index(declarer) + 1) % 4]
        numbers = iter(picks)
        for _ in range(13):
            trick: dict[Seat, Card] = {}
            for step in range(4):
                seat = SEATS[(SEATS.index(leader) + step) % 4]
                led = trick[leader].suit if trick else None
                allowed = [card for card in left[seat] if card.suit is led] or left[seat]
                card = allowed[next(numbers) % len(allowed)]
                left[seat].remove(card)
                trick[seat] = card
                self.play.append(card)
            leader = max(trick, key=lambda seat: self._strength(trick[seat], next(iter(trick.values()))))
            self.tricks += leader.side is declarer.side

    def _strength(self, card: Card, led: Card) -> int:
        rank = 13 - RANKS.index(card.rank)
        return rank + (100 if card.suit is self.trumps else 50 if card.suit is led.suit else 0)


def hand_of(held: list[Card]) -> Hand:
    return Hand.of(*("".join(card.rank for card in held if card.suit is suit) for suit in SUITS))


@st.composite
def games(draw: st.DrawFn) -> Game:
    pack = draw(st.permutations([Card(suit, rank) for suit in SUITS for rank in RANKS]))
    hands = {seat: list(pack[13 * n : 13 * n + 13]) for n, seat in enumerate(SEATS)}
    picks = draw(st.lists(st.integers(0, 12), min_size=52, max_size=52))
    return Game(hands, draw(st.sampled_from(Denomination)), draw(st.sampled_from(SEATS)), picks)


@given(games(), st.booleans())
def test_a_play_of_all_cards_gives_the_tricks_that_were_won(game: Game, known: bool) -> None:
    found = tally(game.play, game.trumps, game.declarer, game.deal if known else None)
    assert found == TrickTally(game.tricks, 13 - game.tricks)
    assert found.whole


@given(games(), st.integers(48, 51))
def test_with_the_hands_the_last_trick_needs_not_be_played(game: Game, count: int) -> None:
    assert tally(game.play[:count], game.trumps, game.declarer, game.deal) == TrickTally(game.tricks, 13 - game.tricks)


@given(games())
def test_without_the_hands_only_the_last_card_is_certain(game: Game) -> None:
    assert tally(game.play[:51], game.trumps, game.declarer) == TrickTally(game.tricks, 13 - game.tricks)
    assert not tally(game.play[:50], game.trumps, game.declarer).whole


@given(games(), st.integers(0, 47))
def test_a_play_that_breaks_off_counts_the_tricks_so_far(game: Game, count: int) -> None:
    found = tally(game.play[:count], game.trumps, game.declarer, game.deal)
    assert found.declarer + found.defence == count // 4
    assert found.declarer <= game.tricks <= 13 - found.defence
    assert not found.whole


@given(games(), st.integers(0, 12))
def test_the_order_within_a_trick_after_its_lead_does_not_matter_where_the_hands_are_known(game: Game, n: int) -> None:
    play = list(game.play)
    play[4 * n + 1], play[4 * n + 3] = play[4 * n + 3], play[4 * n + 1]
    assert tally(play, game.trumps, game.declarer, game.deal).declarer == game.tricks


@given(games(), st.data())
def test_two_cards_of_one_hand_in_a_trick_cannot_be(game: Game, data: st.DataObject) -> None:
    here, there = data.draw(st.integers(0, 11)), data.draw(st.integers(0, 3))
    play = list(game.play)
    other = next(n for n in range(48, 52) if _owner(game, play[n]) is not _owner(game, play[4 * here + there]))
    play[4 * here + there], play[other] = play[other], play[4 * here + there]
    assert not tally(play, game.trumps, game.declarer, game.deal).sound


def _owner(game: Game, card: Card) -> Seat:
    return next(seat for seat, hand in game.deal.items() if hand is not None and card in hand.cards)


def test_whether_suit_was_followed_does_not_matter() -> None:
    """A revoke: East discards on the ace of spades and has a spade for the next trick."""
    found = tally(cards("SA S2 H2 S3 SK S4 S5 S6"), NOTRUMP, Seat.SOUTH)
    assert found == TrickTally(0, 2)
