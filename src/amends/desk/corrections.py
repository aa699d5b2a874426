"""Drafts that correct a wrongly recorded result by hand (79C), and the time in which that is usual."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from amends.awards import Award, Mixture, NotScored
from amends.desk import clock
from amends.desk.drafting import Draft, Drafting
from amends.desk.open_event import OpenEvent
from amends.event import TableReference
from amends.event.entries import Payload, ResultCorrected, ResultErased
from amends.event.notations import minutes_after
from amends.event.rows import row_of, table_of
from amends.faults import refuse

BY_HAND = "entered by hand"
"""The reason of a result that was missing and has come in: nothing is corrected."""


def correction_ends(opened: OpenEvent) -> datetime | None:
    """When the correction period ends, by the regulation, after the last publication; None before the first."""
    publications = opened.history.publications
    if not publications:
        return None
    return minutes_after(publications[-1].made.at, opened.event.regulation.correction_minutes)


def correcting(board: int, table: TableReference, result: Award, reason: str, late: str = "") -> Draft:
    """Put right what was recorded for a table; after the correction period only with why it is done late."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        row = row_of(board, table, drafting.opened.event.results)
        refuse_awards(result)
        if result == row.result:
            expected = "another one: nothing is to be corrected"
            raise refuse(f"{result}, which is the result of {row.where}", expected)
        yield ResultCorrected(replace(row, result=result), reason_given(drafting, reason, late, "corrected"))

    return draft


def erasing(board: int, table: TableReference, reason: str, late: str = "") -> Draft:
    """Take out a line that was never played at that table; not where a ruling stands on it."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        row = row_of(board, table, opened.event.results)
        for ruling in opened.event.rulings:
            if table_of(ruling, opened.event.results).id == row.id:
                raise refuse(
                    f"to erase {row.where}, on which ruling {ruling.id} stands",
                    "the ruling withdrawn first",
                )
        yield ResultErased(row.id, reason_given(drafting, reason, late, "erased"))

    return draft


def refuse_awards(result: Award) -> None:
    """Refuse as the result of a table what only a ruling can give."""
    if not (isinstance(result, NotScored) or (isinstance(result, Mixture) and result.plain is not None)):
        raise refuse(f"{result} as the result of a table", "one result, a score or np; an award is a ruling")


def reason_given(drafting: Drafting, reason: str, late: str, done: str) -> str:
    """The reason that is entered; with why it is late, where it is. Without either it is refused."""
    if not reason.strip():
        raise refuse("no reason", f"why the result is {done}")
    ends = correction_ends(drafting.opened)
    if ends is None or drafting.at <= ends:
        return reason
    if not late.strip():
        raise refuse(
            f"a correction at {clock.shown(drafting.at)}, after the correction period (79C)",
            f"one until {clock.shown(ends)}, or why it is made late (--late)",
        )
    return f"{reason}; after the correction period: {late}"
