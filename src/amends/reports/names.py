"""What people call a contestant, beside its number."""

from __future__ import annotations

from collections.abc import Iterable

from amends.event import Event, TableResult
from amends.faults import printable


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
