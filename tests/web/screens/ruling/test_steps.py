"""A ruling in five steps without scripts: every way from what happened to the slip, by plain forms."""

from __future__ import annotations

import re

import pytest

from amends.awards import parse_award
from amends.desk import Desk
from amends.desk.commands.corrections import correcting
from amends.desk.commands.regulation import choosing
from amends.event.ruling import TableReference
from support.desks import NAME
from support.web.rulings import Fields, Guided, editor, words
from support.web.small_events import TEAMS, put
from web.conftest import Visit, Visiting


def rulings(desk: Desk) -> list[str]:
    return [given.ruling.id for given in desk.open(NAME).history.rulings]


def weighing(visit: Visit, role: str = "director") -> Guided:
    """As far as the weights, for a slow pass on board 9 at the table of pair 3."""
    return Guided(visit(role), 9, "3").facts("unauthorised-information", non_offending="ns").poll()


# The whole way


def test_a_weighted_ruling_from_the_table_to_the_slip(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", struck=["3NT N"])
    assert guided.step == "poll"
    guided.poll({"Pass": 5, "3NT": 1}, {"Pass > 4S S =": 3, "Pass > 4S S +1": 3})
    assert guided.step == "weights"
    assert guided.fields()["weight outcomes"] == ["60%", "40%"]
    guided.weigh(("60%", "4S S +1"), ("40%", "4S S ="))
    assert guided.step == "check"
    assert "Pass is a logical alternative: 5 of 6 chose it." in guided.page
    before = len(rulings(desk))
    given = guided.give(**{"answer laws": "16B1, 12C1(c)", "answer reason": "The pass was slow."})
    assert given.status_code == 303
    assert "/rulings/" in given.headers["location"]
    history = desk.open(NAME).history
    assert len(history.rulings) == before + 1
    now = history.rulings[-1]
    assert (now.ruling.laws, now.ruling.reason, now.made.by) == (
        ("16B1", "12C1(c)", "79C2"),  # the results were published long ago
        "The pass was slow.",
        "C. Cole",
    )
    assert now.ruling.disallowed == ("3NT N",)
    assert now.ruling.non_offending is not None
    assert (now.ruling.non_offending.ns, now.ruling.non_offending.ew) == (False, True), "3NT was declared by N-S"
    polls = [poll for poll, _ in history.case(now.ruling.case).polls]
    assert [poll.counted for poll in polls] == [
        {"pass": 5, "3NT": 1},
        {"pass > 4S S =": 3, "pass > 4S S +1": 3},
    ]
    assert guided.visiting.get(guided.address).status_code == 404, "the draft is gone"


def test_the_questions_of_the_polls_go_on_the_record(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", non_offending="ns")
    fields: Fields = {"calls": ["Pass"], "calls-votes": ["5"], "results": ["Pass > 4S S ="], "results-votes": ["5"]}
    asked = {"asked-calls": "Your call over 3NT?", "asked-results": "How many tricks in 4S?"}
    guided.send("poll", {**fields, **asked, "do": "next"})
    guided.weigh(("100%", "4S S ="))
    assert guided.give().status_code == 303
    history = desk.open(NAME).history
    polls = [poll for poll, _ in history.case(history.rulings[-1].ruling.case).polls]
    assert [poll.question for poll in polls] == ["Your call over 3NT?", "How many tricks in 4S?"]


def test_a_proposed_reason_can_be_left_out(visit: Visit, desk: Desk) -> None:
    guided = weighing(visit).weigh(("100%", "4S S ="))
    assert guided.give(**{"answer reason": ""}).status_code == 303
    assert desk.open(NAME).history.rulings[-1].ruling.reason == ""


# Where


def test_nothing_is_stored_before_the_first_answer(visit: Visit, desk: Desk) -> None:
    director = visit("director")
    assert "Choose the board" in director.get("EV/rule").text
    assert director.get("EV/rule?board=99").status_code == 422
    guided = Guided(director, 9, "3")
    key = desk.open(NAME).kept.key
    assert desk.store.drafts(key) == []
    guided.facts("unauthorised-information", non_offending="ns")
    assert len(desk.store.drafts(key)) == 1


def test_tables_show_contract_and_score_and_are_found_by_pair_name_or_contract(visit: Visit) -> None:
    director = visit("director")
    page = words(director.get("EV/rule?board=9").text)
    assert re.search(r"3NT N (−\d|=|\+\d)", page)
    assert "Board 9" in words(director.get("EV/rule?find=3").text)
    assert director.get("EV/rule?find=nobody").status_code == 422


def test_a_row_leads_to_what_happened(visit: Visit, desk: Desk) -> None:
    row = next(each for each in desk.open(NAME).event.results if each.board == 9)
    sent = visit("director").post("EV/rule", {"board": "9", "table": row.id})
    assert "/rule/facts?" in sent.headers["location"]


def test_a_draft_is_taken_to_another_table(visit: Visit, desk: Desk) -> None:
    guided = weighing(visit)
    other = next(row for row in desk.open(NAME).event.results if row.board == 10)
    sent = guided.visiting.post(f"{guided.address}/where", {"table": other.id})
    assert sent.headers["location"].endswith("/facts")
    assert "Board 10" in guided.go("facts").said


@pytest.mark.parametrize("role", ["scorer", "reviewer"])
def test_who_may_not_rule_cannot_begin(visit: Visit, role: str) -> None:
    assert visit(role).get("EV/rule").status_code == 403
    assert visit(role).post("EV/rule").status_code == 403


# What happened


def test_nothing_chosen_is_said_at_the_tiles(visit: Visit) -> None:
    guided = Guided(visit("director"), 9, "3")
    sent = guided.send("facts", {"do": "next"})
    assert sent.status_code == 422
    assert "Please choose what happened." in guided.said


@pytest.mark.parametrize(
    ("missing", "told"),
    [
        ({"irregularity": "unauthorised-information"}, "Tap the call in question, or choose who was harmed."),
        ({"irregularity": "unplayable", "fault-ns": "none"}, "Please say how far each side was at fault."),
    ],
)
def test_what_is_left_out_is_said_and_no_draft_begins(visit: Visit, desk: Desk, missing: Fields, told: str) -> None:
    before = desk.store.drafts(desk.open(NAME).kept.key)
    guided = Guided(visit("director"), 9, "3")
    assert guided.send("facts", {**missing, "do": "next"}).status_code == 422
    assert told in guided.said
    assert desk.store.drafts(desk.open(NAME).kept.key) == before


def test_each_step_has_its_address_and_its_way_back(visit: Visit) -> None:
    guided = weighing(visit)
    for step, back in (("weights", "poll"), ("poll", "facts"), ("facts", "where")):
        page = guided.go(step).page
        assert f'{guided.address.partition("/e/")[2]}/{back}" aria-label="Back"' in page


def test_an_earlier_answer_can_be_changed_and_the_later_ones_stay(visit: Visit) -> None:
    guided = weighing(visit).weigh(("60%", "4S S +1"), ("40%", "4S S ="))
    guided.go("facts").facts("misinformation", non_offending="ns")
    assert guided.step == "check"
    assert "60%" in guided.said
    assert "misinformation" in guided.said.casefold()


def test_the_result_stands_in_two_presses(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("misinformation", do="stands")
    assert guided.step == "check"
    assert "Result stands" in guided.said
    assert guided.give().status_code == 303
    assert desk.open(NAME).history.rulings[-1].ruling.stands


def test_average_plus_and_minus(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unplayable", fault_ns="none", fault_ew="direct")
    assert guided.step == "check"
    assert "A+" in guided.said
    assert guided.give().status_code == 303
    awards = desk.open(NAME).history.rulings[-1].ruling.awards
    assert (str(awards.ns), str(awards.ew)) == ("A+", "A-")


def test_more_than_the_board_asks_about_an_outside_agency(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unplayable", fault_ns="none", fault_ew="none")
    assert guided.step == "facts"
    assert "outside agency" in guided.said
    guided.more(outside_agency="no")
    assert "Unusual" in guided.said
    before = rulings(desk)
    assert guided.last().status_code != 303, "what is unusual wants a reason"
    assert guided.give().status_code == 303
    assert len(rulings(desk)) == len(before) + 1


def test_two_irregularities_and_an_award_for_each_side(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3")
    guided.facts("unauthorised-information", also=["misinformation"], non_offending="none").poll()
    split = {
        **editor("outcomes-ns", ("50%", "3NT N -2"), ("50%", "3NT N -3")),
        **editor("outcomes-ew", ("100%", "4S S +1")),
    }
    guided.send("weights", {**split, "mode": "split", "do": "next"})
    assert guided.give().status_code == 303
    ruling = desk.open(NAME).history.rulings[-1].ruling
    assert ruling.laws == ("16B", "21B", "12C1(c)", "79C2")  # the results were published long ago
    assert [str(award) for award in ruling.awards] == ["50% 3NT N -2; 50% 3NT N -3", "4S S +1"]


def test_a_fielded_psyche_is_given_with_its_penalty(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("fielded-psyche", non_offending="ns")
    assert "Which regulation on fielded psyches?" in guided.said
    guided.more(regulation="Blue Book on psyches").more(psyche_penalty="standard")
    assert "the better of A+ and 3NT N" in guided.said
    assert guided.give().status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert [history.penalties[id].penalty.contestant for id in case.penalties] == ["11"]


def test_a_fouled_board_at_teams_is_ruled_by_86b2(visit: Visit, desk: Desk) -> None:
    visiting = visit("director")
    visiting.event = put(desk, TEAMS)
    guided = Guided(visiting, 1, "")
    guided.facts("fouled-board", fault_ns="none", fault_ew="direct").more(assigned="imps").more(assigned_imps="+5")
    assert "86B2: N-S the better of A+ and +5 IMP" in guided.said
    assert guided.give().status_code == 303
    ruling = desk.open("small").history.rulings[-1].ruling
    assert (str(ruling.assigned), ruling.laws) == ("+5 IMP", ("87", "86B2", "12C2(a)"))


# The poll


def test_each_press_is_kept_and_a_refused_one_changes_nothing(visit: Visit) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", non_offending="ns")
    votes: Fields = {"calls": ["Pass", "4S"], "calls-votes": ["2", "0"]}
    guided.send("poll", {**votes, "do": "call:Pass"})
    assert guided.fields()["calls-votes"] == ["3", "0"]
    empty = guided.send("poll", {"calls": ["Pass", "4S"], "calls-votes": ["3", "0"], "do": "add-call"})
    assert empty.status_code == 422
    assert "Choose a call first" in guided.said
    assert guided.fields()["calls-votes"] == ["3", "0"]
    assert guided.go("poll").fields()["calls-votes"] == ["3", "0"], "who comes back finds them"


def test_undo_takes_the_last_vote_back(visit: Visit) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", non_offending="ns")
    fields: Fields = {"calls": ["Pass", "4S"], "calls-votes": ["2", "1"], "calls-order": "0,1,0"}
    guided.send("poll", {**fields, "do": "undo:calls"})
    assert guided.fields()["calls-votes"] == ["1", "1"]
    assert guided.fields()["calls-order"] == "0,1"


def test_calls_alone_propose_nothing_and_are_no_dead_end(visit: Visit) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", non_offending="ns")
    guided.poll({"Pass": 5, "3D": 1})
    assert guided.step == "weights"
    assert "Choose a result below" in guided.said
    assert "passed out" not in guided.said.casefold()


def test_tricks_alone_are_a_poll_too(visit: Visit) -> None:
    guided = Guided(visit("director"), 9, "3").facts("misinformation", non_offending="ns")
    guided.poll(results={"Pass > 4S S =": 3, "Pass > 4S S +1": 2})
    assert guided.fields()["outcome outcomes"] == ["4S S +1", "4S S ="]


def test_votes_for_the_struck_call_alone_are_said_in_plain_words(visit: Visit) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", struck=["3NT N"])
    sent = guided.send("poll", {"calls": ["3NT"], "calls-votes": ["5"], "do": "next"})
    assert sent.status_code == 422
    assert "All votes are for the call that was not allowed" in guided.said


def test_stands_on_the_poll_is_the_judgement_that_there_was_no_infraction(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unauthorised-information", non_offending="ns")
    guided.poll({"3NT": 5}, do="stands")
    assert guided.step == "check"
    assert guided.give().status_code == 303
    assert desk.open(NAME).history.rulings[-1].ruling.stands


# Weights


def test_the_proposal_can_be_read_with_the_exact_one_beside_it(visit: Visit) -> None:
    guided = Guided(visit("director"), 9, "3").facts("misinformation", non_offending="ns")
    guided.poll(results={"4S S =": 3, "4S S +1": 2})
    assert "Proposed for both sides: 45% 4♠ S +1; 55% 4♠ S =" in guided.said
    assert "Before rounding to steps of 5% or of 1/6: 48% 4♠ S +1; 52% 4♠ S =" in guided.said
    assert guided.fields()["weight outcomes"] == ["45%", "55%"]


def test_skewed_weights_are_proposed_for_each_side(visit: Visit, desk: Desk) -> None:
    opened = desk.open(NAME)
    desk.confirm(opened, choosing(opened.event.regulation.having(weighting="skewed")))
    guided = Guided(visit("director"), 9, "3").facts("misinformation", non_offending="ns")
    guided.poll(results={"4S S =": 3, "4S S +1": 2})
    fields = guided.fields()
    assert fields["mode"] == "split"
    assert fields["weight outcomes-ns"] == ["45%", "55%"]
    assert fields["outcome outcomes-ew"] == "4S S +1"


def test_true_weighting_offers_a_penalty_to_the_offending_side(visit: Visit, desk: Desk) -> None:
    opened = desk.open(NAME)
    desk.confirm(opened, choosing(opened.event.regulation.having(weighting="true")))
    guided = Guided(visit("director"), 9, "3").facts("misinformation", non_offending="ns")
    guided.poll(results={"4S S =": 3, "4S S +1": 2}).weigh(("40%", "4S S +1"), ("60%", "4S S ="))
    assert "the standard one is 10% for 11." in guided.said
    assert re.findall(r"<option[^>]*>([^<]*)</option>", guided.page)[:2] == ["nobody", "11"]
    assert guided.give(**{"penalty-who": "11", "penalty-amount": "10%"}).status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert [history.penalties[each].penalty.amount for each in case.penalties] == ["10%"]


def test_a_press_changes_weights_shows_the_effect_and_is_kept(visit: Visit) -> None:
    guided = weighing(visit)
    parts = ("60%", "4S S +1"), ("40%", "4S S =")
    pressed = guided.weights(*parts, do="more:outcomes:0", step="5")
    assert pressed.status_code == 200
    assert guided.fields()["weight outcomes"] == ["65%", "35%"]
    assert "non-offending" in guided.said
    assert guided.go("weights").fields()["weight outcomes"] == ["65%", "35%"]


def test_weights_that_do_not_add_up_are_refused_where_they_are(visit: Visit) -> None:
    guided = weighing(visit)
    sent = guided.weights(("60%", "4S S +1"), ("30%", "4S S ="))
    assert sent.status_code == 422
    assert "The weights add up to 90%." in guided.said
    assert guided.fields()["weight outcomes"] == ["60%", "30%"], "nothing has to be typed again"


def test_no_damage_lets_the_result_stand(visit: Visit, desk: Desk) -> None:
    guided = weighing(visit).weigh(("100%", "7NT N -9"))
    assert guided.step == "check"
    assert "No damage" in guided.said
    assert guided.give().status_code == 303
    assert desk.open(NAME).history.rulings[-1].ruling.stands


def test_a_struck_result_asks_how_it_could_be_reached_legally(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3")
    guided.facts("unauthorised-information", struck=["3NT N"], non_offending="ns").poll()
    parts = editor("outcomes", ("50%", "4S S ="), ("50%", "3NT N ="))
    guided.send("weights", {**parts, "mode": "", "do": "next"})
    assert guided.step == "weights"
    assert "How could it be reached legally?" in guided.said
    guided.send("weights", {**parts, "mode": "", "do": "next", "legal-route 3NT N =": "By another auction."})
    assert guided.step == "check"
    assert guided.give().status_code == 303
    assert desk.open(NAME).history.rulings[-1].ruling.legal_route == {"3NT N =": "By another auction."}


def test_a_split_score_has_an_editor_for_each_side(visit: Visit, desk: Desk) -> None:
    guided = weighing(visit).weigh(("100%", "4S S ="))
    guided.go("weights")
    guided.weights(("100%", "4S S ="), do="mode:split")
    assert "Score for N-S" in guided.said
    sides = {
        **editor("outcomes-ns", ("50%", "4S S +1"), ("50%", "4S S =")),
        **editor("outcomes-ew", ("100%", "4S S +1")),
    }
    guided.send("weights", {**sides, "mode": "split", "do": "next"})
    assert guided.give().status_code == 303
    awards = desk.open(NAME).history.rulings[-1].ruling.awards
    assert (str(awards.ns), str(awards.ew)) == ("50% 4S S +1; 50% 4S S =", "4S S +1")


def test_what_a_side_did_to_itself_is_one_small_table(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("misinformation", non_offending="ns").poll()
    own = dict.fromkeys(("own-afterwards", "own-unrelated", "own-serious"), "on")
    both = {**editor("outcomes", ("100%", "4S S +1")), **editor("after", ("100%", "4S S ="))}
    guided.send("weights", {**both, **own, "mode": "partly", "do": "next"})
    assert guided.step == "check"
    for line in ("Normal, without the infraction", "Expected after it", "Happened"):
        assert line in guided.said
    assert guided.give().status_code == 303
    damage = desk.open(NAME).history.rulings[-1].ruling.self_inflicted
    assert damage is not None
    assert (str(damage.normal), str(damage.expected)) == ("4S S +1", "4S S =")


def test_why_12c1e_does_not_apply_is_said_and_the_facts_are_kept(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("misinformation", non_offending="ns").poll()
    own = {"own-afterwards": "on", "own-serious": "on"}
    guided.send("weights", {**editor("outcomes", ("100%", "4S S +1")), **own, "mode": "partly", "do": "next"})
    assert "Not 12C1(e): it was related to the infraction. N-S get full redress." in guided.said
    assert guided.give(facts="A wrong explanation.").status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert case.facts.own_damage is not None
    assert case.facts.happened == "A wrong explanation."
    assert "after the irregularity: yes; unrelated to it: no" in words(guided.visiting.get(f"EV/cases/{case.id}").text)


# Check


def test_what_the_laws_forbid_cannot_be_given(visit: Visit, desk: Desk) -> None:
    guided = weighing(visit)
    sides = {**editor("outcomes-ns", ("100%", "4S S +1")), **editor("outcomes-ew", ("100%", "4S S -3"))}
    guided.send("weights", {**sides, "mode": "split", "do": "next"})
    assert "Not allowed." in guided.said
    before = rulings(desk)
    assert guided.last().status_code != 303
    assert rulings(desk) == before


def test_facts_statements_and_a_penalty_go_into_the_same_case(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("unplayable", fault_ns="none", fault_ew="direct")
    more = {
        "facts": "The board was turned.",
        "said-ns": "We saw it late.",
        "penalty-who": "11",
        "penalty-amount": "10%",
    }
    assert guided.give(**more).status_code == 303
    history = desk.open(NAME).history
    case = history.case(history.rulings[-1].ruling.case)
    assert case.facts.happened == "The board was turned."
    assert [said.words for said, _ in case.statements] == ["We saw it late."]
    assert [history.penalties[each].penalty.contestant for each in case.penalties] == ["11"]


# Claims


def test_a_claim_is_tricks_to_declarer_with_a_before_and_after(visit: Visit, desk: Desk) -> None:
    guided = Guided(visit("director"), 9, "3").facts("claim")
    assert guided.step == "claim"
    tricks = int(str(guided.fields()["tricks"]))
    guided.send("claim", {"tricks": str(tricks), "do": "less"})
    assert guided.fields()["tricks"] == str(tricks - 1)
    assert "N-S 3" in guided.said
    sent = guided.send("claim", {"tricks": str(tricks - 1), "reason": "a trick was conceded", "do": "give", "seen": ""})
    assert sent.status_code == 303
    given = desk.open(NAME).history.rulings[-1]
    assert given.ruling.stands, "a claim gives a result, not an adjusted score"
    assert _tricks(desk) == tricks - 1
    slip = words(guided.visiting.get(sent.headers["location"]).text)
    for seen in ("Result after the claim", "Entered before:", "What it does", "a trick was conceded"):
        assert seen in slip
    assert "Claim: " in words(guided.visiting.get("EV/rulings").text)
    assert "Result after the claim" in words(guided.visiting.get(f"EV/rulings/{given.ruling.id}/effect").text)


def test_a_claim_is_undone_with_its_result_and_the_ruling_that_it_replaced(visit: Visit, desk: Desk) -> None:
    tricks = _tricks(desk)
    for less in (1, 2):
        guided = Guided(visit("director"), 9, "3").facts("claim")
        guided.send("claim", {"tricks": str(tricks - less), "reason": "", "do": "give", "seen": ""})
        assert _tricks(desk) == tricks - less
    second = desk.open(NAME).history.rulings[-1].ruling
    guided.visiting.post(f"EV/rulings/{second.id}/undo", {"seen": ""})
    assert _tricks(desk) == tricks - 1
    first = desk.open(NAME).history.rulings[-1]
    assert (first.state.in_force, first.claimed is not None) == (True, True)
    guided.visiting.post(f"EV/rulings/{first.ruling.id}/undo", {"seen": ""})
    assert _tricks(desk) == tricks
    assert not desk.open(NAME).history.rulings[-1].state.in_force


def test_three_claims_are_undone_one_after_the_other(visit: Visit, desk: Desk) -> None:
    tricks = _tricks(desk)
    for less in (1, 2, 3):
        guided = Guided(visit("director"), 9, "3").facts("claim")
        guided.send("claim", {"tricks": str(tricks - less), "reason": "", "do": "give", "seen": ""})
    for less in (2, 1, 0):
        last = desk.open(NAME).history.rulings[-1].ruling
        assert guided.visiting.post(f"EV/rulings/{last.id}/undo", {"seen": ""}).status_code == 303
        assert _tricks(desk) == tricks - less
        assert desk.open(NAME).history.rulings[-1].state.in_force is (less > 0)


def test_a_correction_between_two_claims_is_there_when_both_are_undone(visit: Visit, desk: Desk) -> None:
    tricks = _tricks(desk)
    _claim(visit, tricks - 1)
    opened = desk.open(NAME)
    row = next(each for each in opened.event.results if each.board == 9 and "3" in each.seats.ns)
    corrected = parse_award(re.sub(r"\S+$", "-3", str(row.result)))
    desk.confirm(opened, correcting(9, TableReference(result=row.id), corrected, "misheard", "misheard"))
    entered = _tricks(desk)
    visiting = _claim(visit, tricks - 2)
    for state in (True, False):
        last = desk.open(NAME).history.rulings[-1].ruling
        assert visiting.post(f"EV/rulings/{last.id}/undo", {"seen": ""}).status_code == 303
        assert _tricks(desk) == entered
        assert desk.open(NAME).history.rulings[-1].state.in_force is state


def _claim(visit: Visit, tricks: int) -> Visiting:
    guided = Guided(visit("director"), 9, "3").facts("claim")
    guided.send("claim", {"tricks": str(tricks), "reason": "", "do": "give", "seen": ""})
    return guided.visiting


def _tricks(desk: Desk) -> int:
    row = next(each for each in desk.open(NAME).event.results if each.board == 9 and "3" in each.seats.ns)
    return row.result.plain.tricks  # type: ignore[union-attr]


# Two at work


def test_a_draft_of_another_is_shown_with_who_has_it_and_can_be_taken_over(visit: Visit) -> None:
    guided = weighing(visit)
    chief = visit("chief")
    assert "C. Cole has this draft in hand" in words(chief.get(f"{guided.address}/weights").text)
    told = {**editor("outcomes", ("100%", "4S S =")), "mode": "", "do": "next"}
    assert chief.post(f"{guided.address}/weights", told).status_code == 409
    assert chief.post(f"{guided.address}/take").status_code == 303
    assert chief.post(f"{guided.address}/weights", told).status_code == 303
    assert guided.visiting.post(f"{guided.address}/weights", told).status_code == 409


def test_two_rule_on_the_same_table_and_the_second_is_told(visit: Visit, desk: Desk) -> None:
    first, second = (
        Guided(visit(role), 9, "3").facts("unplayable", fault_ns="none", fault_ew="direct")
        for role in ("director", "chief")
    )
    assert first.give().status_code == 303
    before = rulings(desk)
    told = second.give()
    assert told.status_code != 303 or "/rulings/" not in told.headers["location"]
    assert rulings(desk) == before


def test_two_rule_on_different_boards_and_nothing_is_lost(visit: Visit, desk: Desk) -> None:
    first = Guided(visit("director"), 9, "3").facts("unplayable", fault_ns="none", fault_ew="direct")
    second = Guided(visit("chief"), 10, "1").facts("unplayable", fault_ns="none", fault_ew="direct")
    before = len(rulings(desk))
    assert first.give().status_code == 303
    assert second.give().status_code == 303
    assert len(rulings(desk)) == before + 2


def test_a_draft_is_discarded_without_a_question_and_brought_back(visit: Visit, desk: Desk) -> None:
    guided = weighing(visit)
    sent = guided.visiting.post(f"{guided.address}/drop")
    assert sent.status_code == 303
    assert "discarded=" in sent.headers["location"]
    assert guided.visiting.get(guided.address).status_code == 404
    assert guided.visiting.post(f"{guided.address}/back").status_code == 303
    assert guided.go("weights").step == "weights"


def test_a_draft_that_a_colleague_has_in_hand_is_taken_over_before_it_is_discarded(visit: Visit) -> None:
    guided = weighing(visit)
    chief = visit("chief")
    assert "Discard" not in words(chief.get(f"{guided.address}/weights").text)
    assert chief.post(f"{guided.address}/drop").status_code in (409, 422)
    assert chief.get(guided.address).status_code in (200, 303)
    chief.post(f"{guided.address}/take")
    assert chief.post(f"{guided.address}/drop").status_code == 303
    assert chief.get(guided.address).status_code == 404
