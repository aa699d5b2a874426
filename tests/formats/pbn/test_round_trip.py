"""What is written as PBN is read back: the same tables, the same people, and the figures of adjusted scores."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given

from amends import Faults
from amends.awards import Artificial, Award, Mixture, NotScored, Published, parse_award
from amends.bridge import BySide, Side
from amends.event import Event, Form, Ruling, TableReference, TableResult
from amends.event.published import Printed
from amends.event.rows import rows_in_force
from amends.formats import pbn
from amends.formats.common.scored_rows import ScoredRow, scored
from amends.journal.chain import Document
from amends.laws import law77
from support.examples import examples
from support.pbn_events import documents


def places(row: ScoredRow) -> tuple[object, ...]:
    table = row.table
    return (
        table.seats, table.board, table.session, table.section, table.round, table.table, table.match, table.room,
        table.group,
    )  # fmt: skip


def agrees(event: Event, before: ScoredRow, after: ScoredRow, side: Side) -> bool:
    """Whether an award was read back as what it was, or as what it came to."""
    award, again = before.row.awards[side], after.row.awards[side]
    if not before.table.seats[side]:
        return True
    if isinstance(award, Mixture) and award.plain is not None:
        if before.row.awards.ns == before.row.awards.ew:
            return again == award
        assert isinstance(again, Mixture)
        assert again.plain is not None
        vulnerable = event.conditions(before.table.board)
        return law77.points(again.plain, vulnerable) == law77.points(award.plain, vulnerable)
    if isinstance(award, Artificial):
        return again == award
    if isinstance(award, NotScored):
        return isinstance(again, NotScored)
    return again == award or came_to(again, before.figures[side], before.tops[side])


def came_to(again: Award, figure: Fraction | None, top: Fraction | None) -> bool:
    """Whether the award read is the figure, rounded as it was written."""
    if figure is None:
        return isinstance(again, NotScored)
    if isinstance(again, Published):
        return Printed("0.00").agrees(again.points - figure)
    assert isinstance(again, Artificial)
    assert isinstance(again.grade, Fraction)
    value = again.grade * 100 if str(again).endswith("%") else again.grade
    return Printed("0.00").agrees(value - (figure / top * 100 if top else figure))


def holds(award: Award) -> bool:
    """Whether PBN holds an award as it is, and not as what it came to."""
    return isinstance(award, Artificial | NotScored) or (isinstance(award, Mixture) and award.plain is not None)


@examples(30, long=150)
@given(documents())
def test_without_weighted_scores_the_event_that_is_read_has_the_same_standings(document: Document) -> None:
    event = replace(document.event, awards=())
    try:
        before = scored(event)
        written = pbn.dumps(replace(document, event=event))
    except Faults:
        return
    if not all(holds(award) for row in before.rows for award in row.row.awards):
        return
    again = replace(pbn.loads(written, "again.pbn").event, regulation=event.regulation)
    for key, entries in before.standings.lists.items():
        after = {entry.contestant: entry for entry in scored(again).standings.lists[key]}
        assert after.keys() == {entry.contestant for entry in entries}
        for entry in entries:
            assert after[entry.contestant].boards == entry.boards
            if entry.total is None:
                assert after[entry.contestant].total is None
            else:  # carry-over and penalties are written with six decimals
                assert abs((after[entry.contestant].total or 0) - entry.total) < Fraction(1, 10_000)


@examples(30, long=150)
@given(documents())
def test_writing_and_reading_gives_the_same_event_as_far_as_pbn_holds_it(document: Document) -> None:
    event = document.event
    try:
        written = pbn.dumps(document)
    except Faults:  # an event that cannot be scored
        return
    list(pbn.losses(document))
    read = pbn.loads(written, "again.pbn")
    again = read.event
    assert (again.form, again.scoring, again.winners, again.title) == (
        event.form, event.scoring, event.winners, event.title,
    )  # fmt: skip
    assert again.knockout == event.knockout
    assert read.about.get("date") == document.about.get("date")
    before = {row.table.id: row for row in scored(event).rows}
    rows = [ScoredRow(row, *[None] * 2) for row in rows_in_force(again.results, again.rulings)]  # type: ignore[arg-type]
    after = {row.table.id: row for row in rows}
    assert after.keys() == before.keys()
    for id, row in before.items():
        assert places(after[id]) == places(row)
        for side in Side:
            assert agrees(event, row, after[id], side), (row.row, after[id].row)
    assert again.contestants == event.contestants
    for table in event.results:
        assert again.conditions(table.board) is event.conditions(table.board)
        assert again.deal(table.board, table.session) == event.deal(table.board, table.session)
        if event.deal(table.board, table.session):
            assert again.dealer(table.board, table.session) is event.dealer(table.board, table.session)


def test_an_award_in_one_room_is_none_in_the_other_which_was_not_played() -> None:
    def row(id: str, board: int, seats: tuple[str, str], result: str, room: str) -> TableResult:
        ns, ew = seats
        return TableResult(id, parse_award(result), BySide((ns,), (ew,)), board=board, room=room, round="1")

    rows = (
        row("a", 1, ("1", "2"), "np", "open"),
        row("b", 1, ("2", "1"), "np", "closed"),
        row("c", 2, ("1", "2"), "4H N =", "open"),
        row("d", 2, ("2", "1"), "4H N -1", "closed"),
    )
    both: BySide[Award | None] = BySide(parse_award("A+"), parse_award("A+"))
    ruling = Ruling("1", 1, TableReference(result="a"), both)
    event = Event(form=Form.TEAMS, scoring="imps", results=rows, rulings=(ruling,))
    again = pbn.loads(pbn.dumps(Document(event=event)), "again.pbn").event
    assert [(row.room, str(row.result)) for row in again.results if row.board == 1] == [
        ("open", "np"),
        ("closed", "np"),
    ]
    assert [(each.table.room, each.awards) for each in again.rulings] == [("open", both)]
