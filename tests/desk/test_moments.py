"""Moments as people name them, and the event as it was then."""

from __future__ import annotations

from pathlib import Path

import pytest

import desks
from amends import Faults
from amends.desk import OpenEvent
from amends.desk.moments import moment


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> OpenEvent:
    path: Path = tmp_path_factory.mktemp("store") / "amends.db"
    desks.evening(path)
    with desks.desk_at(path) as desk:
        return desk.open("friday")


# The evening: set up at 19:01 (entries 1 to 3), rulings at 19:02 (4 to 8) … 19:05, published at 19:07 (16), appeal 17.
@pytest.mark.parametrize(
    ("text", "seq"),
    [
        ("now", 17),
        ("start", 0),
        ("0", 0),
        ("12", 12),
        ("#12", 12),
        ("entry 12", 12),
        ("18:59", 0),
        ("19:01", 3),
        ("19:02", 8),
        ("19.02", 8),
        ("2026-11-13 19:02", 8),
        ("2026-11-13T19:02:00Z", 8),
        ("2026-11-13T20:02:00+01:00", 8),
        ("2026-11-12 23:00", 0),
        ("2027-01-01 00:00", 17),
        ("published", 16),
        ("Published 1", 16),
        ("provisional", 16),
    ],
)
def test_a_moment_is_the_last_entry_by_then(opened: OpenEvent, text: str, seq: int) -> None:
    assert moment(text, opened) == seq


@pytest.mark.parametrize("text", ["", "yesterday", "25:00", "18", "entry 99", "final", "published 2", "-1", "19:02:99"])
def test_a_moment_that_there_is_not_is_refused(opened: OpenEvent, text: str) -> None:
    with pytest.raises(Faults):
        moment(text, opened)


def test_the_event_as_it_was_has_what_was_entered_by_then(opened: OpenEvent) -> None:
    then = opened.until(moment("19:02", opened))
    assert [ruling.id for ruling in then.event.rulings] == ["1"]
    assert then.event.penalties == ()
    assert opened.until(moment("19:01", opened)).event.rulings == ()
    assert [ruling.id for ruling in opened.event.rulings] == ["1", "2", "3", "4"]
    assert then.standings.lists != opened.standings.lists
