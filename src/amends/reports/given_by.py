"""Who gave a ruling: the director, or on appeal the committee or the reviewer."""

from __future__ import annotations

from collections.abc import Sequence

from amends.event.ruling import Ruling
from amends.journal.history import GivenRuling, History
from amends.laws.editions import clause
from amends.rulings.appeal import cites_appeal


def given_by(history: History, given: GivenRuling, names: bool = True) -> str:
    """Who gave a ruling: the director's name, or the committee with those who sat on it; "" where it is not known.

    Without `names` only the committee or the reviewer is told.
    """
    if not given.by_appeal:
        return file_committee(given.ruling) or ((given.ruling.director or given.made.by) if names else "")
    appeal = history.appeals.get(given.by_appeal)
    return committee(appeal.reviewers if appeal else (), names)


def file_committee(ruling: Ruling) -> str:
    """The committee, for a ruling of a file that was given on appeal and names nobody; else ""."""
    return committee(()) if cites_appeal(ruling) and not ruling.director else ""


def committee(reviewers: Sequence[str], names: bool = True) -> str:
    """Those who decide an appeal.

    >>> committee(['A. Ash', 'D. Dean']), committee(['A. Ash'], names=False), committee([])
    ('the appeals committee (A. Ash, D. Dean)', 'the reviewer', 'the appeals committee')
    """
    office = "the reviewer" if len(reviewers) == 1 else "the appeals committee"
    known = ", ".join(filter(None, reviewers)) if names else ""
    return f"{office} ({known})" if known else office


def by_words(history: History, given: GivenRuling, edition: int, names: bool = True) -> str:
    """The same behind the time of a ruling: " by R. Fox", " by the appeals committee on appeal 1 [93]"."""
    by = given_by(history, given, names)
    appeal = f" on appeal {given.by_appeal} [{clause('93', edition)}]" if given.by_appeal else ""
    return (f" by {by}" if by else "") + appeal
