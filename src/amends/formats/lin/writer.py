"""Writes LIN: a line per table, with its players, hands, auction and play as far as they are known."""

from __future__ import annotations

from collections.abc import Iterator

from amends.awards import Mixture, NotScored
from amends.bridge import Auction, Contract, Deal, Doubling, Outcome, PassedOut, Result, Seat, Side, Vulnerable
from amends.bridge.auction import Call
from amends.bridge.deal import SEATS
from amends.event import Event, Form, TableResult
from amends.event.event import Contestant
from amends.exact import many
from amends.faults import Fault, Faults
from amends.formats.common import loss_lines
from amends.formats.common.scored_rows import where
from amends.journal.chain import Document

_ORDER = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of names and hands in a LIN, by which dealers are numbered from 1."""

_VULNERABLE = {Vulnerable.NONE: "o", Vulnerable.NS: "n", Vulnerable.EW: "e", Vulnerable.ALL: "b"}
_CALLS = {"pass": "p", "X": "d", "XX": "r"}


def dumps(document: Document) -> str:
    """The file: the tables that have a contract, or were passed out, as they came from the table."""
    event = document.event
    if event.form is Form.TEAMS:
        fault = Fault("an event of teams", "pairs or individuals: a LIN of a match is made where it is played")
        raise Faults([fault])
    rows = sorted(event.results, key=lambda row: row.board)
    made = [_table(event, row, outcome) for row in rows if (outcome := _outcome(row)) is not None]
    return "".join(f"{line}\n" for line in made)


def _outcome(row: TableResult) -> Result | PassedOut | None:
    plain = row.result.plain if isinstance(row.result, Mixture) else None
    return plain if isinstance(plain, Result | PassedOut) else None


def _table(event: Event, row: TableResult, outcome: Result | PassedOut) -> str:
    dealer = event.dealer_at(row)
    deal = event.deal(row.board, row.session, row.section)
    record = row.record
    auction = _own_auction(row, outcome) or bare_auction(dealer, outcome)
    cards = record.play if record and record.play else (record.lead,) if record and record.lead else ()
    pairs = [
        ("pn", ",".join(map(_plain, _names(event, row)))),
        ("st", ""),
        ("md", f"{_ORDER.index(auction.dealer) + 1}{_hands(deal) if deal else ''}"),
        ("rh", ""),
        ("ah", f"Board {row.board}"),
        ("sv", _VULNERABLE[event.conditions(row.board, row)]),
    ]
    for call in auction.calls:
        text = _CALLS.get(call.text) or call.text.replace("NT", "N")
        pairs.append(("mb", f"{text}!" if call.alerted else text))
        if call.explanation:
            pairs.append(("an", _plain(call.explanation, comma=True)))
    pairs += [("pc", str(card)) for card in cards if card is not None]
    if isinstance(outcome, Result):
        pairs.append(("mc", str(outcome.tricks)))
    return "".join(f"{key}|{text}|" for key, text in (*pairs, ("pg", "")))


def _own_auction(row: TableResult, outcome: Outcome) -> Auction | None:
    """The auction of a table, if it leads to the contract that was played."""
    auction = row.record.auction if row.record else None
    if auction is None or not auction.calls:
        return None
    reached = auction.contract
    if isinstance(outcome, Result):
        return auction if reached == (outcome.contract, outcome.declarer) else None
    return auction if reached is None else None


def bare_auction(dealer: Seat, outcome: Result | PassedOut) -> Auction:
    """The shortest auction that leads to a contract: passes up to declarer, who bids it.

    >>> from amends.bridge.outcome import parse_outcome
    >>> str(bare_auction(Seat.NORTH, parse_outcome('4Hx S -1')))
    'pass pass 4H X pass pass pass'
    """
    if isinstance(outcome, PassedOut):
        return Auction(dealer, (Call("pass"),) * 4)
    contract = outcome.contract
    before = (SEATS.index(outcome.declarer) - SEATS.index(dealer)) % 4
    bid = Call(str(Contract(contract.level, contract.denomination)))
    doubles = {Doubling.DOUBLED: ("X",), Doubling.REDOUBLED: ("X", "XX")}.get(contract.doubling, ())
    calls = [Call("pass")] * before + [bid] + [Call(text) for text in doubles] + [Call("pass")] * 3
    return Auction(dealer, tuple(calls))


# Names and hands


def _names(event: Event, row: TableResult) -> list[str]:
    """The names of south, west, north and east: as the table has them, else those of the pairs, else their numbers."""
    if row.record and len(row.record.players) == 4:
        found = dict(zip(SEATS, row.record.players, strict=True))
        return [found[seat] for seat in _ORDER]
    found = {}
    for side, seats in ((Side.NS, (Seat.NORTH, Seat.SOUTH)), (Side.EW, (Seat.EAST, Seat.WEST))):
        contestants = [event.contestants.get(id, Contestant(id)) for id in row.seats[side]]
        if event.form is Form.INDIVIDUAL:
            names = [each.called for each in contestants]
        else:
            names = [player.name for each in contestants for player in each.players][:2]
            if len(names) < 2 or not all(names):
                names = [f"{each.called} {seat.value}" for each in contestants for seat in seats]
        found |= dict(zip(seats, [*names, "", ""], strict=False))
    return [found[seat] for seat in _ORDER]


def _plain(text: str, comma: bool = False) -> str:
    """A text without the signs that stand between values and names."""
    tidy = " ".join(text.replace("|", "/").split())
    return tidy if comma else tidy.replace(",", " ")


def _hands(deal: Deal) -> str:
    """The hands of south, west, north and east; nothing for one that is not known."""
    hands = [deal[seat] for seat in _ORDER]
    texts = ["".join(map("".join, zip("SHDC", hand.suits, strict=True))) if hand else "" for hand in hands]
    return ",".join(texts)


# What is lost


def losses(document: Document) -> Iterator[str]:
    """What the file cannot hold, a line each."""
    event = document.event
    bare = 0
    for row in event.results:
        outcome = _outcome(row)
        if outcome is None:
            nothing = isinstance(row.result, NotScored)
            why = "without a result" if nothing else f"{row.result}, which is no contract"
            yield f"{where(row, event.form)}: {why}; left out"
        else:
            bare += _own_auction(row, outcome) is None
    if bare:
        yield f"the auction is not known at {many(bare, 'table')}: the shortest that leads to the contract is written"
    for ruling in event.rulings:
        yield f"ruling {ruling.id} is left out: the table result is written"
    yield "numbers of contestants, places and totals are left out: players are called by their names"
    if any(row.session or row.section or row.round or row.table for row in event.results):
        yield "sessions, sections, rounds and tables are left out"
    if any(row.group for row in event.results):
        yield "which deal of a fouled board a table played is left out"
    yield from loss_lines.copies(event)
    yield from loss_lines.amounts(event, "is left out")
    yield from loss_lines.regulation(event)
    yield from loss_lines.published(document)
    yield from loss_lines.journal(document)
    yield from loss_lines.about(document)
