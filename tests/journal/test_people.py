"""Nobody's name is in the chain: neither where somebody is named, nor in a text; and who is removed is gone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from amends import Faults, Ruling, TableResult, parse_award
from amends.bridge import Side
from amends.event import Player, TableRecord
from amends.event.case import AppealDecision, Explanation, Facts, PollAnswer, PollTaken, Statement
from amends.event.ruling import CarryOver, Penalty, VictoryPointAward
from amends.exact import number
from amends.journal.chain import append, entry_data, people_of, sealed, verify, with_people, without_people
from amends.journal.codec import canonical
from amends.journal.entries import (
    AppealDecided,
    AppealLodged,
    CarriedOver,
    CaseClosed,
    CaseOpened,
    EventSetUp,
    FactsRecorded,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PollRecorded,
    PublishedStandings,
    ResultCorrected,
    ResultErased,
    ResultsEntered,
    RulingGiven,
    RulingsEntered,
    RulingWithdrawn,
    StatementTaken,
    VictoryPointsAwarded,
)
from amends.journal.fold import fold
from amends.journal.history import history
from amends.journal.people import Register, named_payload, references, unveiled, veiled
from support import journals

AT = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
TEXT = "Ann Ash paused; then Ann Ash's partner bid."
RULING = Ruling("1", 7, director="Rob Fox", reason=TEXT, accept={"84D": TEXT}, legal_route={"4S E =": TEXT})
RESULT = TableResult("7/1-2", parse_award("4H N ="), record=TableRecord(players=("Bob Birch",), remark=TEXT))

PAYLOADS: list[Payload] = [
    RulingGiven(RULING),
    RulingsEntered((RULING,)),
    RulingWithdrawn("1", TEXT),
    FactsRecorded("1", Facts(TEXT, None, (Explanation("2D", TEXT, agreement=TEXT),), TEXT, TEXT, found=TEXT)),
    StatementTaken("1", Statement(TEXT, side=Side.NS, who="Ann Ash")),
    PollRecorded("1", PollTaken(TEXT, (PollAnswer("pass", who="Bob Birch", standard="as Ann Ash"),))),
    CaseClosed("1", TEXT),
    AppealLodged("1", "1", Side.NS, TEXT, "Ann Ash", deposit=TEXT, late=TEXT),
    AppealDecided("1", AppealDecision.VARIED, RULING, TEXT, ("Cat Cole", "Bob Birch")),
    PenaltyGiven("1", Penalty("7", "5%", reason=TEXT)),
    PenaltyWithdrawn("1", TEXT),
    CarriedOver((CarryOver("7", number("3"), TEXT),)),
    VictoryPointsAwarded(VictoryPointAward("7", "1", "12", TEXT)),
    ResultsEntered((RESULT,)),
    ResultCorrected(RESULT, TEXT),
    ResultErased("7/1-2", TEXT),
    PublishedStandings(remark=TEXT),
]
NAMES = ("Ann Ash", "Bob Birch", "Cat Cole", "Rob Fox")


def register() -> Register:
    """Who is known; Ann Ash is one of the players."""
    made = Register(journals.salts())
    made.reference(Player("Ann Ash"))
    return made


COMING_IN: list[Payload] = [
    StatementTaken("1", Statement("Bob Birch says so.", who="Bob Birch")),
    PollRecorded("1", PollTaken("Bob Birch, your call?", (PollAnswer("pass", who="Bob Birch"),))),
    AppealLodged("1", "1", Side.NS, "Bob Birch was not asked.", "Bob Birch"),
    AppealDecided("1", AppealDecision.UPHELD, None, "Bob Birch had doubts.", ("Cat Cole", "Bob Birch")),
    RulingGiven(Ruling("1", 7, director="Bob Birch", reason="Bob Birch saw it.")),
]


@pytest.mark.parametrize("payload", COMING_IN, ids=lambda payload: type(payload).__name__)
def test_whoever_comes_in_with_an_entry_is_not_named_in_its_text(payload: Payload) -> None:
    known = register()
    said = known.payload(payload)
    assert b"Birch" not in canonical(entry_data(sealed(1, AT, "amends", said, "0" * 64)))
    assert named_payload(said, known.people) == payload


@pytest.mark.parametrize("payload", PAYLOADS, ids=lambda payload: type(payload).__name__)
def test_no_name_is_sealed_and_every_name_comes_back(payload: Payload) -> None:
    known = register()
    said = known.payload(payload)
    entry = sealed(1, AT, known.reference(Player("Rob Fox")), said, "0" * 64)
    text = canonical(entry_data(entry)).decode()
    assert [name for name in NAMES if name in text or name.split()[1] in text] == []
    assert named_payload(said, known.people) == payload
    [kept] = with_people([entry], known.people)
    assert set(kept.people) == {*references(said), entry.author} & set(known.people)
    assert verify([kept]) == []
    gone = named_payload(said, {})
    assert not [name for name in NAMES if name in canonical(entry_data(sealed(1, AT, "", gone, "0" * 64))).decode()]


def test_a_person_can_be_removed_for_good() -> None:
    known = register()
    fox = known.reference(Player("Rob Fox"))
    entries = append((), EventSetUp("Friday"), AT, fox)
    for payload in (CaseOpened("1", 7), PAYLOADS[3], PAYLOADS[0]):
        entries = append(entries, known.payload(payload), AT, fox)
    entries = with_people(entries, known.people)
    assert fold(entries).rulings[0].director == "Rob Fox"
    assert history(entries).rulings[0].made.by == "Rob Fox"
    left = without_people(entries, {fox, known.reference(Player("Ann Ash"))})
    assert verify(left) == []
    assert people_of(left) == {}
    [ruling] = fold(left).rulings
    assert (ruling.director, history(left).rulings[0].made.by) == ("", "")
    assert ruling.reason == "(name removed) paused; then (name removed)'s partner bid."


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Ann Ash and ann ash", "⟦1⟧ and ann ash"),
        ("Ann Ashton is somebody else", "Ann Ashton is somebody else"),
        ("Joann Ash too", "Joann Ash too"),
        ("(Ann Ash)", "(⟦1⟧)"),
        ("Ann Ash Birch", "⟦2⟧"),
        ("Fox ran", "Fox ran"),
    ],
)
def test_whole_names_alone_are_taken_out_of_texts(words: str, found: str) -> None:
    names = {"Ann Ash": "1", "Ann Ash Birch": "2", "Fox": "3"}
    assert veiled(words, names) == found


def test_what_looks_like_a_veil_and_is_none_stays() -> None:
    assert unveiled("⟦not a reference⟧", lambda reference: "") == "⟦not a reference⟧"


@pytest.mark.parametrize(
    "payload",
    [
        StatementTaken("1", Statement("x", who="Ann Ash")),
        PollRecorded("1", PollTaken(answers=(PollAnswer("pass", who="Ann Ash"),))),
        AppealLodged("1", "1", who="Ann Ash"),
        AppealDecided("1", AppealDecision.UPHELD, reviewers=("Ann Ash",)),
    ],
)
def test_a_name_where_a_reference_belongs_is_not_sealed(payload: Payload) -> None:
    with pytest.raises(Faults, match="a name in an entry"):
        append((), payload, AT, "Director")
