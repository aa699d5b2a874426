"""Contracts, results and their notation: "4Hx N -1", "pass", "+420".

Read is also what people write: "4S-1 by N", "4HE(10)". Where a text is near to a result, the fault asks for that one.

Equality compares everything, the double too: two results are equal only if they are the same contract by the same
declarer with the same number of tricks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from amends.bridge.side import Seat
from amends.exact import plain_minus
from amends.faults import Faults, did_you_mean, refuse

MOST_CHARACTERS = 80
"""Longer texts are neither put in order nor guessed at."""

_CONTRACT = r"(?P<contract>(?P<level>[0-9]{1,3})\s*+(?:NT|[^\W\d_]|[♣♧♦♢♥♡♠♤])(?:\s*+X{1,2})?)"
_DECLARER = r"(?:\s++BY\s++|\s*+)(?P<declarer>[NESW])"
_ORDERS = tuple(
    re.compile(_CONTRACT + order, re.IGNORECASE)
    for order in (
        _DECLARER + r"\s*+(?P<tricks>=|[+-]\s*+[0-9]{1,3}|[0-9]{1,3}|\(\s*+[0-9]{1,3}\s*+\))",
        r"\s*+(?P<tricks>=|[+-]\s*+[0-9]{1,3}|\(\s*+[0-9]{1,3}\s*+\))" + _DECLARER,
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


_UNFINISHED = re.compile(_CONTRACT + r"\s*+(?P<declarer>[NESW])?\s*+(?P<tricks>=|[+-]\s*+[0-9]{1,2}|[0-9]{1,2})?")


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


class Denomination(Enum):
    """The suits and notrump, in rank order."""

    __hash__ = object.__hash__  # members are few and unique; the enum's own is slow

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"

    @property
    def symbol(self) -> str:
        """As players write it."""
        return {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}.get(self.value, "NT")


class Doubling(Enum):
    """Undoubled, doubled or redoubled; the value is its notation."""

    __hash__ = object.__hash__  # members are few and unique; the enum's own is slow

    UNDOUBLED = ""
    DOUBLED = "x"
    REDOUBLED = "xx"


@dataclass(frozen=True, slots=True)
class Contract:
    """Level, denomination and doubling."""

    level: int
    denomination: Denomination
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise refuse(f"level {self.level}", "a level from 1 to 7")

    def __str__(self) -> str:
        return f"{self.level}{self.denomination.value}{self.doubling.value}"

    @property
    def symbols(self) -> str:
        """With suit symbols: 4♥x."""
        return f"{self.level}{self.denomination.symbol}{self.doubling.value}"


@dataclass(frozen=True, slots=True)
class Result:
    """A contract, who declared it, and the tricks taken.

    >>> str(Result(Contract(4, Denomination.HEARTS, Doubling.DOUBLED), Seat.NORTH, 9))
    '4Hx N -1'
    """

    contract: Contract
    declarer: Seat
    tricks: int

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise refuse(f"{self.tricks} tricks", "0 to 13 tricks")

    @property
    def over(self) -> int:
        """Tricks over the contract (under it: negative)."""
        return self.tricks - self.contract.level - 6

    def __str__(self) -> str:
        made = "=" if self.over == 0 else f"{self.over:+d}"
        return f"{self.contract} {self.declarer.value} {made}"

    @property
    def symbols(self) -> str:
        """As players write it: 4♥x N −1."""
        return f"{self.contract.symbols} {str(self).split(' ', 1)[1]}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class PassedOut:
    """Four passes: a real result, 0 to both sides."""

    def __str__(self) -> str:
        return "pass"

    @property
    def symbols(self) -> str:
        """As players write it."""
        return "passed out"


@dataclass(frozen=True, slots=True)
class Points:
    """A North-South score where the contract is not known."""

    ns: int

    def __str__(self) -> str:
        return f"{self.ns:+d}" if self.ns else "0"

    @property
    def symbols(self) -> str:
        """As players write it."""
        return str(self).replace("-", "−")


Outcome: TypeAlias = Result | PassedOut | Points

_DENOMINATIONS = {
    "C": Denomination.CLUBS, "♣": Denomination.CLUBS, "♧": Denomination.CLUBS,
    "D": Denomination.DIAMONDS, "♦": Denomination.DIAMONDS, "♢": Denomination.DIAMONDS,
    "H": Denomination.HEARTS, "♥": Denomination.HEARTS, "♡": Denomination.HEARTS,
    "S": Denomination.SPADES, "♠": Denomination.SPADES, "♤": Denomination.SPADES,
    "N": Denomination.NOTRUMP, "NT": Denomination.NOTRUMP,
}  # fmt: skip
_DOUBLINGS = {"": Doubling.UNDOUBLED, "X": Doubling.DOUBLED, "XX": Doubling.REDOUBLED}
_RESULT = re.compile(
    r"(?P<level>[0-9]{1,3})\s*+(?P<denomination>NT|[^\W\d_]|[♣♧♦♢♥♡♠♤])\s*+(?P<doubling>X{0,2})\s*+"
    r"(?P<declarer>[NESW])\s*+(?P<made>=|[+-]\s*+[0-9]{1,3}|[0-9]{1,3})"
)
_POINTS = re.compile(r"[+-]\s?\d{1,6}|0", re.ASCII)
_EXPECTED = 'a result such as "4Hx N -1", "3NT E =", "pass", or points such as "+420"'


@lru_cache(maxsize=8192)
def parse_outcome(text: str) -> Outcome:
    """The outcome that a text says.

    >>> [str(parse_outcome(text)) for text in ('4♥× n 9', '3nt E=', '4S-1 by N', '4HE(10)', 'Pass', '−50')]
    ['4Hx N -1', '3NT E =', '4S N -1', '4H E =', 'pass', '-50']
    """
    outcome = _read(text.strip(), _tidied(text))
    if outcome is not None:
        return outcome
    near = near_outcome(text)
    if near is None and (lacking := _lacking(text)):
        missing, example = lacking
        raise refuse(f"{text.strip()!r} without {missing}", f'{missing} behind the contract, as in "{example}"')
    raise refuse(repr(text.strip()), _EXPECTED if near is None else did_you_mean(str(near), _EXPECTED))


def near_outcome(text: str) -> Outcome | None:
    """The outcome that a text which is none was probably meant to be.

    >>> print(near_outcome('4H N 1-'), near_outcome('4H N x, down 1'), near_outcome('hello'))
    4H N -1 4Hx N -1 None
    """
    for candidate in near_results(_tidied(text)):
        try:
            outcome = _read(candidate, candidate)
        except Faults:
            continue
        if outcome is not None:
            return outcome
    return None


def _tidied(text: str) -> str:
    return plain_minus(text).replace("\ufe0e", "").replace("\ufe0f", "").replace("×", "x").strip().upper()


def _lacking(text: str) -> tuple[str, str] | None:
    """What a contract lacks to be a result, and the result that it would be with it."""
    lacking = unfinished(_tidied(text))
    try:
        outcome = _read(lacking[1], lacking[1]) if lacking else None
    except Faults:
        return None  # with the rest it would be wrong all the same
    return (lacking[0], str(outcome)) if lacking and outcome else None


def _read(text: str, tidy: str) -> Outcome | None:
    """The outcome that a tidy text says; None where it has not the form of one."""
    if tidy == "PASS":
        return PassedOut()
    if _POINTS.fullmatch(tidy):
        return Points(int("".join(tidy.split())))
    found = _RESULT.fullmatch(tidy) or _RESULT.fullmatch(in_order(tidy))
    return None if found is None else _result(text, found)


def _result(text: str, found: re.Match[str]) -> Result:
    level, denomination = int(found["level"]), found["denomination"]
    if not 1 <= level <= 7:
        raise refuse(f"level {level} in {text!r}", "a level from 1 to 7")
    try:
        suit = parse_denomination(denomination)
    except Faults:
        raise refuse(f"denomination {denomination!r} in {text!r}", "C, D, H, S, NT or a suit symbol") from None
    tricks = _tricks(text, level, "".join(found["made"].split()))
    return Result(Contract(level, suit, _DOUBLINGS[found["doubling"]]), Seat(found["declarer"]), tricks)


def parse_denomination(text: str) -> Denomination:
    """The suit or notrump that a letter or a symbol says.

    >>> parse_denomination('n'), parse_denomination('♡')
    (<Denomination.NOTRUMP: 'NT'>, <Denomination.HEARTS: 'H'>)
    """
    if text.upper() not in _DENOMINATIONS:
        raise refuse(f"denomination {text!r}", "C, D, H, S, NT or a suit symbol")
    return _DENOMINATIONS[text.upper()]


def _tricks(text: str, level: int, made: str) -> int:
    if made == "=":
        return level + 6
    tricks = level + 6 + int(made) if made[0] in "+-" else int(made)
    if not 0 <= tricks <= 13:
        raise refuse(f"{tricks} tricks in {text!r}", "0 to 13 tricks")
    if made[0] == "-" and tricks >= level + 6:
        raise refuse(f"{made} in {text!r}", '"=" for a contract just made')
    return tricks
