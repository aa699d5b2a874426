"""A preview of a ruling, and one more combination of pending rulings, against scoring the event once."""

from __future__ import annotations

from dataclasses import replace

from amends import BySide, Event, Ruling, TableReference, parse_award, score
from amends.event.rows import rows_in_force
from amends.rulings.consequences.preview import Preview, preview_of
from benchmarks import engine, sessions
from benchmarks.report import Entry, Information, Measured
from benchmarks.timing import best_of, shown

TABLES = 250
_BOARD, _NORTH_SOUTH = 7, "10"


def previews(tables: int = TABLES, repetitions: int = 15) -> list[Entry]:
    """From the event and a draft to its preview: both scorings, moves, podium and checks."""
    event, draft = with_draft(tables)

    def whole() -> Preview:
        return preview_of(score(event), score(replace(event, rulings=(*event.rulings, draft))), draft)

    found = whole()
    before, after = score(event), score(replace(event, rulings=(*event.rulings, draft)))
    rows = rows_in_force(after.event.results, after.event.rulings)
    once, both, rest, row = best_of(
        repetitions,
        lambda: score(event),
        whole,
        lambda: preview_of(before, after, draft),
        lambda: before.with_rows(rows),
        before=engine.forget_events,
    )
    figures = [seated.move.after for side in found.sides for seated in side]
    agree = figures == [after.standing(seated.contestant) for side in found.sides for seated in side]
    detail = (
        f"a weighted ruling in an event of {2 * tables} pairs x {sessions.BOARDS} boards with {len(event.rulings)} "
        f"rulings, from the event to the preview, {shown(both)}; one scoring {shown(once)}; without the two scorings "
        f"{shown(rest)}; {len(found.others)} others move"
    )
    again = (
        f"as scenarios do it, from the standings before: one row changed {shown(row)}; the whole event {shown(once)}"
    )
    return [
        Measured("a preview : its event scored once", both / once, 3, detail, at_most=True, agree=agree),
        Information("a combination more : the event scored", f"{row / once:.2f}", again),
    ]


def with_draft(tables: int) -> tuple[Event, Ruling]:
    """A session as an event whose weighted and artificial rows are rulings, and one more that is not given yet."""
    rows = sessions.rows_in_force(sessions.session(tables))
    named = [replace(row, table=replace(row.table, id=f"{row.table.board}/{row.table.id}")) for row in rows]
    rulings = [
        Ruling(row.table.id, row.table.board, TableReference(ns=row.table.seats.ns[0]), BySide(*row.awards))
        for row in named
        if row.ruled
    ]
    award = parse_award("60% 4S N =; 40% 4S N -1")
    draft = Ruling("draft", _BOARD, TableReference(ns=_NORTH_SOUTH), BySide.both(award), laws=("12C1(c)",))
    return Event(results=tuple(row.table for row in named), rulings=tuple(rulings)), draft
