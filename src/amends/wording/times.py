"""The time for review and for corrections in words: the same sentence on every slip, page and notice."""

from __future__ import annotations

from datetime import datetime

from amends.clock import shown_time
from amends.exact import many
from amends.journal.history import GivenRuling, History
from amends.laws import law79, law92
from amends.laws.editions import clause
from amends.regulations import Regulation
from amends.rulings.time_limits import correction_ends, first_published, has_review, review_ends, ruling_published


def review_sentence(ends: datetime | None, regulation: Regulation, beside: datetime | None = None) -> str:
    """Until when a review may be asked for; `ends` is None as long as no official score contains the ruling.

    >>> from amends.regulations import default
    >>> review_sentence(None, default())
    'A review may be asked for until 30 minutes after the official score with this ruling is first available.'
    >>> review_sentence(datetime(2026, 11, 13, 19, 50), default(), datetime(2026, 11, 13, 19, 2))
    'A review may be asked for until 19:50.'
    """
    return f"A review may be asked for until {_until(ends, regulation.appeal_minutes, 'this ruling', beside)}."


def review_words(history: History, given: GivenRuling, regulation: Regulation) -> str:
    """Until when a review of a ruling may be asked for; "" for a ruling that counts no more or was reviewed."""
    if not has_review(given):
        return ""
    return review_sentence(review_ends(history, given, regulation), regulation, given.ruling.time or given.made.at)


def correction_words(history: History, result: str, regulation: Regulation, beside: datetime | None = None) -> str:
    """Until when an error in a table result may be corrected, with the law."""
    ends = correction_ends(history, result, regulation)
    until = _until(ends, regulation.correction_minutes, "this result", beside)
    return f"An error may be corrected until {until} [{clause('79C1', regulation.edition)}]."


def publication_words(history: History, regulation: Regulation) -> str:
    """What the last publication of a history starts: the time for corrections and reviews of what is new in it."""
    last = history.publications[-1]
    rulings = [
        given.ruling.id for given in history.rulings if has_review(given) and ruling_published(history, given) == last
    ]
    words = []
    if any(first_published(history, entered) == last for entered in history.results.values()):
        ends = shown_time(law79.correction_ends(last.made.at, regulation), last.made.at)
        scores = "the results that are new here" if last.number > 1 else "these results"
        words.append(f"Errors in {scores} may be corrected until {ends} [{clause('79C1', regulation.edition)}].")
    if rulings:
        ends = shown_time(law92.review_ends(last.made.at, regulation), last.made.at)
        named = ["ruling " + rulings[0]] if len(rulings) == 1 else ["rulings " + ", ".join(rulings[:-1]), rulings[-1]]
        words.append(
            f"A review of {' and '.join(named)} may be asked for until {ends} [{clause('92B', regulation.edition)}]."
        )
    if not words:
        return "No time for corrections or reviews begins with these results."
    if last.number > 1:
        words.append("For everything else the time began with the results that showed it first.")
    return " ".join(words)


def _until(ends: datetime | None, minutes: int, what: str, beside: datetime | None) -> str:
    if ends is not None:
        return shown_time(ends, beside)
    available = f"the official score with {what} is first available"
    return f"{many(minutes, 'minute')} after {available}" if minutes else available
