"""A page that is being made for readers waits while an official's request is worked on, but not for ever."""

from __future__ import annotations

import threading

import anyio
import pytest

from amends.web.hosting import lanes as lanes_module
from amends.web.hosting.lanes import REST_SECONDS, STEP_SECONDS, Lanes, RightOfWay, give_way
from amends.web.rendering import environment

LONG = 600.0


def in_a_thread(way: RightOfWay, steps: list[str], seconds: float) -> threading.Thread:
    """Somebody who has begun to make a page."""
    is_begun = threading.Event()

    def make() -> None:
        steps.append("begun")
        is_begun.set()
        give_way()
        steps.append("made")

    thread = threading.Thread(target=way.giving(make, seconds))
    thread.start()
    is_begun.wait()
    return thread


def test_a_page_goes_on_once_the_official_has_an_answer() -> None:
    way, steps = RightOfWay(), list[str]()
    way.begin()
    way.begin()
    thread = in_a_thread(way, steps, LONG)
    assert not way.end()
    thread.join(0.2)
    assert steps == ["begun"]
    assert way.end()
    thread.join()
    assert steps == ["begun", "made"]


def test_no_page_waits_for_ever() -> None:
    way, steps = RightOfWay(), list[str]()
    way.begin()
    in_a_thread(way, steps, 0.001).join()
    assert steps == ["begun", "made"]


def test_a_page_without_time_left_takes_a_small_part_of_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """It works a step and rests, as long as officials are at work; its end does not wait for theirs."""
    way, rests, worked = RightOfWay(), list[float](), [0.0]
    monkeypatch.setattr(lanes_module, "thread_time", lambda: worked[0])
    monkeypatch.setattr(way._clear, "wait", rests.append)

    def make() -> None:
        for _ in range(100):
            give_way()
            worked[0] += STEP_SECONDS / 4

    way.begin()
    way.giving(make, 0)()
    assert len(rests) in (24, 25)
    assert set(rests) == {REST_SECONDS}
    way.end()
    way.giving(make, 0)()
    assert len(rests) in (24, 25)


def test_who_makes_no_page_for_readers_does_not_wait() -> None:
    RightOfWay().begin()
    give_way()


def test_each_value_of_a_page_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    values, paused = list(range(5)), list[int]()
    monkeypatch.setattr(lanes_module._Patience, "wait", lambda _: paused.append(1))
    template = environment("en").from_string("{% for value in values %}{{ value }} {% endfor %}")
    assert RightOfWay().giving(lambda: template.render(values=values))() == "0 1 2 3 4 "
    assert len(paused) >= len(values)
    paused.clear()
    template.render(values=values)
    assert paused == []


def test_lanes_let_a_page_that_is_begun_wait_for_an_official() -> None:
    """Between the official's begin and end the maker does not go on; both happen in one event loop."""
    steps, is_begun, may_answer = list[str](), threading.Event(), threading.Event()

    def make() -> str:
        is_begun.set()
        may_answer.wait(LONG)  # the official is there before the first value
        give_way()
        steps.append("page made")
        return "page"

    def answer() -> None:
        may_answer.set()
        threading.Event().wait(0.1)
        steps.append("official answered")

    async def both() -> None:
        lanes = Lanes()
        async with anyio.create_task_group() as group:
            group.start_soon(lanes.make, "tag", make, _is_wanted)
            await anyio.to_thread.run_sync(is_begun.wait)
            await lanes.official(answer)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(lanes_module, "PAUSE_SECONDS", LONG)
        anyio.run(both)
    assert steps == ["official answered", "page made"]


async def _is_wanted() -> bool:
    return True
