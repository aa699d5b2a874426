"""What was reached by a call or play that is not allowed, and so can have no weight (12C1(c)).

`4H N` strikes that contract by that declarer with any doubling. `4Hx N` strikes it doubled and redoubled: the double is
the call that was not allowed, and 4♥ undoubled is the lawful outcome. `4Hxx N` strikes the redoubled contract alone,
and `4S W =` just that result: a play was not allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amends.bridge import Result
from amends.bridge.outcome import parse_outcome
from amends.faults import Faults, refuse

_CONTRACT = re.compile(r"\s*+([1-7])\s*+(NT|N|C|D|H|S|♣|♦|♥|♠)\s*+(X{0,2})\s*+(?:BY\s++)?([NESW])?\s*+", re.IGNORECASE)
_LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "N": "NT"}


@dataclass(frozen=True, slots=True)
class Disallowed:
    """A contract that was not allowed; `declarer` "" stands for either, `tricks` None for any number of them."""

    level: int
    denomination: str
    doubled: int = 0
    declarer: str = ""
    tricks: int | None = None

    def strikes(self, other: Disallowed) -> bool:
        """Whether a contract or result can only be had through this one; a declarer left unsaid may be any."""
        if (self.level, self.denomination) != (other.level, other.denomination):
            return False
        if self.declarer and other.declarer and self.declarer != other.declarer:
            return False
        if self.tricks is not None:
            return (self.doubled, self.tricks) == (other.doubled, other.tricks)
        return other.doubled >= self.doubled


def read_disallowed(text: str) -> Disallowed:
    """The contract, or the result, that a text says.

    >>> read_disallowed('4Sx E')
    Disallowed(level=4, denomination='S', doubled=1, declarer='E', tricks=None)
    """
    found = _CONTRACT.fullmatch(text.replace("×", "x").replace("\ufe0e", ""))
    if found is not None:
        letter = found[2].upper()
        return Disallowed(int(found[1]), _LETTERS.get(letter, letter), len(found[3]), (found[4] or "").upper())
    try:
        outcome = parse_outcome(text)
    except Faults as trouble:
        why = f": {trouble.faults[0].found}" if re.match(r"\s*[1-7]", text) else ""
        raise refuse(f"{text!r}{why}", _EXPECTED) from None
    if not isinstance(outcome, Result):
        raise refuse(repr(text), _EXPECTED)
    return _of(outcome)


_EXPECTED = 'a contract and its declarer, such as "4S E" or "4Sx E", or the result of a play, such as "4S E ="'


def _of(result: Result) -> Disallowed:
    contract = result.contract
    return Disallowed(
        contract.level,
        contract.denomination.value,
        len(contract.doubling.value),
        result.declarer.value,
        result.tricks,
    )


def is_disallowed(outcome: Result | str, disallowed: Iterable[str]) -> bool:
    """Whether a result, or a call or contract of a poll, is struck by one of the texts.

    >>> is_disallowed('4H N =', ['4Hx N']), is_disallowed('4Hxx N -1', ['4Hx N']), is_disallowed('4H N -1', ['4H N ='])
    (False, True, False)
    """
    try:
        action = _of(outcome) if isinstance(outcome, Result) else read_disallowed(outcome)
    except Faults:
        return any(str(outcome).upper() == text.upper() for text in disallowed)  # pass, double
    for text in disallowed:
        try:
            if read_disallowed(text).strikes(action):
                return True
        except Faults:
            continue  # a call that is no contract
    return False


def legal_reason(outcome: Result, routes: Mapping[str, str]) -> str:
    """Why the result could be reached legally all the same; "" where nobody says so."""
    for text, reason in routes.items():
        if parse_outcome(text) == outcome:
            return reason
    return ""
