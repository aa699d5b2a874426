"""From the tables of a file to a document: a pure function of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from amends.event.event import Event
from amends.faults import Fault
from amends.formats.building import Builder
from amends.formats.bws.access import AccessTables
from amends.formats.bws.cells import Tables, rows
from amends.formats.bws.contest import contest
from amends.formats.bws.lines import line, unsent
from amends.formats.bws.movement import completed, movement
from amends.formats.bws.players import add_players
from amends.formats.bws.received import Received, has_two_of_a_side, in_force, place
from amends.formats.bws.records import Records, deals
from amends.journal.document import Document

_A_PROGRESS = 1_000
"""The rows between two reports of progress."""


def document(
    access: AccessTables, name: str, *, winners: int | None = None, progress: Callable[[int], None] | None = None
) -> Document:
    """The document in the tables of a file; all faults of its rows at once."""
    tables = access.tables
    sent, schedule = rows(tables, "ReceivedData"), rows(tables, "RoundData")
    individual = has_two_of_a_side(sent) or has_two_of_a_side(schedule)
    plan = movement(schedule, individual)
    builder = Builder(name, by_section=not any(row.flag("PairsMoveAcrossField") for row in rows(tables, "Session")))
    results = in_force([completed(row, plan, individual) for row in sent], builder, individual)
    found = contest(tables, plan, results, builder, individual=individual, winners=winners)
    builder.form, builder.winners = found.form, found.winners
    results = [found.present(result) for result in results]
    records = Records.of(tables)
    for count, result in enumerate(results, 1):
        if result.who:
            builder.rows.append(line(result, found, records))
        else:
            builder.note("left-out", f"{place(result)}: {result.sent}, and nobody who sat there", board=result.board)
        if progress is not None and count % _A_PROGRESS == 0:
            progress(count)
    builder.rows += unsent(found, results)
    add_players(tables, builder, found.sections, found.plan, results)
    _note_the_rest(access, results, builder)
    dealt = tuple(deals(tables, found.sections, found.sessions, builder))
    built = builder.build()
    event = Event(
        form=found.form,
        scoring=found.scoring,
        winners=found.winners,
        title=_title(tables),
        results=built.results,
        contestants=built.contestants,
        rulings=built.rulings,
        deals=dealt,
    )
    return Document(event=event, about=_about(access), notes=built.notes, source="bws")


def _note_the_rest(access: AccessTables, results: Sequence[Received], builder: Builder) -> None:
    """Notes on what else stands in the file."""
    finished = {result.key for result in results}
    begun = {
        (row.whole("Section"), row.whole("Round"), row.whole("Table"), row.whole("Board"))
        for row in rows(access.tables, "IntermediateData")
        if not row.flag("Erased")
    }
    if unfinished := len(begun - finished):
        builder.note("left-out", f"boards in IntermediateData whose result was not confirmed: {unfinished}")
    for table, said in access.miscounted.items():
        found = len(access.tables[table])
        if said and not found:
            builder.faults.add(None, Fault(f"no row in the table {table}", f"{said} rows, as the table says"))
        builder.note("unreadable", f"the table {table} says that it has {said} rows, and holds {found}")


def _title(tables: Tables) -> str:
    return next((row.text("Name") for row in rows(tables, "Session") if row.text("Name")), "")


def _about(access: AccessTables) -> dict[str, str]:
    """What the file says of itself; its day is that of the first result, since the session's may be an old one."""
    days = sorted(filter(None, (row.text("DateLog")[:10] for row in rows(access.tables, "ReceivedData"))))
    days += [row.text("Date")[:10] for row in rows(access.tables, "Session")]
    guids = [row.text("GUID") for row in rows(access.tables, "Session")]
    about = {"date": next(iter(days), ""), "event_id": next(iter(guids), ""), "version": access.version}
    return {key: value for key, value in about.items() if value}
