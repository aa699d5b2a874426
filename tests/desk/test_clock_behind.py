"""A clock that was set back is said; the entry is made, and nothing but its date depends on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from amends.desk import Desk
from amends.desk.commands.penalties import penalising
from amends.event.ruling import Penalty
from amends.journal.chain import entered, verify
from amends.journal.fold import fold
from amends.journal.history import history
from amends.journal.people import Register
from amends.rulings.time_limits import last_correction_ends
from support import desks
from support.running import Amends

LATE = Penalty("3", "10%", reason="late")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    desks.copy_evening(tmp_path / "amends.db")
    return tmp_path / "amends.db"


@pytest.mark.parametrize(("back", "said"), [(timedelta(seconds=60), False), (timedelta(hours=1), True)])
def test_an_entry_before_the_last_one_is_made_and_said(path: Path, back: timedelta, said: bool) -> None:
    heard = list[str]()
    with desks.desk_at(path) as opened:
        last = opened.open(desks.NAME).entries[-1]
        desk = Desk(opened.store, "R. Fox", lambda: last.at - back, heard.append)
        effect = desk.confirm(desk.open(desks.NAME), penalising(LATE))
        again = desk.open(desks.NAME)
        assert [entry.seq for entry in effect.new] == [last.seq + 1]
        assert (verify(again.entries), again.event) == ([], effect.after.event)
    assert [f"entry {last.seq} is dated" in words for words in heard] == [True] * said


def test_a_preview_says_nothing_and_enters_nothing(path: Path) -> None:
    heard = list[str]()
    with desks.desk_at(path) as opened:
        desk = Desk(opened.store, "R. Fox", lambda: desks.START - timedelta(days=1), heard.append)
        effect = desk.preview(desk.open(desks.NAME), penalising(LATE))
    assert (heard, bool(effect.after.clock_behind)) == ([], True)


def test_what_counts_does_not_depend_on_the_order_of_times(path: Path) -> None:
    entries = desks.entries(path)
    back = list(entries[:0])
    for entry in entries:
        at = desks.START - timedelta(minutes=entry.seq)
        back += entered(back, [entry.payload], Register(), at, entry.author)
    people = {reference: person for entry in entries for reference, person in entry.people.items()}
    back = [replace(entry, people=people if entry.seq == 1 else {}) for entry in back]
    forwards, backwards = history(entries), history(back)
    assert fold(back) == fold(entries)
    assert [each.state for each in backwards.rulings] == [each.state for each in forwards.rulings]
    regulation = fold(entries).regulation
    ends = last_correction_ends(backwards, regulation)
    assert ends is not None
    assert ends > max(each.made.at for each in backwards.publications), "the time still begins with the publication"


def test_a_command_says_it_in_one_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AMENDS_STORE", str(path))
    monkeypatch.setattr("amends.clock.now", lambda: desks.START - timedelta(hours=3))
    ran = Amends()("penalty", "friday", "3", "10%", "--reason", "late")
    assert ran.status == 0
    assert ran.err.startswith("amends: The clock of this machine is behind: entry 17 is dated 2026-11-13 19:")
    assert ran.err.count("\n") == 1
    assert len(desks.entries(path)) == 18
