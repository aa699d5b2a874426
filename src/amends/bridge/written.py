"""Results as people write them, put in our order; and what a text that is no result was probably meant to be.

Only texts are changed here. Whether one of them is a result is for its reader to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_CHARACTERS = 80
"""Longer texts are neither put in order nor guessed at."""

_CONTRACT = r"(?P<contract>(?P<level>[0-9]{1,3})\s*(?:NT|[^\W\d_]|[♣♧♦♢♥♡♠♤])\s*X{0,2})"
_DECLARER = r"(?:\s+BY\s+|\s*)(?P<declarer>[NESW])"
_ORDERS = tuple(
    re.compile(_CONTRACT + order, re.IGNORECASE)
    for order in (
        _DECLARER + r"\s*(?P<tricks>=|[+-]\s*[0-9]{1,3}|[0-9]{1,3}|\(\s*[0-9]{1,3}\s*\))",
        r"\s*(?P<tricks>=|[+-]\s*[0-9]{1,3}|\(\s*[0-9]{1,3}\s*\))" + _DECLARER,
    )
)


def in_order(text: str) -> str:
    """A result as contract, declarer, tricks; tricks in brackets are all that were taken. Other texts stay.

    >>> [in_order(text) for text in ('4SX-1 by N', '4HE(10)', '5C by N (10)', '3nt+1 s', 'pass')]
    ['4SX N -1', '4H E =', '5C N -1', '3nt s +1', 'pass']
    """
    short = len(text) <= MOST_CHARACTERS
    found = next(filter(None, (order.fullmatch(text) for order in _ORDERS)), None) if short else None
    if found is None:
        return text
    tricks = found["tricks"]
    if tricks[0] == "(":
        over = int(tricks.strip("() \t\n")) - 6 - int(found["level"])
        tricks = f"{over:+d}" if over else "="
    return f"{found['contract'].strip()} {found['declarer']} {tricks}"


_SUITS = r"[CDHSN♣♧♦♢♥♡♠♤]"
_CORRECTIONS = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\s+", " "),
        (r"^(?:P|AP|PASSED|PASSED OUT|ALL PASS|PASS OUT)$", "PASS"),
        (r"^([0-9]{2,5})$", r"+\1"),
        (r"\bNO ?TRUMPS?\b", "NT"),
        (r"(?<=[0-9 ])([CDHS])(?:LUBS?|IAMONDS?|EARTS?|PADES?)\b", r"\1"),
        (r"\b([NESW])(?:ORTH|AST|OUTH|EST)\b", r"\1"),
        (r"[,.:;_]", " "),
        (r"\*\*|\bREDOUBLED\b|\bRDBL\b", "XX"),
        (r"\*|\bDOUBLED\b|\bDBL\b", "X"),
        (r"^([1-7] ?(?:NT|" + _SUITS + r")) ?([NESW]) ?(X{1,2})\b", r"\1\3 \2 "),
        (r"\b(?:DOWN|OFF|MINUS) ?([0-9]+)", r"-\1"),
        (r"\b(?:PLUS|OVER) ?([0-9]+)", r"+\1"),
        (r"\b(?:JUST )?(?:MADE|MAKING|MAKES)$", "="),
        (r"\(\s*(=|[+-]\s*[0-9]+)\s*\)", r"\1"),
        (r"(?<![0-9+-])([0-9]{1,2}) ?([+-])(?! ?[0-9])", r"\2\1"),
        (r"^([1-7] ?(?:NT|" + _SUITS + r") ?X{0,2}) ([0-9]{1,2}) ?(?:BY )?([NESW])$", r"\1 \3 \2"),
    )
)


def near_results(text: str) -> Iterator[str]:
    """Texts that a result in capitals may have been meant to be, one correction after the other.

    >>> list(near_results('4H N 1-')), list(near_results('4 HEARTS BY NORTH, DOWN 1'))[-1]
    (['4H N -1'], '4 H BY N -1')
    """
    if len(text) > MOST_CHARACTERS:
        return
    for pattern, replacement in _CORRECTIONS:
        corrected = " ".join(pattern.sub(replacement, text).split())
        if corrected != text:
            yield corrected
            text = corrected


_UNFINISHED = re.compile(_CONTRACT + r"\s*(?P<declarer>[NESW])?\s*(?P<tricks>=|[+-]\s*[0-9]{1,2}|[0-9]{1,2})?")


def unfinished(text: str) -> tuple[str, str] | None:
    """Of a contract in capitals without all of the rest: what is missing, and how it would be with it.

    >>> unfinished('4H'), unfinished('3NT +1')
    (('the declarer and the tricks', '4H N ='), ('the declarer', '3NT N +1'))
    """
    found = _UNFINISHED.fullmatch(text) if len(text) <= MOST_CHARACTERS else None
    if found is None or (found["declarer"] and found["tricks"]):
        return None
    missing = (
        "the declarer" if found["tricks"] else "the tricks" if found["declarer"] else "the declarer and the tricks"
    )
    return missing, f"{found['contract'].strip()} {found['declarer'] or 'N'} {found['tricks'] or '='}"
