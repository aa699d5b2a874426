"""The journal: entries sealed by digests, folded to the event as it stands; nothing is ever changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from amends import BySide, Faults, Form, Penalty, Ruling, TableReference, TableResult, parse_award, score
from amends.event.journal import (
    CarriedOver,
    Entry,
    EventSetUp,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PublishedStandings,
    RegulationChosen,
    ResultCorrected,
    ResultsEntered,
    RulingGiven,
    RulingWithdrawn,
    VictoryPointsAwarded,
    append,
    fold,
    plain,
    verify,
)
from amends.event.ruling import CarryOver, VictoryPointAward

START = datetime(2026, 11, 15, 14, 0, tzinfo=UTC)


def played(board: int, ns: str, ew: str, result: str) -> TableResult:
    return TableResult(f"{board}/{ns}-{ew}", parse_award(result), BySide((ns,), (ew,)), board=board)


RESULTS = (
    played(1, "1", "2", "+420"),
    played(1, "3", "4", "-50"),
    played(2, "1", "4", "+100"),
    played(2, "3", "2", "+100"),
)


def ruling(id: str, award: str, replaces: str | None = None) -> Ruling:
    both = parse_award(award)
    return Ruling(id, 1, TableReference(ns="3", ew="4"), BySide(both, both), replaces=replaces)


def journal(*payloads: Payload) -> tuple[Entry, ...]:
    entries: tuple[Entry, ...] = ()
    for place, payload in enumerate(payloads):
        entries = append(entries, payload, START + timedelta(minutes=place), "Director")
    return entries


BASE: tuple[Payload, ...] = (EventSetUp("Friday", Form.PAIRS), ResultsEntered(RESULTS))


def test_the_fold_is_the_event_as_it_stands() -> None:
    event = fold(journal(*BASE, RulingGiven(ruling("7", "60% +420; 40% -50")), PenaltyGiven("p1", Penalty("1", "10%"))))
    assert event.title == "Friday"
    assert event.results == RESULTS
    assert [each.id for each in event.rulings] == ["7"]
    assert score(event).standing("1").penalty == Fraction(1, 5)


def test_the_fold_of_a_prefix_is_the_event_as_it_was() -> None:
    entries = journal(*BASE, PublishedStandings(), RulingGiven(ruling("7", "+420")))
    assert fold(entries[:3]).rulings == ()
    assert len(fold(entries).rulings) == 1


def test_a_correction_is_one_more_entry_and_the_first_one_stays() -> None:
    corrected = replace(RESULTS[0], result=parse_award("+450"))
    entries = journal(*BASE, ResultCorrected(corrected, "eleven tricks"))
    assert fold(entries).results[0].result == parse_award("+450")
    assert fold(entries[:2]).results[0].result == parse_award("+420")


def test_a_withdrawn_ruling_is_out_of_force_and_so_is_what_it_replaced() -> None:
    given = (RulingGiven(ruling("7", "+420")), RulingGiven(ruling("8", "+170", replaces="7")))
    assert [each.id for each in fold(journal(*BASE, *given)).rulings] == ["7", "8"]
    assert fold(journal(*BASE, *given, RulingWithdrawn("8", "table result stands"))).rulings == ()


def test_the_other_entries() -> None:
    event = fold(
        journal(
            *BASE,
            RegulationChosen("ebu", {"average_plus_limit": 2}),
            PenaltyGiven("p1", Penalty("1", "10%")),
            PenaltyWithdrawn("p1", "not his fault"),
            CarriedOver((CarryOver("1", Fraction(5, 2)),)),
            VictoryPointsAwarded(VictoryPointAward("1", "3", "60%")),
        )
    )
    assert event.regulation.small_groups == "ebu"
    assert event.regulation.average_plus_limit == 2
    assert event.penalties == ()
    assert event.carry_overs[0].amount == Fraction(5, 2)
    assert event.awards[0].amount == "60%"


def test_an_untouched_journal_verifies() -> None:
    assert verify(journal(*BASE, RulingGiven(ruling("7", "+420")))) == []


@pytest.mark.parametrize("change", ["payload", "author", "at", "missing", "moved", "digest"])
def test_a_changed_missing_or_moved_entry_is_found(change: str) -> None:
    entries = list(journal(*BASE, RulingGiven(ruling("7", "+420")), PublishedStandings(True)))
    if change == "missing":
        del entries[1]
    elif change == "moved":
        entries[1], entries[2] = entries[2], entries[1]
    elif change == "payload":
        entries[2] = replace(entries[2], payload=RulingGiven(ruling("7", "+450")))
    elif change == "author":
        entries[2] = replace(entries[2], author="Somebody")
    elif change == "at":
        entries[2] = replace(entries[2], at=START)
    else:
        entries[2] = replace(entries[2], digest="0" * 64)
    assert verify(entries)


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (ResultsEntered(RESULTS[:1]), "once more"),
        (ResultCorrected(played(9, "1", "2", "+420"), ""), "the table result '9/1-2'"),
        (RulingWithdrawn("77", ""), "the ruling '77'"),
        (RulingGiven(ruling("7", "+420", replaces="6")), "the ruling '6'"),
        (PenaltyWithdrawn("p9", ""), "the penalty 'p9'"),
    ],
)
def test_an_entry_that_does_not_fit_is_refused(payload: Payload, words: str) -> None:
    with pytest.raises(Faults, match=words):
        fold(journal(*BASE, payload))


def test_a_digest_does_not_depend_on_the_zone_a_clock_stands_in() -> None:
    from datetime import timezone

    there = START.astimezone(timezone(timedelta(hours=9)))
    assert append((), BASE[0], START, "x")[0].digest == append((), BASE[0], there, "x")[0].digest


def test_what_is_sealed_has_exact_numbers_as_texts() -> None:
    data = plain(RulingGiven(ruling("7", "1/3 +400; 2/3 -50")))
    assert data["ruling"]["awards"]["ns"] == "1/3 +400; 2/3 -50"
