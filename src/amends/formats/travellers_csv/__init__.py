"""Travellers typed by hand as CSV: one row for each table that played a board (docs/formats/travellers.md)."""

from __future__ import annotations

from collections.abc import Iterator

from amends.event.event import Event, Form
from amends.event.rows import ruled_tables
from amends.formats.common import files, loss_lines
from amends.formats.common.csv_table import Gathered, columns_named, read_header
from amends.formats.common.format import Format, Progress, check_winners, from_path, to_path
from amends.formats.common.scored_rows import where
from amends.formats.travellers_csv.cells import NAMES, check_columns
from amends.formats.travellers_csv.reader import TravellersReader
from amends.formats.travellers_csv.writer import is_against_nobody, sections_are_left_out, write
from amends.garbage import collection_paused
from amends.journal.chain import Document

NAME = "travellers"


def loads(
    data: str | bytes,
    name: str = NAME,
    *,
    winners: int | None = None,
    progress: Progress = None,
    accept_scores: bool = False,
) -> Document:
    """The travellers of a text; the columns say the form, and what a file cannot say is as usual.

    All faults are told at once, each with its line. `winners` is 2 where N-S and E-W are ranked apart;
    `accept_scores` keeps scores that cannot occur at the board's vulnerability.

    >>> found = loads('board,ns,ew,result,lead\\n7,3,11,4H N =,C4\\n').event
    >>> [(row.id, str(row.result), str(row.record.lead)) for row in found.results]
    [('7/3-11', '4H N =', 'C4')]
    """
    check_winners(winners)
    faults = Gathered(name)
    # Only UTF-8: a spreadsheet that saves anything else is told so, before it spoils the names.
    table = read_header(files.decoded(data, name, utf_16=False), NAMES, faults)
    if table.header:
        check_columns(table, faults)
    faults.finish()
    with collection_paused():
        reader = TravellersReader(table, faults, winners or 1, accept_scores)
        reader.read(progress)
    faults.finish()
    event = Event(
        form=reader.form,
        scoring=_usual_scoring(reader.form),
        winners=winners or 1 if reader.form is Form.PAIRS else 1,
        results=tuple(reader.results),
        contestants=reader.seating.contestants,
        rulings=tuple(reader.rulings),
        vulnerable=reader.vulnerable,
    )
    return Document(event=event, source=NAME, lines=reader.lines)


def _usual_scoring(form: Form) -> str:
    return "imps" if form is Form.TEAMS else "matchpoints"


def dumps(document: Document) -> str:
    """The CSV that `loads`, with the same winners, reads back to an equal event, as far as it can hold one.

    Of a ruling in force only its awards are written; Swiss pairs are written as pairs.
    """
    return write(document.event)


def recognises(head: bytes) -> bool:
    """Whether the first line names a board and those who sat there."""
    columns = columns_named(head.decode("utf-8-sig", "replace"), NAMES)
    return "board" in columns and ({"ns", "ew"} <= columns or {"n", "e", "s", "w"} <= columns)


# What is lost


def losses(document: Document) -> Iterator[str]:
    """What the CSV cannot hold, a line each."""
    event = document.event
    for result in event.results:
        if is_against_nobody(result):
            yield f"{result.where}: a result against nobody is left out"
    yield from _rulings(event)
    yield from _said_when_read(event)
    if sections_are_left_out(event):
        yield "the sections are left out: their contestants are numbered through, and a CSV numbers by section"
    yield from loss_lines.names(event)
    yield from loss_lines.cards(event)
    yield from loss_lines.amounts(event, "is left out: a rulings file holds it")
    yield from loss_lines.regulation(event)
    yield from loss_lines.published(document)
    yield from loss_lines.journal(document)
    yield from loss_lines.title(event)
    yield from loss_lines.about(document)


def _rulings(event: Event) -> Iterator[str]:
    """Rulings that are out of force, and what the others have besides their awards."""
    if not event.rulings:
        return
    ruled = ruled_tables(event.results, event.rulings)
    tables = {result.id: result for result in event.results}
    located = {ruling.id: tables[table] for table, ruling in ruled.items()}
    left_out = loss_lines.rulings(event)
    for ruling in event.rulings:
        if ruling.id not in located:
            yield left_out[ruling.id]
            continue
        grounds = loss_lines.grounds(ruling)
        if grounds or not ruling.from_travellers:
            rest = f"; left out: {grounds}" if grounds else ""
            table = where(located[ruling.id], event.form)
            yield f"{table}: of ruling {ruling.id} only the award is written{rest}"


def _said_when_read(event: Event) -> Iterator[str]:
    """What a person says about a file of travellers."""
    said = "is not in the file: say so when it is read"
    if event.form is Form.SWISS_PAIRS:
        yield f"that these are Swiss pairs {said}"
    if event.scoring != _usual_scoring(event.form):
        yield f"the scoring, {event.scoring}, {said}"
    if event.winners == 2:
        yield f"that there are two winners {said}"
    if event.knockout:
        yield f"that it is a knockout {said}"


load = from_path(loads)
dump = to_path(dumps)

FORMAT = Format(
    name=NAME,
    title="travellers as CSV",
    suffixes=(".csv",),
    largest=files.LARGEST,
    recognises=recognises,
    checks_scores=True,
    loads=loads,
    dumps=dumps,
    losses=losses,
)
