"""Which event somebody means."""

from __future__ import annotations

import pytest

from amends.faults import Faults
from amends.store import KeptEvent, Store
from amends.store.location import found

KEYS = [f"{digit}" * 32 for digit in "abcd123456789"]


def kept(*events: tuple[str, str]) -> list[KeptEvent]:
    return [KeptEvent(key, name, date, 0, "", None) for key, (name, date) in zip(KEYS, events, strict=False)]


CLUB = kept(
    ("Friday pairs", "2026-11-13"),
    ("Friday pairs", "2026-11-06"),
    ("Teams", "2026-11-14"),
    ("Teams of Straße", "2026-10-01"),
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a" * 32, 0),
        ("bbbb", 1),
        ("teams", 2),
        ("TEAMS OF STRASSE", 3),
        ("friday pairs 2026-11-06", 1),
        (" Friday  pairs 2026-11-13 ", 0),
        ("2026-11-14", 2),
        ("2026-10", 3),
        ("teams o", 3),
        ("friday pairs 2026-11-1", 0),
    ],
)
def test_an_event_is_found_by_what_names_it_alone(text: str, place: int) -> None:
    assert found(text, CLUB) == CLUB[place]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "friday pairs",
            '2 events are called "friday pairs". Events: Friday pairs 2026-11-13, Friday pairs 2026-11-06.',
        ),
        ("Fri", '2 events are called "Fri". Events: Friday pairs 2026-11-13, Friday pairs 2026-11-06.'),
        ("Tea", '2 events are called "Tea". Events: Teams 2026-11-14, Teams of Straße 2026-10-01.'),
        ("Monday", 'No event is called "Monday". Events: Friday pairs 2026-11-13, '),
        ("bbb", 'No event is called "bbb".'),
        ("", 'No event is called "".'),
        ("  ", "No event is called"),
    ],
)
def test_what_names_several_or_none_is_refused_with_what_there_is(text: str, words: str) -> None:
    with pytest.raises(Faults) as trouble:
        found(text, CLUB)
    assert words in str(trouble.value)


def test_two_of_the_same_name_and_date_are_told_apart_by_their_keys() -> None:
    twins = kept(("Teams", "2026"), ("Teams", "2026"), ("", ""))
    with pytest.raises(Faults, match=r"Events: Teams 2026 \(key aaaaaaaaaaaa\), Teams 2026 \(key bbbbbbbbbbbb\)\.$"):
        found("Teams", twins)
    assert found("aaaaaaaaaaaa", twins) == twins[0]


def test_a_long_list_is_cut() -> None:
    with pytest.raises(Faults, match=r"Event 0 2026, .*Event 7 2026 and 5 more\.$"):
        found("x", kept(*((f"Event {number}", "2026") for number in range(13))))


def test_a_store_finds_its_events(store: Store) -> None:
    with pytest.raises(Faults, match="There is no event in the store yet"):
        store.find("Friday")
    event = store.begin("Friday", "2026-11-13")
    assert store.find("friday 2026-11-13") == store.find(event.key) == store.find("f") == event
