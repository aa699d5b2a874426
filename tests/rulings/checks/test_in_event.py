"""Rulings checked in their event: damage in the event's own unit, limits of average plus, team matches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from amends import (
    BySide,
    Event,
    Form,
    Ruling,
    TableReference,
    TableResult,
    Vulnerable,
    load_regulation,
    parse_award,
    score,
)
from amends.awards import Award, Mixture
from amends.bridge import Side
from amends.event.ruling import SelfInflictedDamage
from amends.explain import Verdict
from amends.faults import Faults
from amends.formats import rulings_file, travellers_csv
from amends.formats.common.building import assembled
from amends.rulings.checks import in_event
from amends.rulings.checks.in_event import _context, _located, check_event, check_ruling, forbidden
from amends.rulings.checks.of_ruling import check, is_forbidden, verdict
from support.events import events
from support.examples import examples
from support.ruled_events import read

EVENTS = Path(__file__).parents[3] / "conformance" / "events"


def played(board: int, ns: str, ew: str, result: str, room: str = "") -> TableResult:
    id = f"{board}/{ns}-{ew}"
    return TableResult(id, parse_award(result), BySide((ns,), (ew,)), board=board, room=room)


PAIRS = Event(
    vulnerable=dict.fromkeys((1, 2, 3), Vulnerable.NONE),
    results=tuple(
        played(board, str(table), str(table + 10), result)
        for board in (1, 2, 3)
        for table, result in enumerate(("+420", "-50", "+170", "+140"), 1)
    ),
)


def ruling(board: int, ns: str, ns_award: str | None, ew_award: str | None, sides: str = "", **more: object) -> Ruling:
    known = {"": None, "NS": BySide(True, False), "EW": BySide(False, True), "both": BySide(True, True)}
    awards: BySide[Award | None] = BySide(
        *(None if text is None else parse_award(text) for text in (ns_award, ew_award))
    )
    table = TableReference(ns=ns)
    return Ruling(f"{board}-{ns}", board, table, awards, non_offending=known[sides], **more)  # type: ignore[arg-type]


def findings(event: Event, *rulings: Ruling) -> list[list[str]]:
    return [[str(finding) for finding in found] for _, found in check_event(replace(event, rulings=rulings))]


@pytest.mark.parametrize(
    ("award", "sides", "expected"),
    [
        ("+420", "NS", []),  # more than -50: damage, redressed
        ("-50", "NS", ["forbidden 12B1"]),  # no more than the table result
        ("60% -50; 40% -100", "NS", ["forbidden 12B1"]),
        ("+420", "EW", ["forbidden 12B1", "forbidden 12B1"]),  # E-W lose, and N-S, treated as offending, gain
        ("+425", "NS", ["forbidden 12C1(c)"]),  # no such score
    ],
)
def test_damage_is_tested_in_the_unit_of_the_event(award: str, sides: str, expected: list[str]) -> None:
    assert findings(PAIRS, ruling(1, "2", award, award, sides)) == [expected]


def test_a_directors_error_may_give_one_side_what_it_had() -> None:
    assert findings(PAIRS, ruling(1, "2", "+420", None, "both", laws=("82C",))) == [[]]


def test_a_wrong_ruling_does_not_keep_the_others_from_being_checked() -> None:
    bad, good = ruling(1, "2", "50% +420; 40% -50", "50% +420; 40% -50", "NS"), ruling(2, "2", "-50", "-50", "NS")
    found = findings(PAIRS, bad, good)
    assert "forbidden 12C1(c)" in found[0]
    assert found[1] == ["forbidden 12B1"]


def test_self_inflicted_damage_without_damage_is_forbidden() -> None:
    normal, expected = parse_award("-100"), parse_award("+420")
    assert isinstance(normal, Mixture)
    assert isinstance(expected, Mixture)
    damage = SelfInflictedDamage(Side.NS, normal, expected)
    assert findings(PAIRS, ruling(1, "2", None, None, "NS", self_inflicted=damage)) == [["forbidden 12B1"]]


def test_average_plus_beyond_the_limit_is_unusual() -> None:
    results = tuple(
        replace(result, result=parse_award("np")) if result.seats.ns == ("2",) else result for result in PAIRS.results
    )
    event = replace(PAIRS, results=results, regulation=load_regulation("exact").having(average_plus_limit=2))
    rulings = [ruling(board, "2", "A+", "A-") for board in (1, 2, 3)]
    assert findings(event, *rulings) == [[], [], ["unusual 12C2(d)"]]


def test_average_plus_is_not_varied_in_a_team_match() -> None:
    results = (played(1, "1", "2", "+420", "open"), played(1, "2", "1", "np", "closed"))
    event = Event(form=Form.TEAMS, scoring="imps", results=results)
    at = TableReference(room="closed")
    varied = replace(ruling(1, "", "+4 IMP", "-4 IMP"), table=at)
    usual = replace(ruling(1, "", "A+", "A-"), table=at)
    assert findings(event, varied) == [["forbidden 12C2(b)"]] or findings(event, varied) == [["forbidden 12C2(b)"] * 2]
    assert findings(event, usual) == [[]]
    assert findings(event, replace(varied, laws=("86B3",))) == [[]]


def test_forbidden_findings_are_those_that_stand_in_the_way() -> None:
    found = check_event(
        replace(PAIRS, rulings=(ruling(1, "2", "-50", "-50", "NS"), ruling(2, "2", "+420", "+420", "NS")))
    )
    assert [given.id for given, _ in forbidden(found)] == ["1-2"]


@pytest.mark.parametrize("name", ["terror", "findings-teams", "findings-by-figures", "both-rooms", "individual"])
def test_the_checks_that_can_forbid_are_all_that_forbid(name: str) -> None:
    travellers, rulings = EVENTS / name / "travellers.csv", EVENTS / name / "rulings.toml"
    event = assembled(travellers_csv.load(travellers), rulings_file.load(rulings))
    located = _located(event)
    contexts = [(each, _context(event, each, located)) for each in event.rulings if each.id in located]
    for each, context in contexts:
        assert is_forbidden(each, context) is (verdict(check(each, context)) is Verdict.FORBIDDEN), each.id


def test_rulings_of_several_matches_are_checked_with_two_scorings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each match has the same boards: with a scoring for each ruling a congress took a minute to be published."""
    rows = [
        replace(played(board, *seats, result, room), id=f"{match}/{board}/{room}", match=match)
        for match, home, away in (("1", "A", "B"), ("2", "C", "D"), ("3", "E", "F"))
        for board in (1, 2)
        for room, seats, result in (("open", (home, away), "+420"), ("closed", (away, home), "-50"))
    ]
    rulings = tuple(
        replace(ruling(1, home, "+650", "+650", "NS"), id=home, table=TableReference(ns=home, room="open"))
        for home in "ACE"
    )
    event = Event(form=Form.TEAMS, scoring="imps", results=tuple(rows), rulings=rulings)
    alone = [check_ruling(event, each) for each in rulings]
    scorings = list[Event]()

    def noted(event: Event) -> Any:
        scorings.append(event)
        return score(event)

    monkeypatch.setattr(in_event, "score", noted)
    assert [found for _, found in check_event(event)] == alone
    assert len(scorings) == 2


@given(events())
@examples(20, long=60)
def test_rulings_are_found_alike_together_and_one_by_one(case: Any) -> None:
    event = read(case)
    if event is None:
        return
    try:
        together = check_event(event)
    except Faults:
        return
    for ruling, findings in together:
        assert findings == check_ruling(event, ruling)
