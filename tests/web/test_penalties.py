"""Penalties: given after a look at what they do, and withdrawn with a reason."""

from __future__ import annotations

import re
from typing import Any

import pytest

from amends.desk import Desk, OpenEvent
from amends.desk.without_merit import standard_penalty
from desks import NAME
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


@pytest.mark.parametrize("role", ["", "scorer", "reviewer"])
def test_others_give_and_withdraw_none(visit: Visit, desk: Desk, role: str) -> None:
    before, visitor = newest(desk).seen, visit(role)
    for path in ("EV/penalties", "EV/penalties/1/withdraw"):
        assert visitor.post(path, {**GIVEN, "reason-1": "x"}).status_code in (401, 403)
    assert newest(desk).seen == before
    assert 'method="post"' not in visitor.get("EV/penalties").text or not role
