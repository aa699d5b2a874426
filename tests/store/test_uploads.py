"""Files that wait: for a while, only so many, and nobody's goes because somebody else sends many."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from amends.store import Store
from amends.store.uploads import KEPT, Upload

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


def send(store: Store, who: str, number: int, size: int = 10) -> None:
    """Somebody sends a file; each a minute after the one before."""
    at = NOON + timedelta(minutes=number)
    store.keep_upload(Upload(f"{who}-{number}", "club.csv", bytes(size), who, at), most=5, most_bytes=1000)


def waiting(store: Store) -> list[str]:
    ids = (f"{who}-{number}" for number in range(40) for who in "ABC")
    return [id for id in ids if store.upload(id) is not None]


@pytest.mark.parametrize("size", [10, 300])
def test_who_sends_many_loses_their_own_oldest(store: Store, size: int) -> None:
    """Too many, or too much."""
    send(store, "B", 0)
    for number in range(1, 9):
        send(store, "A", number, size)
    assert waiting(store) == (["B-0", "A-5", "A-6", "A-7", "A-8"] if size == 10 else ["B-0", "A-6", "A-7", "A-8"])
    send(store, "C", 9)
    assert {"B-0", "C-9"} <= {*waiting(store)}


def test_a_file_that_is_new_stays_also_where_its_sender_has_most(store: Store) -> None:
    send(store, "A", 0, 400)
    send(store, "B", 1, 300)
    send(store, "A", 2, 900)
    assert waiting(store) == ["A-2"]


def test_files_that_nobody_accepts_are_forgotten_without_another_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(store, "A", 0)
    for after, there in ((KEPT, ["A-0"]), (KEPT + timedelta(minutes=1), [])):
        monkeypatch.setattr("amends.clock.now_exactly", lambda after=after: NOON + after)
        store.forget_old()
        assert waiting(store) == there
