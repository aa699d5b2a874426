"""Names for people: contestants, tables, and who gave a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from amends.event import Event, TableResult
from amends.event.ruling import Ruling
from amends.faults import printable
from amends.journal.history import GivenRuling, History
from amends.laws.editions import clause
from amends.rulings.time_limits import cites_appeal


def names(event: Event, contestant: str) -> str:
    """The contestant's own name or its players'; "" where only its number is known.

    >>> from amends.event import Contestant, Player
    >>> pair = Contestant('3', players=(Player('Player 1'), Player('Player\\t2')))
    >>> names(Event(contestants={'3': pair}), '3'), names(Event(), '3')
    ('Player 1 & Player 2', '')
    """
    called = event.name(contestant)
    # Files put tabs, line ends and blanks of all widths between the parts of a name.
    return "" if called == contestant else printable(" ".join(called.split()))


def side_names(event: Event, seats: Iterable[str], nobody: str = "–") -> str:
    """Those who sat on one side, with their names."""
    return ", ".join(number_and_names(event, seat) for seat in seats) or nobody


def table_names(event: Event, table: TableResult) -> str:
    """Those who sat at a table, with their names: 7 Ash & Birch against 16."""
    return " against ".join(side_names(event, seats, "nobody") for seats in table.seats)


def number_and_names(event: Event, contestant: str) -> str:
    """The number, and the names where they are known: "3 Player 1 & Player 2"."""
    return f"{contestant} {names(event, contestant)}".rstrip()


# Who gave a ruling


def ruling_author(history: History, given: GivenRuling, names: bool = True) -> str:
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
    by = ruling_author(history, given, names)
    appeal = f" on appeal {given.by_appeal} [{clause('93', edition)}]" if given.by_appeal else ""
    return (f" by {by}" if by else "") + appeal
