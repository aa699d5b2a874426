"""Many groups on a board and many matches in an event: each is looked at a few times, however many there are."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from amends.awards import parse_award
from amends.bridge import BySide
from amends.event import Event, Form, Penalty, Ruling, TableReference
from amends.formats import travellers_csv
from amends.scoring import event as scoring_event
from amends.scoring.columns import tally
from amends.scoring.event import score, score_anew
from amends.scoring.events.team_lines import PlayedMatch


def test_each_group_of_a_fouled_board_is_counted_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join(f"1,{2 * each + 1},{2 * each + 2},4H N =,g{each}\n" for each in range(40))
    calls = Counter[str]()

    def counted(*counts: Any) -> Any:
        calls["tally"] += 1
        return tally(*counts)

    monkeypatch.setattr("amends.scoring.board.tally", counted)
    standings = score(travellers_csv.loads("board,ns,ew,result,group\n" + rows).event)
    assert all(line.figure is not None for line in standings.lines("1"))
    assert 0 < calls["tally"] <= 40 * 2 * 3


def test_a_team_looks_at_its_own_matches_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join(
        f"1,A{each},B{each},4H N =,m{each},open\n1,B{each},A{each},4H N -1,m{each},closed\n" for each in range(40)
    )
    calls = Counter[str]()

    def counted(match: PlayedMatch, contestant: str) -> Any:
        calls["team"] += 1
        return team(match, contestant)

    team = PlayedMatch.team
    monkeypatch.setattr(PlayedMatch, "team", counted)
    event = travellers_csv.loads("board,ns,ew,result,match,room\n" + rows).event
    assert len(score(event).lists[""]) == 80
    assert 0 < calls["team"] <= 80 * 5


def test_standings_of_large_events_are_not_kept_by_number_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_event, "_recent", [])
    monkeypatch.setattr(scoring_event, "MOST_RESULTS", 5)
    rows = travellers_csv.loads("board,ns,ew,result\n1,1,2,4H N =\n1,3,4,4H N =\n").event.results
    small, other, large = (Event(results=rows * times, title=str(times)) for times in (1, 1, 3))
    assert score(small) is score(small)
    score(other)
    score(large)  # by itself more than there is room for
    assert [event for event, _ in scoring_event._recent] == [large]
    score(replace(small, winners=2))
    assert [len(event.results) for event, _ in scoring_event._recent] == [2]


WEIGHTED = "60% 4H N =; 40% 4H N -1"


@pytest.mark.parametrize(
    ("text", "more"),
    [
        pytest.param("board,ns,ew,result\n1,1,2,4H N =\n1,3,4,A+/A-\n2,1,4,3NT S =\n2,3,2,np\n", {}, id="pairs"),
        pytest.param(
            "board,ns,ew,result\n1,1,2,4H N =\n1,3,4,4H N -1\n", {"scoring": "butler", "winners": 2}, id="butler"
        ),
        pytest.param(
            "board,round,ns,ew,result\n1,1,1,2,4H N =\n1,1,3,4,4H N -1\n2,2,1,4,3NT S =\n2,2,3,2,3NT S +1\n",
            {"form": Form.SWISS_PAIRS, "scoring": "butler"},
            id="Swiss pairs",
        ),
        pytest.param(
            "board,round,room,ns,ew,result\n1,1,open,1,2,4H N =\n1,1,closed,2,1,4H N -1\n",
            {"form": Form.TEAMS, "scoring": "imps"},
            id="teams",
        ),
    ],
)
def test_standings_that_nobody_has_are_freed_at_once(text: str, more: dict[str, Any]) -> None:
    """Those of a large event are made anew with each entry, and the collector of cycles does not look at them."""
    event = replace(travellers_csv.loads(text).event, **more)
    ruled = Ruling("1", 1, TableReference(ns="1"), awards=BySide.both(parse_award(WEIGHTED)))
    event = replace(event, rulings=(ruled,), penalties=(Penalty("1", "10%", "90B2"),) if not more else ())
    gc.collect()
    gc.disable()
    try:
        standings = score_anew(event)
        for contestant in standings.listed:
            assert standings.lines(contestant)
            assert standings.explain(contestant).text()
        kept = weakref.ref(standings)
        del standings
        assert kept() is None
    finally:
        gc.enable()
