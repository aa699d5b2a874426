"""The guided ruling: what happened, under which laws of which edition, and several irregularities in one case."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amends.bridge import BySide, Side
from amends.desk import Desk, Report
from amends.desk.commands.cases import opening
from amends.desk.guide import LeftOpen, Question, Ready, next_question
from amends.desk.guide.result import read_laws
from amends.event.case import Irregularity
from amends.event.ruling import TableReference
from amends.faults import Faults
from amends.reports.case import case_report
from support import desks
from support.guided import END, UI, WHERE, keys, opened, question, ready


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the event before any ruling."""
    with desks.desk_at(tmp_path / "amends.db") as made:
        desks.begin(made)
        yield made


def laws_of(kind: str, irregularity: str) -> str:
    """The laws that are offered once a plain score is assigned."""
    answers = {**WHERE, "irregularity": irregularity, "result": "foreseen", "non_offending": "ns"}
    asked = question(kind, **answers, disallowed="", poll="", outcomes="4H N =")
    assert asked.key == "laws"
    return asked.default


@pytest.mark.parametrize(
    ("irregularity", "numbers"),
    [
        ("unauthorised-information", ("16B", "16B", "16A")),
        ("extraneous-information", ("16D", "16C", "16B")),
        ("misinformation", ("21B", "21B", "21B")),
        ("play-on-misinformation", ("47E", "47E", "47E")),
        ("wrong-board", ("15", "15", "15")),
        ("fouled-board", ("87", "87", "87")),
        ("slow-play", ("90B2", "90B2", "90B2")),
        ("revoke", ("64C", "64C", "64C")),
        ("directors-error", ("82C", "82C", "82C")),
        ("wrong-rectification", ("12A3", "12A3", "12A3")),
        ("unplayable", ("12A2", "12A2", "12A2")),
        ("other", ("12A1", "12A1", "12A1")),
    ],
)
def test_each_irregularity_has_its_law_in_each_edition(irregularity: str, numbers: tuple[str, ...]) -> None:
    for edition, number in zip(("2017", "2007", "1997"), numbers, strict=True):
        assert laws_of(f"pairs {edition}", irregularity).split(", ")[0] == number
        [choice] = [each for each in question("pairs " + edition, **WHERE).choices if each.value == irregularity]
        assert choice.words.endswith(f"· Law {number}")


def test_results_that_cannot_be_compared_are_for_teams() -> None:
    assert "not-comparable" not in [choice.value for choice in question("pairs", **WHERE).choices]
    offered = {choice.value: choice.words for choice in question("teams", board="2", table="open").choices}
    assert offered["not-comparable"].endswith("· Law 86B2")
    assert offered["fouled-board"].endswith("· Laws 87 and 86B2")


def test_the_other_laws_of_misinformation_are_named() -> None:
    closing = question("pairs", **{**UI, "irregularity": "misinformation", "infraction": "yes", "non_offending": "ns"},
                       poll="", outcomes="4H N =", self_inflicted="no")  # fmt: skip
    assert "20F" in closing.hint
    assert "75" in closing.hint


@pytest.mark.parametrize("said", ["ui", "mi", "unplayable", "claim", "slow-play", "directors-error", "other"])
def test_the_answers_of_old_drafts_are_still_answers(said: str) -> None:
    next_question(opened("pairs"), {**WHERE, "irregularity": said})


# Words


@pytest.mark.parametrize(
    ("irregularity", "noun"),
    [("directors-error", "an error"), ("wrong-rectification", "a wrong rectification"), ("mi", "an infraction")],
)
def test_nobody_is_asked_for_the_infraction_in_a_directors_error(irregularity: str, noun: str) -> None:
    answers = {**WHERE, "irregularity": irregularity, "result": "played"}
    assert question("pairs", **answers).words == f"Was there {noun}?"
    later = next_question(opened("pairs"), keys({**answers, "infraction": "not-sure"}))
    assert isinstance(later, LeftOpen)
    assert later.why.endswith(noun)


def test_a_directors_error_is_never_called_an_infraction() -> None:
    answers = {**WHERE, "irregularity": "directors-error", "result": "played", "infraction": "yes"}
    answers |= {"non_offending": "ns", "poll": "", "outcomes": "4H N =", "self_inflicted": "yes"}
    answers |= {"own_afterwards": "yes", "own_unrelated": "yes", "own_serious": "yes"}
    for count in range(len(WHERE) + 1, len(answers) + 1):
        asked = question("pairs", **dict(list(answers.items())[:count]))
        assert "infraction" not in f"{asked.words} {asked.hint} {asked.note}"


def test_what_belongs_to_damage_and_to_artificial_scores_is_said_there() -> None:
    asked = question("pairs", **WHERE, irregularity="slow-play")
    assert asked.hint == "what can be foreseen is assigned; an artificial score is the last resort"
    weights = {**UI, "infraction": "yes", "non_offending": "ns"}
    assert "may help with the weights" in question("pairs", **weights, disallowed="", poll="").note


# Law 12A1


NOBODY = {**WHERE, "irregularity": "other", "result": "played", "infraction": "yes", "non_offending": "none"}


def test_12a1_is_not_for_sides_that_have_both_offended() -> None:
    asked = question("pairs", **NOBODY)
    assert asked.key == "nobody-innocent"
    assert "Law 12A1 is not for this" in asked.note
    assert question("pairs", **{**NOBODY, "result": "foreseen"}).key == "nobody-innocent"


def test_12a2_gives_both_an_artificial_score() -> None:
    answers = keys({**NOBODY, "nobody_innocent": "artificial", "fault_ns": "direct", "fault_ew": "direct", **END})
    found = next_question(opened("pairs"), {**answers, "accept 12C2(a)": "1NT was never to be bid"})
    assert isinstance(found, Ready)
    assert " ".join(map(str, found.ruling.awards)) == "A- A-"
    assert found.ruling.laws == ("12A2", "12C2(a)")


def test_another_law_may_assign_a_score_to_both_offenders() -> None:
    asked = question("pairs", **NOBODY, nobody_innocent="assigned", disallowed="", poll="", outcomes="4H N =")
    assert asked.default == "12C1(a)"
    assert ready("pairs", **NOBODY, nobody_innocent="stands", **END).ruling.stands


def test_before_2017_12a1_was_not_for_one_side_only() -> None:
    assert question("pairs 2007", **NOBODY).key == "disallowed"


def test_a_board_without_a_result_cites_12a2_and_not_12a1() -> None:
    answers = {**WHERE, "irregularity": "other", "result": "cannot", "fault_ns": "none", "fault_ew": "direct"}
    assert question("pairs", **answers).default == "12A2, 12C2(a)"


# Several


SEVERAL = {**WHERE, "irregularity": "several", "irregularity_1": "ui", "irregularity_2": "mi", "irregularity_3": "no"}
BOTH = {**SEVERAL, "result": "played", "infraction": "yes", "non_offending": "none"}


def test_both_sides_offended_each_in_its_own_way_and_each_has_its_own_award() -> None:
    assert question("pairs", **{**SEVERAL, "result": "played"}).words == "Was there an infraction?"
    weights = question("pairs", **BOTH, disallowed="", poll="")
    assert (weights.key, weights.default) == ("outcomes", "split")
    assert "each side has an award of its own" in weights.note
    each = {"outcomes_ns": "50% 4S E =; 50% 4S E +1", "outcomes_ew": "60% 4H N -1; 40% 4H N ="}
    done = ready("pairs", **BOTH, disallowed="", poll="", outcomes="", **each, **END)
    assert [str(award) for award in done.ruling.awards] == list(each.values())
    assert done.ruling.laws == ("16B", "21B", "12C1(c)")
    assert done.ruling.non_offending == BySide(False, False)
    assert done.report.irregularity is Irregularity.UNAUTHORISED_INFORMATION
    assert done.report.facts.further == (Irregularity.MISINFORMATION,)


def test_an_error_beside_an_infraction_is_an_irregularity() -> None:
    several = {**SEVERAL, "irregularity_2": "directors-error", "result": "played"}
    assert question("pairs", **several).words == "Was there an irregularity?"


def test_a_claim_is_not_one_of_several() -> None:
    first = question("pairs", **WHERE, irregularity="several")
    assert first.key == "irregularity-1"
    assert not {"claim", "fielded-psyche"} & {choice.value for choice in first.choices}


def test_the_case_has_all_that_happened(desk: Desk) -> None:
    case = opening(15, TableReference(ns="7"), Report(irregularity=Irregularity.MISINFORMATION))
    desk.confirm(desk.open("friday"), case)
    about = {key: answer for key, answer in keys(BOTH).items() if key not in WHERE}
    answers = {**about, "case": "1", "disallowed": "", "poll": "", "outcomes": "", "outcomes-ns": "4S E +1"}
    found = next_question(desk.open("friday"), {**answers, "outcomes-ew": "4H N -1", **END})
    assert isinstance(found, Ready)
    after = desk.confirm(desk.open("friday"), found.draft()).after
    made = after.history.case("1")
    assert made.irregularities == (Irregularity.MISINFORMATION, Irregularity.UNAUTHORISED_INFORMATION)
    report = case_report(made, after.event, after.history)
    assert "misinformation and unauthorised information" in report.text()
    again = next_question(after, {"case": "1", "replace": "yes"})
    assert isinstance(again, Question)
    assert again.default == "several"


def test_an_agreed_report_is_left_as_it_is(desk: Desk) -> None:
    report = Report(irregularity=Irregularity.UNAUTHORISED_INFORMATION, agreed=tuple(Side))
    desk.confirm(desk.open("friday"), opening(15, TableReference(ns="7"), report))
    about = {key: answer for key, answer in keys(BOTH).items() if key not in WHERE}
    answers = {**about, "case": "1", "disallowed": "", "outcomes": "", "outcomes-ns": "4S E +1"}
    found = next_question(desk.open("friday"), {**answers, "outcomes-ew": "4H N -1", **END})
    assert isinstance(found, Ready)
    case = desk.confirm(desk.open("friday"), found.draft()).after.history.case("1")
    assert [said.words for said, _ in case.statements] == ["Also misinformation."]


# Laws as they are typed


def test_laws_are_those_of_the_edition() -> None:
    assert read_laws("law 12c1b; White Book 8.12, 12C1(B)", 2007) == ("12C1(b)", "White Book 8.12")
    with pytest.raises(Faults, match="a clause of the Laws of 1997"):
        read_laws("16D", 1997)
    with pytest.raises(Faults, match="12C5"):
        question("pairs", **UI, infraction="no", laws="12C5")
