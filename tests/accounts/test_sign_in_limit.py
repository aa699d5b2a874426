"""The limit on tries: free ones first, then waits that double; memory that is bounded whatever comes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amends.accounts.sign_in_limit import FORGOTTEN_AFTER, LONGEST_WAIT, Tries

NOW = datetime(2026, 11, 13, 19, 0, tzinfo=UTC)
HERE, THERE = "192.0.2.1", "192.0.2.2"


def seconds(number: float) -> timedelta:
    return timedelta(seconds=number)


@pytest.mark.parametrize(
    ("failures", "wait"),
    [(0, None), (4, None), (5, 30), (6, 60), (7, 120), (8, 240), (9, 480), (10, 900), (11, 900), (500, 900)],
)
def test_a_name_waits_longer_with_each_wrong_try(failures: int, wait: int | None) -> None:
    tries = Tries()
    for number in range(failures):
        tries.failed("R. Fox", f"192.0.2.{number}", NOW)
    assert tries.wait_for("r. fox ", THERE, NOW) == (None if wait is None else seconds(wait))
    assert tries.wait_for("C. Cole", HERE, NOW) is None


@pytest.mark.parametrize(("failures", "wait"), [(19, None), (20, 30), (21, 60), (25, 900), (100, 900)])
def test_an_address_waits_longer_with_each_wrong_try(failures: int, wait: int | None) -> None:
    tries = Tries()
    for number in range(failures):
        tries.failed(f"name {number}", HERE, NOW)
    assert tries.wait_for("R. Fox", HERE, NOW) == (None if wait is None else seconds(wait))
    assert tries.wait_for("R. Fox", THERE, NOW) is None


def test_the_wait_runs_from_the_last_wrong_try_and_ends() -> None:
    tries = failed_often(5)
    assert tries.wait_for("R. Fox", HERE, NOW + seconds(10)) == seconds(20)
    assert tries.wait_for("R. Fox", HERE, NOW + seconds(30)) is None
    tries.failed("R. Fox", HERE, NOW + seconds(40))
    assert tries.wait_for("R. Fox", HERE, NOW + seconds(50)) == seconds(50)


def failed_often(number: int, tries: Tries | None = None) -> Tries:
    made = Tries() if tries is None else tries
    for _ in range(number):
        made.failed("R. Fox", HERE, NOW)
    return made


def test_a_right_try_forgets_the_wrong_ones_for_the_name() -> None:
    tries = failed_often(4)
    tries.succeeded("r. FOX", HERE)
    failed_often(4, tries)
    assert tries.wait_for("R. Fox", HERE, NOW) is None


def test_a_right_try_does_not_forget_those_from_the_address() -> None:
    tries = Tries()
    for number in range(20):
        tries.failed(f"name {number}", HERE, NOW)
        tries.succeeded("R. Fox", HERE)
    assert tries.wait_for("R. Fox", HERE, NOW) == seconds(30)


def test_right_tries_alone_never_wait() -> None:
    tries = Tries()
    for _ in range(100):
        assert tries.begun("R. Fox", HERE, NOW) is None
        tries.succeeded("R. Fox", HERE)
    assert tries.wait_for("R. Fox", HERE, NOW) is None


def test_one_try_counts_once_however_it_is_told() -> None:
    tries = Tries()
    for _ in range(4):
        assert tries.begun("R. Fox", HERE, NOW) is None
        tries.failed("R. Fox", HERE, NOW)
    assert tries.wait_for("R. Fox", HERE, NOW) is None
    assert tries.begun("R. Fox", HERE, NOW) is None
    assert tries.begun("R. Fox", HERE, NOW) == seconds(30)


def test_tries_at_one_moment_are_no_more_than_one_after_the_other() -> None:
    tries, start, begun = Tries(), Barrier(20), list[timedelta | None]()

    def go() -> None:
        start.wait()
        begun.append(tries.begun("R. Fox", HERE, NOW))

    threads = [Thread(target=go) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert begun.count(None) == 5


def test_old_failures_are_forgotten() -> None:
    tries = failed_often(30)
    later = NOW + FORGOTTEN_AFTER
    assert tries.wait_for("R. Fox", HERE, later) is None
    tries.failed("R. Fox", HERE, later)
    assert tries.wait_for("R. Fox", HERE, later) is None


def test_a_clock_that_is_put_back_makes_no_wait_longer() -> None:
    tries, earlier = failed_often(5), NOW - timedelta(days=365)
    assert tries.wait_for("R. Fox", HERE, earlier) == seconds(30)
    assert tries.wait_for("R. Fox", HERE, earlier + seconds(30)) is None


def test_without_an_address_the_name_alone_counts() -> None:
    tries = Tries()
    for number in range(100):
        tries.failed(f"name {number}", "", NOW)
    assert tries.wait_for("R. Fox", "", NOW) is None


def test_memory_is_bounded_and_who_guesses_most_is_not_forgotten() -> None:
    tries = failed_often(8, Tries(most_kept=100))
    for number in range(5000):
        tries.failed(f"name {number}", f"address {number}", NOW + seconds(number / 100))
        assert len(tries) <= 100
    assert tries.wait_for("R. Fox", THERE, NOW + seconds(60)) is not None


def test_a_long_name_takes_little_memory() -> None:
    tries = Tries()
    for number in range(6):
        tries.failed("x" * 1_000_000 + str(number), HERE, NOW)
    assert all(len(text) < 1000 for key in tries._failures for text in key)


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
    tries, now = Tries(most_kept=4), NOW
    for step, name, address, passed in steps:
        now += seconds(passed)
        if step == "succeeded":
            tries.succeeded(name, address)
        elif step == "failed":
            tries.failed(name, address, now)
        else:
            told = tries.wait_for(name, address, now)
            assert tries.begun(name, address, now) == told
        wait = tries.wait_for(name, address, now)
        assert wait is None or timedelta() < wait <= LONGEST_WAIT
        assert tries.wait_for(name, address, now + LONGEST_WAIT) is None
        assert len(tries) <= 4


@given(st.integers(1, 40), st.integers(0, 3600))
def test_who_waits_as_told_may_try_again(failures: int, passed: int) -> None:
    tries = failed_often(failures)
    now = NOW + seconds(passed)
    wait = tries.wait_for("R. Fox", HERE, now)
    assert tries.begun("R. Fox", HERE, now + (wait or timedelta())) is None


@given(st.integers(0, 10_000))
def test_guessing_for_a_day_gives_few_guesses(pause: int) -> None:
    tries, now, guesses = Tries(), NOW, 0
    while now < NOW + timedelta(days=1):
        wait = tries.begun("R. Fox", HERE, now)
        guesses += wait is None
        now += wait or seconds(pause / 1000)
    assert guesses <= 120
