"""Drafts of rulings: from a case, taken over, stuck, and forms that no page of ours has sent."""

from __future__ import annotations

import re
from typing import Any

import pytest

from amends.desk import Desk
from amends.desk.commands.cases import opening
from amends.desk.commands.corrections import erasing
from amends.desk.unfinished_rulings import Unfinished, kept_drafts
from amends.event.rows import bound_to
from support.desks import NAME
from support.web.rulings import Fields, Guided, editor, words
from web.conftest import Visit

FINE = [(f"1/{10**59 + n}", "4S S =") for n in range(400)]
"""Weights of which no two have a common denominator, nor their sum one that can be printed."""


def asked(visit: Visit, role: str = "director") -> Guided:
    """As far as the poll, for a slow pass on board 9 at the table of pair 3."""
    return Guided(visit(role), 9, "3").facts("unauthorised-information", non_offending="ns")


def answers(desk: Desk) -> dict[str, str]:
    """The answers of the newest draft."""
    work = kept_drafts(desk, desk.open(NAME))[-1].work
    assert isinstance(work, Unfinished)
    return dict(work.answers)


# From a case


def test_a_ruling_on_a_case_that_waits_is_given_in_that_case(visit: Visit, desk: Desk) -> None:
    opened = desk.open(NAME)
    row = next(each for each in opened.event.results if each.id not in opened.standings.ruled)
    desk.confirm(opened, opening(row.board, bound_to(row)))
    cases = list(desk.open(NAME).history.cases)
    guided = Guided(visit("director"), 9, "3")
    led = guided.visiting.post("EV/rule", {"case": cases[-1]}).headers["location"]
    guided.answer = guided.visiting.get(led)
    guided.facts("unplayable", fault_ns="none", fault_ew="direct")
    assert guided.step == "check"
    assert guided.give().status_code == 303
    history = desk.open(NAME).history
    given = history.rulings[-1].ruling
    assert (given.board, given.table.result, given.case) == (row.board, row.id, cases[-1])
    assert list(history.cases) == cases, "no other case was opened"


# In hand


def test_who_has_lost_a_draft_to_a_colleague_is_told_with_the_next_press(visit: Visit) -> None:
    guided = asked(visit)
    votes: Fields = {"calls": ["Pass"], "calls-votes": ["1"], "do": "keep"}
    assert guided.visiting.post(f"{guided.address}/poll", votes).status_code == 200
    visit("chief").post(f"{guided.address}/take")
    told = guided.visiting.post(f"{guided.address}/poll", votes)
    assert told.status_code == 409, "the script loads the page again: 422 is a field that is not filled in yet"
    assert "R. Fox has draft" in words(told.text)
    assert "R. Fox has this draft in hand" in words(guided.visiting.get(f"{guided.address}/poll").text)


def shown_on(guided: Guided, step: str) -> Fields:
    """The form of a step as a browser has it, with the token of its page."""
    page = guided.go(step).answer.text
    tokens = re.findall(r'name="token" value="([^"]+)"', page.partition('id="' + step)[2])
    return {**guided.fields(), "token": tokens[0]}


def votes_of(desk: Desk) -> str:
    """The votes that the newest draft keeps."""
    return answers(desk)["~calls"]


def test_a_page_that_shows_an_older_draft_overwrites_no_newer_votes(visit: Visit, desk: Desk) -> None:
    guided = asked(visit)
    stale = shown_on(guided, "poll")
    chief = visit("chief")
    chief.post(f"{guided.address}/take")
    assert chief.post(f"{guided.address}/poll", {"calls": ["Pass"], "calls-votes": ["5"], "do": "keep"}).is_success
    guided.visiting.post(f"{guided.address}/take")
    told = guided.visiting.post(f"{guided.address}/poll", {**stale, "do": "call:Pass"})
    assert told.status_code == 409
    assert "was changed on another page since this one was loaded" in words(told.text)
    assert votes_of(desk) == "Pass*5"
    assert guided.visiting.post(f"{guided.address}/poll", {**shown_on(guided, "poll"), "do": "call:Pass"}).is_success
    assert votes_of(desk) == "Pass*6"


def test_one_page_goes_on_with_the_draft_that_it_has_changed(visit: Visit, desk: Desk) -> None:
    guided = asked(visit)
    page = shown_on(guided, "poll")
    for count in ("1", "2", "3"):
        voted = {**page, "calls": ["Pass"], "calls-votes": [count], "do": "keep"}
        assert guided.visiting.post(f"{guided.address}/poll", voted).status_code == 200
    assert votes_of(desk) == "Pass*3"
    pressed = guided.visiting.post(f"{guided.address}/poll", {**voted, "do": "call:Pass"})
    guided.answer = pressed
    again = guided.visiting.post(f"{guided.address}/poll", {**guided.fields(), "do": "call:Pass"})
    assert (again.status_code, votes_of(desk)) == (200, "Pass*5")


def test_a_ruling_is_given_only_as_the_page_has_shown_it(visit: Visit, desk: Desk) -> None:
    guided = asked(visit).poll(results={"4S S =": 5}).weigh(("50%", "4S S ="), ("50%", "4S S -1"))
    stale = shown_on(guided, "check")
    guided.go("weights").weigh(("100%", "4S S ="))
    before = len(desk.open(NAME).history.rulings)
    told = guided.visiting.post(f"{guided.address}/check", {**stale, "do": "give", "answer reason": "x"})
    assert (told.status_code, len(desk.open(NAME).history.rulings)) == (409, before)
    fresh = shown_on(guided, "check")
    assert guided.visiting.post(f"{guided.address}/check", {**fresh, "do": "give", "answer reason": "x"}).is_redirect
    assert len(desk.open(NAME).history.rulings) == before + 1


def test_a_draft_does_not_grow_without_end(visit: Visit, desk: Desk) -> None:
    guided = asked(visit).poll(results={"4S S =": 5})
    for turn in range(3):
        routes = {f"legal-route {turn}-{number}": "x" * 900 for number in range(100)}
        sent = guided.visiting.post(f"{guided.address}/weights", {**routes, "mode": "", "do": "x"})
    assert sent.status_code == 422
    assert "There is too much text in this draft" in words(sent.text)
    assert sum(map(len, answers(desk).values())) <= 200_000


# Stuck


def test_a_draft_whose_table_was_erased_is_taken_to_another_or_discarded(visit: Visit, desk: Desk) -> None:
    guided = asked(visit)
    table = answers(desk)["table"]
    opened = desk.open(NAME)
    row = next(each for each in opened.event.results if each.id == table)
    desk.confirm(opened, erasing(row.board, bound_to(row), "It was never played.", "Found late."))
    assert "Begin again: the event has changed" in words(guided.visiting.get("EV").text)
    page = guided.visiting.get(guided.address)
    assert page.status_code == 200
    assert f"This draft cannot go on No table fits '{table}'. The results were changed" in words(page.text)
    assert f"{guided.address}/where" in page.text
    assert f"{guided.address}/drop" in page.text
    other = visit("chief").get(guided.address).text
    assert "C. Cole has this draft in hand" in words(other)
    assert (f"{guided.address}/take" in other, f"{guided.address}/drop" in other) == (True, False)
    assert guided.visiting.post(f"{guided.address}/where", {"table": opened.event.results[5].id}).status_code == 303
    assert guided.go("facts").step == "facts"


@pytest.mark.parametrize("body", [{"ruling": {"board": "x"}}, {"answers": 7}, {}])
def test_a_draft_that_cannot_be_read_keeps_nobody_from_the_event(visit: Visit, desk: Desk, body: Any) -> None:
    opened = desk.open(NAME)
    id = desk.store.keep_draft(opened.kept.key, body, "somebody who has left", 3).id
    visitor = visit("director")
    for path in ("EV", "EV/rulings", "EV/boards", "EV/ranking", "EV/journal", "EV/rule"):
        assert visitor.get(path).status_code == 200, path
    page = visitor.get(f"EV/drafts/{id}")
    assert page.status_code == 200
    assert f"Draft {id} cannot be read" in words(page.text)
    assert visitor.get(f"EV/drafts/{id}/facts").status_code == 404
    assert visitor.post(f"EV/drafts/{id}/drop").status_code == 303
    assert visitor.get(f"EV/drafts/{id}").status_code == 404


# What no page of ours has sent


def test_answers_that_were_not_asked_for_are_not_kept(visit: Visit, desk: Desk) -> None:
    guided = asked(visit)
    before = answers(desk)
    strange = {"answer ~outcomes": "x; y z", "answer board": "99", "answer table": "nobody", "answer k": "v"}
    guided.facts("unauthorised-information", non_offending="ns", **strange)
    assert answers(desk) == before


def test_weights_are_held_against_the_limits_before_they_are_kept(visit: Visit, desk: Desk) -> None:
    guided = asked(visit).poll()
    for do in ("keep", "next", "effect", "more:outcomes:0"):
        answer = guided.visiting.post(f"{guided.address}/weights", {**editor("outcomes", *FINE), "do": do})
        assert answer.status_code == 422, do
    assert "At most 64 outcomes can be weighed" in words(answer.text)
    answer = guided.weights(FINE[0], do="keep")
    assert "is too fine a weight" in words(answer.text)
    assert "~outcomes" not in answers(desk)
    assert guided.go("weights").step == "weights"


def test_weights_are_held_against_the_limits_in_an_appeal_too(visit: Visit) -> None:
    for do in ("record", "more:outcomes:0"):
        fields = {**editor("outcomes", *FINE), "decision": "varied", "do": do}
        assert visit("director").post("EV/appeals/1/decide", fields).status_code == 422


@pytest.mark.parametrize("kept", ["x; y z", "5; 1/0 4S S =", "5; 1 zz", "; ".join(["5", *["1/2 4S S ="] * 65])])
def test_weights_of_a_draft_that_cannot_be_read_are_proposed_anew(visit: Visit, desk: Desk, kept: str) -> None:
    guided = asked(visit).poll(results={"4S S =": 5})
    draft = kept_drafts(desk, desk.open(NAME))[-1]
    desk.store.keep_draft(
        desk.open(NAME).kept.key,
        {"answers": [[key, text] for key, text in {**answers(desk), "~outcomes": kept}.items()]},
        draft.author,
        draft.seen,
        draft.id,
    )
    assert guided.go("weights").fields()["outcome outcomes"] == "4S S ="


@pytest.mark.parametrize(
    ("calls", "votes"),
    [([f"x{n}" for n in range(101)], "1"), (["Pa;ss"], "1"), (["Pass*3"], "1"), ([""], "1"), (["Pass"], "1000")],
)
def test_votes_that_no_page_has_sent_are_refused(visit: Visit, desk: Desk, calls: list[str], votes: str) -> None:
    guided = asked(visit)
    fields: Fields = {"calls": calls, "calls-votes": [votes] * len(calls), "do": "keep"}
    assert guided.visiting.post(f"{guided.address}/poll", fields).status_code == 422
    assert "~calls" not in answers(desk)
    assert guided.go("poll").step == "poll"


def test_a_contract_that_cannot_be_read_is_asked_for_again(visit: Visit) -> None:
    guided = asked(visit)
    fields: Fields = {"calls": ["Pass"], "calls-votes": ["1"], "contract Pass=zz;y": "4S N", "do": "keep"}
    assert guided.visiting.post(f"{guided.address}/poll", fields).status_code == 200
    assert guided.go("poll").step == "poll"


def test_more_struck_calls_than_a_poll_has_answers_are_no_dead_end(visit: Visit) -> None:
    struck = ", ".join(f"{level}{suit} N" for level in range(1, 7) for suit in "CDHS")
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", other_call=struck, non_offending="ns")
    assert guided.go("poll").step == "poll"
    assert len(re.findall(r'name="calls"', guided.page)) == 20
