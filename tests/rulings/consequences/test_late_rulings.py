"""A ruling after the next draw, cut or carry-over: the draw stands, and the event says what would have been."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from amends import Event, Form, TableReference, TableResult, parse_award, score
from amends.event.ruling import CarryOver, Penalty, Ruling
from amends.rulings.consequences import late_rulings as module
from amends.rulings.consequences.late_rulings import event_notices, late_rulings
from amends.rulings.consequences.preview import preview_of
from support.ruled_events import given, played, ruling


def match(round: str, home: str, away: str, opened: str, closed: str) -> list[TableResult]:
    """A match of two boards, the second of which is flat."""
    return [
        played(board, *seats, result, room=room, round=round)
        for board, results in ((1, (opened, closed)), (2, ("+110", "+110")))
        for room, seats, result in (("open", (home, away), results[0]), ("closed", (away, home), results[1]))
    ]


FIRST = [
    *match("1", "A", "B", "+420", "-50"),  # +10
    *match("1", "C", "D", "+170", "-50"),  # +6
    *match("1", "E", "F", "+110", "+50"),  # +2
]


def swiss(*second: tuple[str, str]) -> Event:
    """Six teams; the first round ends A, C, E, F, D, B."""
    results = [*FIRST, *(row for home, away in second for row in match("2", home, away, "+420", "+420"))]
    return Event(form=Form.TEAMS, scoring="imps", results=tuple(results))


def in_room(made: Ruling, room: str = "open", round: str = "1") -> Ruling:
    return replace(made, table=replace(made.table, room=room, round=round))


E_WINS = in_room(ruling("1", 1, "E", "+650"))
"""E beats F by 12 instead of 2: the first round ends E, A, C, D, B, F."""

LATE = (
    "Ruling 1 came after the draw of round 2: with it A would have met E, B would have met C and D would have met F. "
    "The draw stands; the scores are changed."
)


def test_who_would_have_met_whom_is_said() -> None:
    event = given(swiss(("A", "C"), ("E", "D"), ("F", "B")), E_WINS)
    assert late_rulings(event) == [LATE]
    assert LATE in event_notices(score(event))


def test_a_draw_that_was_made_with_the_ruling_is_not_late() -> None:
    assert late_rulings(given(swiss(("A", "E"), ("C", "B"), ("D", "F")), E_WINS)) == []


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The events that are scored meanwhile, and nothing is known from before."""
    events = list[Event]()

    def noted(event: Event) -> Any:
        events.append(event)
        return score(event)

    monkeypatch.setattr(module, "score", noted)
    monkeypatch.setattr(module, "_known", [])
    return events


def test_what_was_found_before_a_stage_is_not_worked_out_again(scored: list[Event]) -> None:
    """A page of a Swiss event with many rounds and rulings took ten seconds, after each entry anew."""
    event = given(swiss(("A", "C"), ("E", "D"), ("F", "B")), E_WINS)
    assert late_rulings(event) == [LATE]
    assert len(scored) == 2
    later = [*event.results, *match("3", "A", "D", "+110", "+110")]
    with_later = given(replace(event, title="Renamed", results=tuple(later)), in_room(ruling("2", 2, "E", "+50")))
    assert LATE in late_rulings(with_later)
    scored.clear()
    assert LATE in late_rulings(with_later)
    assert LATE in late_rulings(replace(with_later, results=(*later, *match("3", "C", "E", "+420", "+420"))))
    assert [each for each in scored if {row.round for row in each.results} == {"1"}] == []
    corrected = replace(event.results[0], result=parse_award("+170"))
    scored.clear()
    late_rulings(replace(event, results=(corrected, *event.results[1:])))
    assert len(scored) == 2


def test_a_draw_that_is_the_one_with_all_rulings_is_looked_at_once(scored: list[Event]) -> None:
    assert late_rulings(given(swiss(("A", "E"), ("C", "B"), ("D", "F")), E_WINS)) == []
    assert len(scored) == 1


def test_an_event_with_too_many_results_says_that_nothing_was_looked_at(
    scored: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    event = given(swiss(("A", "C"), ("E", "D"), ("F", "B")), E_WINS)
    monkeypatch.setattr(module, "_MOST_LINES", 23)
    assert late_rulings(event) == [module._TOO_LARGE]
    assert scored == []
    monkeypatch.setattr(module, "_MOST_LINES", 24)
    assert late_rulings(event) == [LATE]


def test_rulings_are_looked_at_together_where_each_alone_would_take_long(
    scored: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_LINES_ALONE", 0)
    assert late_rulings(given(swiss(("A", "C"), ("E", "D"), ("F", "B")), E_WINS)) == [LATE]
    assert len(scored) == 2


def test_a_draw_by_another_method_says_nothing() -> None:
    assert late_rulings(given(swiss(("A", "F"), ("E", "B"), ("C", "D")), E_WINS)) == []


def test_a_ruling_in_the_last_round_is_never_late() -> None:
    event = swiss(("A", "C"), ("E", "D"), ("F", "B"))
    assert late_rulings(given(event, in_room(ruling("1", 1, "E", "+650"), round="2"))) == []


def test_a_round_robin_is_not_drawn_by_the_standings() -> None:
    pairs = (("1", "A", "B"), ("1", "C", "D"), ("2", "A", "C"), ("2", "B", "D"), ("3", "A", "D"), ("3", "B", "C"))
    results = [row for each in pairs for row in match(*each, "+420", "-50" if each[0] == "1" else "+420")]
    event = Event(form=Form.TEAMS, scoring="imps", results=tuple(results))
    assert late_rulings(given(event, in_room(ruling("1", 1, "A", "-800")))) == []


def test_what_an_appeal_varied_is_compared_with_the_ruling_before_it() -> None:
    """The draw was made with ruling 1, which changed nothing; the appeal gave more."""
    first = in_room(ruling("1", 1, "E", "+110"))
    varied = replace(E_WINS, id="1.2", replaces="1")
    event = given(swiss(("A", "C"), ("E", "D"), ("F", "B")), first, varied)
    assert late_rulings(event) == [LATE.replace("Ruling 1 ", "Ruling 1.2 ")]


def test_two_rulings_that_are_late_together_are_named_together() -> None:
    """Without either of the two the draw would still have been another."""
    event = swiss(("A", "C"), ("E", "D"), ("F", "B"))
    [words] = late_rulings(given(event, E_WINS, in_room(ruling("2", 2, "E", "+650"))))
    assert words.startswith("Rulings 1 and 2 came after the draw of round 2")


def test_penalties_of_later_matches_do_not_stand_in_the_way() -> None:
    event = given(swiss(("A", "C"), ("E", "D"), ("F", "B")), E_WINS)
    penalised = replace(event, penalties=(Penalty("A", "3 IMP", match="2"), Penalty("A", "1 VP")))
    assert late_rulings(penalised) == [LATE]


def test_a_knockout_says_who_would_have_won() -> None:
    results = (
        *match("1", "A", "B", "+420", "+170"),
        *match("1", "C", "D", "+420", "-50"),
        *match("2", "A", "C", "+420", "+420"),
    )
    event = Event(form=Form.TEAMS, scoring="imps", knockout=True, results=results)
    late = in_room(ruling("1", 1, "A", "-50"))
    assert late_rulings(given(event, late)) == [
        "Ruling 1 came after the draw of round 2: with it B would have won round 1, A v B. "
        "The draw stands; the scores are changed."
    ]
    carried = replace(given(event, late), carry_overs=(CarryOver("A", Fraction(3), match="2"),))
    assert late_rulings(carried)[1:] == [
        "Ruling 1 changed the earlier score of A: see that the carry-over into round 2 was calculated with it. "
        "It stands as it was entered."
    ]


def cut_event() -> Event:
    """Four tables in session 1, of which 1, 3, 12 and 14 qualify for session 2."""
    scores = {1: ("+420", "-50", "+170", "+140"), 2: ("+110", "-100", "+90", "+50")}
    results = [
        played(board, str(table), str(table + 10), result, session="1")
        for board, each in scores.items()
        for table, result in enumerate(each, 1)
    ]
    results += [played(3, one, two, "+100", session="2") for one, two in (("1", "12"), ("3", "14"))]
    return Event(winners=2, results=tuple(results))


def test_who_would_have_qualified_is_said() -> None:
    late = replace(ruling("1", 1, "4", "+450"), table=TableReference(ns="4", session="1"))
    event = given(cut_event(), late)
    assert late_rulings(event) == [
        "Ruling 1 came after the cut before session 2: with it 4 would have qualified, 3 would not, "
        "13 would have qualified and 14 would not. The field stands; the scores are changed."
    ]
    shown = preview_of(score(cut_event()), score(event), late)
    assert shown.notices == tuple(late_rulings(event))


@pytest.mark.parametrize("award", ["+141", "+130"])
def test_a_cut_that_stays_the_same_says_nothing(award: str) -> None:
    late = replace(ruling("1", 1, "4", award), table=TableReference(ns="4", session="1"))
    assert late_rulings(given(cut_event(), late)) == []
