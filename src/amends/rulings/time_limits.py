"""Until when a score may be corrected (79C1) and a ruling reviewed (92B).

Both periods begin when the official score that contains the result or the ruling is first made available. A later
publication restarts nothing that it leaves alone.
"""

from __future__ import annotations

from datetime import datetime

from amends.event.ruling import Ruling
from amends.journal.history import GivenRuling, History, Made, Publication, RulingState
from amends.laws import law79, law92
from amends.laws.clauses import parse
from amends.regulations import Regulation


def first_published(history: History, entered: Made, ended: Made | None = None) -> Publication | None:
    """The first publication that contains what was entered; None where there is none before that `ended`."""
    found = next((each for each in history.publications if each.made.seq > entered.seq), None)
    return None if found is None or (ended is not None and ended.seq < found.made.seq) else found


def ruling_published(history: History, given: GivenRuling) -> Publication | None:
    """The first publication at which a ruling was in force."""
    ended = given.withdrawn
    if given.replaced_by:
        ended = history.ruling(given.replaced_by).made
    return first_published(history, given.made, ended)


def review_ends(history: History, given: GivenRuling, regulation: Regulation) -> datetime | None:
    """When the time to ask for a review of a ruling ends (92B); None until an official score contains the ruling."""
    published = ruling_published(history, given)
    return None if published is None else law92.review_ends(published.made.at, regulation)


def has_review(given: GivenRuling) -> bool:
    """Whether a review can be asked for: the ruling is in force, and no committee has given or upheld it."""
    waits = given.state in (RulingState.GIVEN, RulingState.UNDER_APPEAL)
    return waits and not given.by_appeal and not cites_appeal(given.ruling)


def cites_appeal(ruling: Ruling) -> bool:
    """Whether a ruling, as a file has it, was given on appeal: it replaces another one and cites Law 92 or 93."""
    return ruling.replaces is not None and any(parse(law)[:1] in (("92",), ("93",)) for law in ruling.laws)


def correction_ends(history: History, result: str, regulation: Regulation) -> datetime | None:
    """When the correction period of a table result ends (79C1), by its id; None until an official score contains it.

    A corrected result is a new one: its period begins with the first publication after the correction.
    """
    entered = history.results.get(result)
    published = None if entered is None else first_published(history, entered)
    return None if published is None else law79.correction_ends(published.made.at, regulation)


def last_correction_ends(history: History, regulation: Regulation) -> datetime | None:
    """When the last correction period ends of those that have begun; None before the first publication."""
    ends = (correction_ends(history, result, regulation) for result in history.results)
    return max((each for each in ends if each is not None), default=None)
