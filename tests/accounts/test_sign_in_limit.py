"""The limit on tries: free ones first, then waits that double; memory that is bounded whatever comes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from threading import Barrier, Lock, Thread
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.accounts.sign_in_limit import FORGOTTEN_AFTER, LONGEST_WAIT, Tries, Trying
from amends.desk import Desk
from amends.store.tries import TriesChange, TryKey, WrongTries

NOW = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
HERE, THERE = "192.0.2.1", "192.0.2.2"


class Counted:
    """Counts in memory, in the place of the table: thousands of tries take no time."""

    is_shared = False

    def __init__(self) -> None:
        self.kept, self.lock = dict[TryKey, WrongTries](), Lock()

    def tries(self, keys: Collection[TryKey]) -> dict[TryKey, WrongTries]:
        with self.lock:
            return {key: self.kept[key] for key in keys if key in self.kept}

    def change_tries(self, keys: Collection[TryKey], change: TriesChange, before: datetime, most: int) -> None:
        with self.lock:
            found = {key: self.kept[key] for key in keys if key in self.kept}
            for key, count in change(found).items():
                self.kept.pop(key, None)
                if count is not None:
                    self.kept[key] = count
            self.kept = {key: each for key, each in self.kept.items() if each.last >= before}
            if len(self.kept) > most:
                worst = sorted(self.kept, key=lambda key: (self.kept[key].number, self.kept[key].last), reverse=True)
                self.kept = {key: self.kept[key] for key in worst[: most * 9 // 10]}

    def tries_counted(self) -> int:
        return len(self.kept)


def counting(most_kept: int = 10_000) -> Tries:
    return Tries(Desk(cast(Any, Counted())), most_kept)


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


@pytest.mark.parametrize(
    ("failures", "wait"),
    [(0, None), (4, None), (5, 30), (6, 60), (7, 120), (8, 240), (9, 480), (10, 900), (11, 900), (19, 900)],
)
def test_a_name_waits_longer_with_each_wrong_try_from_an_address(failures: int, wait: int | None) -> None:
    tries = counting()
    for _ in range(failures):
        tries.failed(Trying("R. Fox", HERE), NOW)
    assert tries.wait_for(Trying("r. fox ", HERE), NOW) == (None if wait is None else seconds(wait))
    assert tries.wait_for(Trying("C. Cole", HERE), NOW) is None
    assert tries.wait_for(Trying("R. Fox", THERE), NOW) is None


@pytest.mark.parametrize(("failures", "wait"), [(49, None), (50, 30), (51, 60), (500, 900)])
def test_a_name_waits_everywhere_only_after_many_wrong_tries(failures: int, wait: int | None) -> None:
    tries = counting()
    for number in range(failures):
        tries.failed(Trying("R. Fox", f"192.0.2.{number}"), NOW)
    assert tries.wait_for(Trying("r. fox ", "198.51.100.1"), NOW) == (None if wait is None else seconds(wait))


def test_nobody_keeps_a_known_device_out() -> None:
    tries, device = counting(), Trying("R. Fox", HERE, "this phone")
    for number in range(200):
        tries.failed(Trying("R. Fox", f"192.0.2.{number}"), NOW)
        tries.failed(Trying("R. Fox", HERE), NOW)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW) is not None
    assert tries.wait_for(device, NOW) is None
    for _ in range(10):
        tries.failed(device, NOW)
    assert tries.wait_for(device, NOW) == seconds(30)
    assert tries.wait_for(Trying("C. Cole", HERE, "this phone"), NOW) is None


@pytest.mark.parametrize(("failures", "wait"), [(19, None), (20, 30), (21, 60), (25, 900), (100, 900)])
def test_an_address_waits_longer_with_each_wrong_try(failures: int, wait: int | None) -> None:
    tries = counting()
    for number in range(failures):
        tries.failed(Trying(f"name {number}", HERE), NOW)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW) == (None if wait is None else seconds(wait))
    assert tries.wait_for(Trying("R. Fox", THERE), NOW) is None


def test_the_wait_runs_from_the_last_wrong_try_and_ends() -> None:
    tries = failed_often(5)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW + seconds(10)) == seconds(20)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW + seconds(30)) is None
    tries.failed(Trying("R. Fox", HERE), NOW + seconds(40))
    assert tries.wait_for(Trying("R. Fox", HERE), NOW + seconds(50)) == seconds(50)


def failed_often(number: int, tries: Tries | None = None) -> Tries:
    made = counting() if tries is None else tries
    for _ in range(number):
        made.failed(Trying("R. Fox", HERE), NOW)
    return made


def test_a_right_try_forgets_the_wrong_ones_for_the_name() -> None:
    tries = failed_often(4)
    tries.succeeded(Trying("r. FOX", HERE), NOW)
    failed_often(4, tries)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW) is None


def test_a_right_try_does_not_forget_those_from_the_address() -> None:
    tries = counting()
    for number in range(20):
        tries.failed(Trying(f"name {number}", HERE), NOW)
        tries.succeeded(Trying("R. Fox", HERE), NOW)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW) == seconds(30)


def test_right_tries_alone_never_wait() -> None:
    tries = counting()
    for _ in range(100):
        assert tries.begun(Trying("R. Fox", HERE), NOW) is None
        tries.succeeded(Trying("R. Fox", HERE), NOW)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW) is None


def test_one_try_counts_once_however_it_is_told() -> None:
    tries = counting()
    for _ in range(4):
        assert tries.begun(Trying("R. Fox", HERE), NOW) is None
        tries.failed(Trying("R. Fox", HERE), NOW)
    assert tries.wait_for(Trying("R. Fox", HERE), NOW) is None
    assert tries.begun(Trying("R. Fox", HERE), NOW) is None
    assert tries.begun(Trying("R. Fox", HERE), NOW) == seconds(30)


def test_tries_at_one_moment_are_no_more_than_one_after_the_other() -> None:
    tries, start, begun = counting(), Barrier(20), list[timedelta | None]()

    def go() -> None:
        start.wait()
        begun.append(tries.begun(Trying("R. Fox", HERE), NOW))

    threads = [Thread(target=go) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert begun.count(None) == 5


def test_old_failures_are_forgotten() -> None:
    tries = failed_often(30)
    later = NOW + FORGOTTEN_AFTER
    assert tries.wait_for(Trying("R. Fox", HERE), later) is None
    tries.failed(Trying("R. Fox", HERE), later)
    assert tries.wait_for(Trying("R. Fox", HERE), later) is None


def test_a_clock_that_is_put_back_makes_no_wait_longer() -> None:
    tries, earlier = failed_often(5), NOW - timedelta(days=365)
    assert tries.begun(Trying("R. Fox", HERE), earlier) == seconds(30)
    assert tries.wait_for(Trying("R. Fox", HERE), earlier + seconds(30)) is None


def test_a_machine_whose_clock_is_behind_takes_nobodys_wait_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several machines share the counts, and whoever guesses may ask each of them in turn."""
    monkeypatch.setattr(Counted, "is_shared", True)
    tries, looked_at, who = counting(), 0, Trying("R. Fox", HERE)
    for number in range(120):
        at = NOW + seconds(number / 20)
        for here in (at, at - timedelta(minutes=21)):
            if tries.begun(who, here) is None:
                looked_at += 1
                tries.failed(who, here)
    assert looked_at <= 7


def test_without_an_address_the_name_alone_counts() -> None:
    tries = counting()
    for number in range(100):
        tries.failed(Trying(f"name {number}", ""), NOW)
    assert tries.wait_for(Trying("R. Fox", ""), NOW) is None


def test_memory_is_bounded_and_who_guesses_most_is_not_forgotten() -> None:
    tries = counting(100)
    for number in range(60):
        tries.failed(Trying("R. Fox", f"192.0.2.{number % 30}"), NOW)
    for number in range(5000):
        tries.failed(Trying(f"name {number}", f"address {number}"), NOW + seconds(number / 100))
        assert len(tries) <= 100
    assert tries.wait_for(Trying("R. Fox", THERE), NOW + seconds(60)) is not None


def test_a_long_name_takes_little_memory() -> None:
    tries = counting()
    for number in range(6):
        tries.failed(Trying("x" * 1_000_000 + str(number), HERE), NOW)
    assert all(len(text) < 1000 for key in Trying("x" * 1_000_000, HERE).keys for text in key)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["begun", "failed", "succeeded"]),
        st.sampled_from(["Ash", "Birch", "ash"]),
        st.sampled_from([HERE, THERE, ""]),
        st.integers(-1000, 100_000),
    ),
    max_size=60,
)


@given(STEPS)
def test_whatever_happens_a_wait_is_positive_and_has_an_end(steps: list[tuple[str, str, str, int]]) -> None:
    tries, now = counting(4), NOW
    for step, name, address, passed in steps:
        now += seconds(passed)
        if step == "succeeded":
            tries.succeeded(Trying(name, address), NOW)
        elif step == "failed":
            tries.failed(Trying(name, address), now)
        else:
            told = tries.wait_for(Trying(name, address), now)
            assert tries.begun(Trying(name, address), now) == told
        wait = tries.wait_for(Trying(name, address), now)
        assert wait is None or timedelta() < wait <= LONGEST_WAIT
        assert tries.wait_for(Trying(name, address), now + LONGEST_WAIT) is None
        assert len(tries) <= 4


@given(st.integers(1, 40), st.integers(0, 3600))
def test_who_waits_as_told_may_try_again(failures: int, passed: int) -> None:
    tries = failed_often(failures)
    now = NOW + seconds(passed)
    wait = tries.wait_for(Trying("R. Fox", HERE), now)
    assert tries.begun(Trying("R. Fox", HERE), now + (wait or timedelta())) is None


@given(st.integers(0, 10_000))
def test_guessing_for_a_day_gives_few_guesses(pause: int) -> None:
    tries, now, guesses = counting(), NOW, 0
    while now < NOW + timedelta(days=1):
        wait = tries.begun(Trying("R. Fox", HERE), now)
        guesses += wait is None
        now += wait or seconds(pause / 1000)
    assert guesses <= 120
