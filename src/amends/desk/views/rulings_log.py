"""The log of rulings with what is no ruling yet: which there are, by their state and board, and the slip of one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from amends import clock
from amends.desk.desk import Desk
from amends.desk.importing.rulings_from_file import New
from amends.desk.open_event import OpenEvent
from amends.desk.unfinished_rulings import kept_drafts, proposed_by
from amends.event import Event, Ruling
from amends.event.rows import bound_to, ruled_by_directors, table_of
from amends.faults import Fault, Faults, Refusal
from amends.journal.codec import time_text
from amends.journal.history import GivenRuling, RulingState
from amends.reports.bulletin import rulings_log, table_words
from amends.reports.layout.html import Table
from amends.reports.slip import Slip, slip

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
        raise Refusal("No draft of a ruling is ready.", "Keep a ruling as a draft, or answer the questions of one.")
    return by_table(rulings, opened)


OPEN, CLOSED, DRAFT, IN_FORCE = "open", "closed", "draft", "in force"
STATES = (DRAFT, OPEN, CLOSED, IN_FORCE, *(state.value for state in RulingState))
"""What the log can be filtered by."""


def read_state(text: str | None, where: str = "") -> str | None:
    """A state as people write it: "under-appeal" too."""
    if text is None:
        return None
    said = " ".join(text.casefold().replace("-", " ").split())
    if said not in STATES:
        raise Refusal(f"{text!r} is no state of a ruling.", f"States: {', '.join(STATES)}.").at(where)
    return said


def logged_rulings(opened: OpenEvent, state: str | None = None, board: int | None = None) -> Table:
    """Every ruling that was given, in force or not."""
    made = rulings_log(opened.history, opened.event)
    states = {each.value for each in RulingState if each.in_force} if state == IN_FORCE else {state}
    kept = [
        place
        for place, row in enumerate(made.data)
        if (state is None or row["state"] in states) and board in (None, row["board"])
    ]
    rows, data = [made.rows[place] for place in kept], [made.data[place] for place in kept]
    return replace(made, title=f"Rulings · {opened.kept.name}", rows=rows, data=data)


def cases_without_ruling(opened: OpenEvent, state: str | None = None, board: int | None = None) -> Table:
    """The cases that have no ruling: still open, or closed without one."""
    found = [
        case
        for case in opened.history.cases.values()
        if not case.rulings and state in (None, case.state) and board in (None, case.board)
    ]
    rows = []
    for case in found:
        where = [str(case.board), table_words(case.table, opened.event)]
        state_now = case.state + (f": {case.why_closed}" if case.why_closed else "")
        time = clock.shown_time(case.opened.at)
        rows.append([case.id, time, *where, case.what_happened, state_now, case.opened.by])
    data: list[dict[str, object]] = [
        {
            "case": case.id,
            "at": time_text(case.opened.at),
            "board": case.board,
            "ns": case.table.ns,
            "ew": case.table.ew,
            "irregularity": case.irregularity.value,
            "state": case.state,
            "why_closed": case.why_closed,
            "director": case.opened.by,
        }
        for case in found
    ]
    heads = ["case", "time", "board", "table", "what", "state", "director"]
    return Table("Cases without a ruling", heads, rows, (0, 1, 3, 4, 5, 6), data)


def ruling_named(id: str, opened: OpenEvent) -> str:
    """The ruling with an id; the id of a case means the first of its rulings."""
    case = opened.history.cases.get(id)
    known = {given.ruling.id for given in opened.history.rulings}
    return case.rulings[0] if id not in known and case is not None and case.rulings else id


def as_it_stood(given: GivenRuling, opened: OpenEvent) -> OpenEvent:
    """The event; where the line of a ruling that no longer counts was erased since, as it stood with the ruling."""
    try:
        table_of(given.ruling, opened.event.results)
    except Faults:
        return opened.until(given.made.seq)
    return opened


def event_of_appeal(id: str, opened: OpenEvent) -> Event:
    """The event in which an appealed ruling is shown."""
    appeal = opened.history.appeals.get(id)
    return as_it_stood(opened.history.ruling(appeal.ruling), opened).event if appeal else opened.event


def slip_of(id: str, opened: OpenEvent) -> Slip:
    """The slip of a ruling in force."""
    given = opened.history.ruling(ruling_named(id, opened))
    if not given.state.in_force:
        last = opened.history.chain(given.ruling.id)[-1]
        now = f"Ruling {last.ruling.id} is in its place." if last.state.in_force else "It counts no more."
        raise Refusal(f"Ruling {id} is {given.state.value} and has no slip.", now)
    ruling = next(each for each in opened.event.rulings if each.id == given.ruling.id)
    return slip(opened.standings, ruling, opened.history)
