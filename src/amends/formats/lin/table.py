"""One table of a LIN file: who sat there, the hands, the auction, the play, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import unquote

from amends.bridge import Auction, Call, Card, Deal, Denomination, Hand, Outcome, PassedOut, Result, Seat, Vulnerable
from amends.bridge import dealer as dealer_of
from amends.bridge.deal import RANKS, SEATS, SUITS
from amends.event.table_result import TableRecord
from amends.faults import Faults, refuse
from amends.formats.pbn.calls import best, opening_leader

_KEY = re.compile(r"[a-z0-9]{2}", re.ASCII)
_NEXT_ADDRESS = re.compile(r"\s(?=https?://)", re.IGNORECASE)
_LIN = re.compile(r"[?&]lin=", re.IGNORECASE)
_BAR = re.compile("%7c", re.IGNORECASE)
_ENCODED_LIST = re.compile(r"(?:^|[|\s])(?:md|pn)\|[^|,]*%2c", re.IGNORECASE)


@dataclass(slots=True)
class RawTable:
    """What the keys of one table say, as it stands there."""

    place: str = ""
    """qx: the room and the number of the board."""
    names: str = ""
    named: bool = False
    """Whether the names are its own, not those of an earlier table."""
    deal: str = ""
    vulnerable: str = ""
    title: str = ""
    """ah: "Board 15"."""
    calls: list[tuple[str, str]] = field(default_factory=list)
    """Each call with its explanation."""
    cards: list[str] = field(default_factory=list)
    claimed: str = ""

    @property
    def played(self) -> bool:
        """Whether anything was called or played."""
        return bool(self.calls or self.cards or self.claimed)

    @property
    def begun(self) -> bool:
        """Whether there is more of the table than its place and the names."""
        return bool(self.deal or self.title or self.vulnerable) or self.played


@dataclass(slots=True)
class RawFile:
    """The tables of a file in its order, and the keys about all of them."""

    header: dict[str, str] = field(default_factory=dict)
    """vg, rs, bn: the event, the results, the numbers of the boards."""
    tables: list[RawTable] = field(default_factory=list)
    names: str = ""
    """The first names of the file: those of both rooms in a vugraph file."""


def plain(text: str, encoded: bool = False) -> str:
    """The LIN of a text, which may be encoded for a web address, or stand in addresses of a hand viewer.

    Some programs encode the values alone, and not the bars: with `encoded`, or where the commas of hands or names are
    so, the values are decoded. Elsewhere a per cent sign is one.

    >>> plain('https://www.example.org/handviewer.html?bbo=y&lin=pn%7CA%20B,,,%7Cst%7C%7C')
    'pn|A B,,,|st||'
    >>> plain('pn|A%20B%2C%2C%2C|an|15%2D17|'), plain('pn|A,,,|an|75%20|')
    ('pn|A B,,,|an|15-17|', 'pn|A,,,|an|75%20|')
    """
    if text.lstrip()[:4].lower() == "http":
        return "".join(map(_of_address, _NEXT_ADDRESS.split(text)))
    if "|" not in text:
        return _decoded(text) if _BAR.search(text) else text
    if "%" in text and (encoded or _ENCODED_LIST.search(text)):
        # What is decoded to a bar is none between values.
        return "|".join(unquote(value).replace("|", "/") for value in text.split("|"))
    return text


def _of_address(address: str) -> str:
    found = _LIN.search(address)
    lin = address[found.end() :].strip() if found else ""
    return _decoded(lin if "|" in lin else lin.partition("&")[0])


def _decoded(text: str) -> str:
    """Without the encoding; a plus is a blank only where blanks are not written in the other way."""
    return unquote(text if "%20" in text else text.replace("+", " "))


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """The keys in small letters, each with its value; what stands where a key should and is none is skipped.

    >>> list(pairs('pn|a,b|st||\\n md|3|'))
    [('pn', 'a,b'), ('st', ''), ('md', '3')]
    """
    parts = iter(text.split("|"))
    for part in parts:
        key = part.strip().lower()
        if _KEY.fullmatch(key):
            yield key, next(parts, "").strip()


def gathered(text: str) -> RawFile:
    """The tables of a text."""
    file = RawFile()
    names, table = "", RawTable()
    for key, value in pairs(text):
        if key in ("vg", "rs", "bn"):
            file.header.setdefault(key, value)
        elif key == "an" and table.calls:
            table.calls[-1] = (table.calls[-1][0], value)
        elif key in ("mb", "pc", *_TEXTS):
            if key == "pn":
                names = value
                file.names = file.names or value
            if not file.tables or _is_another(table, key, value):
                table = RawTable(names=names)
                file.tables.append(table)
            if key == "mb":
                table.calls.append((value, ""))
            elif key == "pc":
                table.cards.append(value)
            else:
                setattr(table, _TEXTS[key], value)
                table.named = table.named or key == "pn"
    return file


_TEXTS = {"pn": "names", "qx": "place", "md": "deal", "ah": "title", "sv": "vulnerable", "mc": "claimed"}
"""The keys with one text of a table, by where it is kept."""


def _is_another(table: RawTable, key: str, value: str) -> bool:
    """Whether a key is that of the next table, whose hands may be still to come."""
    # Within a qx, hands that nobody has called on yet are put right by those that follow.
    over = table.played or bool(table.deal and not table.place)
    match key:
        case "pn":
            return table.played or (table.begun and table.named)
        case "qx":
            return table.begun or bool(table.place)
        case "md":
            return over
        case "ah" | "sv":
            return getattr(table, _TEXTS[key]) not in ("", value) and over
    return False


LONGEST_NAME = 200
"""The most characters of a name."""

_VULNERABLE = {
    **dict.fromkeys(("o", "0", "-", "none"), Vulnerable.NONE),
    **dict.fromkeys(("n", "ns"), Vulnerable.NS),
    **dict.fromkeys(("e", "ew"), Vulnerable.EW),
    **dict.fromkeys(("b", "all", "both"), Vulnerable.ALL),
}
_CALLS = re.compile(r"(?:[1-7]\s?(?:NT|[NSHDC])|PASS|DBL|RDBL|XX|[PXDR-])!*\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_PLACE = re.compile(r"\s*+(?P<room>[oc]?)\w{0,10}?\s*+(?P<number>\d{1,6})", re.ASCII | re.IGNORECASE)
_TRICKS = re.compile(r"\d{1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class LinTable:
    """What a LIN says about a table; names are those of north, east, south, west."""

    names: tuple[str, str, str, str]
    deal: Deal | None
    dealer: Seat | None
    vulnerable: Vulnerable | None
    board: int | None
    auction: Auction | None
    play: tuple[Card, ...]
    tricks: int | None
    """What declarer took: as claimed, else counted from the cards."""
    result: Outcome | None
    """None where the auction and the play do not lead to one."""
    record: TableRecord
    room: str = ""
    """`open` or `closed` where the file says so."""
    place: int | None = None
    """The number that qx gives the board."""
    notes: tuple[tuple[str, str], ...] = ()
    """What was noticed: kind and words (see `amends.journal.chain.Note`)."""


def table(text: str, *, encoded: bool = False) -> LinTable:
    """The one table of a text; encoded for a web address or not. `encoded`: its values are so, whatever its bars are.

    >>> found = table('pn|a,b,c,d|md|1|mb|1N|mb|p|mb|p|mb|p|mc|8|')
    >>> str(found.result), found.names
    ('1NT S +1', ('c', 'd', 'a', 'b'))
    """
    tables = [each for each in gathered(plain(text, encoded)).tables if each.begun]
    if len(tables) != 1:
        found = f"{len(tables)} tables" if tables else f"{shortened(text)}"
        raise refuse(found, "the LIN of one table, such as pn|…|md|…|mb|…|pc|…|")
    return understood(tables[0])


def understood(raw: RawTable) -> LinTable:
    """A table from what its keys say; what cannot be read is left out, with a note."""
    notes: list[tuple[str, str]] = []
    room, place = where(raw.place)
    title = _NUMBER.search(raw.title)
    board = int(title[0]) if title else place
    board = board or None  # there is no board 0
    dealer, deal = None, None
    try:
        dealer, deal = dealt(raw.deal)
    except Faults as trouble:
        notes.append(("unreadable", f"the hands {shortened(raw.deal)} are left out: {trouble.faults[0].found}"))
    vulnerable = _VULNERABLE.get(raw.vulnerable.lower())
    if vulnerable is None and raw.vulnerable:
        notes.append(("unreadable", f"the vulnerability {shortened(raw.vulnerable)} is left out"))
    first = dealer or (dealer_of(board) if board else None)
    auction, complete = _auction(raw.calls, first, notes)
    play = _play(raw.cards, notes)
    tricks, result = _outcome(auction if complete else None, play, deal, raw.claimed, notes)
    names = seated(raw.names, room)
    record = TableRecord(play[0] if play else None, auction, play, players=names if any(names) else ())
    return LinTable(
        names, deal, dealer, vulnerable, board, auction, play, tricks, result, record, room, place, tuple(notes)
    )  # fmt: skip


def where(text: str) -> tuple[str, int | None]:
    """The room and the number of qx: "o7" is the open room, board 7."""
    found = _PLACE.match(text)
    if found is None:
        return "", None
    return {"o": "open", "c": "closed"}.get(found["room"].lower(), ""), int(found["number"]) or None


def seated(text: str, room: str) -> tuple[str, str, str, str]:
    """North, east, south, west of a list of names, which begins with south; in the closed room the second four."""
    # The list may be that of thousands of tables: one without end is not taken apart for each.
    names = [name.strip() for name in text.split(",", 8)] if len(text) <= 10 * LONGEST_NAME else [text]
    longest = max(map(len, names))
    if longest > LONGEST_NAME:
        raise refuse(f"a name of {longest:,} characters", f"names of at most {LONGEST_NAME} characters", "pn")
    four = names[4:8] if room == "closed" and len(names) > 4 else names[:4]
    by_seat = dict(zip(ORDER, four, strict=False))
    north, east, south, west = (by_seat.get(seat, "") for seat in SEATS)
    return north, east, south, west


def shortened(text: str, most: int = 60) -> str:
    """A text of the file in quotes, cut where it is long."""
    return repr(text if len(text) <= most else f"{text[:most]}…")


def _auction(
    calls: list[tuple[str, str]], dealer: Seat | None, notes: list[tuple[str, str]]
) -> tuple[Auction | None, bool]:
    """The auction as far as it can be read, and whether that is all of it."""
    if not calls:
        return None, True
    if dealer is None:
        notes.append(("unreadable", "the auction is left out: the file does not say who dealt"))
        return None, False
    found: list[Call] = []
    for text, explanation in calls:
        words = _CALLS.findall(text)
        if not words or len("".join(words)) < len(text):
            notes.append(("unreadable", f"the auction ends before the call {shortened(text)}"))
            return Auction(dealer, tuple(found)), False
        found += [Call.parse(word.rstrip("! \t\n\r"), "!" in word) for word in words]
        found[-1] = Call(found[-1].text, found[-1].alerted, explanation)
    return Auction(dealer, tuple(found)), True


def _play(cards: list[str], notes: list[tuple[str, str]]) -> tuple[Card, ...]:
    """The cards in the order of play, as far as they can be read."""
    found: list[Card] = []
    for text in cards:
        try:
            found.append(Card.parse(text[:10]))
        except Faults:
            notes.append(("unreadable", f"the play ends before the card {shortened(text)}"))
            break
    return tuple(found)


def _outcome(
    auction: Auction | None, play: tuple[Card, ...], deal: Deal | None, claimed: str, notes: list[tuple[str, str]]
) -> tuple[int | None, Outcome | None]:
    """Declarer's tricks and the result; why there is none is said in a note of the kind left-out."""
    calls = [call.text for call in auction.calls] if auction else []
    if len(calls) >= 4 and set(calls) == {"pass"}:
        return None, PassedOut()
    reached = auction.contract if auction else None
    ended = len(calls) >= 4 and calls[-3:] == ["pass"] * 3
    if reached is None or not (ended or play or claimed):
        notes.append(("left-out", "no result: the auction is not in the file, or it did not end"))
        return None, None
    contract, declarer = reached
    counted = tally(play, contract.denomination, declarer, deal)
    if not counted.sound:
        notes.append(("unreadable", "the tricks are not counted: the cards played do not fit the hands"))
    tricks = _claimed(claimed, counted, notes)
    if tricks is None and counted.whole:
        tricks = counted.declarer
    if tricks is None:
        notes.append(("left-out", f"no result: {contract} by {declarer.value} was not played out, and nobody claimed"))
        return None, None
    return tricks, Result(contract, declarer, tricks)


def _claimed(text: str, counted: TrickTally, notes: list[tuple[str, str]]) -> int | None:
    """The tricks of a claim; it stands also where the cards say otherwise, with a note."""
    if not text:
        return None
    if not _TRICKS.fullmatch(text) or int(text) > 13:
        notes.append(("unreadable", f"the claim {shortened(text)} is left out"))
        return None
    tricks = int(text)
    if counted.sound and not counted.declarer <= tricks <= 13 - counted.defence:
        played = f"{counted.declarer} of {counted.declarer + counted.defence} tricks were won in the play"
        notes.append(("contract", f"{tricks} tricks are claimed, but {played}; the claim is kept"))
    return tricks


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


_ALL = frozenset(Card(suit, rank) for suit in SUITS for rank in RANKS)


@dataclass(frozen=True, slots=True)
class TrickTally:
    """The tricks that are known to be won; `sound` is False where the cards cannot have been played like this."""

    declarer: int = 0
    defence: int = 0
    sound: bool = True

    @property
    def whole(self) -> bool:
        """Whether all thirteen tricks are known."""
        return self.sound and self.declarer + self.defence == 13


def tally(play: Sequence[Card], trumps: Denomination, declarer: Seat, deal: Deal | None = None) -> TrickTally:
    """The tricks of a play.

    With all hands known a card belongs to who held it, whatever the order within a trick, and the last trick needs
    not be played; without them the players follow each other from declarer's left. Whether suit was followed does not
    matter.
    """
    if len(set(play)) < len(play):
        return TrickTally(sound=False)
    hands = deal.items() if deal is not None and deal.whole else ()
    owners = {card: seat for seat, hand in hands if hand is not None for card in hand.cards}
    counts = {True: 0, False: 0}
    leader = opening_leader(declarer)
    tricks = [tuple(play[start : start + 4]) for start in range(0, len(play) - len(play) % 4, 4)]
    rest = tuple(play[4 * len(tricks) :])
    for trick in tricks:
        winner = _winner(trick, trumps, leader, owners)
        if winner is None:
            return TrickTally(sound=False)
        counts[winner.side is declarer.side] += 1
        leader = winner
    if len(tricks) == 12:
        last = _last(rest, _ALL - set(play), leader, owners)
        winner = _winner(last, trumps, leader, owners) if last else None
        if winner is not None:
            counts[winner.side is declarer.side] += 1
    return TrickTally(counts[True], counts[False])


def _winner(trick: Sequence[Card], trumps: Denomination, leader: Seat, owners: Mapping[Card, Seat]) -> Seat | None:
    """Who won a trick; None where two of its cards were with one player."""
    place = best(trick, trumps)
    if not owners:
        return SEATS[(SEATS.index(leader) + place) % 4]
    return owners[trick[place]] if len({owners[card] for card in trick}) == 4 else None


def _last(rest: tuple[Card, ...], left: frozenset[Card], leader: Seat, owners: Mapping[Card, Seat]) -> tuple[Card, ...]:
    """The last trick with the cards that are left; empty where it is not known who holds them."""
    if owners:
        # What is left is led by who won the trick before, unless its lead was played.
        return rest + tuple(sorted(left, key=lambda card: owners[card] is not leader))
    return rest + tuple(left) if len(left) == 1 else ()
