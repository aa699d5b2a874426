"""The auction and the play of a table: between the sections of a file and the calls and cards in their order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from amends.bridge import Auction, Call, Card, Contract, Denomination, Seat
from amends.bridge.deal import RANKS, SEATS
from amends.faults import refuse

_PARTS = re.compile(r"\^[ISRLisrl]|=\d+=|\$\d+|[!?]{1,2}|[*+]|[A-Za-z0-9♠♥♦♣-]+|.", re.ASCII | re.DOTALL)
_NOTE = re.compile(r"=(\d+)=")
_IGNORED = ("!", "?", "$", "*", "+")
MOST_NOTES = 32
"""The most explanations that a section may have."""

MOST_CALLS = 1_000
"""The most calls of an auction; the longest that is possible has 319."""


def _parts(words: Iterable[str]) -> Iterator[str]:
    """The tokens within the words of a section: calls or cards, marks of irregularities, references to notes."""
    for word in words:
        yield from _PARTS.findall(word)


def read_auction(first: Seat, words: Iterable[str], notes: Mapping[str, str]) -> Auction:
    """The auction of a section whose first column is that of `first`.

    >>> str(read_auction(Seat.NORTH, ['-', '1NT', '=1=', 'Pass', '3NT!', 'AP'], {'1': '15-17'}))
    '1NT pass 3NT pass pass pass'
    """
    calls: list[Call] = []
    dealer = first
    for part in _parts(words):
        note = _NOTE.fullmatch(part)
        if note is not None:
            if calls:
                calls[-1] = Call(calls[-1].text, True, notes.get(note[1], calls[-1].explanation))
        elif part.startswith(_IGNORED) or part.upper() == "^I":
            continue  # that a bid is insufficient is to be seen from the bids
        elif not part.strip("-"):
            if not calls:
                dealer = opening_leader(dealer)  # the next player
        elif part.startswith("^"):
            raise refuse("a call out of rotation", "calls in rotation")
        elif part.upper() == "AP":
            calls += [Call("pass")] * _passes_left(calls)
        else:
            calls.append(Call.parse(part))
        if len(calls) > MOST_CALLS:
            raise refuse("an auction without an end", f"at most {MOST_CALLS} calls")
    return Auction(dealer, tuple(calls))


def _passes_left(calls: Sequence[Call]) -> int:
    """How many passes end the auction."""
    passes = 0
    for call in reversed(calls):
        if call.text != "pass":
            return max(3 - passes, 0)
        passes += 1
    return max(4 - passes, 0)


def written_auction(auction: Auction) -> tuple[list[str], list[str]]:
    """The lines of an auction with four calls each, and the texts of its notes."""
    notes: list[str] = []
    words: list[str] = []
    highest = (0, -1)
    for call in auction.calls:
        bid = call.bid
        word = "Pass" if call.text == "pass" else call.text
        if bid is not None:
            rank = (bid.level, list(Denomination).index(bid.denomination))
            word = f"^I {word}" if rank <= highest else word
            highest = max(rank, highest)
        if call.alerted or call.explanation:
            if call.explanation not in notes and len(notes) < MOST_NOTES:
                notes.append(call.explanation)
            if call.explanation in notes:
                word += f" ={notes.index(call.explanation) + 1}="
        words.append(word)
    return [" ".join(words[start : start + 4]) for start in range(0, len(words), 4)], notes


# The play: a file has a column for each player, the first for the opening leader.


def read_play(first: Seat, words: Iterable[str], contract: Contract | None) -> tuple[Card, ...]:
    """The cards in the order in which they were played, as far as they are known.

    >>> cards = read_play(Seat.WEST, 'S4 S2 SA S3 H5 H2 HK H3 -'.split(), Contract(3, Denomination.NOTRUMP))
    >>> ' '.join(map(str, cards))
    'S4 S2 SA S3 HK H3 H5 H2'
    """
    cells: list[Card | None] = []
    leads: dict[int, int] = {}
    for part in _parts(words):
        if part.upper() == "^L":
            leads[len(cells) // 4] = len(cells) % 4
        elif part == "+" or not part.strip("-"):  # some write two dashes
            cells.append(None)
        elif not part.startswith(("^", "=", *_IGNORED)):
            cells.append(Card.parse(part))
        if len(cells) > 52:
            raise refuse("more than 52 cards", "at most 13 tricks")
    played: list[Card] = []
    leader = 0
    for number in range(0, len(cells), 4):
        trick = [*cells[number : number + 4], None, None, None][:4]
        leader = leads.get(number // 4, leader)
        ordered = [trick[(leader + place) % 4] for place in range(4)]
        known = ordered[: ordered.index(None)] if None in ordered else ordered
        played += [card for card in known if card is not None]
        if len(known) < 4 or contract is None:
            break  # without trumps nobody knows who leads to the next trick
        leader = (leader + best(played[-4:], contract.denomination)) % 4
    return tuple(played)


def written_play(play: Sequence[Card], trumps: Denomination) -> list[str]:
    """The lines of a play, a trick each, the opening leader's card in front."""
    lines = []
    leader = 0
    for number in range(0, len(play), 4):
        trick = play[number : number + 4]
        cells = ["-"] * 4
        for place, card in enumerate(trick):
            cells[(leader + place) % 4] = str(card)
        lines.append(" ".join(cells))
        if len(trick) == 4:
            leader = (leader + best(trick, trumps)) % 4
    return lines if len(play) == 52 else [*lines, "*"]


def best(trick: Sequence[Card], trumps: Denomination) -> int:
    """The place of the card that wins a trick: the highest trump, else the highest of the suit that was led."""
    led = trick[0].suit
    return min(
        range(len(trick)),
        key=lambda n: (trick[n].suit is not trumps, trick[n].suit is not led, RANKS.index(trick[n].rank)),
    )


def opening_leader(declarer: Seat) -> Seat:
    """Declarer's left-hand opponent."""
    return SEATS[(SEATS.index(declarer) + 1) % 4]
