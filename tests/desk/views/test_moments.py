"""Moments as people name them, and the event as it was then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from amends import Faults, clock
from amends.desk import OpenEvent
from amends.desk.views.differences import moment, moments
from support import desks


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
        ("0001-01-01 00:00", 0),
        ("0001-01-01T00:00:00+14:00", 0),
        ("9999-12-31 23:59", 17),
        ("9999-12-31T23:59:59-12:00", 17),
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


@pytest.mark.parametrize("zone", ["UTC", "IST-5:30", "NST3:30"])
def test_a_moment_is_told_by_the_clock_on_the_wall(
    opened: OpenEvent, in_zone: Callable[[str], None], zone: str
) -> None:
    in_zone(zone)
    wall = clock.local(opened.entries[7].at)
    assert moment(f"{wall:%H:%M}", opened) == 8
    assert moment(f"{wall:%Y-%m-%d %H:%M}", opened) == 8
    assert [moment(text, opened) for text in ("0001-01-01 00:00", "9999-12-31 23:59")] == [0, 17]


def test_a_time_of_day_before_the_clocks_were_put_back_is_the_one_that_was_shown(
    opened: OpenEvent, in_zone: Callable[[str], None]
) -> None:
    in_zone("GMT0BST,M3.5.0/1,M10.5.0")  # 2026-10-25: 02:00 is 01:00 again
    times = (datetime(2026, 10, 24, 23, 30, tzinfo=UTC), datetime(2026, 10, 25, 9, 0, tzinfo=UTC))
    entries = tuple(replace(entry, at=at) for entry, at in zip(opened.entries, times, strict=False))
    assert moment("00:30", OpenEvent(opened.kept, entries)) == 1
    assert moment("00:29", OpenEvent(opened.kept, entries)) == 0


def test_entries_of_a_clock_that_was_set_back_stay_in_their_order(opened: OpenEvent) -> None:
    minutes = (5, 1, 2, 10)
    entries = tuple(
        replace(entry, at=desks.START + timedelta(minutes=each))
        for entry, each in zip(opened.entries, minutes, strict=False)
    )
    assert moment("19:03", OpenEvent(opened.kept, entries)) == 3


def test_the_moments_to_choose_from_are_publications_and_whatever_can_change_a_score(opened: OpenEvent) -> None:
    chosen = moments(opened)
    # Not what was written down about case 1, its end, or the appeal.
    assert [each.seq for each in chosen if each.published] == [16]
    assert 17 not in [each.seq for each in chosen]
    assert "ruling 1" in "; ".join(each.words for each in chosen)
    assert [each.seq for each in moments(opened, 2)] == [each.seq for each in chosen[-2:]]
