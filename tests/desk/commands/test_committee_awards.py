"""The ruling that a committee types in place of the appealed one."""

from __future__ import annotations

import pytest

from amends.awards import parse_award
from amends.bridge import BySide
from amends.desk.commands.appeals import TypedAward, varied
from amends.event.ruling import Ruling
from amends.faults import Faults

APPEALED = Ruling(
    "1", 15, awards=BySide.both(parse_award("4H N =")), non_offending=BySide(True, False), laws=("16B", "12C1(a)")
)


def test_an_award_keeps_the_sides_and_leaves_the_laws_to_the_decision() -> None:
    ruling = varied(APPEALED, TypedAward(both="4H N -1"), 2017)
    assert (ruling.non_offending, ruling.laws) == (APPEALED.non_offending, ())


def test_fault_says_itself_who_is_offending_and_may_have_an_assigned_score() -> None:
    award = TypedAward(fault_ns="direct", fault_ew="none", assigned="+5 IMP")
    ruling = varied(APPEALED, award, 2017, laws="law 86b2")
    assert (str(ruling.assigned), ruling.laws, ruling.non_offending) == ("+5 IMP", ("86B2",), None)
    assert [str(each) for each in ruling.awards] == ["A-", "A+"]


def test_12c1e_is_for_the_side_that_it_names() -> None:
    ruling = varied(APPEALED, TypedAward(self_inflicted="EW", normal="4H N -1", expected="4H N ="), 2017)
    assert ruling.self_inflicted is not None
    assert ruling.non_offending == BySide(False, True)


@pytest.mark.parametrize(
    ("award", "found"),
    [
        (TypedAward(), "no award"),
        (TypedAward(both="A", ns="A+"), "an award for both sides and an award for one side"),
        (
            TypedAward(stands=True, fault_ns="none", fault_ew="none"),
            "a score by fault and that the table result stands",
        ),
        (TypedAward(fault_ns="none"), "The fault of one side"),
        (TypedAward(self_inflicted="NS", normal="4H N ="), "A part of 12C1"),
        (TypedAward(both="A", assigned="+5 IMP"), "needs a fault"),
        (TypedAward(fault_ns="none", fault_ew="direct", assigned="A+"), "A+"),
    ],
)
def test_an_award_is_said_in_one_way_and_whole(award: TypedAward, found: str) -> None:
    with pytest.raises(Faults) as refused:
        varied(APPEALED, award, 2017)
    assert found in str(refused.value)


def test_laws_are_those_of_the_edition() -> None:
    with pytest.raises(Faults, match="86B2 is of 2017"):
        varied(APPEALED, TypedAward(both="A"), 2007, laws="86B2")
