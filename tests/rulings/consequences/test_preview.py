"""A preview of one ruling: its table, everybody else, the podium, the findings."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from amends import BySide, Event, Faults, Ruling, TableReference, parse_award, score
from amends.event import CarryOver, Penalty
from amends.explain import Verdict
from amends.reports.slip import slip
from amends.rulings.checks.in_event import check_event, check_ruling
from amends.rulings.consequences.on_board import without
from amends.rulings.consequences.preview import Preview, preview_of
from support import events
from support import ruled_events as small_events
from support.examples import examples
from support.ruled_events import FORMS, PAIRS, played, ruling, said


def preview(event: Event, draft: Ruling) -> Preview:
    return preview_of(score(event), score(small_events.given(event, draft)), draft)


def test_what_a_ruling_does_to_its_table() -> None:
    """+420 for −50: on the board 0 → 5 and 6 → 1 of 6, in total 0 → 5 and 18 → 13 of 18."""
    found = preview(PAIRS, ruling("1", 1, "2", "+420"))
    ((two,), (twelve,)) = found.sides
    for seated, contestant, board, percent, total, places in (
        (two, "2", ["0", "5"], ["0", "250/3"], ["0", "5"], ("7=", "6")),
        (twelve, "12", ["6", "1"], ["100", "50/3"], ["18", "13"], ("1=", "3")),
    ):
        assert seated.contestant == contestant
        assert said(seated.board.before.figure, seated.board.after.figure) == board
        assert said(seated.board.before.percent, seated.board.after.percent) == percent
        assert seated.board.top == 6
        assert seated.move.before is not None
        assert seated.move.after is not None
        assert said(seated.move.before.total, seated.move.after.total) == total
        assert (seated.move.before.place, seated.move.after.place) == places
        assert seated.move.after.percent == Fraction(int(total[1]) * 100, 18)
    assert found.table.id == "1/2-12"
    assert found.unit == "matchpoints"


def test_what_a_ruling_does_to_everybody_else() -> None:
    found = preview(PAIRS, ruling("1", 1, "2", "+420"))
    assert [move.contestant for move in found.scores_changed] == ["1", "14", "3", "13", "4", "11"]
    assert [move.contestant for move in found.ranks_changed] == ["1", "14", "3", "13", "4", "11"]
    assert max(abs(move.change or Fraction(0)) for move in found.scores_changed) == Fraction(100, 9)
    assert any(podium.changed for podium in found.podiums)


def test_a_place_that_changes_is_told_from_a_score_that_changes() -> None:
    """At total points no score depends on another table. 2 comes from −150 to +490 and passes 4, who has +420."""
    found = preview(replace(PAIRS, scoring="total-points"), ruling("1", 1, "2", "+590"))
    assert found.scores_changed == ()
    assert [(move.contestant, move.climbed) for move in found.ranks_changed] == [("4", -1), ("14", 1)]
    assert [seated.board.top for side in found.sides for seated in side] == [None, None]


def test_a_ruling_that_changes_nothing_moves_nobody() -> None:
    found = preview(PAIRS, ruling("1", 1, "2", "-50"))
    assert found.others == ()
    assert not any(podium.changed for podium in found.podiums)
    assert not any(seated.move.score_changed for side in found.sides for seated in side)


def test_a_ruling_in_the_place_of_another_is_compared_with_what_stands_and_its_damage_with_the_table_result() -> None:
    """+170 is less than the +420 that stood, and more than the −50 at the table: no ground to forbid it."""
    now = small_events.given(PAIRS, ruling("1", 1, "2", "+420", non_offending=BySide(True, False)))
    second = ruling("2", 1, "2", "+170", non_offending=BySide(True, False), replaces="1")
    found = preview(now, second)
    ((two,), _) = found.sides
    assert said(two.board.before.figure, two.board.after.figure) == ["5", "3"]
    assert found.findings == ()
    worse = replace(second, awards=BySide.both(parse_award("-100")))
    assert [str(finding) for finding in preview(now, worse).findings] == ["forbidden 12B1"]
    assert preview(now, worse).verdict is Verdict.FORBIDDEN


def test_penalties_and_carry_overs_are_part_of_the_totals_of_a_preview() -> None:
    event = replace(PAIRS, penalties=(Penalty("2", "1"),), carry_overs=(CarryOver("12", Fraction(2)),))
    ((two,), (twelve,)) = preview(event, ruling("1", 1, "2", "+420")).sides
    assert [move.after and move.after.total for move in (two.move, twelve.move)] == [4, 15]


def test_both_players_of_a_side_are_at_the_table_of_an_individual() -> None:
    event, draft = FORMS["individual"]
    found = preview(event, draft)
    assert [[seated.contestant for seated in side] for side in found.sides] == [["E", "G"], ["F", "H"]]
    assert {move.contestant for move in found.others} == {"A", "B", "C", "D"}


def test_a_team_sees_the_board_and_its_victory_points() -> None:
    """Y have +420 in the closed room too: 10 IMPs become none, and both have 10 VP of 20."""
    event, draft = FORMS["teams, VP"]
    found = preview(event, draft)
    ((y,), (x,)) = found.sides
    assert [each.contestant for each in (y, x)] == ["Y", "X"]
    assert [said(each.board.before.figure, each.board.after.figure) for each in (y, x)] == [["-10", "0"], ["10", "0"]]
    assert [each.move.after and each.move.after.total for each in (y, x)] == [10, 10]
    assert {move.contestant for move in found.ranks_changed} == {"V", "W"}
    assert found.scores_changed == ()


@pytest.mark.parametrize("form", FORMS)
def test_the_findings_of_a_preview_are_those_of_the_event(form: str) -> None:
    event, draft = FORMS[form]
    draft = replace(draft, non_offending=BySide(False, True))  # who gains is said to have offended
    after = small_events.given(event, draft)
    found = preview(event, draft)
    assert [(draft, found.findings)] == check_event(after)
    assert found.verdict is Verdict.FORBIDDEN
    assert found.findings == check_ruling(after, draft)


def test_a_ruling_that_is_not_in_force_is_not_checked() -> None:
    with pytest.raises(Faults, match="ruling 9; expected a ruling in force"):
        check_ruling(PAIRS, ruling("9", 1, "2", "+420"))


def test_one_ruling_that_cannot_be_scored_has_its_findings_all_the_same() -> None:
    bad = ruling("1", 1, "2", "50% +420; 40% -50")
    assert "forbidden 12C1(c)" in [str(finding) for finding in check_ruling(small_events.given(PAIRS, bad), bad)]


def test_the_second_session_of_a_match_has_its_effect_too() -> None:
    """A match that goes on in the next session is one match; the table of the second session is in it."""
    rooms = (("open", "X", "Y"), ("closed", "Y", "X"))
    results = tuple(
        played(board, ns, ew, "+420" if room == "open" else "-50", room=room, session=session, match="1")
        for session, board in (("1", 1), ("2", 2))
        for room, ns, ew in rooms
    )
    event = replace(small_events.teams(), results=results)
    closed = replace(ruling("1", 2, "Y", "+420"), table=TableReference(ns="Y", room="closed"))
    ((y,), (x,)) = preview(event, closed).sides
    assert [each.board.after.figure for each in (y, x)] == [0, 0]
    assert [each.board.before.figure for each in (y, x)] == [-10, 10]


def test_a_slip_names_a_top_only_where_there_is_one() -> None:
    event = small_events.given(replace(PAIRS, scoring="cross-imps"), ruling("1", 1, "2", "+420"))
    effect = dict(slip(score(event), event.rulings[0]).lines)["Effect"]
    assert " of " not in effect
    assert effect.endswith(" IMPs")


@examples(20, long=60)
@given(events.events())
def test_the_figures_of_a_preview_are_the_lines_of_the_standings(case: tuple[str, str, dict[str, Any]]) -> None:
    event = small_events.read(case)
    if event is None:
        return
    now, pending = small_events.taken_away(event, 2)
    for draft in pending:
        try:
            before, after = score(now), score(small_events.given(now, draft))
            expected = {given.id: findings for given, findings in check_event(after.event)}[draft.id]
            found = preview_of(before, after, draft)
        except Faults:
            continue
        assert found.findings == expected
        assert without(after.event, draft).rulings == tuple(now.rulings)
        for seated in (*found.sides.ns, *found.sides.ew):
            lines = after.lines(seated.contestant)
            (place,) = [index for index, line in enumerate(lines) if line.ruling == draft.id]
            assert seated.board.after.figure == lines[place].figure
            assert seated.board.before.figure == before.lines(seated.contestant)[place].figure
            assert seated.move.before == before.standing(seated.contestant)
            assert seated.move.after == after.standing(seated.contestant)
        moved = {move.contestant for move in found.others}
        for entries in after.lists.values():
            for entry in entries:
                seated_here = any(entry.contestant in seats for seats in found.table.seats)
                old = before.standing(entry.contestant)
                differs = (old.place, old.total, old.percent) != (entry.place, entry.total, entry.percent)
                assert (entry.contestant in moved) == (differs and not seated_here)
