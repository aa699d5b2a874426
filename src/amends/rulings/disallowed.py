"""Contracts that were reached by a call or play that is not allowed (12C1(c)): who wrote what does not matter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from amends.bridge import Result
from amends.bridge.outcome import parse_outcome
from amends.faults import Faults, refuse

_CONTRACT = re.compile(r"\s*([1-7])\s*(NT|N|C|D|H|S|♣|♦|♥|♠)\s*X{0,2}\s*([NESW])?\s*", re.IGNORECASE)
_LETTERS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "N": "NT"}


def read_disallowed(text: str) -> tuple[int, str, str]:
    """Level, denomination and declarer ("" for either) of a contract such as "4S E"."""
    found = _CONTRACT.fullmatch(text.replace("×", "x").replace("\ufe0e", ""))
    if found is None:
        raise refuse(repr(text), 'a contract and its declarer, such as "4S E"')
    letter = found[2].upper()
    return int(found[1]), _LETTERS.get(letter, letter), (found[3] or "").upper()


def is_disallowed(outcome: Result | str, disallowed: Iterable[str]) -> bool:
    """Whether level, denomination and declarer match, whatever the doubling."""
    if isinstance(outcome, str):
        try:
            parsed = parse_outcome(outcome)
        except Faults:
            return any(_same_call(outcome, text) for text in disallowed)
        if not isinstance(parsed, Result):
            return False
        outcome = parsed
    contract = (outcome.contract.level, outcome.contract.denomination.value)
    for text in disallowed:
        try:
            level, denomination, declarer = read_disallowed(text)
        except Faults:
            continue  # a call that is no contract: pass, double
        if (level, denomination) == contract and declarer in ("", outcome.declarer.value):
            return True
    return False


def _same_call(action: str, text: str) -> bool:
    """Whether a call, or a contract without its tricks, is the disallowed one; who declares may be left unsaid."""
    try:
        here, there = read_disallowed(action), read_disallowed(text)
    except Faults:
        return action.upper() == text.upper()  # a call that is no contract: pass, double
    return here[:2] == there[:2] and (here[2] == there[2] or "" in (here[2], there[2]))


def legal_reason(outcome: Result, routes: Mapping[str, str]) -> str:
    """Why the result could be reached legally all the same; "" where nobody says so."""
    for text, reason in routes.items():
        if parse_outcome(text) == outcome:
            return reason
    return ""
