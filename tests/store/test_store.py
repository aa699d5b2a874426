"""What a store keeps is what it gives back: events, entries, people, what stands beside, drafts."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given

from amends.faults import Faults
from amends.journal.chain import BEGINNING, Document, append, people_of, verify
from amends.journal.entries import KINDS, ContestantsEntered, EventSetUp
from amends.journal.fold import fold
from amends.journal.from_event import journal_of
from amends.store import Overtaken, Store, open_store
from support import journals
from support.examples import examples
from support.journals import START
from support.store.making import journal, journal_with_names, longer, run


def test_an_empty_store_has_no_events(store: Store) -> None:
    assert store.events() == []


def test_a_journal_comes_back_as_it_was_kept(store: Store) -> None:
    entries = journal(3)
    event = store.begin("Friday pairs", "2026-11-13", entries, {"club": "A club"})
    assert store.entries(event.key) == entries
    assert fold(store.entries(event.key)) == fold(entries)
    assert (event.name, event.date, event.entries) == ("Friday pairs", "2026-11-13", len(entries))
    assert (event.head, event.last) == (entries[-1].digest, entries[-1].at)
    assert store.events() == [event]


@examples(15, long=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(document=journals.documents())
def test_any_journal_comes_back_as_it_was_kept(store: Store, document: Document) -> None:
    entries = journal_of(document, START, "Scorer ♥", salts=journals.salts())
    assert store.entries(store.begin("Any", entries=entries).key) == entries


def test_it_is_there_when_the_store_is_opened_again(where: str) -> None:
    with open_store(where) as store:
        event = store.begin("Friday", entries=journal(), beside={"a": 1})
    with open_store(where) as store:
        assert store.events() == [event]
        assert store.entries(event.key) == journal()
        assert store.beside(event.key) == {"a": 1}


def test_an_event_may_begin_without_entries(store: Store) -> None:
    event = store.begin("Friday")
    assert (event.entries, event.head, event.last) == (0, BEGINNING, None)
    assert store.entries(event.key) == ()
    store.add(event.key, journal())
    assert store.entries(event.key) == journal()


def test_entries_are_added_behind_the_last_one(store: Store) -> None:
    event = store.begin("Friday", entries=journal())
    store.add(event.key, longer(journal(), 2)[-2:])
    assert store.entries(event.key) == longer(journal(), 2)
    assert store.events()[0].entries == len(journal()) + 2


@pytest.mark.parametrize("since", range(len(journal(2)) + 2))
def test_what_came_since_is_the_rest_of_the_journal_with_its_people(path_store: Store, since: int) -> None:
    event = path_store.begin("Friday", entries=journal(2))
    assert path_store.entries(event.key, since) == journal(2)[since:]


def test_who_is_overtaken_writes_nothing_and_gets_what_came_first(store: Store) -> None:
    event = store.begin("Friday", entries=journal())
    first, second = longer(journal(), 2, "First"), longer(journal(), 1, "Second")
    store.add(event.key, first[len(journal()) :])
    with pytest.raises(Overtaken) as overtaken:
        store.add(event.key, second[len(journal()) :])
    assert overtaken.value.since == first[len(journal()) :]
    assert store.entries(event.key) == first


def test_two_who_begin_a_journal_at_once(store: Store) -> None:
    event = store.begin("Friday")
    store.add(event.key, journal())
    with pytest.raises(Overtaken) as overtaken:
        store.add(event.key, longer((), 1))
    assert overtaken.value.since == journal()


def test_entries_of_another_journal_are_refused(store: Store) -> None:
    event = store.begin("Friday", entries=longer((), 2, "A"))
    for other in (longer((), 3, "B"), longer((), 6, "A")):
        with pytest.raises(
            Faults, match=r"The entries are of another journal. Add entries that follow number 2 of Friday"
        ):
            store.add(event.key, other[-1:])
    assert store.entries(event.key) == longer((), 2, "A")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda entries: (entries[0], entries[2]), "entry 3: found an entry that does not follow the one before"),
        (lambda entries: (entries[0], replace(entries[1], author="X")), "entry 2: found an entry that was changed"),
    ],
)
def test_a_chain_that_does_not_hold_is_not_kept(store: Store, spoil: Any, words: str) -> None:
    with pytest.raises(Faults, match=words):
        store.begin("Friday", entries=spoil(longer((), 3)))
    assert store.events() == []


def test_a_person_that_does_not_fit_its_reference_is_not_kept(store: Store) -> None:
    entries = journal_with_names()
    place = next(place for place, entry in enumerate(entries) if entry.people)
    (reference, person), *_ = entries[place].people.items()
    spoilt = replace(entries[place], people={reference: replace(person, name="Another")})
    with pytest.raises(Faults, match="a person's record that was changed"):
        store.begin("Friday", entries=(*entries[:place], spoilt, *entries[place + 1 :]))


def test_adding_nothing_changes_nothing(store: Store) -> None:
    event = store.begin("Friday", entries=journal())
    store.add(event.key, ())
    assert store.events() == [event]


def test_the_event_that_was_last_used_comes_first(store: Store) -> None:
    now = datetime.now(UTC)
    keys = {name: store.begin(name).key for name in ("first", "second", "third")}
    later = append((), EventSetUp("x"), now + timedelta(days=1), "x")
    store.add(keys["second"], later)
    store.add(keys["first"], append((), EventSetUp("x"), now + timedelta(days=2), "x"))
    assert [event.name for event in store.events()] == ["first", "second", "third"]


def test_an_event_that_was_just_brought_in_comes_first_though_its_entries_are_old(store: Store) -> None:
    store.begin("new")
    store.begin("old", entries=append((), EventSetUp("x"), datetime(1990, 1, 1, tzinfo=UTC), "x"))
    assert [event.name for event in store.events()] == ["old", "new"]


def test_what_stands_beside_and_names_can_be_changed_one_by_one(store: Store) -> None:
    key = store.begin("Friday", "2026", journal(), {"a": [1, 2.5, None, "ä\0\ud800"]}).key
    assert store.beside(key) == {"a": [1, 2.5, None, "ä\0\ud800"]}
    store.describe(key, name="Saturday")
    store.describe(key, date="2027")
    assert [(event.name, event.date) for event in store.events()] == [("Saturday", "2027")]
    assert store.beside(key) == {"a": [1, 2.5, None, "ä\0\ud800"]}
    store.describe(key, beside={})
    store.describe(key, date="")
    assert (store.beside(key), store.events()[0].date) == ({}, "")
    assert store.entries(key) == journal()


@pytest.mark.parametrize("name", ["half a character \ud800", "a zero \0"])
def test_a_name_that_cannot_be_kept_is_refused(store: Store, name: str) -> None:
    with pytest.raises(Faults, match="the name of an event"):
        store.begin(name)
    with pytest.raises(Faults, match="the date of an event"):
        store.begin("Friday", name)


def test_a_name_is_one_line(store: Store) -> None:
    assert store.begin(" Friday\n pairs ").name == "Friday pairs"


NOWHERE = "0" * 32


@pytest.mark.parametrize(
    "use",
    [
        lambda store: store.entries(NOWHERE),
        lambda store: store.add(NOWHERE, journal()),
        lambda store: store.beside(NOWHERE),
        lambda store: store.describe(NOWHERE, name="x"),
        lambda store: store.forget(NOWHERE, ["x"]),
        lambda store: store.drafts(NOWHERE),
        lambda store: store.keep_draft(NOWHERE, {}, "x", 0),
        lambda store: store.drop_draft(NOWHERE, "1"),
    ],
    ids=["entries", "add", "beside", "describe", "forget", "drafts", "keep", "drop"],
)
def test_a_key_that_no_event_has_is_refused_with_those_there_are(store: Store, use: Any) -> None:
    store.begin("Friday", "2026-11-13")
    with pytest.raises(Faults, match=r"No event has the key .*Events: Friday 2026-11-13"):
        use(store)


# Drafts


def test_drafts_are_numbered_and_replaced_and_a_number_is_not_given_twice(store: Store) -> None:
    key = store.begin("Friday").key
    other = store.begin("Saturday").key
    first, second = (store.keep_draft(key, {"award": text}, "Director", 3) for text in ("A+", "60%"))
    assert (first.id, second.id, store.keep_draft(other, {}, "x", 0).id) == ("1", "2", "1")
    changed = store.keep_draft(key, {"award": "A-"}, "Assistant", 4, first.id)
    assert store.drafts(key) == [changed, second]
    assert (changed.id, changed.body, changed.author, changed.seen) == ("1", {"award": "A-"}, "Assistant", 4)
    assert changed.at >= first.at
    store.drop_draft(key, "2")
    assert store.keep_draft(key, {}, "x", 0).id == "3"
    assert [draft.id for draft in store.drafts(key)] == ["1", "3"]


@pytest.mark.parametrize("id", ["2", "0", "01", "x", "-1", "²", "9" * 30])
def test_a_draft_that_is_not_there_is_neither_replaced_nor_dropped(path_store: Store, id: str) -> None:
    key = path_store.begin("Friday").key
    draft = path_store.keep_draft(key, {}, "x", 0)
    with pytest.raises(Faults, match=r"There is no draft .*Drafts: 1"):
        path_store.keep_draft(key, {"new": 1}, "x", 0, id)
    with pytest.raises(Faults, match=r"There is no draft .*Drafts: 1"):
        path_store.drop_draft(key, id)
    assert path_store.drafts(key) == [draft]


# People


def test_who_is_forgotten_is_gone_and_the_chain_verifies(store: Store) -> None:
    entries = journal_with_names()
    key = store.begin("Friday", entries=entries).key
    known = people_of(entries)
    gone = [reference for reference, person in known.items() if person.name.startswith(("Alba", "Dora"))]
    assert store.forget(key, [*gone, "nobody"]) == 2
    kept = store.entries(key)
    assert sorted(person.name for person in people_of(kept).values()) == ["Bruno Kite", "Carla Swift"]
    assert verify(kept) == []
    assert store.forget(key, gone) == 0


def test_who_was_forgotten_by_mistake_comes_in_again_with_a_new_entry(store: Store) -> None:
    entries = journal_with_names()
    key = store.begin("Friday", entries=entries).key
    store.forget(key, list(people_of(entries)))
    entered = next(entry for entry in entries if isinstance(entry.payload, ContestantsEntered))
    again = append(entries, entered.payload, START, "Scorer", entered.people)
    store.add(key, again[-1:])
    assert people_of(store.entries(key)) == people_of(entries)
    assert store.entries(key)[-1] == again[-1]


def test_forgetting_in_one_event_leaves_the_other_alone(store: Store) -> None:
    one, two = (store.begin(name, entries=journal_with_names()).key for name in ("one", "two"))
    assert store.forget(one, list(people_of(journal_with_names()))) == 4
    assert people_of(store.entries(two)) == people_of(journal_with_names())


# What is read is what the body says


def test_a_store_is_used_again_after_it_was_closed(store: Store) -> None:
    store.begin("Friday")
    store.close()
    assert [event.name for event in store.events()] == ["Friday"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"author":"Director"', '"author":"Somebody"', "an entry that does not fit its digest"),
        ('{"at"', '["at"', "an entry that does not fit its digest"),
    ],
)
def test_a_body_that_was_changed_on_the_disk_is_a_fault_that_names_it(
    path_store: Store, old: str, new: str, words: str
) -> None:
    key = path_store.begin("Friday", entries=longer((), 3)).key
    run(path_store.where, "DROP TRIGGER entries_not_changed")
    run(path_store.where, "UPDATE entries SET body = replace(body, ?, ?) WHERE seq = 2", old, new)
    with pytest.raises(Faults, match=f"event {key}, entry 2: A damaged entry: {words}.*amends store salvage"):
        path_store.entries(key)


def test_an_event_is_looked_up_by_the_beginning_of_its_key(store: Store) -> None:
    kept = [store.begin(f"Club {number}", entries=journal(number)) for number in range(3)]
    for event in kept:
        assert store.begins_with(event.key) == store.begins_with(event.key[:12]) == [event]
    assert sorted(each.key for each in store.begins_with("")) == sorted(event.key for event in kept)
    for wrong in ("f" * 33, "%", "_" * 8, "F", "Ⅷ"):
        assert store.begins_with(wrong) == []


def test_events_are_told_apart_by_the_kinds_of_their_entries(store: Store) -> None:
    with_entries, without = store.begin("Friday", entries=journal(2)), store.begin("Saturday")
    kinds = {type(entry.payload) for entry in store.entries(with_entries.key)}
    assert all(store.with_entry(kind) == {with_entries.key} for kind in kinds)
    assert without.key not in set().union(*map(store.with_entry, KINDS.values()))
