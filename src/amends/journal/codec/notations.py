"""What stands as one text in plain data: exact numbers, awards, calls, cards, deals, times, printed figures.

Each notation has a pattern, for the published schema; reading what was written gives an equal value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, get_args

from amends import exact
from amends.awards import Award, Mixture, parse_award
from amends.awards.notation import parse_mixture
from amends.bridge import Call, Card, Deal, Hand
from amends.event.published import Printed
from amends.faults import refuse
from amends.journal.entries import Reference


@dataclass(frozen=True, slots=True)
class Notation:
    """How values of a type are written as a text and read again."""

    name: str
    words: str
    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]

    def refused(self, text: str) -> ValueError:
        """What is raised for a text that is not in the notation."""
        return refuse(repr(text), self.words)


# Times


def utc(at: datetime) -> datetime:
    """The moment in UTC; a time without a zone is taken for one in UTC."""
    if at.tzinfo is None:
        return at.replace(tzinfo=UTC)
    try:
        return at.astimezone(UTC)
    except OverflowError:  # the first or the last day of the calendar
        raise refuse(f"the time {at.isoformat()}", "a time that can be said in UTC") from None


def by_the_wall(at: datetime) -> datetime:
    """The moment in UTC; a time without a zone is one that the clock on the wall has shown."""
    try:
        return at.astimezone(UTC)
    except (OverflowError, ValueError):  # the first or the last day of the calendar
        return at.replace(tzinfo=UTC)


def minutes_after(at: datetime, minutes: int) -> datetime:
    """So many minutes later; the last moment of the calendar where there are not so many."""
    try:
        return at + timedelta(minutes=minutes)
    except OverflowError:
        return datetime.max.replace(microsecond=0, tzinfo=at.tzinfo)


def time_text(at: datetime) -> str:
    """In UTC with a Z; a time whose zone nobody knows stays as it stands."""
    return at.isoformat() if at.tzinfo is None else utc(at).isoformat().replace("+00:00", "Z")


_TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z?"
_TIME_WORDS = 'a time such as "2026-11-15T15:42:00Z"'


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise refuse(repr(text), _TIME_WORDS) from None


# Calls, cards, deals

_CALL = r"(pass|XX?|[1-7](NT|[CDHS]))(!?)( ([\s\S]+))?"
_CALL_WORDS = 'a call such as "1NT", "pass" or "2C! asks for a major"'
_CARD = "[SHDC][AKQJT2-9]"
_HAND = r"(-|[AKQJT2-9]*(\.[AKQJT2-9]*){3})"


def _show_call(call: Call) -> str:
    """With a "!" where it was alerted, and the explanation after a blank: "2C! asks for a major"."""
    return f"{call.text}{'!' if call.alerted else ''}{' ' if call.explanation else ''}{call.explanation}"


def _call(text: str) -> Call:
    found = re.fullmatch(_CALL, text)
    if found is None:
        raise refuse(repr(text), _CALL_WORDS)
    return Call(found[1], bool(found[3]), found[5] or "")


def _deal(text: str) -> Deal:
    """As it was written: a hand that was not known is not worked out from the others."""
    return Deal(*(None if hand == "-" else Hand.parse(hand) for hand in text.removeprefix("N:").split(" ")))


def cards(text: str) -> tuple[Card, ...]:
    """Cards with blanks between them, in the order they were played."""
    return tuple(map(Card.parse, text.split(" ")))


# Numbers and awards

# Coarser than the readers where that keeps a pattern short enough to be read: the readers say what is wrong.
_NUMBER = "[0-9]{1,60}([./][0-9]{1,60})?"
_PRINTED = r"-?([0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})"
_OUTCOME = "(pass|0|[+-][0-9]{1,6}|[1-7](NT|[CDHS])x{0,2} [NESW] (=|[+-][0-9]{1,2}))"
_PART = rf"-?{_NUMBER}%? {_OUTCOME}"
_MIXTURE = rf"({_OUTCOME}|{_PART}(; {_PART})*)"
_AWARD = (
    rf"({_MIXTURE}|A[+-]?|{_NUMBER}%|[+-]?{_NUMBER} IMP|np|sit-out|complement"
    r"|(NS|EW) actual [^|]+ \| normal [^|]+ \| expected [^|]+"
    rf"|better of [^|]+ \| [^|]+|published -?{_NUMBER}( \| [^|]+)?)"
)

AWARD = Notation("Award", 'an award such as "4H N =", "60% +620; 40% -100", "A+" or "np"', _AWARD, str, parse_award)
PLAY = Notation("Play", 'cards such as "SA S4 S2"', f"{_CARD}( {_CARD})*", lambda play: " ".join(map(str, play)), cards)

_TEXTS = {
    Mixture: Notation(
        "Mixture", 'a result, or several with weights: "60% +620; 40% -100"', _MIXTURE, str, parse_mixture
    ),
    Fraction: Notation(
        "ExactNumber", 'an exact number as a text: "17/2", "8.5"', f"-?{_NUMBER}", exact.show, exact.number
    ),
    datetime: Notation("Time", _TIME_WORDS, _TIME, time_text, _time),
    Call: Notation("Call", _CALL_WORDS, _CALL, _show_call, _call),
    Card: Notation("Card", 'a card such as "DT"', _CARD, str, Card.parse),
    Deal: Notation(
        "Deal", 'a deal from North, "-" for a hand that is not known', f"N:{_HAND}( {_HAND}){{3}}", str, _deal
    ),
    Printed: Notation("Printed", 'a figure as it was printed: "28.3"', _PRINTED, str, Printed.parse),
    Reference: Notation("Reference", "a person: 64 digits of base 16, or nothing", "([0-9a-f]{64})?", str, Reference),
}

NOTATIONS: Mapping[Any, Notation] = {**dict.fromkeys(get_args(Award), AWARD), **_TEXTS}
"""The notation of each type that has one; any award is read by AWARD, a Mixture by its own."""
