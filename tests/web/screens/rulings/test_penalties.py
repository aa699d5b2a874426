"""Penalties: given after a look at what they do, and withdrawn with a reason."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from amends.desk import Desk, OpenEvent
from amends.desk.commands.penalties import standard_penalty
from amends.event import Event
from support.desks import NAME
from support.web import small_events
from web.conftest import Visit, Visiting

GIVEN = {"contestant": "7", "amount": "10%", "law": "90B3", "reason": "late & loud"}


def newest(desk: Desk) -> OpenEvent:
    """The event as it stands."""
    return desk.open(NAME)


def carried(page: str) -> dict[str, str]:
    """What a page carries for its next form."""
    return dict(re.findall(r'name="(seen|looked)" value="([^"]+)"', page))


def looked(visitor: Visiting, fields: dict[str, str]) -> Any:
    """The answer to the first press."""
    return visitor.post("EV/penalties", {**fields, **carried(visitor.get("EV/penalties").text)})


def test_the_standard_penalty_of_the_regulation_is_offered(visit: Visit, desk: Desk) -> None:
    assert f'value="{standard_penalty(newest(desk).event)}"' in visit("director").get("EV/penalties").text


def test_the_effect_is_shown_before_a_penalty_is_given(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    before = newest(desk)
    first = looked(visitor, GIVEN)
    assert (first.status_code, newest(desk).seen, "What it does" in first.text) == (200, before.seen, True)
    assert visitor.post("EV/penalties", {**GIVEN, **carried(first.text)}).status_code == 303
    given = list(newest(desk).history.penalties.values())[-1].penalty
    assert (given.contestant, given.amount, given.law, given.reason) == ("7", "10%", "90B3", "late & loud")
    assert newest(desk).standings.standing("7").total != before.standings.standing("7").total
    assert "late &amp; loud" in visitor.get("EV/penalties").text


def test_another_amount_is_looked_at_again(visit: Visit, desk: Desk) -> None:
    visitor, before = visit("director"), newest(desk).seen
    first = looked(visitor, GIVEN)
    second = visitor.post("EV/penalties", {**GIVEN, **carried(first.text), "amount": "50%"})
    assert (second.status_code, newest(desk).seen) == (200, before)


@pytest.mark.parametrize(
    "wrong",
    [{"contestant": "<b>"}, {"amount": ""}, {"amount": "much"}, {"reason": ""}, {"case": "99"}],
    ids=str,
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(visit: Visit, desk: Desk, wrong: dict[str, str]) -> None:
    before = newest(desk).seen
    answer = looked(visit("director"), {**GIVEN, "law": "91A", **wrong})
    assert (answer.status_code, 'value="91A"' in answer.text, newest(desk).seen) == (422, True, before)


def test_a_penalty_is_withdrawn_with_a_reason(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    assert visitor.post("EV/penalties/1/withdraw", {"reason-1": ""}).status_code == 422
    assert visitor.post("EV/penalties/1/withdraw", {"reason-1": "it was another pair"}).status_code == 303
    assert newest(desk).history.penalties["1"].why_withdrawn == "it was another pair"
    assert "penalties/1/withdraw" not in visitor.get("EV/penalties").text


SWISS_ROUNDS = replace(
    small_events.SWISS,
    results=tuple(
        small_events.line(1, ns, ew, "+420", round=round)
        for round, ns, ew in (("1", "1", "2"), ("1", "3", "4"), ("2", "1", "4"), ("2", "3", "2"))
    ),
)
"""Two flat rounds of one board: everybody has 50%, 10 VP, in each."""
TEAM_ROUNDS = replace(
    small_events.TEAMS,
    results=tuple(
        small_events.line(1, ns, ew, "+420", room=room, round=round)
        for round, other in (("1", "2"), ("2", "3"))
        for room, ns, ew in (("open", "1", other), ("closed", other, "1"))
    ),
)
"""Team 1 plays 2, then 3; both matches are level."""


@pytest.mark.parametrize(
    ("event", "amount", "matches", "label"),
    [
        (SWISS_ROUNDS, "1 MP", ("2",), "The round that it is taken from"),
        (TEAM_ROUNDS, "3 IMP", ("2", "3"), "The match that it is taken from"),
    ],
    ids=["swiss pairs", "teams"],
)
def test_a_penalty_is_taken_from_the_match_that_is_named(
    visit: Visit, desk: Desk, event: Event, amount: str, matches: tuple[str, ...], label: str
) -> None:
    """Round 2, or at teams also the opponents of round 2."""
    visitor = visit("director")
    for match in matches:
        visitor.event = small_events.put(desk, event, f"match {match}")
        before = desk.open(f"match {match}").standings.standing("1").total
        assert label in visitor.get("EV/penalties").text
        fields = {"contestant": "1", "amount": amount, "reason": "late", "match": match}
        for wrong in ("", "9"):
            refused = looked(visitor, {**fields, "match": wrong})
            assert (refused.status_code, f'name="match" value="{wrong}"' in refused.text) == (422, True)
        first = looked(visitor, fields)
        assert (first.status_code, f'name="match" value="{match}"' in first.text) == (200, True)
        assert visitor.post("EV/penalties", {**fields, **carried(first.text)}).status_code == 303
        after = desk.open(f"match {match}")
        assert list(after.history.penalties.values())[-1].penalty.match == match
        assert after.standings.standing("1").total < before  # type: ignore[operator]
        shown = visitor.get("EV/penalties").text
        assert (f"round {match}" in shown) or (f"match {match}" in shown)


@pytest.mark.parametrize(
    "event",
    [small_events.PAIRS, replace(TEAM_ROUNDS, scoring="bam"), small_events.INDIVIDUAL],
    ids=["pairs", "board-a-match", "individual"],
)
def test_no_match_is_asked_for_where_penalties_are_taken_from_the_total(visit: Visit, desk: Desk, event: Event) -> None:
    visitor = visit("director")
    visitor.event = small_events.put(desk, event)
    assert 'name="match"' not in visitor.get("EV/penalties").text


@pytest.mark.parametrize("role", ["", "scorer", "reviewer"])
def test_others_give_and_withdraw_none(visit: Visit, desk: Desk, role: str) -> None:
    before, visitor = newest(desk).seen, visit(role)
    for path in ("EV/penalties", "EV/penalties/1/withdraw"):
        assert visitor.post(path, {**GIVEN, "reason-1": "x"}).status_code in (401, 403)
    assert newest(desk).seen == before
    assert 'method="post"' not in visitor.get("EV/penalties").text or not role
