"""Statements on the command line: "N: I had a full opening", "EW: …", "C. Cole: …"."""

from __future__ import annotations

from collections.abc import Sequence

from amends.bridge import Seat, Side
from amends.event.case import Statement
from amends.faults import Fault, Faults, refuse

_SEATS = {**{seat.value: seat for seat in Seat}, **{seat.name: seat for seat in Seat}}
_SIDES = {"NS": Side.NS, "EW": Side.EW}
_EXPECTED = 'who said it and what: "N: words", "EW: words", "C. Cole: words"'


def read_statements(texts: Sequence[str]) -> tuple[Statement, ...]:
    """Each statement with the seat, the side or the name that stands before its colon."""
    found, faults = [], list[Fault]()
    for text in texts:
        try:
            found.append(read_statement(text))
        except Faults as trouble:
            faults += trouble.faults
    if faults:
        raise Faults(faults)
    return tuple(found)


def read_statement(text: str) -> Statement:
    """One statement.

    >>> read_statement('n-s: We were not asked.')
    Statement(words='We were not asked.', seat=None, side=<Side.NS: 'NS'>, who='')
    >>> read_statement('North: I passed at once.').seat
    <Seat.NORTH: 'N'>
    """
    before, colon, words = (part.strip() for part in text.partition(":"))
    if not colon or not before or not words:
        raise refuse(f"--statement {text!r}", _EXPECTED)
    short = before.upper().replace("-", "").replace("/", "")
    if short in _SEATS:
        return Statement(words, seat=_SEATS[short], side=_SEATS[short].side)
    if short in _SIDES:
        return Statement(words, side=_SIDES[short])
    return Statement(words, who=before)
