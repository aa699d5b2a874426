"""The guided ruling: which questions are asked, what they come to, and that they always come to an end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.bridge import Side
from amends.desk import Desk, OpenEvent, Report
from amends.desk.commands.cases import opening
from amends.desk.guide import Correction, Kind, LeftOpen, Question, Ready, next_question, walked
from amends.desk.guide.called import find_table
from amends.event.case import Irregularity
from amends.event.ruling import TableReference
from amends.faults import Faults
from support import desks
from support.examples import examples
from support.guided import DAMAGED, END, INNOCENT, UI, keys, opened, question, ready


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the event before any ruling."""
    with desks.desk_at(tmp_path / "amends.db") as made:
        desks.begin(made)
        yield made


# Where


def test_the_first_question_is_the_board() -> None:
    first = question("pairs")
    assert (first.key, first.hint) == ("board", "a board of the event, 1 to 16")


@pytest.mark.parametrize("table", ["7", "16", "7 16", "7 v 16", "16 against 7", "table 7", "round 2", "round 2, 7"])
def test_a_table_is_found_by_who_sat_there_or_where_it_stood(table: str) -> None:
    assert question("pairs", board="15", table=table).key == "irregularity"


def test_the_tables_are_offered_without_what_happened_there() -> None:
    where = question("pairs", board="15")
    assert where.kind is Kind.TABLE
    assert len(where.choices) == 7
    assert not any("4" in choice.words.split(",")[0] and "NS" in choice.words for choice in where.choices)


@pytest.mark.parametrize("table", ["99", "7 11", "table 99", "nobody", "open"])
def test_a_wrong_table_is_answered_with_those_there_are(table: str) -> None:
    with pytest.raises(Faults) as refused:
        question("pairs", board="15", table=table)
    assert "7 against 16" in str(refused.value)


@pytest.mark.parametrize("board", ["0", "99", "x", "-1", "15.5", "१५"])
def test_a_wrong_board_is_answered_with_those_there_are(board: str) -> None:
    with pytest.raises(Faults, match="1 to 16"):
        question("pairs", board=board)


def test_a_room_is_enough_at_teams() -> None:
    assert question("teams", board="1", table="closed").key == "irregularity"


# The way


@pytest.mark.parametrize(
    ("answers", "key"),
    [
        (UI, "infraction"),
        ({**UI, "infraction": "yes"}, "non-offending"),
        (INNOCENT, "disallowed"),
        ({**UI, "infraction": "yes", "non_offending": "none"}, "disallowed"),
        ({**UI, "infraction": "no"}, "laws"),
        (DAMAGED, "self-inflicted"),
        ({**DAMAGED, "outcomes": "4S E ="}, "laws"),
        ({**DAMAGED, "non_offending": "both"}, "laws"),
        ({**DAMAGED, "self_inflicted": "yes"}, "own-afterwards"),
        ({**DAMAGED, "self_inflicted": ""}, "laws"),
        ({**INNOCENT, "disallowed": "4S E"}, "poll"),
        ({**INNOCENT, "disallowed": "", "poll": "4H N =*5"}, "outcomes"),
        ({**INNOCENT, "disallowed": "", "poll": "pass*5"}, "poll-2"),
        ({**UI, "result": "foreseen"}, "non-offending"),
        ({**UI, "result": "cannot"}, "fault-ns"),
        ({**UI, "result": "cannot", "fault_ns": "none", "fault_ew": "direct"}, "laws"),
        ({**UI, "result": "cannot", "fault_ns": "none", "fault_ew": "none"}, "outside-agency"),
        ({**UI, "result": "cannot", "fault_ns": "none", "fault_ew": "partly"}, "outside-agency"),
        ({**UI, "irregularity": "claim"}, "claim"),
        ({**INNOCENT, "irregularity": "revoke", "infraction": ""}, "outcomes"),
    ],
)
def test_each_answer_leads_to_its_question(answers: dict[str, str], key: str) -> None:
    assert question("pairs", **answers).key == key


def test_the_outcomes_are_asked_for_beside_the_table_result_with_those_of_other_tables() -> None:
    offered = question("pairs", **INNOCENT, disallowed="", poll="")
    assert "4♠ E =, NS −420" in offered.words
    assert [choice.words for choice in offered.choices[:2]] == ["4♥ N −1, NS −100   ×3", "4♥ N =, NS +620   ×2"]


def test_damage_is_told_in_the_unit_of_the_event() -> None:
    assert "N-S have 1 of 12 at the table; 10 of 12 with these outcomes" in question("pairs", **DAMAGED).words
    ew = {"board": "2", "table": "closed", "irregularity": "other", "result": "played", "infraction": "yes"}
    assert "IMPs" in question("teams", **ew, non_offending="ew", disallowed="", poll="", outcomes="4S E =").words


def test_a_revoke_warns_of_12b2_and_asks_for_equity() -> None:
    revoke = {**UI, "irregularity": "revoke"}
    assert "12B2" in question("pairs", **revoke).hint
    equity = question("pairs", **revoke, infraction="yes", non_offending="ns")
    assert (equity.law, "without the revoke" in equity.words) == ("64C", True)


def test_teams_are_asked_about_the_other_table() -> None:
    unplayed = {"board": "1", "table": "closed", "irregularity": "unplayable", "result": ""}
    other = question("teams", **unplayed)
    assert (other.key, other.law) == ("favourable", "86B1")
    assert "4♥ N =" in other.words
    assert question("teams", **unplayed, favourable="no").key == "fault-ns"
    done = ready(
        "teams", **unplayed, favourable="yes", non_offending="ns", poll="", outcomes="4H N =", laws="", reason=""
    )
    assert "86B1" in done.ruling.laws


# The ends


def test_a_weighted_ruling_by_the_poll() -> None:
    answers = {**INNOCENT, "disallowed": "4S E", "poll": "4H N =*3; 4H N -1*3"}
    offered = question("pairs", **answers)
    assert offered.default == "60% 4H N =; 40% 4H N -1"
    done = ready("pairs", **answers, outcomes="", self_inflicted="no", **END)
    assert str(done.ruling.awards.ns) == str(done.ruling.awards.ew) == "60% 4H N =; 40% 4H N -1"
    assert done.ruling.laws == ("16B", "12C1(c)", "84D")
    assert done.report.irregularity is Irregularity.UNAUTHORISED_INFORMATION
    assert done.report.polls[0].counted == {"4H N =": 3, "4H N -1": 3}


POLLED = {**INNOCENT, "self_inflicted": "no", "disallowed": "4S E"}


@pytest.mark.parametrize(
    ("votes", "outcomes", "laws"),
    [
        ("4H N =*3; 4H N -1*3", "", ("16B", "12C1(c)", "84D")),
        ("4H N =*3; 4H N -1*3", "50% 4H N =; 50% 4H N -1", ("16B", "12C1(c)")),
        ("4H N =*1; 4H N -1*4", "", ("16B", "12C1(c)")),  # 24% is rounded to the poll's 20%
        ("4H N =*5; 4H N -1*1", "", ("16B", "12C1(a)", "84D")),  # all of it, by the benefit of the doubt
        ("4H N =*6", "", ("16B", "12C1(a)")),
        ("", "60% 4H N =; 40% 4H N -1", ("16B", "12C1(c)")),
    ],
)
def test_84d_is_cited_where_the_weights_lean(votes: str, outcomes: str, laws: tuple[str, ...]) -> None:
    assert ready("pairs", **POLLED, poll=votes, outcomes=outcomes, **END).ruling.laws == laws


def test_true_weighting_proposes_the_shares_and_offers_a_penalty() -> None:
    answers = {**POLLED, "poll": "4H N =*1; 4H N -1*6"}
    assert question("true", **answers).default == "1/7 4H N =; 6/7 4H N -1"
    done = ready("true", **answers, outcomes="", **END)
    assert done.ruling.laws == ("16B", "12C1(c)")
    assert done.offer is not None
    assert (done.offer.contestants, done.offer.amount) == (("16",), "10%")
    assert "the standard one is 10% for 16." in done.offer.words


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        ("pairs", {**POLLED, "poll": "", "outcomes": "4H N ="}),
        ("true", {**DAMAGED, "non_offending": "both", "disallowed": "", "poll": "", "outcomes": "4H N ="}),
        ("true", {**UI, "infraction": "no"}),
        ("true", {**UI, "result": "cannot", "fault_ns": "none", "fault_ew": "direct"}),
    ],
)
def test_a_penalty_is_offered_to_an_offending_side_after_true_weighting_alone(
    kind: str, answers: dict[str, str]
) -> None:
    found = next_question(opened(kind), {**keys(answers), **END, "accept 12C2(a)": "why"})
    assert isinstance(found, Ready), found
    assert found.offer is None


def test_skewed_weights_propose_a_score_for_each_side() -> None:
    answers = {**POLLED, "poll": "4H N =*2; 4H N -1*3"}
    offered = question("skewed", **answers)
    assert offered.default == "split"
    assert "E-W: the worst result that was at all probable" in offered.hint
    assert question("skewed", **answers, outcomes="").default == "45% 4H N =; 55% 4H N -1"
    assert question("skewed", **answers, outcomes="", outcomes_ns="").default == "4H N ="


def test_likely_and_probable_results_are_cited_by_their_clause_of_2007() -> None:
    answers = {**POLLED, "poll": "4H N =*1; 4H N -1*5"}
    assert question("likely-probable", **answers).default == "split"
    split = {"outcomes": "", "outcomes_ns": "", "outcomes_ew": ""}
    done = ready("likely-probable", **answers, **split, **END)
    assert [str(award) for award in done.ruling.awards] == ["4H N -1", "4H N ="]
    assert done.ruling.laws == ("16B", "12C1(a)", "12C1(e)")


def test_no_damage_lets_the_result_stand() -> None:
    done = ready("pairs", **{**DAMAGED, "outcomes": "4S E ="}, **END)
    assert done.ruling.stands
    assert "12B1" in done.ruling.laws


def test_a_gain_is_taken_away_though_the_other_side_keeps_what_it_has() -> None:
    split = {**DAMAGED, "outcomes": "split", "outcomes_ns": "table", "outcomes_ew": "4S E -1", "split_ground": ""}
    done = ready("pairs", **split, self_inflicted="no", **END, **{"accept 12C1": "Their gain is taken away."})
    assert [award and str(award) for award in done.ruling.awards] == [None, "4S E -1"]


def test_the_ground_of_two_different_scores_is_cited_and_needs_no_reason() -> None:
    split = {**DAMAGED, "outcomes": "split", "outcomes_ns": "table", "outcomes_ew": "4S E -1"}
    done = ready("pairs", **split, split_ground="late", self_inflicted="no", **END)
    assert "79B3" in done.ruling.laws


def test_no_infraction_lets_the_result_stand() -> None:
    assert ready("pairs", **UI, infraction="no", **END).ruling.stands


@pytest.mark.parametrize(
    ("ns", "ew", "awards"), [("none", "direct", "A+ A-"), ("partly", "partly", "A A"), ("direct", "none", "A- A+")]
)
def test_an_artificial_score_by_fault(ns: str, ew: str, awards: str) -> None:
    where = {"board": "3", "table": "7", "irregularity": "unplayable", "result": ""}
    done = ready("pairs", **where, fault_ns=ns, fault_ew=ew, **END)
    assert " ".join(map(str, done.ruling.awards)) == awards


def test_more_than_the_board_without_an_outside_agency_wants_a_reason() -> None:
    where = {"board": "3", "table": "7", "irregularity": "unplayable", "result": "", "fault_ns": "none"}
    both = {**where, "fault_ew": "none", **END}
    assert ready("pairs", **both, outside_agency="yes").ruling.outside_agency
    asked = question("pairs", **both, outside_agency="no")
    assert asked.key == "accept 12C2(a)"
    done = next_question(opened("pairs"), {**keys(both), "outside-agency": "no", "accept 12C2(a)": "the caddy"})
    assert isinstance(done, Ready)
    assert done.ruling.accept == {"12C2(a)": "the caddy"}


def test_not_sure_is_kept_for_later() -> None:
    found = next_question(opened("pairs"), keys({**UI, "infraction": "not-sure"}))
    assert isinstance(found, LeftOpen)
    assert found.at == "infraction"


def test_a_claim_corrects_the_result(desk: Desk) -> None:
    answers = {"board": "15", "table": "7", "irregularity": "claim", "claim": "4S E -1", "laws": "70"}
    found = next_question(opened("pairs"), answers)
    assert isinstance(found, Question), "the reason, for the slip"
    answers["reason"] = "A trump was out."
    found = next_question(opened("pairs"), answers)
    assert isinstance(found, Correction)
    effect = desk.confirm(desk.open("friday"), found.draft())
    [row] = [row for row in effect.after.event.results if row.id == found.result.id]
    assert str(row.result) == "4S E -1"
    [given] = effect.after.history.rulings
    assert (given.ruling.claim, given.ruling.stands, given.ruling.laws) == (True, True, ("70",))
    assert (str(given.ruling.result), str(given.claimed)) == ("4S E =", "4S E -1")


def test_a_claim_is_never_weighted() -> None:
    with pytest.raises(Faults, match="never weighted"):
        question("pairs", board="15", table="7", irregularity="claim", claim="50% 4S E -1; 50% 4S E =")


def test_a_claim_with_the_result_that_was_entered_lets_it_stand() -> None:
    done = ready("pairs", board="15", table="7", irregularity="claim", claim="", **END)
    assert (done.ruling.stands, done.ruling.claim, done.ruling.laws) == (True, True, ("70",))


def test_a_result_of_a_disallowed_call_wants_a_legal_route() -> None:
    answers = {**keys(DAMAGED), "self-inflicted": "no", "disallowed": "4S E", "poll": "", "outcomes": "4S E -1"}
    found = next_question(opened("pairs"), answers)
    assert isinstance(found, Question)
    assert found.key == "legal-route 4S E -1"
    with pytest.raises(Faults, match="No legal way"):
        next_question(opened("pairs"), {**answers, found.key: "-"})


def test_each_side_can_have_a_score_of_its_own() -> None:
    error = {**DAMAGED, "irregularity": "directors-error", "non_offending": "both", "poll": "", "outcomes": "split"}
    done = ready("pairs", **error, outcomes_ns="4H N =", outcomes_ew="table", **END)
    assert [str(award) for award in done.ruling.awards] == ["4H N =", "None"]


def test_a_table_that_has_a_ruling_asks_whether_it_is_replaced() -> None:
    asked = question("heard", board="15", table="7")
    assert asked.key == "replace"
    assert "60% 4♥ N =" in asked.words
    assert isinstance(next_question(opened("heard"), {"board": "15", "table": "7", "replace": "no"}), LeftOpen)
    done = ready("heard", **{**UI, "replace": "yes", "infraction": "no"}, **END)
    assert done.ruling.replaces == "1"


def test_a_ruling_under_appeal_is_not_replaced() -> None:
    end = next_question(opened("evening"), {"board": "15", "table": "7", "replace": "yes"})
    assert isinstance(end, LeftOpen)
    assert "under appeal" in end.why


def test_a_case_knows_its_table_and_its_polls() -> None:
    """Case 1 has a poll of results: nobody is asked once more."""
    about = {"case": "1", "replace": "yes", "irregularity": "", "result": "", "infraction": "yes"}
    asked = question("heard", **about, non_offending="ns", disallowed="")
    assert (asked.key, asked.default) == ("outcomes", "60% 4H N =; 40% 4H N -1")


def test_a_case_whose_report_is_agreed_asks_for_no_poll(desk: Desk) -> None:
    desk.confirm(desk.open("friday"), opening(15, TableReference(ns="7"), Report(agreed=tuple(Side))))
    about = {"case": "1", "irregularity": "", "result": "", "infraction": "yes", "non-offending": "ns"}
    answers = {**about, "disallowed": ""}
    found = next_question(desk.open("friday"), answers)
    assert isinstance(found, Question)
    assert found.key == "outcomes"


def test_a_case_that_is_not_there_is_answered_with_those_that_are() -> None:
    with pytest.raises(Faults, match="1, 2, 3, 4"):
        question("evening", case="9")


# Wrong answers


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ({"board": "15", "table": "7", "irregularity": "frobnicate"}, "frobnicate"),
        ({"board": "15", "table": "7", "irregularity": ""}, "Please answer"),
        ({**UI, "infraction": "n"}, "'n'"),
        ({**DAMAGED, "outcomes": "A+"}, "A+"),
        ({**DAMAGED, "outcomes": "60% 4H N ="}, "60%"),
        ({**DAMAGED, "outcomes": "9Z"}, "9Z"),
        ({**INNOCENT, "disallowed": "zz"}, "zz"),
        ({**INNOCENT, "disallowed": "", "poll": "4H N =*x"}, "votes"),
        ({**INNOCENT, "disallowed": "4S", "poll": "4S E =*5"}, "no vote"),
        ({**INNOCENT, "disallowed": "", "poll": "", "outcomes": "A+"}, "A+"),
        ({**INNOCENT, "disallowed": "", "poll": "", "outcomes": "A60/40"}, "A+ and A-"),
        ({**UI, "infraction": "no", "laws": "16B, 12C5"}, "12C5"),
        ({**UI, "infraction": "no", "laws": "", "reason": "\ud800"}, "half a character"),
        ({"board": "15", "table": "7", "irregularity": "claim", "claim": "+421"}, "+421"),
        ({**UI, "infraction": "no", "laws": "", "reason": "x" * 5000}, "5000"),
    ],
)
def test_a_wrong_answer_is_refused_at_its_question(answers: dict[str, str], found: str) -> None:
    with pytest.raises(Faults) as refused:
        next_question(opened("pairs"), keys(answers))
    [fault] = refused.value.faults
    assert found in fault.found
    assert fault.where.split(",")[0] == list(keys(answers))[-1]


def test_a_poll_that_goes_on_from_nothing_is_a_question_of_its_own() -> None:
    asked = {**INNOCENT, "disallowed": "", "poll": "pass*5", "poll_2": "4H N =*3; 4H N -1*3"}
    assert question("pairs", **asked).default == "60% 4H N =; 40% 4H N -1"


@pytest.mark.parametrize(("said", "room"), [("X Y", "open"), ("Y against X", "closed"), ("X Y closed", "closed")])
def test_in_a_match_the_team_that_is_said_first_sat_north_south(said: str, room: str) -> None:
    event = opened("teams").event
    assert find_table(said, [row for row in event.results if row.board == 2]).room == room


@pytest.mark.parametrize(
    "said", ["Unauth", "ui", "UI", "unauthorised information", "Unauthorised information · Law 16B"]
)
def test_the_beginning_of_a_choice_is_enough_and_so_is_what_is_printed(said: str) -> None:
    assert question("pairs", **{**UI, "irregularity": said}).key == "infraction"


def test_a_side_may_be_written_as_it_is_printed() -> None:
    assert question("pairs", **{**UI, "infraction": "yes", "non_offending": "N-S"}).key == "disallowed"


def test_what_was_answered_can_be_shown_and_dropped_from_the_end() -> None:
    way = walked(opened("pairs"), keys({**DAMAGED, "self_inflicted": ""}))
    assert list(way.answers)[-1] == "self-inflicted"
    assert way.answers["self-inflicted"] == "no"
    back = dict(list(way.answers.items())[:-1])
    assert next_question(opened("pairs"), back) == question("pairs", **DAMAGED)


# It always ends

RESULTS = ["4H N =", "4H N -1", "4S E =", "3NT S +1", "pass", "60% 4H N =; 40% 4S E -1", "+420"]
TEXTS = {
    Kind.TEXT: ["", "why not"],
    Kind.OUTCOMES: [*RESULTS, "split", "table", ""],
    Kind.POLL: ["", "4H N =*3; 4H N -1*3", "pass*4; 4S*2", "pass 4H N =*2"],
}
MOST_QUESTIONS = 30


@examples(40, long=150, deadline=None)
@given(data=st.data(), kind=st.sampled_from(["pairs", "evening", "teams"]))
def test_whatever_is_answered_it_ends_in_something_that_can_be_previewed(data: st.DataObject, kind: str) -> None:
    event = opened(kind)
    answers: dict[str, str] = {}
    for _ in range(MOST_QUESTIONS):
        found = next_question(event, answers)
        if not isinstance(found, Question):
            break
        offered = [choice.value for choice in found.choices] or TEXTS.get(found.kind, [])
        offered = [*offered, *TEXTS.get(found.kind, [])] if found.kind is not Kind.CHOICE else offered
        offered += {"board": ["1", "2"], "disallowed": ["4S E", "4H N"], "assigned-imps": ["+5"]}.get(found.key, [])
        good = [answer for answer in dict.fromkeys(offered) if _accepted(event, {**answers, found.key: answer})]
        assert good, f"no answer to {found.key} after {answers}"
        answers[found.key] = data.draw(st.sampled_from(good), label=found.key)
    end = next_question(event, answers)
    assert not isinstance(end, Question)
    if isinstance(end, LeftOpen):
        assert end.why
    else:
        _preview(event, end)


def _accepted(event: OpenEvent, answers: dict[str, str]) -> bool:
    try:
        next_question(event, answers)
    except Faults:
        return False
    return True


def _preview(event: OpenEvent, end: Ready | Correction) -> None:
    with TemporaryDirectory() as folder, desks.desk_at(Path(folder) / "amends.db") as desk:
        effect = desk.preview(event, end.draft())
    assert effect.new
    assert effect.after.standings
