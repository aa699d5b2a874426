"""What is typed about a case, read: the auction, what was said of a call, what one player answered, a time."""

from __future__ import annotations

import re
from datetime import datetime

from amends import clock
from amends.bridge import Auction
from amends.desk.open_event import OpenEvent
from amends.event.case import Explanation, PollAnswer
from amends.faults import Faults, refuse
from amends.journal.codec.notations import utc
from amends.journal.history import Case

_ANSWER = re.compile(
    r"(?P<chose>.+?)(?:\s+(?:considered|considering)\s+(?P<considered>[^,;]+))?(?:\s*[,;]\s*(?P<standard>.+))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*[/,]\s*|\s+or\s+|\s+and\s+")


def read_auction(text: str, opened: OpenEvent, case: Case, where: str = "") -> Auction:
    """The auction of a case from the dealer at its table on."""
    event = opened.event
    table = next((each for each in event.results if each.id == case.table.result), None)
    dealer = event.dealer_at(table) if table else event.dealer(case.board)
    try:
        return Auction.parse(dealer, text.replace(",", " "))
    except Faults as trouble:
        raise trouble.at(where) from None


def read_explanation(text: str, where: str = "") -> Explanation:
    """A call and what was said of it.

    >>> read_explanation('2C=both majors').words
    'both majors'
    """
    call, _, words = text.partition("=")
    if not call.strip() or not words.strip():
        raise refuse(repr(text), 'a call and what was said of it: "2C=both majors"', where)
    return Explanation(call.strip(), words.strip())


def read_answer(text: str) -> PollAnswer:
    """What one player said: the action, what else was considered, and the player's standard.

    >>> read_answer('4H considered 4S / pass, expert')
    PollAnswer(chose='4H', considered=('4S', 'pass'), standard='expert', who='')
    """
    found = _ANSWER.fullmatch(" ".join(text.split()))
    if found is None or not found["chose"].strip():
        raise refuse(repr(text), 'an answer such as "4H", "4H considered 4S", "pass considered 4S / X, expert"')
    others = read_considered(found["considered"] or "")
    return PollAnswer(found["chose"].strip(), others, (found["standard"] or "").strip())


def read_considered(text: str) -> tuple[str, ...]:
    """What else a player would consider, with strokes or commas between.

    >>> read_considered('4S / pass')
    ('4S', 'pass')
    """
    return tuple(filter(None, _BETWEEN.split(text.strip())))


def read_time(text: str) -> datetime:
    """A time of today, or of the day that is said, on the clock on the wall."""
    said = text.strip()
    now = clock.local(clock.now())
    if found := re.fullmatch(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])", said):
        return utc(now.replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0))
    try:
        return utc(datetime.fromisoformat(said.upper()).astimezone())
    except (ValueError, OverflowError):
        raise refuse(repr(text), 'a time such as "21:12" or "2026-11-13 21:12"') from None
