"""Rulings that wait: those of a file and those of drafts, gathered by table, where only one of them will be given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from amends.desk.desk import Desk
from amends.desk.drafts import kept_drafts, proposed_by
from amends.desk.importing.rulings_from_file import New
from amends.desk.open_event import OpenEvent
from amends.event import Ruling
from amends.event.rows import bound_to, ruled_by_directors, table_of
from amends.faults import Fault, Faults, refuse

Pending = tuple[tuple[Ruling, ...], ...]
"""Pending rulings: those in one inner tuple are about one table and exclude each other."""


def by_table(rulings: Iterable[Ruling], opened: OpenEvent) -> Pending:
    """The rulings of each table together, as alternatives; where one is in force there, each would replace it."""
    event = opened.event
    ruled = ruled_by_directors(event.results, event.rulings)
    given = {ruling.id for ruling in event.rulings}
    found: dict[str, list[Ruling]] = {}
    faults: list[Fault] = []
    for ruling in rulings:
        try:
            row = table_of(ruling, event.results)
        except Faults as trouble:
            faults += trouble.faults
            continue
        standing = ruled.get(row.id)
        id = f"{ruling.id} anew" if ruling.id in given else ruling.id
        replaces = standing.id if standing else None
        found.setdefault(row.id, []).append(replace(ruling, id=id, table=bound_to(row), replaces=replaces))
    if faults:
        raise Faults(faults)
    return tuple(map(tuple, found.values()))


def pending_in_file(new: New, opened: OpenEvent) -> Pending:
    """The rulings of a file that are not given yet, or were changed."""
    return by_table((*new.rulings, *new.instead), opened)


def pending_drafts(desk: Desk, opened: OpenEvent) -> Pending:
    """The rulings that drafts come to; those that wait for answers are left out."""
    rulings = []
    for draft in kept_drafts(desk, opened):
        proposed = proposed_by(draft, opened)
        if proposed is not None:
            rulings.append(replace(proposed.ruling, id=f"draft {draft.id}"))
    if not rulings:
        raise refuse(
            "no draft of a ruling", "a draft whose questions are answered: amends rule EVENT --draft keeps one"
        )
    return by_table(rulings, opened)
