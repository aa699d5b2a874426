"""Many readers at one shelf while others enter and rename: nobody sees the past again, nothing is done twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from threading import Event as ThreadEvent
from typing import Any

import pytest

from amends.desk import Desk, event_cache, open_event
from amends.desk.commands.penalties import penalising
from amends.desk.commands.people import forget
from amends.desk.event_cache import Shelf, short_key
from amends.desk.open_event import OpenEvent
from amends.event import Event
from amends.event.rows import in_force
from amends.faults import Faults
from amends.journal.entries import PublishedStandings
from amends.scoring.event import score
from support.desks import DATE, NAME, begin, desk_at, evening, penalty, publishing

READERS, LOOKS, ENTRIES = 8, 30, 6


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk with the event of an evening, published once."""
    with desk_at(tmp_path / "store.db") as made:
        begin(made)
        made.confirm(made.open(NAME), publishing())
        yield made


@pytest.fixture
def key(desk: Desk) -> str:
    return desk.open(NAME).kept.key


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[int, ...]]:
    """How often the standings of each state were worked out: a state is told by its penalties."""
    times = Counter[tuple[int, ...]]()

    def counted(event: Event) -> Any:
        times[tuple(map(hash, event.penalties))] += 1
        return score(event)

    monkeypatch.setattr(open_event, "score", counted)
    return times


def at_once(*doings: Callable[[], object]) -> None:
    """Everybody begins at the same moment; what any of them raises is raised."""
    start = Barrier(len(doings))

    def begun(doing: Callable[[], object]) -> None:
        start.wait()
        doing()

    with ThreadPoolExecutor(len(doings)) as threads:
        for done in [threads.submit(begun, doing) for doing in doings]:
            done.result()


def fine(desk: Desk, opened: OpenEvent, number: int) -> OpenEvent:
    """The event after a penalty, one number another contestant."""
    contestants = list(opened.event.contestants)
    return desk.confirm(opened, penalising(penalty(contestants[number % len(contestants)], "1%"))).after


def test_many_who_ask_at_once_get_the_same_event_scored_once(
    desk: Desk, key: str, scored: Counter[tuple[int, ...]]
) -> None:
    shared, seen = Shelf(desk), list[OpenEvent]()

    def look() -> None:
        opened = shared.open(key)
        _ = opened.standings
        seen.append(opened)

    at_once(*[look] * READERS)
    assert len({id(opened) for opened in seen}) == 1
    assert list(scored.values()) == [1]


def test_nobody_sees_the_past_again_while_others_enter_rename_publish_and_drop(desk: Desk, key: str) -> None:
    shared = Shelf(desk)

    def reader() -> None:
        last, last_published = 0, 0
        for _ in range(LOOKS):
            opened = shared.open(key)
            published = shared.at(opened, opened.published)
            assert last <= opened.seen == opened.kept.entries
            assert opened.kept.head == opened.entries[-1].digest
            assert last_published <= published.seen == opened.published
            assert len(opened.standings.event.penalties) == len(opened.history.penalties)
            assert isinstance(published.entries[-1].payload, PublishedStandings)
            assert published.standings.event == published.event
            last, last_published = opened.seen, published.seen

    def director() -> None:
        for contestant in range(1, ENTRIES + 1):
            shared.put(fine(desk, shared.open(key), contestant))
            if contestant % 2:
                shared.put(desk.confirm(shared.open(key), publishing()).after)

    def elsewhere() -> None:
        """Another program, which has no shelf."""
        for contestant in range(1, ENTRIES + 1):
            fine(desk, desk.open(key), contestant + ENTRIES)
            desk.store.describe(key, name=f"Friday {contestant}")
            shared.drop(key)

    at_once(*[reader] * READERS, director, elsewhere)
    opened = shared.open(key)
    assert opened.entries == desk.open(key).entries
    assert opened.kept.name == f"Friday {ENTRIES}"


def test_the_standings_of_each_entry_are_worked_out_once_whoever_reads(
    desk: Desk, key: str, scored: Counter[tuple[int, ...]]
) -> None:
    shared = Shelf(desk)
    for contestant in range(1, ENTRIES + 1):
        at_once(*[lambda: shared.open(key).standings] * READERS)
        shared.put(fine(desk, shared.open(key), contestant))
    at_once(*[lambda: shared.open(key).standings] * READERS)
    assert list(scored.values()) == [1] * (ENTRIES + 1)


def test_entries_and_names_of_others_leave_what_was_published_as_it_was_worked_out(
    desk: Desk, key: str, scored: Counter[tuple[int, ...]]
) -> None:
    shared = Shelf(desk)
    opened = shared.open(key)
    published = shared.at(opened, opened.published)
    _ = published.standings
    fine(desk, desk.open(key), 3)
    opened = shared.open(key)
    assert shared.at(opened, opened.published) is published
    desk.store.describe(key, name="Saturday pairs")
    opened = shared.open(key)
    renamed = shared.at(opened, opened.published)
    assert (renamed.kept.name, renamed.standings) == ("Saturday pairs", published.standings)
    assert list(scored.values()) == [1, 1], "what was published, and by who entered it what came after"


def test_who_is_forgotten_does_not_come_back_from_what_somebody_still_had_open(desk: Desk, key: str) -> None:
    shared = Shelf(desk)
    before = shared.open(key)
    person = next(iter(person for entry in before.entries for person in entry.people))
    desk.store.forget(key, [person])
    shared.drop(key)
    shared.put(fine(desk, before, 3))
    shared.at(before, before.seen - 1)
    opened = shared.open(key)
    shared.put(desk.confirm(before.with_entries(opened.entries[before.seen :]), publishing()).after)
    for moment in (shared.open(key), shared.at(opened, before.seen - 1)):
        assert not any(person in entry.people for entry in moment.entries)


def test_a_store_that_was_put_back_to_an_earlier_copy_is_read_anew(desk: Desk, key: str, tmp_path: Path) -> None:
    desk.store.backup(tmp_path / "copy.db")
    shared = Shelf(desk)
    shared.put(fine(desk, shared.open(key), 3))
    with desk_at(tmp_path / "copy.db") as earlier:
        shared._desk = earlier
        assert shared.open(key).entries == earlier.open(key).entries
        fine(earlier, earlier.open(key), 4)
        fine(earlier, earlier.open(key), 5)
        assert shared.open(key).entries == earlier.open(key).entries


def test_as_many_events_and_moments_are_kept_as_there_is_room_for(
    desk: Desk, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_cache, "MOST_EVENTS", 3)
    shared = Shelf(desk)
    others = [desk.store.begin(f"Club {number}", DATE, desk.open(key).entries).key for number in range(5)]
    for each in (*others, key):
        opened = shared.open(each)
        for seq in range(1, opened.seen):
            shared.at(opened, seq)
        assert len(shared._open) <= 3


def test_large_events_take_the_room_of_many(desk: Desk, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = Shelf(desk)
    size, event = shared.open(key).worked_out.kilobytes, desk.open(key).event
    assert size >= len(event.results) + 3 * len(event.deals) + 2 * len(event.contestants) > len(event.results) > 0
    monkeypatch.setattr(event_cache, "MOST_KILOBYTES", 2 * size + 1)
    others = [desk.store.begin(f"Club {number}", DATE, desk.open(key).entries).key for number in range(5)]
    for each in others:
        shared.open(each)
    assert [each for each, _ in shared._open] == others[-2:]
    monkeypatch.setattr(event_cache, "MOST_KILOBYTES", 1)
    assert shared.open(key) is shared.open(key), "what is larger than all room is open as long as nothing else is"
    assert [each for each, _ in shared._open] == [key]


@pytest.mark.parametrize("is_large", [True, False])
def test_of_large_events_one_is_opened_at_a_time(
    desk: Desk, key: str, monkeypatch: pytest.MonkeyPatch, is_large: bool
) -> None:
    """Each takes its room while it is opened, whatever stands on the shelf; also those that were never open."""
    monkeypatch.setattr(event_cache, "LARGE", 0 if is_large else 10**9)
    keys = [desk.store.begin(f"Club {number}", DATE, desk.open(key).entries).key for number in range(2)]
    opening, both, usual = list[str](), ThreadEvent(), Desk.open

    def slow(at: Desk, name: str) -> OpenEvent:
        opening.append(name)
        if len(opening) == 2:
            both.set()
        assert both.wait(0.2 if is_large else 60) is not is_large
        try:
            return usual(at, name)
        finally:
            opening.remove(name)

    monkeypatch.setattr(Desk, "open", slow)
    shared = Shelf(desk)
    with ThreadPoolExecutor(2) as pool:
        assert {each.kept.key for each in pool.map(shared.open, keys)} == set(keys)
    assert both.is_set() is not is_large


def test_of_very_many_rulings_what_is_forbidden_is_looked_at_when_results_are_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[Event]()

    def counted(event: Event) -> list[Any]:
        looked.append(event)
        return []

    monkeypatch.setattr(open_event, "check_event", counted)
    evening(tmp_path / "evening.db")
    with desk_at(tmp_path / "evening.db") as desk:
        opened = desk.open(NAME)
    rulings = len(in_force(opened.event.rulings))
    assert rulings
    for most, times in ((rulings - 1, 0), (rulings, 1)):
        monkeypatch.setattr(open_event, "MOST_RULINGS_CHECKED", most)
        assert OpenEvent(opened.kept, opened.entries).forbidden == ()
        assert len(looked) == times


@pytest.mark.parametrize("wrong", ["", "1", "ffffffff", "%_%_%_%_", "zzzzzzzz", "F" * 8, "é" * 8])
def test_what_is_no_address_of_an_event_is_refused(desk: Desk, wrong: str) -> None:
    with pytest.raises(Faults, match="no event"):
        Shelf(desk).open(wrong)


def test_an_event_is_found_by_the_beginning_of_its_key(desk: Desk, key: str) -> None:
    assert Shelf(desk).open(short_key(desk.open(key).kept)).kept.key == key


def test_somebody_whom_another_program_has_removed_is_shown_no_more(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    evening(path)
    with desk_at(path) as desk, desk_at(path) as elsewhere:
        shelf = Shelf(desk)
        key = desk.open(NAME).kept.key
        assert shelf.open(key).history.appeals["1"].who == "C. Cole"
        forget(elsewhere, elsewhere.open(NAME), "C. Cole")
        assert shelf.open(key).history.appeals["1"].who != "C. Cole"
