"""Cases: opened from a row, written down, agreed, closed or ruled on."""

from __future__ import annotations

import re
from typing import Any

import pytest

from amends.bridge import Side
from amends.desk import Desk, OpenEvent
from amends.desk.commands.cases import Report, opening, recording
from amends.event.case import Irregularity
from amends.event.rows import bound_to
from amends.journal.history import Case
from support.desks import NAME
from support.web.reading import words
from web.conftest import Visit, Visiting

HOSTILE = "<img src=x onerror=alert(1)>"


def newest(desk: Desk) -> OpenEvent:
    """The event as it stands."""
    return desk.open(NAME)


def case_of(desk: Desk) -> Case:
    """The newest case."""
    return list(newest(desk).history.cases.values())[-1]


def new_case(desk: Desk) -> str:
    """A case about a table without a ruling."""
    opened = newest(desk)
    row = next(each for each in opened.event.results if each.id not in opened.standings.ruled)
    desk.confirm(opened, opening(row.board, bound_to(row)))
    return case_of(desk).id


def sent(visitor: Visiting, path: str, fields: dict[str, Any]) -> Any:
    """A form of a case's page that was filled in."""
    found = re.search(r'name="seen" value="([^"]+)"', visitor.get(path.rpartition("/")[0]).text)
    return visitor.post(path, {**fields, **({"seen": found[1]} if found else {})})


def test_a_case_is_opened_from_the_row_that_it_is_about(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    row = newest(desk).event.results[5]
    page = visitor.get("EV/cases/new", board=row.board, table=row.id).text
    assert f'value="{row.id}" selected' in page
    fields = {
        "board": row.board, "table": row.id, "irregularity": "misinformation", "called": "21:05",
        "happened": "1NT was not announced.", "said-ew": "We were damaged.",
    }  # fmt: skip
    answer = visitor.post("EV/cases/new", fields)
    case = case_of(desk)
    assert answer.headers["location"] == f"{visitor.event}/cases/{case.id}"
    assert (case.board, case.table.result, case.irregularity) == (row.board, row.id, Irregularity.MISINFORMATION)
    assert (case.facts.happened, case.statements[0][0].words) == ("1NT was not announced.", "We were damaged.")
    assert case.called is not None


def test_without_a_board_one_is_asked_for(visit: Visit) -> None:
    assert "Which board?" in visit("director").get("EV/cases/new").text
    assert "Which board?" in visit("director").get("EV/cases/new", board="999").text


@pytest.mark.parametrize(
    "wrong", [{"table": "nowhere"}, {"board": "x"}, {"irregularity": "a fight"}, {"called": "yesterday"}], ids=str
)
def test_what_is_wrong_with_a_new_case_is_said_and_all_is_kept(visit: Visit, desk: Desk, wrong: dict[str, str]) -> None:
    row = newest(desk).event.results[5]
    fields = {"board": row.board, "table": row.id, "irregularity": "revoke", "happened": HOSTILE}
    before = newest(desk).seen
    answer = visit("director").post("EV/cases/new", {**fields, **wrong})
    assert (answer.status_code, HOSTILE in answer.text, newest(desk).seen) == (422, False, before)


def test_facts_are_added_and_what_was_said_before_stays(visit: Visit, desk: Desk) -> None:
    id, visitor = new_case(desk), visit("director")
    first = {"happened": HOSTILE, "auction": "1H pass 4H 4S", "explained": "1H=five cards\n4H=weak", "screens": "no"}
    assert sent(visitor, f"EV/cases/{id}/facts", first).status_code == 303
    assert sent(visitor, f"EV/cases/{id}/facts", {**first, "found": "All agree."}).status_code == 303
    facts = case_of(desk).facts
    assert (facts.happened, facts.found, facts.screens) == (HOSTILE, "All agree.", False)
    assert [each.call for each in facts.explanations] == ["1H", "4H"]
    page = visitor.get(f"EV/cases/{id}").text
    assert (HOSTILE in page, "All agree." in page) == (False, True)
    again = sent(visitor, f"EV/cases/{id}/facts", {**first, "found": "All agree."})
    assert (again.status_code, "Nothing of this is new." in again.text) == (422, True)


@pytest.mark.parametrize("wrong", [{"auction": "9H"}, {"explained": "strong"}], ids=str)
def test_an_auction_that_is_none_is_refused(visit: Visit, desk: Desk, wrong: dict[str, str]) -> None:
    id = new_case(desk)
    answer = sent(visit("director"), f"EV/cases/{id}/facts", {"happened": "kept", **wrong})
    assert (answer.status_code, "kept" in answer.text) == (422, True)


@pytest.mark.parametrize(("by", "side"), [("S", Side.NS), ("EW", Side.EW), ("", None)])
def test_statements_are_of_a_seat_a_side_or_somebody_else(visit: Visit, desk: Desk, by: str, side: Side | None) -> None:
    id = new_case(desk)
    fields = {"by": by, "who": "Dean", "words": "I had a full opening."}
    assert sent(visit("director"), f"EV/cases/{id}/statement", fields).status_code == 303
    said = case_of(desk).statements[-1][0]
    assert (said.side, said.who, said.words) == (side, "Dean", "I had a full opening.")


def test_a_poll_is_taken_player_by_player(visit: Visit, desk: Desk) -> None:
    id, visitor = new_case(desk), visit("director")
    asked = {
        "question": "Your call?", "chose": ["pass", "4S", "pass"], "considered": ["4S", "", "X / 4S"],
        "standard": ["expert", "club", ""],
    }  # fmt: skip
    more = sent(visitor, f"EV/cases/{id}/poll", {**asked, "do": "more"})
    assert (more.status_code, more.text.count('name="chose"'), case_of(desk).polls) == (200, 4, ())
    assert sent(visitor, f"EV/cases/{id}/poll", {**asked, "do": "record"}).status_code == 303
    [(poll, _)] = case_of(desk).polls
    assert poll.counted == {"pass": 2, "4S": 1}
    assert [answer.considered for answer in poll.answers] == [("4S",), (), ("X", "4S")]
    assert "logical alternative" in words(visitor.get(f"EV/cases/{id}").text)


@pytest.mark.parametrize(
    "asked",
    [
        {"chose": [""], "considered": [""], "standard": [""]},
        {"chose": [""], "considered": ["4S"], "standard": [""]},
        {"chose": ["4S"], "considered": [], "standard": []},
    ],
    ids=["nobody", "no action", "too few"],
)
def test_a_poll_of_nobody_is_none(visit: Visit, desk: Desk, asked: dict[str, list[str]]) -> None:
    id = new_case(desk)
    assert sent(visit("director"), f"EV/cases/{id}/poll", {**asked, "do": "record"}).status_code == 422
    assert case_of(desk).polls == ()


def test_a_report_that_both_sides_have_agreed_is_locked(visit: Visit, desk: Desk) -> None:
    id, visitor = new_case(desk), visit("director")
    for side in Side:
        assert sent(visitor, f"EV/cases/{id}/agree", {"side": side.value}).status_code == 303
    assert case_of(desk).agreed == frozenset(Side)
    page = visitor.get(f"EV/cases/{id}").text
    assert (f"cases/{id}/facts" in page, f"cases/{id}/poll" in page, "have agreed this report" in page) == (
        False, False, True,
    )  # fmt: skip
    assert visitor.post(f"EV/cases/{id}/facts", {"happened": "something else"}).status_code == 422
    assert sent(visitor, f"EV/cases/{id}/statement", {"by": "N", "words": "More."}).status_code == 303


def test_a_case_that_needs_no_ruling_is_closed_with_a_reason(visit: Visit, desk: Desk) -> None:
    id, visitor = new_case(desk), visit("director")
    assert sent(visitor, f"EV/cases/{id}/close", {"close-reason": ""}).status_code == 422
    assert sent(visitor, f"EV/cases/{id}/close", {"close-reason": "Both are content."}).status_code == 303
    assert case_of(desk).why_closed == "Both are content."
    assert f"cases/{id}/close" not in visitor.get(f"EV/cases/{id}").text


def test_a_case_that_waits_can_be_ruled_on(visit: Visit, desk: Desk) -> None:
    id, visitor = new_case(desk), visit("director")
    page = visitor.get(f"EV/cases/{id}").text
    assert f'name="case" value="{id}"' in page
    answer = visitor.post("EV/rule", {"case": id})
    assert visitor.get(answer.headers["location"]).status_code == 200
    assert 'name="case"' not in visitor.get("EV/cases/1").text


def test_of_two_who_write_the_second_is_told_and_keeps_what_was_typed(visit: Visit, desk: Desk) -> None:
    id, visitor = new_case(desk), visit("director")
    known = newest(desk).seen
    desk.confirm(newest(desk), recording(id, Report(agreed=(Side.NS,))))
    answer = visitor.post(f"EV/cases/{id}/facts", {"happened": "typed & kept", "seen": known})
    assert answer.status_code == 422
    assert "report agreed by N-S" in words(answer.text)
    assert "typed &amp; kept" in answer.text


@pytest.mark.parametrize("role", ["", "scorer", "reviewer"])
def test_others_cannot_write(visit: Visit, desk: Desk, role: str) -> None:
    id = new_case(desk)
    before = newest(desk).seen
    visitor = visit(role)
    for path in ("facts", "statement", "poll", "agree", "close"):
        assert visitor.post(f"EV/cases/{id}/{path}", {"words": "x"}).status_code in (401, 403)
    assert visitor.post("EV/cases/new", {}).status_code in (401, 403)
    assert newest(desk).seen == before


def test_a_reviewer_reads_it_and_others_do_not(visit: Visit) -> None:
    page = visit("reviewer").get("EV/cases/1").text
    assert ("full opening" in page, 'method="post"' in page) == (True, False)
    assert "full opening" not in visit().get("EV/cases/1").text
    assert visit("scorer").get("EV/cases/1").status_code == 403
    assert visit("reviewer").get("EV/cases/99").status_code == 404
