"""Teams in the guided ruling: a fouled board, and results that cannot be compared (86B2)."""

from __future__ import annotations

import pytest

from amends.bridge import Side
from amends.desk.confirm import drafted
from amends.desk.guide import next_question
from amends.faults import Faults
from support.guided import END, keys, opened, question, ready

FOULED = {"board": "2", "table": "open", "irregularity": "fouled-board"}
LAST = {**END, "accept 12C2(a)": "the cards were others"}
AT_FAULT = {**FOULED, "fault_ns": "none", "fault_ew": "direct"}


def figures(kind: str, **answers: str) -> dict[str, str]:
    """What each team has on board 2."""
    event = opened(kind)
    effect = drafted(event, ready(kind, **answers).draft(), event.entries[-1].at, "")
    standings = effect.after.standings
    lines = ((team, line.explain()) for team in "XY" for line in standings.lines(team) if line.board == 2)
    return {team: str(figure.value) for team, figure in lines if figure is not None}


def test_one_side_at_fault_brings_the_question_for_an_assigned_score() -> None:
    asked = question("teams", **AT_FAULT)
    assert (asked.key, asked.law) == ("assigned", "86B2")
    assert [choice.value for choice in asked.choices] == ["no", "result", "imps"]
    assert "last resort" in asked.hint


@pytest.mark.parametrize(
    ("answers", "assigned"),
    [
        ({"assigned": "no"}, "None"),
        ({"assigned": "result", "assigned_result": "4H N ="}, "4H N ="),
        ({"assigned": "result", "assigned_result": "60% 4H N =; 40% 4H N -1"}, "60% 4H N =; 40% 4H N -1"),
        ({"assigned": "imps", "assigned_imps": "+5"}, "+5 IMP"),
    ],
)
def test_the_ruling_has_the_fault_the_assigned_score_and_the_law(answers: dict[str, str], assigned: str) -> None:
    ruling = ready("teams", **AT_FAULT, **answers, **LAST).ruling
    assert str(ruling.assigned) == assigned
    assert ruling.laws == ("87", "86B2", "12C2(a)")
    assert (ruling.by_86b2, ruling.innocent) == (True, Side.NS)


@pytest.mark.parametrize(("imps", "expected"), [("+5", {"X": "5", "Y": "-5"}), ("+1", {"X": "3", "Y": "-3"})])
def test_the_better_of_average_plus_and_the_assigned_score_counts(imps: str, expected: dict[str, str]) -> None:
    assert figures("teams", **AT_FAULT, assigned="imps", assigned_imps=imps, **LAST) == expected


def test_where_the_other_room_has_no_result_only_imps_can_be_assigned() -> None:
    asked = question("teams", **{**AT_FAULT, "board": "1", "irregularity": "not-comparable"})
    assert [choice.value for choice in asked.choices] == ["no", "imps"]
    with pytest.raises(Faults, match="IMPs with their sign"):
        question("teams", **{**AT_FAULT, "board": "1"}, assigned="imps", assigned_imps="many")


@pytest.mark.parametrize(("fault", "key"), [("none", "outside-agency"), ("direct", "laws")])
def test_none_or_both_at_fault_is_an_artificial_score(fault: str, key: str) -> None:
    asked = question("teams", **FOULED, fault_ns=fault, fault_ew=fault)
    assert asked.key == key


def test_before_2017_the_regulation_is_cited() -> None:
    asked = question("teams 2007", **AT_FAULT, assigned="imps", assigned_imps="+5")
    assert asked.default == "87, regulation, 12C2(a)"
    assert "name it" in asked.hint


def test_at_pairs_a_fouled_board_is_scored_in_groups() -> None:
    asked = next_question(opened("pairs"), keys({"board": "15", "table": "7", "irregularity": "fouled-board"}))
    assert "give the results their group" in getattr(asked, "hint", "")
