"""12C1(e) in the guided ruling: three facts, each yes or no, kept in the case."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from amends.bridge import Side
from amends.desk import Desk, Report
from amends.desk.commands.cases import opening
from amends.desk.guide import Question, Ready, next_question
from amends.event.case import OwnDamage
from amends.event.ruling import TableReference
from amends.reports.case import case_report
from amends.reports.dossier import dossier, fact_rows
from support import desks
from support.guided import DAMAGED, END, WHERE, keys, question, ready

SELF = {**DAMAGED, "self_inflicted": "yes"}
FACTS = {"own_afterwards": "yes", "own_unrelated": "yes", "own_serious": "yes"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the event before any ruling."""
    with desks.desk_at(tmp_path / "amends.db") as made:
        desks.begin(made)
        yield made


def test_three_questions_are_asked_one_after_the_other() -> None:
    asked = [question("pairs", **SELF, **dict(list(FACTS.items())[:count])) for count in range(4)]
    assert [each.key for each in asked] == ["own-afterwards", "own-unrelated", "own-serious", "after"]
    assert all(each.law == "12C1(e)" for each in asked)
    assert asked[0].words == "What N-S did: was it after the infraction?"
    assert "a revoke, not taking the setting trick, a major penalty card" in asked[2].hint


def test_three_times_yes_is_12c1e() -> None:
    done = ready("pairs", **SELF, **FACTS, after="4H N -1", **END)
    damage = done.ruling.self_inflicted
    assert damage is not None
    assert (damage.side, str(damage.normal), str(damage.expected)) == (Side.NS, "4H N =", "4H N -1")
    assert done.report.facts.own_damage == OwnDamage(Side.NS, True, True, True)
    assert done.ruling.laws == ("16B", "12C1(e)")


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        ("own_afterwards", "it was not after the infraction"),
        ("own_unrelated", "it was related to the infraction"),
        ("own_serious", "it was not an extremely serious error or gambling action"),
    ],
)
def test_with_one_no_the_guide_says_why_and_an_ordinary_score_follows(fact: str, why: str) -> None:
    answers = {**SELF, **FACTS, fact: "no"}
    asked = question("pairs", **answers)
    assert asked.key == "laws"
    assert asked.hint == f"Not 12C1(e): {why}. N-S get full redress."
    done = ready("pairs", **answers, **END)
    assert done.ruling.self_inflicted is None
    assert done.ruling.laws == ("16B", "12C1(a)")
    own = done.report.facts.own_damage
    assert own is not None
    assert not own.is_self_inflicted


@pytest.mark.parametrize(
    ("edition", "law", "words"),
    [
        ("2017", "12C1(e)", "an extremely serious error or gambling action"),
        ("2007", "12C1(b)", "a serious error, or wild or gambling action"),
        ("1997", "12C2", "an irrational, wild or gambling action"),
    ],
)
def test_the_words_are_those_of_the_edition(edition: str, law: str, words: str) -> None:
    gate = question(f"pairs {edition}", **DAMAGED)
    assert words in gate.hint
    asked = question(f"pairs {edition}", **SELF, own_afterwards="yes", own_unrelated="yes")
    assert (asked.law, asked.words) == (law, f"Was it {words}?")


def test_a_draft_from_before_the_three_questions_opens_at_the_first_of_them() -> None:
    assert question("pairs", **SELF, after="4H N -1").key == "own-afterwards"


def test_a_claim_is_never_asked() -> None:
    answers = {**WHERE, "irregularity": "claim", "claim": "4S E -1"}
    assert question("pairs", **answers).key == "laws"


def test_the_facts_stand_in_the_case_and_in_the_dossier(desk: Desk) -> None:
    found = next_question(desk.open("friday"), keys({**SELF, **FACTS, "after": "4H N -1", **END}))
    assert isinstance(found, Ready)
    after = desk.confirm(desk.open("friday"), found.draft()).after
    words = "N-S, after the irregularity: yes; unrelated to it: yes; extremely serious error or gambling action: yes"
    [case] = after.history.cases.values()
    report = case_report(case, after.event, after.history)
    assert words in " ".join(report.text().split())
    facts = report.data()["facts"]
    assert isinstance(facts, dict)
    assert facts["own_damage"] == {"side": "NS", "afterwards": True, "unrelated": True, "serious": True}
    assert ("12C1(e)", words) in fact_rows(dossier(after.history, after.event, after.history.rulings[-1]))


def test_beside_an_agreed_report_the_facts_are_a_statement(desk: Desk) -> None:
    desk.confirm(desk.open("friday"), opening(15, TableReference(ns="7"), Report(agreed=tuple(Side))))
    about = {key: answer for key, answer in keys({**SELF, **FACTS}).items() if key not in WHERE}
    found = next_question(desk.open("friday"), {**about, "case": "1", "after": "4H N -1", **END})
    assert not isinstance(found, Question)
    assert isinstance(found, Ready)
    case = desk.confirm(desk.open("friday"), found.draft()).after.history.case("1")
    assert [said.words[:28] for said, _ in case.statements] == ["12C1(e): N-S, after the irre"]
