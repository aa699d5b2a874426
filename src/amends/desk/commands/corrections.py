"""Drafts that correct a wrongly recorded result by hand: in the correction period (79C1), or after it (79C2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from amends import clock
from amends.awards import Award, Mixture, NotScored
from amends.desk.confirm import Draft, Drafting, refusal
from amends.desk.open_event import OpenEvent
from amends.event import TableReference, TableResult
from amends.event.rows import row_of, table_of
from amends.faults import Refusal
from amends.journal.entries import Payload, ResultCorrected, ResultErased
from amends.laws.editions import clause
from amends.rulings.time_limits import correction_ends

LATE = "too late"
"""The kind of refusal of what can be entered late with a reason."""

BY_HAND = "entered by hand"
"""The reason of a result that was missing and has come in: nothing is corrected."""

AT_TABLE = "entered at the table"
"""The same of a result that came in from a table device."""


def period_ended(row: TableResult, opened: OpenEvent, at: datetime) -> datetime | None:
    """When the correction period of a row ended, where it has at that moment; a missing result has none."""
    if row.result == NotScored(expected=True):
        return None
    ends = correction_ends(opened.history, row.id, opened.event.regulation)
    return ends if ends is not None and at > ends else None


def late_law(opened: OpenEvent) -> str:
    """The law by which a score is changed after the correction period, in the event's edition.

    It is for an error beyond reasonable doubt, and needs the approval of the authority.
    """
    return clause("79C2", opened.event.regulation.edition)


def late_words(reason: str, opened: OpenEvent, why: str = "") -> str:
    """The reason of a change after the correction period, with the law and why it is late."""
    return f"{reason.rstrip(' .;')}; after the correction period [{late_law(opened)}]{f': {why}' if why else ''}"


def correcting(board: int, table: TableReference, result: Award, reason: str, late: str = "") -> Draft:
    """Put right what was recorded for a table; after the correction period only with why it is done late."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        row = row_of(board, table, drafting.opened.event.results)
        refuse_awards(result)
        if not all(row.seats) and result != NotScored(expected=False):
            raise Refusal(f"Nobody sat on a side there: {row.where}.", "Put right first who sat there.")
        if result == row.result:
            raise Refusal(f"{result} is the result of {row.where} already.", "Nothing is to be corrected.")
        yield ResultCorrected(replace(row, result=result), reason_given(drafting, row, reason, late, "corrected"))

    return draft


def erasing(board: int, table: TableReference, reason: str, late: str = "") -> Draft:
    """Take out a line that was never played at that table; not where a ruling stands on it."""

    def draft(drafting: Drafting) -> Iterable[Payload]:
        opened = drafting.opened
        row = row_of(board, table, opened.event.results)
        for ruling in opened.event.rulings:
            if table_of(ruling, opened.event.results).id == row.id:
                message = f"Ruling {ruling.id} stands on {row.where}; the line cannot be erased."
                raise Refusal(message, "Withdraw the ruling first.")
        yield ResultErased(row.id, reason_given(drafting, row, reason, late, "erased"))

    return draft


def refuse_awards(result: Award) -> None:
    """Refuse as the result of a table what only a ruling can give."""
    if not (isinstance(result, NotScored) or (isinstance(result, Mixture) and result.plain is not None)):
        remedy = "Give one result, a score or np; an award is a ruling."
        raise Refusal(f"{result} cannot be the result of a table.", remedy)


def reason_given(drafting: Drafting, row: TableResult, reason: str, late: str, done: str) -> str:
    """The reason that is entered; with why it is late, where it is. Without either it is refused."""
    if not reason.strip():
        raise Refusal("The reason is missing.", f"Say why the result is {done}.")
    ended = period_ended(row, drafting.opened, drafting.at)
    if ended is None:
        return reason
    if not late.strip():
        message = f"The correction period ended at {clock.shown_time(ended)} ({late_law(drafting.opened)})."
        raise refusal(LATE, message, "Say why the result is changed late.")
    return late_words(reason, drafting.opened, late)
