"""Whatever was in the store and whatever a file says: afterwards the event is what the file says, and ruled."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st

from amends.awards import parse_award
from amends.bridge import BySide
from amends.desk.confirm import Draft, drafted
from amends.desk.importing.documents import bound
from amends.desk.importing.reimport import merge
from amends.desk.open_event import OpenEvent
from amends.event import Event, Ruling, TableReference, TableResult
from amends.event.rows import in_force, reference_to, ruled_tables, seated_twice, table_of
from amends.faults import Faults
from amends.journal.chain import BEGINNING, Document, verify
from amends.journal.entries import RulingGiven
from amends.journal.from_event import leading_to
from amends.store import KeptEvent
from support import desks
from support.examples import examples

RESULTS = [parse_award(text) for text in ("4H N =", "4H N -1", "3NT E =", "pass", "np")]
AWARDS: list[BySide] = [BySide(None, None), BySide(parse_award("A+"), parse_award("A-"))]  # type: ignore[type-arg]
AWARDS.append(BySide(parse_award("A"), parse_award("A")))
PAIRS = [("1", "11"), ("2", "12"), ("3", "13"), ("4", "14")]


@dataclass(frozen=True)
class Line:
    """A line of a generated file."""

    board: int
    ns: str
    ew: str
    session: str
    table: str
    result: int
    award: int


LINES = st.builds(
    Line,
    board=st.integers(1, 2),
    ns=st.sampled_from([ns for ns, _ in PAIRS]),
    ew=st.sampled_from([ew for _, ew in PAIRS]),
    session=st.sampled_from(("", "", "1", "2")),
    table=st.sampled_from(("", "1", "2", "3")),
    result=st.integers(0, len(RESULTS) - 1),
    award=st.sampled_from((0, 0, 0, 1, 2)),
)
FILES = st.lists(LINES, min_size=1, max_size=7, unique_by=lambda line: (line.session, line.board, line.ns, line.ew))


def document(lines: list[Line]) -> Document:
    results, rulings = list[TableResult](), list[Ruling]()
    for line in lines:
        row = TableResult(
            f"{line.session}/{line.board}/{line.ns}-{line.ew}",
            RESULTS[line.result],
            BySide((line.ns,), (line.ew,)),
            board=line.board,
            session=line.session,
            table=line.table,
        )
        results.append(row)
        if line.award:
            awards = AWARDS[line.award]
            rulings.append(Ruling(f"file {row.id}", row.board, by_place(row), awards, from_travellers=True))
    return Document(event=Event(results=tuple(results), rulings=tuple(rulings)))


def by_place(row: TableResult) -> TableReference:
    """A reference that means this row alone, though others may have less in it."""
    return replace(reference_to(row), result=row.id)


def drafted_on(opened: OpenEvent, draft: Draft) -> OpenEvent:
    return drafted(opened, draft, desks.START, desks.DIRECTOR).after


def giving(ruling: Ruling) -> Draft:
    return lambda drafting: [RulingGiven(ruling)]


def begun(file: Document) -> OpenEvent:
    empty = OpenEvent(KeptEvent("", "Friday", "", 0, BEGINNING, None), ())
    return drafted_on(empty, lambda drafting: leading_to(bound(file.event), (), drafting.register))


def content(row: TableResult) -> TableResult:
    return replace(row, id="")


@given(FILES, FILES, st.sets(st.integers(0, 6)), st.booleans())
@examples(80, long=300)
def test_after_a_merge_the_event_is_what_the_file_says_and_rulings_are_where_they_were(
    first: list[Line], second: list[Line], ruled: set[int], erase: bool
) -> None:
    opened = begun(document(first))
    for place in sorted(ruled):
        if place < len(opened.event.results):
            row = opened.event.results[place]
            ruling = Ruling(f"director {place}", row.board, by_place(row), AWARDS[2])
            opened = drafted_on(opened, giving(ruling))
    file = document(second)
    before = opened.event
    made = merge(opened, file, erase_missing=erase)
    try:
        after = drafted_on(opened, made.draft)
    except Faults:  # somebody would have played a board in a line of the file and in one that it leaves out
        both = (*(row for row in before.results if row not in made.erased), *file.event.results)
        assert made.missing
        assert seated_twice(replace(before, results=both))
        return

    assert verify(after.entries) == []
    rows = {row.id: row for row in after.event.results}
    assert len(rows) == len(after.event.results)
    # every line of the file is there, as the file has it
    assert {row.id for row in file.event.results} == set(made.rows)
    for row in file.event.results:
        there = rows[made.rows[row.id].id]
        silent = (name for name in ("session", "table") if not any(getattr(each, name) for each in file.event.results))
        assert content(there) == content(replace(row, **{name: getattr(there, name) for name in silent}))
    assert len({row.id for row in made.rows.values()}) == len(file.event.results)
    # a director's ruling is in force on the same row
    theirs = [ruling for ruling in in_force(before.rulings) if not ruling.from_travellers]
    now = ruled_tables(after.event.results, after.event.rulings)
    for ruling in theirs:
        assert now[table_of(ruling, before.results).id].id == ruling.id
    # elsewhere the awards are those of the file
    awards = {made.rows[table_of(each, file.event.results).id].id: each.awards for each in file.event.rulings}
    for row in made.rows.values():
        if row.id not in now or now[row.id].from_travellers:
            assert (now[row.id].awards if row.id in now else None) == awards.get(row.id)
    # nothing is gone but what was asked for
    kept = {row.id for row in before.results} - {row.id for row in made.erased}
    assert kept <= set(rows)
    assert erase or not made.erased
    # and once more it is nothing
    assert not merge(after, file, erase_missing=erase).changes
    assert drafted_on(after, merge(after, file, erase_missing=erase).draft) == after
