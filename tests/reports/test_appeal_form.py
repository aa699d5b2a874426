"""The appeal form: what a reviewer needs, and what a blind committee does not get."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from amends import Faults
from amends.bridge import Seat
from amends.event.case import AppealDecision, Explanation, Facts, PollAnswer, PollTaken
from amends.journal.history import Appeal, GivenRuling, History, Made
from amends.reports.appeal_form import AppealForm, appeal_form
from reports.test_slip_page import VARIED
from support.desks import START
from support.evenings import SURNAMES, Evening, decided, with_names
from support.ruled_events import given, ruling, teams


def form(evening: Evening, blind: bool = False) -> AppealForm:
    return appeal_form("1", evening.history, evening.event, blind=blind)


@pytest.mark.parametrize(
    "words",
    [
        "Event              Friday pairs, 2026-11-13",
        "Board              15, South deals, N-S vulnerable, Round 2, Table 7",
        "♥ AJ10",
        "(1) may be four cards",
        "Table result       4♠ E =        NS −420",
        "Irregularity       unauthorised information",
        "Happened           West passed after long thought; East bid 4S.",
        "Found              The pause is agreed.",
        "Statement, E-W     I had a full opening. (C. Cole, 19:02)",
        "Poll 1: How do you play 4H? (6 asked, 19:02)",
        "4♥ N −1         3              6  3 club",
        "4♥ N =   +620  3 of 6    50%            60%           60%",
        "Given              1, 2026-11-13 19:02 by R. Fox",
        "Disallowed         4♠ E",
        "Laws               16B1, 12C1(c), 84D",
        "total, %   48.33 → 52.50 (+4.17)",
        "Appealed by        E-W, C. Cole",
        "Grounds            Pass was no alternative.",
        "Could be lodged    until 2026-11-13 19:37",
        "asked: statement of E-W",
        "polled: 6 players",
        "weighed and ruled: ruling 1",
        "Signed, time       ____",
    ],
)
def test_what_a_reviewer_needs(evening: Evening, words: str) -> None:
    assert words in form(evening).text()


def test_a_blind_committee_learns_neither_names_nor_places(evening: Evening) -> None:
    made = form(evening, blind=True)
    everything = made.text() + made.page() + json.dumps(made.data(), ensure_ascii=False)
    hidden = (*SURNAMES, "Fox", "C. Cole", "48.33", "52.50", "total, %", "Table 7", "6 → 8")
    assert [words for words in hidden if words in everything] == []
    assert "board, MP  1 → 8 of 12" in made.text()
    assert "I had a full opening." in made.text()


def test_the_whole_auction_and_the_explanations_as_the_director_has_them(evening: Evening) -> None:
    case = evening.history.cases["1"]
    explained = (Explanation("2C", "natural", Seat.EAST, "Stayman"),)
    facts = case.facts.with_more(Facts(explanations=explained, screens=False, methods="Weak notrump."))
    asked = PollTaken("What do you call?", (PollAnswer("pass", ("4S",)), PollAnswer("4S"), PollAnswer("pass")))
    changed = replace(case, facts=facts, polls=((asked, case.polls[0][1]),))
    history = replace(evening.history, cases={**evening.history.cases, "1": changed})
    text = appeal_form("1", history, evening.event).text()
    assert "Explained          2♣ by East: natural; agreed: Stayman" in text
    assert "Screens            no" in text
    assert "Methods            Weak notrump." in text
    assert "pass           2              2  yes" in text
    assert "4♠             1              2  yes" in text


def test_a_decision_takes_the_place_of_the_empty_lines(tmp_path: Path) -> None:
    made = form(with_names(decided(tmp_path / "amends.db", AppealDecision.UPHELD)))
    assert "Decision           The ruling stands." in made.text()
    assert "Reviewers          C. Holly" in made.text()
    assert "____" not in made.text()
    assert "decided: the ruling stands" in made.text()


def test_a_varied_ruling_stands_in_its_decision(tmp_path: Path) -> None:
    """The effect is still that of the ruling that was appealed."""
    made = form(with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, VARIED)))
    assert "Decision           The ruling was varied. See ruling 1.2." in made.text()
    assert "1/3 of  NS +620   (4♥ N =)" in made.text()
    assert "board, MP  1 → 8 of 12" in made.text()
    assert made.data()["varied"]["ruling"] == "1.2"  # type: ignore[index]


def test_what_the_reviewers_polled_and_what_it_comes_to_stand_in_their_decision(tmp_path: Path) -> None:
    polled = replace(VARIED, poll=({"4H N =": 2, "4H N -1": 3},), reason="Few would make it.")
    decision = form(with_names(decided(tmp_path / "amends.db", AppealDecision.VARIED, polled))).text()
    decision = decision.partition("\nDecision\n")[2]
    assert "Poll               5 asked; 4♥ N −1: 3, 4♥ N =: 2" in decision
    assert "Effect             NS 1 → 6⅔ of 12   EW 11 → 5⅓ of 12" in decision
    assert decision.count("Few would make it.") == 1, "the reason is that of the decision"


def test_an_appeal_that_is_not_there(evening: Evening) -> None:
    with pytest.raises(Faults, match="expected one of 1"):
        appeal_form("9", evening.history, evening.event)


def test_both_rooms_at_teams() -> None:
    """Of a match only the other room of the same board is shown."""
    draft = ruling("1", 1, "X", "+420")
    draft = replace(draft, table=replace(draft.table, ew="Y", room="open"))
    made = Made(1, START)
    history = History(
        rulings=(GivenRuling(draft, made, appeals=("1",)),), appeals={"1": Appeal("1", "1", Made(2, START))}
    )
    text = appeal_form("1", history, given(teams(), draft)).text()
    assert text.count("Table result") == 1
    assert text.count("Closed room ") == 1
    assert "Nobody was polled." in text
