"""The history of an event: cases, rulings and what became of them, appeals, publications."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from amends import BySide, Faults, Ruling, parse_award
from amends.bridge import Side
from amends.event import TableResult
from amends.event.case import AppealDecision, Facts, Irregularity, PollAnswer, PollTaken, Statement
from amends.event.ruling import Penalty
from amends.journal import history as telling
from amends.journal.chain import Entry, append
from amends.journal.entries import (
    AppealDecided,
    AppealLodged,
    CaseClosed,
    CaseOpened,
    EventSetUp,
    FactsRecorded,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PollRecorded,
    PublishedStandings,
    ReportAgreed,
    ResultCorrected,
    ResultErased,
    ResultsEntered,
    RulingGiven,
    RulingsEntered,
    RulingWithdrawn,
    StatementTaken,
)
from amends.journal.fold import fold
from amends.journal.history import History, history

START = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
FIRST = Ruling("1", 7, case="1")
SECOND = Ruling("1.2", 7, case="1", replaces="1")
OPENED = CaseOpened("1", 7, irregularity=Irregularity.MISINFORMATION)
LODGED = AppealLodged("1", "1", Side.EW, "we were damaged")


def journal(*payloads: Payload) -> tuple[Entry, ...]:
    entries: tuple[Entry, ...] = ()
    for place, payload in enumerate((EventSetUp("Friday"), *payloads)):
        entries = append(entries, payload, START + timedelta(minutes=place), "Director")
    return entries


def told(*payloads: Payload) -> History:
    return history(journal(*payloads))


STATES: list[tuple[Sequence[Payload], dict[str, str]]] = [
    ([RulingGiven(FIRST)], {"1": "given"}),
    ([RulingGiven(FIRST), RulingGiven(SECOND)], {"1": "replaced", "1.2": "given"}),
    ([RulingGiven(FIRST), RulingWithdrawn("1", "wrong")], {"1": "withdrawn"}),
    ([RulingGiven(FIRST), LODGED], {"1": "under appeal"}),
    ([RulingGiven(FIRST), LODGED, AppealDecided("1", AppealDecision.UPHELD)], {"1": "upheld"}),
    ([RulingGiven(FIRST), LODGED, AppealDecided("1", AppealDecision.WITHOUT_MERIT)], {"1": "upheld"}),
    ([RulingGiven(FIRST), LODGED, AppealDecided("1", AppealDecision.WITHDRAWN)], {"1": "given"}),
    (
        [RulingGiven(FIRST), LODGED, AppealDecided("1", AppealDecision.VARIED, SECOND)],
        {"1": "varied", "1.2": "given"},
    ),
]


@pytest.mark.parametrize(("payloads", "states"), STATES)
def test_every_ruling_says_where_it_stands(payloads: Sequence[Payload], states: dict[str, str]) -> None:
    found = told(OPENED, *payloads)
    assert {given.ruling.id: given.state.value for given in found.rulings} == states
    in_force = {given.ruling.id for given in found.rulings if given.state.in_force}
    entries = journal(OPENED, *payloads)
    replaced = {ruling.replaces for ruling in fold(entries).rulings}
    assert in_force == {ruling.id for ruling in fold(entries).rulings} - replaced
    assert found.cases["1"].rulings == tuple(states)


REFUSED: dict[str, tuple[Sequence[Payload], str]] = {
    "a case twice": ([OPENED, OPENED], "case '1' once more"),
    "a case nobody opened": ([FactsRecorded("9", Facts("x"))], "case '9'"),
    "facts after both sides agreed": (
        [OPENED, ReportAgreed("1", Side.NS), ReportAgreed("1", Side.EW), FactsRecorded("1", Facts("more"))],
        "both sides have agreed",
    ),
    "a poll after both sides agreed": (
        [OPENED, ReportAgreed("1", Side.NS), ReportAgreed("1", Side.EW), PollRecorded("1", PollTaken())],
        "both sides have agreed",
    ),
    "an appeal against nothing": ([LODGED], "the ruling '1'"),
    "an appeal against a ruling withdrawn": (
        [OPENED, RulingGiven(FIRST), RulingWithdrawn("1", ""), LODGED],
        "which is withdrawn",
    ),
    "two appeals at once": (
        [OPENED, RulingGiven(FIRST), LODGED, replace(LODGED, appeal="2")],
        "which is under appeal",
    ),
    "an appeal decided twice": (
        [OPENED, RulingGiven(FIRST), LODGED, *([AppealDecided("1", AppealDecision.UPHELD)] * 2)],
        "which is decided",
    ),
    "varied without a ruling": (
        [OPENED, RulingGiven(FIRST), LODGED, AppealDecided("1", AppealDecision.VARIED)],
        "varied without a ruling",
    ),
    "upheld with a ruling": (
        [OPENED, RulingGiven(FIRST), LODGED, AppealDecided("1", AppealDecision.UPHELD, SECOND)],
        "with a ruling that does not belong",
    ),
    "withdrawn while under appeal": (
        [OPENED, RulingGiven(FIRST), LODGED, RulingWithdrawn("1", "wrong")],
        "under appeal",
    ),
    "replaced while under appeal": (
        [OPENED, RulingGiven(FIRST), LODGED, RulingGiven(SECOND)],
        "ruling 1 replaced while it is under appeal",
    ),
}


@pytest.mark.parametrize(("payloads", "found"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_have_happened_is_refused_with_its_entry(payloads: Sequence[Payload], found: str) -> None:
    with pytest.raises(Faults, match="entry") as trouble:
        told(*payloads)
    assert found in str(trouble.value)


def test_a_case_gathers_all_that_was_written_down() -> None:
    answers = (PollAnswer("pass", ("4S",), "expert"), PollAnswer("4S"), PollAnswer("pass"))
    found = told(
        OPENED,
        FactsRecorded("1", Facts("East bid 4S", screens=False)),
        FactsRecorded("1", Facts(found="the pause is agreed")),
        StatementTaken("1", Statement("I had my bid", side=Side.EW)),
        PollRecorded("1", PollTaken("your call?", answers)),
        PollRecorded("1", PollTaken("how many tricks?", votes={"4H N =": 2, "4H N -1": 1})),
        ReportAgreed("1", Side.NS),
        PenaltyGiven("1", Penalty("7", "5%", case="1")),
        CaseClosed("1", "no infraction"),
    ).cases["1"]
    assert found.facts == Facts("East bid 4S", screens=False, found="the pause is agreed")
    assert [said.words for said, _ in found.statements] == ["I had my bid"]
    assert found.votes == ({"pass": 2, "4S": 1}, {"4H N =": 2, "4H N -1": 1})
    assert found.agreed == {Side.NS}
    assert found.penalties == ("1",)
    assert found.why_closed == "no infraction"
    assert (found.opened.seq, found.opened.at) == (2, START + timedelta(minutes=1))


def test_a_statement_may_be_added_after_the_report_was_agreed() -> None:
    agreed = [ReportAgreed("1", side) for side in Side]
    found = told(OPENED, *agreed, StatementTaken("1", Statement("for the appeal")))
    assert len(found.cases["1"].statements) == 1


def test_many_statements_of_one_case_are_not_copied_with_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    changes = []

    def counted(case: object, **new: object) -> object:
        changes.append(case)
        return replace(case, **new)  # type: ignore[type-var]

    monkeypatch.setattr(telling, "replace", counted)
    said = [StatementTaken("1", Statement(f"line {number}")) for number in range(50)]
    assert [statement.words for statement, _ in told(OPENED, *said).cases["1"].statements][-1] == "line 49"
    assert len(changes) == 1


def test_the_chain_of_a_ruling_goes_from_the_first_to_the_last() -> None:
    third = replace(SECOND, id="1.3", replaces="1.2")
    found = told(OPENED, RulingGiven(FIRST), RulingGiven(SECOND), RulingGiven(third))
    for id in ("1", "1.2", "1.3"):
        assert [given.ruling.id for given in found.chain(id)] == ["1", "1.2", "1.3"]


def test_rulings_that_replace_each_other_in_a_circle_have_a_chain_that_ends() -> None:
    found = told(OPENED, RulingsEntered((replace(FIRST, replaces="1.2"), SECOND)))
    for id in ("1", "1.2"):
        assert {given.ruling.id for given in found.chain(id)} == {"1", "1.2"}


def test_a_withdrawn_penalty_says_why() -> None:
    found = told(PenaltyGiven("1", Penalty("7", "5%")), PenaltyWithdrawn("1", "the bus was late"))
    assert found.penalties["1"].why_withdrawn == "the bus was late"


def test_publications_are_numbered() -> None:
    found = told(PublishedStandings(), PublishedStandings(final=True, remark="corrected"))
    assert [(each.number, each.final, each.remark) for each in found.publications] == [
        (1, False, ""),
        (2, True, "corrected"),
    ]


ROW = TableResult("7/1-2", parse_award("4H N ="), BySide(("1",), ("2",)), board=7)


def test_a_result_has_the_entry_that_gave_it_its_score() -> None:
    """A correction of anything else leaves the score as it was."""
    entered = ResultsEntered((ROW, replace(ROW, id="7/3-4", seats=BySide(("3",), ("4",)))))
    auction = ResultCorrected(replace(ROW, table="5"), "the table was missing")
    corrected = ResultCorrected(replace(ROW, result=parse_award("4H N -1")), "misread")
    assert {id: made.seq for id, made in told(entered, auction).results.items()} == {"7/1-2": 2, "7/3-4": 2}
    assert {id: made.seq for id, made in told(entered, auction, corrected).results.items()} == {"7/1-2": 4, "7/3-4": 2}
    assert set(told(entered, ResultErased("7/1-2", "nobody played it")).results) == {"7/3-4"}
