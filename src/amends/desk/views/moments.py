"""Moments in an event's history, as people name them: "16:05", "entry 12", "published", "now"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from amends import clock
from amends.desk.open_event import OpenEvent
from amends.desk.views.differences import changes_scores
from amends.desk.views.entry_text import payload_words
from amends.faults import refuse
from amends.journal.chain import people_of
from amends.journal.codec.notations import by_the_wall
from amends.journal.entries import PublishedStandings
from amends.journal.people import named_payload

EXPECTED = (
    'now, start, an entry ("12"), a publication ("published", "published 2", "provisional", "final"),'
    ' a time ("16:05", "2026-11-13 16:05")'
)

MOST = 200
"""So many moments can be chosen from a list; any other can be typed."""

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
_ENTRY = re.compile(r"(?:entry|#)? ?([0-9]{1,9})")
_PUBLISHED = re.compile(r"published ?#?([0-9]{1,6})?")


def moment(text: str, opened: OpenEvent) -> int:
    """The number of the last entry at a moment; 0 before the first one.

    A publication is the moment at which it was made: all that it shows, and itself.
    """
    said = " ".join(text.split()).casefold()
    if said in ("now", "end"):
        return opened.seen
    if said in ("start", "begin", "beginning"):
        return 0
    if found := _ENTRY.fullmatch(said):
        return _entry(int(found[1]), opened)
    if found := _PUBLISHED.fullmatch(said):
        return _publication(int(found[1]) if found[1] else None, None, opened)
    if said in ("provisional", "final"):
        return _publication(None, said == "final", opened)
    return _at(_time(said, text, opened), opened)


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment after which the standings may be others: the number of its entry, when, and what was entered."""

    seq: int
    at: datetime
    words: str
    published: bool = False


def moments(opened: OpenEvent, most: int = MOST) -> tuple[Moment, ...]:
    """The last moments of an event that can be chosen: publications, and entries that can change a score."""
    kept = [
        entry for entry in opened.entries if isinstance(entry.payload, PublishedStandings) or changes_scores(entry)
    ][-most:]
    people = people_of(opened.entries)
    return tuple(
        Moment(
            entry.seq,
            entry.at,
            payload_words(named_payload(entry.payload, people), opened.event.regulation.edition),
            isinstance(entry.payload, PublishedStandings),
        )
        for entry in kept
    )


def _entry(number: int, opened: OpenEvent) -> int:
    if number > opened.seen:
        raise refuse(f"entry {number}", f"one of the {opened.seen} entries of {opened.kept.name}")
    return number


def _publication(number: int | None, final: bool | None, opened: OpenEvent) -> int:
    every = opened.history.publications
    fitting = [each for each in every if final in (None, each.final) and number in (None, each.number)]
    if not fitting:
        made = ", ".join(f"{each.number} ({clock.shown_time(each.made.at)})" for each in every)
        raise refuse("a publication that was not made", f"one of {made}" if made else "an event that was published")
    return fitting[-1].made.seq


def _time(said: str, text: str, opened: OpenEvent) -> datetime:
    """A time of day is that of the day on which something last happened at that time or before it."""
    if found := _CLOCK.fullmatch(said):
        hour, minute = int(found[1]), int(found[2])
        last = clock.local(opened.entries[-1].at if opened.entries else clock.now())
        # Without its offset, which may have been another one at that time of the day.
        return last.replace(hour=hour, minute=minute, second=59, microsecond=0, tzinfo=None)
    try:
        at = datetime.fromisoformat(text.strip().upper())
    except ValueError:
        raise refuse(repr(text), EXPECTED) from None
    return at.replace(second=59) if at.second == 0 else at


def _at(at: datetime, opened: OpenEvent) -> int:
    """The last entry by then: a clock that was set back, or another that is slow, takes no entry out of its order."""
    until = by_the_wall(at)
    return max((entry.seq for entry in opened.entries if entry.at <= until), default=0)
