"""A rulings file is given as often as one likes: only what is new, or was changed, is anything to do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from amends.awards import parse_award
from amends.bridge import BySide
from amends.demo import demonstration
from amends.desk import Desk
from amends.desk.commands.appeals import deciding, lodging
from amends.desk.commands.rulings import withdrawing
from amends.desk.importing.rulings_from_file import entering, new_in
from amends.event.case import AppealDecision
from amends.event.ruling import CarryOver, Ruling
from amends.faults import Faults
from amends.formats import rulings_file
from amends.formats.rulings_file.tables import RulingsFile
from amends.journal.entries import AppealDecided
from support import desks


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the event before any ruling."""
    with desks.desk_at(tmp_path / "amends.db") as made:
        desks.begin(made)
        yield made


@pytest.fixture
def file(desk: Desk) -> RulingsFile:
    """The rulings file of the demonstration, which has been given."""
    with demonstration() as (_, rulings):
        read = rulings_file.load(rulings)
    opened = desk.open("friday")
    desk.confirm(opened, entering(new_in(read, opened)))
    return read


def changed(file: RulingsFile, award: str = "4H N -1") -> RulingsFile:
    """The file with another award in ruling 1."""
    first, *others = file.rulings
    other = replace(first, awards=BySide.both(parse_award(award)), accept={"84D": "the file says so"})
    return replace(file, rulings=(other, *others))


def test_what_was_given_is_passed_over(desk: Desk, file: RulingsFile) -> None:
    assert new_in(file, desk.open("friday")).nothing


def test_who_gave_it_and_when_makes_no_other_ruling(desk: Desk, file: RulingsFile) -> None:
    later = tuple(replace(ruling, director="C. Cole", time=None) for ruling in file.rulings)
    assert new_in(replace(file, rulings=later), desk.open("friday")).nothing


def test_a_second_penalty_of_the_same_sort_is_another(desk: Desk, file: RulingsFile) -> None:
    twice = replace(file, penalties=file.penalties * 2)
    assert new_in(twice, desk.open("friday")).rest.penalties == file.penalties


def test_a_changed_ruling_is_refused_or_takes_the_place(desk: Desk, file: RulingsFile) -> None:
    opened = desk.open("friday")
    new = new_in(changed(file), opened)
    assert [ruling.id for ruling in new.instead] == ["1"]
    with pytest.raises(Faults, match="Another ruling was given under this number"):
        entering(new)
    [ruling] = desk.confirm(opened, entering(new, replacing=True)).rulings
    assert (ruling.id, ruling.replaces, ruling.case) == ("1.2", "1", "1")
    assert new_in(changed(file), desk.open("friday")).nothing


def test_a_ruling_that_is_changed_back_is_a_change(desk: Desk, file: RulingsFile) -> None:
    opened = desk.open("friday")
    desk.confirm(opened, entering(new_in(changed(file), opened), replacing=True))
    assert [ruling.id for ruling in new_in(file, desk.open("friday")).instead] == ["1"]


def test_an_appeal_is_not_undone_by_the_file(desk: Desk, file: RulingsFile) -> None:
    desk.confirm(desk.open("friday"), lodging("1", late="the file has the times"))
    varied = Ruling("", 15, awards=BySide.both(parse_award("4H N =")), accept={"12B1": "x", "84D": "x"})
    desk.confirm(desk.open("friday"), deciding(AppealDecided("1", AppealDecision.VARIED, varied)))
    assert new_in(file, desk.open("friday")).nothing


def test_a_withdrawn_ruling_stays_withdrawn_until_the_file_changes(desk: Desk, file: RulingsFile) -> None:
    desk.confirm(desk.open("friday"), withdrawing("1", "another table"))
    opened = desk.open("friday")
    assert new_in(file, opened).nothing
    [ruling] = desk.confirm(opened, entering(new_in(changed(file), opened), replacing=True)).rulings
    assert (ruling.id, ruling.replaces) == ("1.2", None)


def test_a_ruling_on_a_table_that_has_one_is_refused(desk: Desk, file: RulingsFile) -> None:
    opened = desk.open("friday")
    second = RulingsFile(rulings=(replace(file.rulings[0], id="9"),))
    with pytest.raises(Faults, match="a second ruling"):
        desk.confirm(opened, entering(new_in(second, opened)))
    desk.confirm(opened, desks.accepting(replace(file.rulings[0], id="9", replaces="1")))


def test_a_file_that_two_give_at_once_is_given_once(desk: Desk, file: RulingsFile) -> None:
    more = replace(file, penalties=file.penalties * 2, carry_overs=(CarryOver("3", Fraction(2)),))
    here = desk.open("friday")
    there, new = desk.open("friday"), new_in(more, here)
    desk.confirm(here, entering(new))
    with pytest.raises(Faults, match="All of this is in the event already"):
        desk.confirm(there, entering(new))
    event = desk.open("friday").event
    assert (len(event.penalties), len(event.carry_overs)) == (2 * len(file.penalties), 1)
