"""Two directors at once: who touches the same board, case or regulation is told; anything else is simply taken in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amends import Faults, Ruling, TableReference, parse_award
from amends.bridge import BySide, Side, Vulnerable
from amends.desk import Desk, Draft, Report
from amends.desk.commands.appeals import lodging
from amends.desk.commands.cases import closing, opening, recording
from amends.desk.commands.penalties import penalising
from amends.desk.commands.rulings import giving, withdrawing
from amends.desk.confirm import Drafting
from amends.event.case import Statement
from amends.event.rows import row_of
from amends.journal.chain import verify
from amends.journal.entries import Payload, RegulationChosen, ResultCorrected, ResultsEntered
from support import desks


def ruled(board: int, ns: str, award: str = "A") -> Draft:
    """A ruling that nothing is wrong with but that there is a result."""
    accept = {"12C2(a)": "the board was fouled"}
    return giving(Ruling("", board, TableReference(ns=ns), BySide.both(parse_award(award)), accept=accept))


def regulation(name: str = "ebu") -> Draft:
    return lambda drafting: [RegulationChosen(name)]


def vulnerable(board: int) -> Draft:
    return lambda drafting: [ResultsEntered((), {board: Vulnerable.parse("EW")})]


def moved(ns: str, board: int) -> Draft:
    """The result of a table on board 1 stood on the wrong traveller."""

    def draft(drafting: Drafting) -> list[Payload]:
        row = row_of(1, TableReference(ns=ns), drafting.opened.event.results)
        return [ResultCorrected(replace(row, board=board), "the wrong traveller")]

    return draft


SAYING = Report(statements=(Statement("I had no choice.", side=Side.NS),))

APART: dict[str, tuple[Draft, Draft]] = {
    "two boards": (ruled(1, "1"), ruled(2, "3")),
    "a penalty and a ruling": (penalising(desks.penalty("3", "5%")), ruled(1, "1")),
    "a publication and a ruling": (desks.publishing(), ruled(1, "1")),
    "another regulation and a publication": (regulation(), desks.publishing()),
    "two cases": (recording("1", SAYING), recording("2", SAYING)),
}

TOUCHING: dict[str, tuple[Draft, Draft, str]] = {
    "the same board": (ruled(1, "1"), ruled(1, "3"), "board 1"),
    "the same table": (ruled(1, "1"), ruled(1, "1"), "board 1"),
    "a case opened and a ruling": (opening(1, TableReference(ns="1")), ruled(1, "1"), "board 1"),
    "a statement and a ruling withdrawn": (recording("2", SAYING), withdrawing("2", "an error"), "case 2"),
    "a ruling withdrawn and a statement": (withdrawing("2", "an error"), recording("2", SAYING), "case 2"),
    "another regulation": (regulation(), ruled(1, "1"), "the regulation"),
    "a ruling while the regulation is changed": (ruled(1, "1"), regulation(), "the regulation"),
    "an appeal and a withdrawal": (lodging("2"), withdrawing("2", "an error"), "board 3"),
    "another vulnerability": (vulnerable(1), ruled(1, "1"), "board 1"),
    "a result that belongs to another board": (moved("1", 2), ruled(1, "1"), "board 1"),
    "a closed case": (closing("3", "nothing in it"), recording("3", SAYING), "case 3"),
}


@pytest.fixture
def two(tmp_path: Path) -> Iterator[tuple[Desk, Desk]]:
    """Two people at the same store."""
    desks.copy_evening(tmp_path / "amends.db")
    with (
        desks.desk_at(tmp_path / "amends.db", "R. Fox") as one,
        desks.desk_at(tmp_path / "amends.db", "D. Dean") as other,
    ):
        yield one, other


@pytest.mark.parametrize(("first", "second"), APART.values(), ids=APART)
def test_who_touches_something_else_is_not_held_up(two: tuple[Desk, Desk], first: Draft, second: Draft) -> None:
    here, there = two
    opened = there.open("friday")
    here.confirm(here.open("friday"), first)
    effect = there.confirm(opened, second)
    assert effect.before.seen > opened.seen, "the effect is that on the event as it stands by now"
    entries = here.open("friday").entries
    assert entries == effect.after.entries
    assert verify(entries) == []


@pytest.mark.parametrize(("first", "second", "touched"), TOUCHING.values(), ids=TOUCHING)
def test_who_touches_the_same_is_told_what_changed(
    two: tuple[Desk, Desk], first: Draft, second: Draft, touched: str
) -> None:
    here, there = two
    opened = there.open("friday")
    done = here.confirm(here.open("friday"), first)
    with pytest.raises(Faults) as trouble:
        there.confirm(opened, second)
    assert there.open("friday").entries == done.after.entries, "nothing was entered"
    assert touched in str(trouble.value)
    assert f"entry {done.after.seen}" in str(trouble.value)


def test_rulings_on_different_boards_by_two_get_numbers_of_their_own(two: tuple[Desk, Desk]) -> None:
    here, there = two
    opened = there.open("friday")
    [first] = here.confirm(here.open("friday"), ruled(1, "1")).rulings
    [second] = there.confirm(opened, ruled(2, "3")).rulings
    assert (first.id, second.id) == ("5", "6")
    assert (first.director, second.director) == ("R. Fox", "D. Dean")
