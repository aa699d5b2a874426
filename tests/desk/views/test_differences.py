"""Between two moments: who moved, and which entry moved them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amends import Event, Faults, Ruling, parse_award
from amends.desk import Desk, OpenEvent
from amends.desk.commands.cases import Report, recording
from amends.desk.commands.contestants import naming
from amends.desk.commands.corrections import correcting, erasing
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import undoing, withdrawing
from amends.desk.views.differences import Difference, diff, notice_of
from amends.event import Contestant, Penalty, Player, TableReference
from amends.event.case import Statement
from amends.event.rows import table_of
from amends.journal.chain import Document
from amends.journal.from_event import journal_of
from amends.rulings.consequences.moves import moves
from support import desks
from support.ruled_events import PAIRS, ruling, said

NAME = "Three boards"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desks.desk_at(tmp_path / "amends.db") as desk:
        begin(desk, PAIRS)
        yield desk


def begin(desk: Desk, event: Event, name: str = NAME) -> None:
    desk.store.begin(name, "", journal_of(Document(event=event), desk.clock(), "amends"))


def give(desk: Desk, *rulings: Ruling) -> OpenEvent:
    for each in rulings:
        desk.confirm(desk.open(NAME), desks.accepting(each))
    return desk.open(NAME)


def steps(found: Difference, contestant: str) -> list[tuple[int, str]]:
    """The entries that moved a contestant, with what each did to its percentage."""
    [one] = [each for each in found.contestants if each.contestant == contestant]
    return [(seq, said(move.change)[0]) for seq, move in one.steps]


def test_each_move_is_put_down_to_the_entry_that_made_it(desk: Desk) -> None:
    start = desk.open(NAME).seen
    given = [ruling("1", 1, "2", "+420"), ruling("2", 2, "2", "+420")]
    opened = give(desk, *given)
    first, second = (each.made.seq for each in opened.history.rulings)
    found = diff(opened, start, opened.seen)
    assert [cause.seq for cause in found.causes] == [first, second]
    assert found.causes[0].words == "ruling 1 on board 1, 2 against 12: +420"
    assert steps(found, "1") == [(first, "-50/9"), (second, "-50/9")]
    assert steps(found, "2")[0] == (first, "250/9")
    assert {move.contestant for move in found.by(found.causes[1])} == {
        move.contestant for move in moves(opened.until(first).standings, opened.standings)
    }


def test_an_average_that_floats_moves_with_a_ruling_on_another_board_at_another_table(desk: Desk) -> None:
    """12C2(c): pair 1 has all of the matchpoints on its other boards, so its A+ on board 3 is worth all of them too.

    Pair 2's ruling on board 1 makes the two N-S pairs share first place there: pair 1 has 11 of 12, which is what its
    A+ is worth then.
    """
    unplayed = tuple(
        replace(each, result=parse_award("NP")) if (each.board, each.seats.ns) == (3, ("1",)) else each
        for each in PAIRS.results
    )
    begin(desk, replace(PAIRS, results=unplayed), "Not all played")
    desk.confirm(desk.open("not all"), desks.accepting(ruling("1", 3, "1", "A+", "A-")))
    start = desk.open("not all").seen
    desk.confirm(desk.open("not all"), desks.accepting(ruling("2", 1, "2", "+420")))
    opened = desk.open("not all")
    found = diff(opened, start, opened.seen)
    on_3 = [
        next(line.figure for line in moment.standings.lines("1") if line.board == 3)
        for moment in (found.before, found.after)
    ]
    assert said(*on_3) == ["6", "5.5"]
    assert steps(found, "1") == [(opened.seen, "-25/3")]


def test_who_moved_and_moved_back_is_listed_as_such(desk: Desk) -> None:
    start = desk.open(NAME).seen
    opened = give(desk, ruling("1", 1, "2", "+420"))
    given = opened.seen
    desk.confirm(opened, withdrawing("1", "the facts were others"))
    opened = desk.open(NAME)
    found = diff(opened, start, opened.seen)
    assert found.moved == ()
    assert {each.contestant for each in found.moved_back} == {"1", "2", "3", "4", "11", "12", "13", "14"}
    assert steps(found, "2") == [(given, "250/9"), (opened.seen, "-250/9")]


def test_only_what_was_entered_between_the_moments_counts(desk: Desk) -> None:
    start = give(desk, ruling("1", 1, "2", "+420")).seen
    opened = give(desk, ruling("2", 2, "2", "+420"))
    middle = opened.seen
    desk.confirm(opened, penalising(Penalty("3", "10%")))
    opened = desk.open(NAME)
    assert [cause.seq for cause in diff(opened, start, middle).causes] == [middle]
    last = diff(opened, middle, opened.seen)
    assert [cause.words for cause in last.causes] == ["penalty 1: 10% from 3"]
    assert diff(opened, start, start).contestants == ()
    assert "3" in {move.contestant for move in last.by(last.causes[0])}


def test_statements_publications_and_cases_are_no_steps(desk: Desk) -> None:
    opened = give(desk, ruling("1", 1, "2", "+420"))
    start = opened.seen
    desk.confirm(opened, recording("1", Report(statements=(Statement("I was not asked."),))))
    desk.confirm(desk.open(NAME), desks.publishing())
    opened = desk.open(NAME)
    assert opened.seen == start + 2
    assert diff(opened, start, opened.seen).steps == ()


def test_a_ruling_that_changes_nothing_is_a_step_that_moved_nobody(desk: Desk) -> None:
    start = desk.open(NAME).seen
    opened = give(desk, Ruling("1", 1, ruling("1", 1, "2", "0").table))
    found = diff(opened, start, opened.seen)
    assert [cause.words for cause in found.without_effect] == [
        "ruling 1 on board 1, 2 against 12: the table result stands"
    ]
    assert found.causes == ()


def test_an_undone_ruling_is_one_step_from_what_it_replaced_and_back(desk: Desk) -> None:
    opened = give(desk, ruling("1", 1, "2", "+420"), ruling("", 1, "2", "+170", replaces="1"))
    start = opened.seen
    desk.confirm(opened, undoing("1.2"))
    opened = desk.open(NAME)
    found = diff(opened, start, opened.seen)
    assert [[entry.seq for entry in cause.entries] for cause in found.causes] == [[start + 1, start + 2]]
    assert diff(opened, start - 1, opened.seen).moved == ()


def test_from_the_start_everybody_came_with_the_results(desk: Desk) -> None:
    opened = desk.open(NAME)
    found = diff(opened, 0, opened.seen)
    assert all(each.whole.came for each in found.moved)
    assert len(found.moved) == 8
    assert [cause.words for cause in found.causes] == ["12 results entered on 3 boards"]


def test_progress_is_told_up_to_the_last_step(desk: Desk) -> None:
    opened = give(desk, ruling("1", 1, "2", "+420"), ruling("2", 2, "2", "+420"))
    told: list[tuple[int, int]] = []
    diff(opened, 0, opened.seen, lambda done, of: told.append((done, of)))
    assert told[-1][0] == told[-1][1] == len(told)


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [(2, 1, "the earlier moment first"), (0, 99, "Three boards has"), (-1, 1, "Three boards has")],
)
def test_moments_the_wrong_way_round_or_not_there_are_refused(desk: Desk, start: int, end: int, words: str) -> None:
    with pytest.raises(Faults, match=words):
        diff(desk.open(NAME), start, end)


def test_the_moves_of_all_steps_lead_from_the_start_to_the_end(tmp_path: Path) -> None:
    desks.copy_evening(tmp_path / "amends.db")
    with desks.desk_at(tmp_path / "amends.db") as desk:
        opened = desk.open("friday")
    found = diff(opened, 3, opened.seen)
    whole = {move.contestant: move.change for move in moves(opened.until(3).standings, opened.standings)}
    assert {each.contestant: sum(move.change or 0 for _, move in each.steps) for each in found.moved} == whole


def test_a_notice_names_nobody_in_reasons(desk: Desk) -> None:
    pair = desk.open(NAME).event.results[0].seats.ns[0]
    players = (Player("Ann Ashdown"), Player("Bea Birchall"))
    desk.confirm(desk.open(NAME), naming([Contestant(pair, players=players)]))
    start = desk.open(NAME).seen
    rows = [row for row in desk.open(NAME).event.results if pair in row.seats.ns]
    ruled = {table_of(each, desk.open(NAME).event.results).id for each in desk.open(NAME).event.rulings}
    erased, corrected = [row for row in rows if row.id not in ruled][:2]
    why = "Ann Ashdown and Birchall have said so"
    desk.confirm(desk.open(NAME), erasing(erased.board, TableReference(result=erased.id), why, late="late"))
    where = TableReference(result=corrected.id)
    desk.confirm(desk.open(NAME), correcting(corrected.board, where, parse_award("7NT S -13"), why, late="late"))
    desk.confirm(desk.open(NAME), penalising(desks.penalty(pair, "25%", why)))
    opened = desk.open(NAME)
    changes = notice_of(diff(opened, start, opened.seen), opened.history).changes
    assert len(changes) == 3
    for change in changes:
        assert "a player and a player have said so" in change.words
