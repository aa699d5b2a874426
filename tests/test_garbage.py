"""The collector of cycles, which makes every thread wait, does not go through what a large event is made of."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from amends import garbage
from amends.garbage import collection_paused, look_again


@pytest.fixture(autouse=True)
def frozen_before() -> Iterator[None]:
    """What other tests have left out of collections stays left out."""
    yield
    garbage._frozen, garbage._sound = False, 0
    gc.freeze()


def test_no_collection_goes_through_what_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    monkeypatch.setattr(garbage, "MANY", 10_000)
    with collection_paused():
        rows = [[number] for number in range(20_000)]
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() >= len(rows)
    assert len(gc.get_objects()) < len(rows), "what the collector looks at"
    look_again()
    assert gc.get_freeze_count() >= len(rows), "as long as they are there"
    monkeypatch.setattr(garbage, "MANY", 10**9)
    look_again()
    assert gc.get_freeze_count() == 0


def test_few_objects_are_collected_as_ever() -> None:
    gc.unfreeze()
    with collection_paused(), collection_paused():
        assert not gc.isenabled()
    assert (gc.isenabled(), gc.get_freeze_count()) == (True, 0)
    look_again()


def test_of_what_does_not_stay_nothing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    monkeypatch.setattr(garbage, "MANY", 10_000)
    with collection_paused(stays=False):
        rows = [[number] for number in range(20_000)]
        assert not gc.isenabled()
    assert (gc.isenabled(), gc.get_freeze_count(), len(rows)) == (True, 0, 20_000)


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.own = self


def test_garbage_among_what_is_left_out_is_found_once_it_has_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.unfreeze()
    gc.collect()
    monkeypatch.setattr(garbage, "MANY", 10_000)
    with collection_paused():
        rows = [[number] for number in range(20_000)]
    look_again()
    kept = gc.get_freeze_count()
    assert kept >= len(rows)
    with collection_paused():
        knots = [Knot() for _ in range(2 * kept)]
    assert gc.get_freeze_count() > 2 * kept
    gone = weakref.ref(knots[0])
    del knots
    assert gone() is not None
    look_again()
    assert gone() is None
    assert kept <= gc.get_freeze_count() < 2 * kept, "what stays is left out as before"
