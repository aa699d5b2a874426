"""The journal: entries sealed by digests, folded to the event as it stands; nothing is ever changed."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends import (
    BySide,
    Contestant,
    Faults,
    Form,
    Penalty,
    Ruling,
    Side,
    TableReference,
    TableResult,
    load_regulation,
    parse_award,
    score,
)
from amends.bridge import Deal, Seat
from amends.event import DealtBoard, Event, Player, TableRecord, TeamPair
from amends.event.ruling import CarryOver, VictoryPointAward
from amends.journal.chain import (
    Document,
    Entry,
    append,
    entry_data,
    entry_of,
    payload_of,
    people_of,
    verify,
    with_people,
    without_people,
)
from amends.journal.codec import canonical, plain
from amends.journal.entries import (
    KINDS,
    CarriedOver,
    ContestantsEntered,
    DealsEntered,
    EnteredContestant,
    EventSetUp,
    Payload,
    PenaltyGiven,
    PenaltyWithdrawn,
    PublishedStandings,
    RegulationChosen,
    ResultCorrected,
    ResultsEntered,
    RulingGiven,
    RulingsEntered,
    RulingWithdrawn,
    VictoryPointsAwarded,
)
from amends.journal.fold import fold
from amends.journal.from_event import journal_of
from amends.journal.people import Person, Register, new_salt
from amends.regulations import known, load_file, settings
from amends.regulations.load import regulation_reference
from support import journals

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


def test_what_a_withdrawn_ruling_replaced_at_second_hand_is_not_in_force_again_either() -> None:
    chain = (ruling("7", "+420"), ruling("8", "+170", replaces="7"), ruling("9", "+140", replaces="8"))
    given = tuple(RulingGiven(each) for each in chain)
    assert fold(journal(*BASE, *given, RulingWithdrawn("9", "the table result stands"))).rulings == ()


def test_rulings_that_came_in_together_may_replace_one_that_stands_further_down() -> None:
    together = (ruling("8", "+170", replaces="7"), ruling("7", "+420"))
    assert fold(journal(*BASE, RulingsEntered(together))).rulings == together


@pytest.mark.parametrize("replaces", ["7", "6"])
def test_a_ruling_that_replaces_itself_or_nothing_is_refused(replaces: str) -> None:
    with pytest.raises(Faults, match=f"the ruling '{replaces}'"):
        fold(journal(*BASE, RulingsEntered((ruling("7", "+420", replaces=replaces),))))


def test_a_contestant_that_is_entered_again_takes_the_place_of_the_first() -> None:
    first = EnteredContestant("1", section="A"), EnteredContestant("2")
    event = fold(journal(ContestantsEntered(first), ContestantsEntered((EnteredContestant("1", section="B"),))))
    assert event.contestants == {"1": Contestant("1", section="B"), "2": Contestant("2")}


def test_hands_that_are_entered_again_take_the_place_of_the_first() -> None:
    wrong, right = Deal.parse("N:AKQJT98765432... - - -"), Deal.parse("N:.AKQJT98765432.. - - -")
    event = fold(
        journal(
            DealsEntered((DealtBoard(1, wrong), DealtBoard(2, wrong), DealtBoard(1, wrong, session="2"))),
            DealsEntered((DealtBoard(1, right, dealer=Seat.WEST),)),
        )
    )
    assert event.deal(1) == right
    assert event.dealer(1) is Seat.WEST
    assert [(dealt.board, dealt.session) for dealt in event.deals] == [(2, ""), (1, "2"), (1, "")]


@pytest.mark.parametrize("name", ["club.toml", "/etc/club.toml", "nonsense"])
def test_a_journal_leads_to_no_file(name: str) -> None:
    with pytest.raises(Faults, match="entry 1: found the regulation"):
        fold(journal(EventSetUp(regulation=name)))


# Plain data and back


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_every_kind_of_entry_is_read_back_from_its_plain_data(kind: str, data: st.DataObject) -> None:
    payload = data.draw(journals.objects(KINDS[kind]))
    stored = json.loads(canonical(plain(payload)))
    again = payload_of(kind, stored)
    assert again == payload
    assert plain(again) == stored


@pytest.mark.parametrize("kind", journals.AWARDS, ids=lambda kind: str(kind.__name__))
@given(data=st.data())
def test_every_kind_of_award_is_read_back_from_its_text(kind: Any, data: st.DataObject) -> None:
    award = data.draw(journals.AWARDS[kind])
    assert parse_award(str(award)) == award
    given = RulingGiven(Ruling("1", 7, awards=BySide(award, None), result=award))
    assert payload_of("RulingGiven", plain(given)) == given


@given(st.data())
def test_an_entry_is_read_back_from_its_plain_data(data: st.DataObject) -> None:
    payload = data.draw(journals.objects(data.draw(st.sampled_from(sorted(KINDS.values(), key=str)))))
    (entry,) = append((), payload, data.draw(journals.TIMES), data.draw(journals.WORDS))
    assert entry_of(json.loads(canonical(entry_data(entry)))) == entry


def test_what_equals_its_default_is_not_written_so_that_a_new_field_changes_no_digest() -> None:
    @dataclass
    class Before:
        id: str
        reason: str = ""

    @dataclass
    class After:
        id: str
        reason: str = ""
        minutes: int = 30
        laws: tuple[str, ...] = ()

    assert plain(Before("7", "late")) == plain(After("7", "late")) == {"id": "7", "reason": "late"}
    assert plain(EventSetUp()) == {}


def test_a_copy_of_a_board_has_its_dealer_in_the_journal_only_where_it_is_stated() -> None:
    result = TableResult("1/1-2", parse_award("+420"), BySide(("1",), ("2",)), board=1)
    assert plain(result) == {"id": "1/1-2", "result": "+420", "seats": {"ns": ["1"], "ew": ["2"]}, "board": 1}
    (entry,) = append((), ResultsEntered((replace(result, dealer=Seat.SOUTH),)), START, "N")
    data = json.loads(canonical(entry_data(entry)))
    assert data["payload"]["results"][0]["dealer"] == "S"
    assert entry_of(data) == entry


def test_something_that_is_no_data_has_no_place_in_a_journal() -> None:
    with pytest.raises(TypeError, match="float"):
        plain(RulingGiven(replace(ruling("7", "+420"), reason=2.5)))  # type: ignore[arg-type]


DATA = entry_data(journal(*BASE, RulingGiven(replace(ruling("7", "+420"), time=START)))[2])


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        (("payload", "kind"), "RulingTaken", "payload.kind: found the kind 'RulingTaken'; expected one of EventSetUp"),
        (("payload", "kind"), 3, "payload.kind: found 3"),
        (("payload",), [], "payload: found a list of 0; expected an object"),
        (("payload", "ruling"), None, "payload.ruling: found null; expected an object"),
        (("payload", "ruling", "board"), "1", "payload.ruling.board: found '1'; expected a whole number"),
        (("payload", "ruling", "board"), True, "payload.ruling.board: found true; expected a whole number"),
        (
            ("payload", "ruling", "colour"),
            1,
            "payload.ruling.colour: found the key 'colour'; expected one of id, board",
        ),
        (
            ("payload", "ruling", "awards", "ns"),
            "4Z N =",
            "payload.ruling.awards.ns: found '4Z N ='; expected an award",
        ),
        (("payload", "ruling", "awards", "ns"), "better of 4H N = | 9H", "payload.ruling.awards.ns better of"),
        (("payload", "ruling", "awards", "ns"), "61% +420; 1/0 0", "payload.ruling.awards.ns part 2: found '1/0'"),
        (
            ("payload", "ruling", "awards"),
            {"ns": "A"},
            "payload.ruling.awards.ew: found nothing; expected the key 'ew'",
        ),
        (
            ("payload", "ruling", "vulnerable"),
            "some",
            "payload.ruling.vulnerable: found 'some'; expected one of none, ns",
        ),
        (
            ("payload", "ruling", "field"),
            {"x": 1},
            "payload.ruling.field.x: found the key 'x'; expected a whole number",
        ),
        (("payload", "ruling", "poll"), [{"4H N =": "3"}], "payload.ruling.poll[0]['4H N =']: found '3'"),
        (("payload", "ruling", "time"), "yesterday", "payload.ruling.time: found 'yesterday'; expected a time"),
        (("payload", "ruling", "time"), "2026-02-30T00:00:00Z", "payload.ruling.time: found '2026-02-30T00:00:00Z'"),
        (
            ("payload", "ruling", "table", "players"),
            ["1"],
            "payload.ruling.table.players: found a list of 1; expected a",
        ),
        (("payload", "ruling", "awards", "ns"), "60% 4H N =; 2/5 pass", "expected '60% 4H N =; 40% pass', as amends"),
        (
            ("payload", "ruling", "scheduled"),
            True,
            "payload.ruling.scheduled: found scheduled = true; expected the key",
        ),
        (("payload", "ruling", "laws"), [], "payload.ruling.laws: found laws = a list of 0; expected the key left out"),
        (("at",), "2026-11-15T14:00:00", "at: found '2026-11-15T14:00:00'; expected '2026-11-15T14:00:00Z'"),
        (("colour",), "", "colour: found the key 'colour'; expected one of seq, at, author"),
    ],
)
def test_plain_data_that_no_entry_has_is_refused_with_its_path(path: tuple[str, ...], value: Any, fault: str) -> None:
    data: Any = json.loads(json.dumps(DATA))
    here = data
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    with pytest.raises(Faults) as trouble:
        entry_of(data)
    assert fault in str(trouble.value)
    assert len(trouble.value.faults) == 1


def test_all_that_is_wrong_with_an_entry_is_said_at_once() -> None:
    with pytest.raises(Faults) as trouble:
        entry_of({"seq": "1", "payload": {"kind": "ResultsEntered", "results": [{"id": 1}, 2]}})
    assert [fault.where for fault in trouble.value.faults] == [
        "seq", "at", "author", "previous", "digest",
        "payload.results[0].id", "payload.results[0].result", "payload.results[1]",
    ]  # fmt: skip


@pytest.mark.parametrize("data", [None, 7, "entry", [], [{}]])
def test_what_is_no_object_is_no_entry(data: object) -> None:
    with pytest.raises(Faults, match="expected an entry"):
        entry_of(data)


def test_half_a_character_cannot_be_sealed() -> None:
    with pytest.raises(Faults, match="half a character"):
        journal(EventSetUp("\ud800"))


def test_a_time_on_the_edge_of_the_calendar_is_refused_in_words() -> None:
    from datetime import timezone

    with pytest.raises(Faults, match="a time that can be said in UTC"):
        append((), BASE[0], datetime.min.replace(tzinfo=timezone(timedelta(hours=9))), "x")


# People

NAMED = Contestant(
    "1",
    "Herons",
    "A",
    Side.NS,
    (Player("Player 1", "900"), Player("Player 2")),
    (TeamPair("1", (Player("Player 1", "900"), Player())),),
)
SAT = replace(RESULTS[0], record=TableRecord(players=("Player 2", "", "Player 3", "Player 4"), remark="slow"))


def with_names() -> tuple[Entry, ...]:
    """A journal with five names beside it."""
    register = Register(journals.salts())
    contestants = ContestantsEntered((register.contestant(NAMED),))
    entries = append((), EventSetUp("Friday"), START, "Director")
    entries = append(entries, contestants, START, "Director", dict(register.people))
    later = Register(journals.salts(), people_of(entries))
    return append(entries, ResultsEntered((later.result(SAT),)), START, "Director", later.people)


def test_names_come_back_from_beside_the_chain() -> None:
    event = fold(with_names())
    assert event.contestants == {"1": NAMED}
    assert event.results == (SAT,)


def test_no_name_is_part_of_what_is_sealed() -> None:
    sealed = json.dumps([entry_data(entry) for entry in with_names()])
    assert not any(name in sealed for name in ("Herons", "Player", "900"))
    assert "slow" in sealed


def test_a_person_has_one_reference_wherever_it_stands() -> None:
    names = sorted(person.name for person in people_of(with_names()).values())
    assert names == ["Herons", "Player 1", "Player 2", "Player 3", "Player 4"]


def test_a_person_can_be_removed_and_the_chain_still_verifies() -> None:
    entries = with_names()
    gone = {reference for reference, person in people_of(entries).items() if person.name in ("Herons", "Player 1")}
    left = without_people(entries, gone)
    assert verify(left) == []
    assert [entry.digest for entry in left] == [entry.digest for entry in entries]
    contestant = fold(left).contestants["1"]
    assert (contestant.name, contestant.called) == ("", "Player 2")
    assert contestant.players == (Player(), Player("Player 2"))
    assert fold(without_people(entries, set(people_of(entries)))).name("1") == "1"


def test_a_record_that_does_not_fit_its_reference_is_found() -> None:
    entries = with_names()
    people = people_of(entries)
    reference = next(iter(people))
    changed = with_people(entries, {**people, reference: replace(people[reference], name="Kestrels")})
    (fault,) = verify(changed)
    assert str(fault).startswith(f"entry 2, person {reference}: found a person's record that was changed")


def test_people_can_be_put_beside_the_entries_again() -> None:
    entries = with_names()
    assert with_people(without_people(entries, set(people_of(entries))), people_of(entries)) == entries


def test_a_name_where_a_reference_belongs_is_refused() -> None:
    with pytest.raises(Faults, match="found a name in an entry"):
        journal(ResultsEntered((SAT,)))
    with pytest.raises(Faults, match="found a name in an entry"):
        journal(ResultCorrected(SAT, "seats"))


def test_a_person_comes_in_with_an_entry_that_refers_to_it() -> None:
    person = Person("0" * 32, "Player 1")
    with pytest.raises(Faults, match="a person whom the entry does not refer to"):
        append((), BASE[0], START, "Director", {person.reference: person})


def test_two_salts_make_two_references_and_salts_are_not_guessed() -> None:
    one, other = Person(new_salt(), "Player 1"), Person(new_salt(), "Player 1")
    assert len(one.salt) == 32
    assert one.reference != other.reference


# A journal for an event that has none


def test_an_event_from_a_file_gets_a_journal_in_the_order_of_its_parts() -> None:
    event = Event(
        title="Friday",
        results=(SAT, *RESULTS[1:]),
        contestants={"1": NAMED},
        rulings=(ruling("7", "+420"), ruling("8", "+170", replaces="7")),
        penalties=(Penalty("1", "10%"), Penalty("1", "10%")),
        carry_overs=(CarryOver("1", Fraction(5, 2)),),
        awards=(VictoryPointAward("1", "3", "60%"),),
        deals=(DealtBoard(1, Deal()),),
    )
    entries = journal_of(Document(event=event), START, "Scorer", salts=journals.salts())
    assert [type(entry.payload) for entry in entries] == [
        EventSetUp, ContestantsEntered, DealsEntered, ResultsEntered, RulingGiven, RulingGiven, PenaltyGiven,
        PenaltyGiven, CarriedOver, VictoryPointsAwarded,
    ]  # fmt: skip
    assert {(entry.at, entry.author) for entry in entries} == {(START, "Scorer")}
    assert verify(entries) == []
    assert fold(entries) == event
    turned = replace(event, rulings=event.rulings[::-1])
    assert fold(journal_of(Document(event=turned), START, "Scorer")) == turned


@given(journals.documents())
def test_the_journal_of_an_event_comes_to_the_event(document: Document) -> None:
    event = document.event
    again = fold(journal_of(document, START, "amends"))
    assert {key: getattr(again.regulation, key) for key in settings()} == {
        key: getattr(event.regulation, key) for key in settings()
    }
    assert replace(again, regulation=event.regulation) == event


@pytest.mark.parametrize("name", known())
def test_a_shipped_regulation_is_its_name(name: str) -> None:
    assert regulation_reference(load_regulation(name)) == (name, {})


def test_a_regulation_of_ones_own_is_kept_as_the_nearest_shipped_one_and_what_differs(tmp_path: Any) -> None:
    path = tmp_path / "club.toml"
    path.write_text('base = "ebu"\nrounding_unit = { imps = "1/3" }\nknockout_average = false\n', encoding="utf-8")
    own = load_file(path)
    name, differing = regulation_reference(own)
    assert (name, differing) == (
        "ebu",
        {"rounding_unit": {"matchpoints": "0.0001", "imps": "1/3", "vp": "0.01"}, "knockout_average": False},
    )
    again = load_regulation(name).having(**differing)
    assert all(getattr(again, key) == getattr(own, key) for key in settings())
