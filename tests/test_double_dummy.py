"""Double dummy: what the cards make, par, and silence where nobody can know."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product

import pytest

from amends import double_dummy
from amends.bridge import Contract, Deal, Denomination, Doubling, PassedOut, Result, Seat, Side, Vulnerable
from amends.bridge.deal import RANKS, SEATS
from amends.double_dummy import Makeable, makeable, par
from amends.laws.law77 import points

SOLID = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
"""North has all spades, East all hearts, South all diamonds, West all clubs."""
GRAND = "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 65432.876.876.87 .5432.5432.65432"
"""N-S have every high card and nine spades."""
OF_ONE = "SHDC"


def shuffled(number: int) -> Deal:
    """A deal that is the same each time."""
    cards = [suit + rank for suit, rank in product(OF_ONE, RANKS)]
    random.Random(number).shuffle(cards)
    hands = [cards[place * 13 : place * 13 + 13] for place in range(4)]
    held = (".".join("".join(r for r in RANKS if suit + r in hand) for suit in OF_ONE) for hand in hands)
    return Deal.parse("N:" + " ".join(held))


def solved(deal: Deal) -> Makeable:
    pytest.importorskip("endplay")
    found = makeable(deal)
    assert found is not None
    return found


def test_whoever_has_all_cards_of_a_suit_makes_all_tricks_in_it_and_none_in_notrump() -> None:
    found = solved(Deal.parse(SOLID))
    by_side = {Side.NS: (0, 13, 0, 13, 0), Side.EW: (13, 0, 13, 0, 0)}
    assert {seat: tuple(found[seat].values()) for seat in SEATS} == {seat: by_side[seat.side] for seat in SEATS}
    assert [found.highest(Side.NS, each) for each in Denomination] == [0, 7, 0, 7, 0]


@pytest.mark.parametrize(
    ("deal", "dealer", "vulnerable", "score", "words"),
    [
        (GRAND, Seat.NORTH, Vulnerable.NONE, 1520, "7NT NS ="),
        (GRAND, Seat.EAST, Vulnerable.NS, 2220, "7NT NS ="),
        (SOLID, Seat.NORTH, Vulnerable.NONE, 1510, "7♠ NS ="),  # 7NT by E-W is thirteen down
        (SOLID, Seat.WEST, Vulnerable.ALL, 2210, "7♠ NS ="),
    ],
)
def test_par_of_deals_that_need_no_computer(
    deal: str, dealer: Seat, vulnerable: Vulnerable, score: int, words: str
) -> None:
    pytest.importorskip("endplay")
    found = par(Deal.parse(deal), dealer, vulnerable)
    assert found is not None
    assert (found.ns, found.words) == (score, words)


def by_bidding(deal: Deal, dealer: Seat, vulnerable: Vulnerable) -> int:
    """Par the slow way: every auction in which each side bids what is best for it, what fails being doubled."""
    tricks = solved(deal)
    bids = [Contract(level, denomination) for level in range(1, 8) for denomination in Denomination]

    def played(place: int, side: Side) -> int:
        bid = bids[place]
        scores = []
        for seat in (seat for seat in Seat if seat.side is side):
            made = tricks[seat][bid.denomination]
            doubling = Doubling.DOUBLED if made < bid.level + 6 else Doubling.UNDOUBLED
            scores.append(points(Result(Contract(bid.level, bid.denomination, doubling), seat, made), vulnerable))
        return max(scores, key=lambda score: score * side.sign)

    @cache
    def after(place: int, side: Side) -> int:
        other = side.other
        answers = [after(higher, other) for higher in range(place + 1, len(bids))]
        return max([played(place, side), *answers], key=lambda score: score * other.sign)

    value = 0
    for side in (dealer.side.other, dealer.side) * 2:  # the last to speak first
        value = max([value, *(after(place, side) for place in range(len(bids)))], key=lambda score: score * side.sign)
    return value


@pytest.mark.parametrize(("number", "seed"), list(enumerate((0, 1, 2, 3, 8, 5, 6, 7))))  # 4 takes long
def test_par_is_what_the_best_auction_comes_to(number: int, seed: int) -> None:
    deal, dealer, vulnerable = shuffled(seed), SEATS[number % 4], list(Vulnerable)[number // 2]
    expected = by_bidding(deal, dealer, vulnerable)
    found = par(deal, dealer, vulnerable)
    assert found is not None
    assert found.ns == expected
    tricks = solved(deal)
    for result in found.results:
        assert isinstance(result, Result)
        assert points(result, vulnerable) == expected
        assert result.tricks == tricks[result.declarer][result.contract.denomination]


def test_a_par_at_which_everybody_passes_says_so() -> None:
    assert double_dummy.Par(0, (PassedOut(),)).words == "passed out"


@pytest.mark.parametrize(
    "text", ["N:- - - -", "N:AKQJT98765432... - - -", "N:AKQ... .AKQ.. ..AKQ. ...AKQ"], ids=["none", "one", "few cards"]
)
def test_a_deal_of_which_cards_are_not_known_has_no_answer(text: str) -> None:
    deal = Deal.parse(text)
    assert makeable(deal) is None
    assert par(deal, Seat.NORTH, Vulnerable.NONE) is None


def test_without_the_solver_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "is_available", lambda: False)
    assert makeable(Deal.parse(SOLID)) is None
    assert par(Deal.parse(SOLID), Seat.NORTH, Vulnerable.NONE) is None


def test_many_may_ask_at_once() -> None:
    deals = [shuffled(number) for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        asked = list(pool.map(makeable, deals * 2))
    assert asked == [makeable(deal) for deal in deals] * 2
