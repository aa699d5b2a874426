"""S9: an appeal from what was said to its decision, and what that does to the standings."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from amends import exact
from amends.awards import Award, Mixture, parse_award
from amends.bridge import BySide, Side
from amends.cli.commands.rulings.rulings import in_full
from amends.desk import Desk, OpenEvent
from amends.desk.commands.appeals import deciding
from amends.desk.commands.cases import Report, recording
from amends.desk.commands.corrections import erasing
from amends.desk.commands.penalties import standard_penalty
from amends.desk.commands.rulings import is_on_record, withdrawing
from amends.event.case import AppealDecision
from amends.journal.entries import AppealDecided
from amends.journal.history import RulingState
from amends.scoring.event import score
from amends.web.security.addresses import path_part
from amends.wording.award_text import ruling_award
from support.desks import NAME
from support.web.reading import links, words
from web.conftest import Visit, Visiting

HOSTILE = "<script>alert(1)</script>"
VARIED = {"decision": "varied", "both": "50% 4H N =; 50% 4H N -1", "reason": "Half of them made it."}


def newest(desk: Desk) -> OpenEvent:
    """The event as it stands."""
    return desk.open(NAME)


def carried(page: str) -> dict[str, str]:
    """What a page carries for its next form."""
    return dict(re.findall(r'name="(seen|looked)" value="([^"]+)"', page))


def decided(visitor: Visiting, fields: dict[str, Any]) -> Any:
    """The answer after a look at the effect, where there is one."""
    answer = visitor.post("EV/appeals/1/decide", {**carried(visitor.get("EV/appeals/1").text), **fields})
    if answer.status_code == 200:
        answer = visitor.post("EV/appeals/1/decide", {**fields, **carried(answer.text)})
    return answer


# What is shown


@pytest.mark.parametrize("role", ["chief", "director", "reviewer"])
def test_a_reviewer_needs_no_other_page(visit: Visit, role: str) -> None:
    said = words(visit(role).get("EV/appeals/1").text)
    for part in (
        "Pass was no alternative.", "C. Cole", "waits", "in time", "West passed after long thought", "full opening",
        "polled: 6 players", "weighed and ruled", "Effect of the ruling", "60% of",
    ):  # fmt: skip
        assert part in said, part


def test_an_appeal_can_be_read_when_the_line_of_its_withdrawn_ruling_is_erased(visit: Visit, desk: Desk) -> None:
    upheld = AppealDecided("1", AppealDecision.UPHELD)
    drafts = [deciding(upheld), withdrawing("1", "a mistake")]
    ruling = newest(desk).history.ruling("1").ruling
    for draft in (*drafts, erasing(ruling.board, ruling.table, "not played there", "seen late")):
        desk.confirm(newest(desk), draft)
    visitor = visit("director")
    for path in ("EV/appeals/1", "EV/appeals/1/form", "EV/appeals/1/form?blind=yes", "EV/rulings/1", "EV/bulletin"):
        answer = visitor.get(path)
        assert answer.status_code == 200, (path, words(answer.text))
    assert in_full("1", newest(desk))


def test_a_reviewer_has_no_form(visit: Visit) -> None:
    page = visit("reviewer").get("EV/appeals/1").text
    assert 'method="post"' not in page


@pytest.mark.parametrize("role", ["", "scorer"])
def test_nobody_else_sees_an_appeal(visit: Visit, role: str) -> None:
    answer = visit(role).get("EV/appeals/1")
    assert "alternative" not in answer.text
    assert answer.status_code == (403 if role else 200)  # to the page on which one signs in


@pytest.mark.parametrize("role", ["", "scorer", "reviewer"])
@pytest.mark.parametrize("path", ["decide", "statement"])
def test_nobody_else_decides(visit: Visit, desk: Desk, role: str, path: str) -> None:
    fields = {"decision": "upheld", "words": "x"}
    assert visit(role).post(f"EV/appeals/1/{path}", fields).status_code in (401, 403)
    assert newest(desk).history.appeals["1"].decision is None


def test_the_form_is_printed_with_and_without_names(visit: Visit) -> None:
    visitor = visit("reviewer")
    named, blind = (words(visitor.get("EV/appeals/1/form", **query).text) for query in ({}, {"blind": "yes"}))
    assert ("C. Cole" in named, "C. Cole" in blind) == (True, False)
    assert "☐ the ruling stands" in named
    assert visitor.get("EV/appeals/9/form").status_code == 404


def test_a_report_that_both_have_agreed_is_said_to_be_locked(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    assert "nothing can be changed in it" not in visitor.get("EV/appeals/1").text
    desk.confirm(newest(desk), recording("1", Report(agreed=tuple(Side))))
    assert "nothing can be changed in it" in visitor.get("EV/appeals/1").text


def test_the_process_says_whether_both_sides_were_heard(visit: Visit) -> None:
    visitor = visit("director")
    assert "Facts not agreed by both sides" in words(visitor.get("EV/appeals/1").text)
    for seat in ("N", "E"):
        assert visitor.post("EV/appeals/1/statement", {"by": seat, "words": "We were damaged."}).status_code == 303
    said = words(visitor.get("EV/appeals/1").text)
    assert ("Both sides heard" in said, "6 players asked" in said) == (True, True)


def test_statements_for_the_appeal_are_taken_as_texts(visit: Visit) -> None:
    visitor = visit("director")
    fields = {"by": "S", "who": "Ash", "words": HOSTILE}
    assert visitor.post("EV/appeals/1/statement", fields).status_code == 303
    page = visitor.get("EV/appeals/1").text
    assert (HOSTILE in page, "&lt;script&gt;alert(1)" in page) == (False, True)
    empty = visitor.post("EV/appeals/1/statement", {"by": "S", "who": "Birch", "words": ""})
    assert (empty.status_code, "Birch" in empty.text) == (422, True)


# The decision


@pytest.mark.parametrize(
    ("decision", "state"), [("upheld", RulingState.UPHELD), ("withdrawn", RulingState.GIVEN)], ids=str
)
def test_a_ruling_that_stands_changes_no_score(visit: Visit, desk: Desk, decision: str, state: RulingState) -> None:
    before = newest(desk).standings.lists
    fields = {"decision": decision, "reason": "It is right.", "reviewers": "T. Dean, A. Birch"}
    assert decided(visit("director"), fields).status_code == 303
    after = newest(desk)
    appeal = after.history.appeals["1"]
    assert (appeal.decision, appeal.reviewers) == (AppealDecision(decision), ("T. Dean", "A. Birch"))
    assert after.history.ruling("1").state is state
    assert after.standings.lists == before


def test_a_varied_ruling_is_looked_at_before_it_is_entered(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    before = newest(desk)
    looked = visitor.post("EV/appeals/1/decide", {**VARIED, **carried(visitor.get("EV/appeals/1").text)})
    assert (looked.status_code, newest(desk).seen) == (200, before.seen)
    assert "What this decision does: before and after" in looked.text
    assert "Half of them made it." in looked.text


def test_a_varied_ruling_takes_the_place_of_the_appealed_one(visit: Visit, desk: Desk) -> None:
    before = newest(desk).event
    award: BySide[Award | None] = BySide.both(parse_award(VARIED["both"]))
    expected = [replace(each, awards=award) if each.id == "1" else each for each in before.rulings]
    assert decided(visit("director"), VARIED).status_code == 303
    after = newest(desk)
    new = after.history.appeals["1"].varied_to
    assert after.history.ruling("1").state is RulingState.VARIED
    assert after.history.ruling(new).ruling.reason == "Half of them made it."
    assert after.standings.lists == score(replace(before, rulings=tuple(expected))).lists
    visitor = visit("director")
    assert f"{visitor.event}/rulings/{path_part(new)}" in links(visitor.get("EV/appeals/1").text)


def test_each_side_may_have_an_award_of_its_own(visit: Visit, desk: Desk) -> None:
    fields = {"decision": "varied", "ns": "4H N =", "ew": "4H N +1", "laws": "12C1(c)", "reason": "Split."}
    answer = decided(visit("chief"), fields)
    if answer.status_code == 409:  # unusual: why
        clauses = re.findall(r'name="(accept [^"]+)"', answer.text)
        answer = decided(visit("chief"), {**fields, **dict.fromkeys(clauses, "because")})
    assert answer.status_code == 303
    ruling = newest(desk).history.ruling(newest(desk).history.appeals["1"].varied_to).ruling
    assert ruling.awards.map(str) == BySide("4H N =", "4H N +1")
    assert ruling.laws == ("12C1(c)",)


def test_the_field_for_both_sides_takes_a_pair(visit: Visit, desk: Desk) -> None:
    fields = {"decision": "varied", "both": "A60/40", "reason": "No result can be had."}
    answer = decided(visit("chief"), fields)
    if answer.status_code == 409:  # unusual: why
        clauses = re.findall(r'name="(accept [^"]+)"', answer.text)
        answer = decided(visit("chief"), {**fields, **dict.fromkeys(clauses, "because")})
    assert answer.status_code == 303
    opened = newest(desk)
    ruling = opened.history.ruling(opened.history.appeals["1"].varied_to).ruling
    assert ruling.awards.map(str) == BySide("A+", "A-")


THREE_FACTS = {"own-after": "yes", "own-unrelated": "yes", "own-serious": "yes"}
OTHER_AWARDS = {
    "by fault": ({"fault-ns": "none", "fault-ew": "direct"}, "N-S A+, E-W A−"),
    "12C1(e)": (
        {"self-inflicted": "NS", "normal": "4H N =", "expected": "4H N -1", **THREE_FACTS},
        "12C1(e) for N-S: normal 4♥ N =, expected 4♥ N −1",
    ),
    "stands": ({"stands": "yes"}, "the table result stands"),
}


@pytest.mark.parametrize("way", OTHER_AWARDS)
def test_artificial_scores_and_12c1e_can_be_given(visit: Visit, desk: Desk, way: str) -> None:
    fields, expected = OTHER_AWARDS[way]
    fields = {"decision": "varied", **fields, "reason": "So it is."}
    answer = decided(visit("chief"), fields)
    if answer.status_code == 409:  # unusual: why
        clauses = re.findall(r'name="(accept [^"]+)"', answer.text)
        answer = decided(visit("chief"), {**fields, **dict.fromkeys(clauses, "because")})
    assert answer.status_code == 303
    history = newest(desk).history
    assert ruling_award(history.ruling(history.appeals["1"].varied_to).ruling, 2017) == expected


def test_the_three_facts_of_12c1e_go_into_the_case(visit: Visit, desk: Desk) -> None:
    fields, _ = OTHER_AWARDS["12C1(e)"]
    visitor = visit("chief")
    page = words(visitor.get("EV/appeals/1").text)
    assert "Was it an extremely serious error or gambling action, for this class of player?" in page
    answer = decided(visitor, {"decision": "varied", **fields, "reason": "So it is."})
    assert answer.status_code == 303
    opened = newest(desk)
    ruling = opened.history.ruling(opened.history.appeals["1"].varied_to).ruling
    assert is_on_record(opened.history.case(ruling.case), Side.NS, 2017)
    facts = "N-S, after the irregularity: yes; unrelated to it: yes; extremely serious error or gambling action: yes"
    for address in (f"EV/cases/{ruling.case}", "EV/appeals/1", "EV/appeals/1/form"):
        assert facts in words(visitor.get(address).text), address


def test_with_one_no_12c1e_does_not_apply(visit: Visit, desk: Desk) -> None:
    fields, _ = OTHER_AWARDS["12C1(e)"]
    refused = visit("director").post("EV/appeals/1/decide", {"decision": "varied", **fields, "own-unrelated": "no"})
    assert refused.status_code == 422
    said = words(refused.text)
    assert "Not 12C1(e): it was related to the infraction. N-S get full redress." in said
    assert "found Not" not in said
    assert newest(desk).history.appeals["1"].decision is None


def test_an_award_is_typed_in_the_notation_of_who_types_it(visit: Visit, desk: Desk) -> None:
    visitor = visit("chief")
    visitor.client.cookies.set("amends-look", "tricks=american")
    fields = {"decision": "varied", "both": "50% 4H N made 4; 50% 4H N down 1", "reason": "Half of them made it."}
    assert decided(visitor, fields).status_code == 303
    history = newest(desk).history
    assert ruling_award(history.ruling(history.appeals["1"].varied_to).ruling, 2017) == "50% 4♥ N =; 50% 4♥ N −1"


def test_what_is_changed_after_the_look_is_looked_at_again(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    looked = visitor.post("EV/appeals/1/decide", {**VARIED, **carried(visitor.get("EV/appeals/1").text)})
    other = visitor.post("EV/appeals/1/decide", {**VARIED, **carried(looked.text), "both": "4H N -2"})
    assert (other.status_code, newest(desk).history.appeals["1"].decision) == (200, None)


def test_an_unusual_award_needs_a_reason(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    outcomes = "20% 4H N =; 20% 4H N -1; 20% 4H N -2; 20% 4H N +1; 20% 4H N -3"
    fields = {"decision": "varied", "both": outcomes, "reason": "So many."}
    looked = visitor.post("EV/appeals/1/decide", {**fields, **carried(visitor.get("EV/appeals/1").text)})
    clauses = re.findall(r'name="(accept [^"]+)"', looked.text)
    assert clauses
    refused = visitor.post("EV/appeals/1/decide", {**fields, **carried(looked.text)})
    assert (refused.status_code, newest(desk).history.appeals["1"].decision) == (409, None)
    given = visitor.post(
        "EV/appeals/1/decide", {**fields, **carried(looked.text), **dict.fromkeys(clauses, "the hand is wild")}
    )
    assert given.status_code == 303


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"decision": "perhaps"},
        {"decision": "varied"},
        {"decision": "varied", "both": "4H N =", "ns": "4H N ="},
        {"decision": "varied", "both": "nonsense <b>"},
        {"decision": "varied", "both": "60% 4H N ="},
        {"decision": "varied", "both": "4H N =", "fault-ns": "none", "fault-ew": "none"},
        {"decision": "varied", "fault-ns": "none"},
        {"decision": "varied", "fault-ns": "none", "fault-ew": "much"},
        {"decision": "varied", "self-inflicted": "NS", "normal": "4H N =", **THREE_FACTS},
        {"decision": "varied", "self-inflicted": "NS", "normal": "4H N =", "expected": "4H N -1"},
        {"decision": "varied", "both": "4H N =", "own-serious": "no"},
        {"decision": "varied", "both": "4H N =", "assigned": "+5 IMP"},
        {"decision": "varied", "both": "4H N =", "laws": "12C5"},
    ],
)
def test_a_decision_that_says_nothing_sensible_is_refused(visit: Visit, desk: Desk, fields: dict[str, str]) -> None:
    answer = visit("director").post("EV/appeals/1/decide", {**fields, "reason": "kept & typed"})
    assert (answer.status_code, "kept &amp; typed" in answer.text) == (422, True)
    assert newest(desk).history.appeals["1"].decision is None


def test_an_appeal_without_merit_may_cost_the_standard_penalty_and_the_deposit(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    amount = standard_penalty(newest(desk).event)
    assert amount in visitor.get("EV/appeals/1").text
    fields = {"decision": "without-merit", "penalty": "yes", "deposit-kept": "yes", "reason": "None at all."}
    ew = newest(desk).history.ruling("1").ruling.table.ew
    before = newest(desk).standings.standing(ew)
    assert decided(visitor, fields).status_code == 303
    after = newest(desk)
    assert after.history.appeals["1"].deposit_kept
    assert after.standings.standing(ew).penalty != before.penalty
    assert list(after.history.penalties.values())[-1].penalty.contestant == ew


def test_without_a_tick_there_is_no_penalty(visit: Visit, desk: Desk) -> None:
    before = len(newest(desk).history.penalties)
    assert decided(visit("director"), {"decision": "without-merit"}).status_code == 303
    assert len(newest(desk).history.penalties) == before


def test_of_two_who_decide_the_second_is_told(visit: Visit, desk: Desk) -> None:
    one, other = visit("director"), visit("chief")
    known = carried(other.get("EV/appeals/1").text)
    assert decided(one, {"decision": "upheld"}).status_code == 303
    answer = other.post(
        "EV/appeals/1/decide", {**known, "decision": "withdrawn", "reason": "typed", "token": "the token of the form"}
    )
    assert answer.status_code == 422
    assert newest(desk).history.appeals["1"].decision is AppealDecision.UPHELD
    assert "decided: the ruling stands" in words(answer.text)
    assert "<li>typed</li>" in answer.text
    assert "the token of the form" not in answer.text


def test_a_varied_ruling_is_that_of_the_committee_and_cannot_be_appealed(visit: Visit, desk: Desk) -> None:
    assert decided(visit("director"), {**VARIED, "reviewers": "A. Ash, D. Dean"}).status_code == 303
    new = path_part(newest(desk).history.appeals["1"].varied_to)
    visitor = visit("director")
    page = visitor.get(f"EV/rulings/{new}").text
    assert "by the appeals committee (A. Ash, D. Dean) on appeal 1" in words(page)
    assert f"{visitor.event}/rulings/{new}/appeal" not in links(page)
    assert "review may be asked for" not in words(page)
    assert "the appeals committee (A. Ash, D. Dean)" in words(visitor.get("EV/rulings").text)
    refused = visitor.post(f"EV/rulings/{new}/appeal", {"side": "NS", "grounds": "Once more."})
    assert (refused.status_code, "given by the appeals committee" in words(refused.text)) == (422, True)


# The editor of weights


def form_of(page: str) -> dict[str, Any]:
    """The fields of the editor on a page, as a browser sends them."""
    fields = dict(re.findall(r'name="(seen|looked)" value="([^"]+)"', page))
    return {
        **fields, "editor outcomes": "1", "step": "5",
        "outcome outcomes": re.findall(r'name="outcome outcomes" value="([^"]+)"', page),
        "weight outcomes": re.findall(r'name="weight outcomes" value="([^"]+)"', page),
    }  # fmt: skip


def test_the_editor_is_filled_with_the_award_in_force(visit: Visit, desk: Desk) -> None:
    ruling = newest(desk).history.ruling(newest(desk).history.appeals["1"].ruling).ruling
    award = ruling.awards.ns
    assert isinstance(award, Mixture)
    page = visit("director").get("EV/appeals/1").text
    fields = form_of(page)
    assert fields["outcome outcomes"] == [str(outcome) for _, outcome in award.parts]
    assert fields["weight outcomes"] == [exact.percentage(weight) for weight, _ in award.parts]
    assert "Side by side" in page


def test_a_press_moves_a_weight_and_enters_nothing(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    before = newest(desk).seen
    fields = {**form_of(visitor.get("EV/appeals/1").text), "decision": "varied", "reason": "typed & kept"}
    fields["weight outcomes"] = ["60%", "40%"]
    pressed = visitor.post("EV/appeals/1/decide", {**fields, "do": "more:outcomes:0"})
    assert (pressed.status_code, newest(desk).seen) == (200, before)
    assert form_of(pressed.text)["weight outcomes"] == ["65%", "35%"]
    assert "typed &amp; kept" in pressed.text
    assert re.search(r'name="decision" value="varied" checked', pressed.text)


def test_what_the_editor_says_is_recorded_once_its_effect_was_seen(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    fields = {**form_of(visitor.get("EV/appeals/1").text), "decision": "varied", "reason": "Half of them."}
    outcomes = fields["outcome outcomes"]
    fields["weight outcomes"] = ["50", "1/2"]
    looked = visitor.post("EV/appeals/1/decide", {**fields, "do": "record"})
    assert (looked.status_code, newest(desk).history.appeals["1"].decision) == (200, None)
    again = {**fields, **form_of(looked.text), "do": "record"}  # the weights as the page writes them now
    again |= dict.fromkeys(re.findall(r'name="(accept [^"]+)"', looked.text), "We heard both sides.")
    assert visitor.post("EV/appeals/1/decide", again).status_code == 303
    history = newest(desk).history
    ruling = history.ruling(history.appeals["1"].varied_to).ruling
    assert ruling.awards.map(str) == BySide.both(f"50% {outcomes[0]}; 50% {outcomes[1]}")


def test_other_weights_after_the_look_are_looked_at_again(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    fields = {**form_of(visitor.get("EV/appeals/1").text), "decision": "varied"}
    looked = visitor.post("EV/appeals/1/decide", {**fields, "weight outcomes": ["50%", "50%"]})
    other = visitor.post("EV/appeals/1/decide", {**fields, **form_of(looked.text), "weight outcomes": ["45%", "55%"]})
    assert (other.status_code, newest(desk).history.appeals["1"].decision) == (200, None)


def test_weights_that_are_not_whole_are_refused_at_the_editor(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    fields = {**form_of(visitor.get("EV/appeals/1").text), "decision": "varied"}
    refused = visitor.post("EV/appeals/1/decide", {**fields, "weight outcomes": ["50%", "40%"]})
    assert (refused.status_code, "The weights add up to 90%." in words(refused.text)) == (422, True)
    assert form_of(refused.text)["weight outcomes"] == ["50%", "40%"]


def test_another_kind_of_score_counts_in_place_of_the_weights(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    fields = {**form_of(visitor.get("EV/appeals/1").text), "decision": "varied", "stands": "yes"}
    looked = visitor.post("EV/appeals/1/decide", fields)
    again = {**fields, **carried(looked.text)}
    again |= dict.fromkeys(re.findall(r'name="(accept [^"]+)"', looked.text), "We heard both sides.")
    assert visitor.post("EV/appeals/1/decide", again).status_code == 303
    history = newest(desk).history
    assert history.ruling(history.appeals["1"].varied_to).ruling.stands


def test_the_script_gets_the_effect_alone(visit: Visit, desk: Desk) -> None:
    visitor = visit("director")
    fields = {**form_of(visitor.get("EV/appeals/1").text), "decision": "varied", "do": "effect"}
    shown = visitor.post("EV/appeals/1/decide", fields)
    assert (shown.status_code, "<main" in shown.text, 'data-into=".side-by-side"' in shown.text) == (200, False, True)
    for wrong in ({"weight outcomes": ["50%", "40%"]}, {"decision": "upheld"}, {"weight outcomes": ["x", "40%"]}):
        assert visitor.post("EV/appeals/1/decide", {**fields, **wrong}).status_code == 204
    assert newest(desk).history.appeals["1"].decision is None
