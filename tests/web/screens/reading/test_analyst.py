"""Deals are worked out beside the pages: a reader sees the page at once, and the tricks as soon as they are there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from threading import Event, get_native_id
from types import MappingProxyType

import pytest

from amends import double_dummy
from amends.bridge import Deal, Denomination, Seat, Vulnerable
from amends.bridge.outcome import parse_outcome
from amends.double_dummy import Makeable, Par
from amends.faults import Fault, Faults
from amends.reports.layout.diagram import Diagram
from amends.web.screens.reading import analyst
from amends.web.screens.reading.analyst import BEHIND_REQUESTS, Analyst, Possible
from amends.web.server import ServerOptions, new_server
from support.desks import desk_at
from web.conftest import Visit

SUITS = ("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "...AKQJT98765432")
DEALS = [
    Diagram(number, Seat.NORTH, Vulnerable.NONE, Deal.parse("N:" + " ".join(SUITS[number:] + SUITS[:number])))
    for number in range(4)
]


class Solver:
    """Works a deal out when it is let to, and says in which order it was asked."""

    def __init__(self) -> None:
        self.asked = list[int]()
        self.begun, self.let, self.all_done = Event(), Event(), Event()

    def __call__(self, deal: Diagram) -> Possible:
        self.begun.set()
        assert self.let.wait(60)
        self.asked.append(deal.board)
        if deal.board == 0:
            raise RuntimeError("a solver that fails")
        if len(self.asked) == len(DEALS):
            self.all_done.set()
        return Possible()


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    made = Solver()
    monkeypatch.setattr(analyst, "_analysis", made)
    monkeypatch.setattr(double_dummy, "is_available", lambda: True)
    return made


def waits(found: dict[Diagram, Possible]) -> list[bool]:
    return [each.waits for each in found.values()]


def until_known(asked: Analyst, deals: Iterable[Diagram]) -> dict[Diagram, Possible]:
    """What is known as soon as nothing waits any more."""
    with asked._changed:
        assert asked._changed.wait_for(lambda: not asked._waiting, 60)
    return asked.possible(deals)


def test_who_is_not_started_works_out_at_once(solver: Solver) -> None:
    solver.let.set()
    assert waits(Analyst().possible(DEALS[1:])) == [False] * 3


def test_nobody_waits_what_is_asked_for_comes_first_and_a_failure_stops_nothing(
    solver: Solver, caplog: pytest.LogCaptureFixture
) -> None:
    asked = Analyst()
    asked.start()
    assert waits(asked.possible(DEALS[:1], DEALS)) == [True]
    assert solver.begun.wait(60)
    assert waits(asked.possible(DEALS[3:], DEALS)) == [True]
    solver.let.set()
    assert solver.all_done.wait(60)
    assert waits(until_known(asked, DEALS)) == [False] * 4
    assert solver.asked == [0, 3, 1, 2]
    assert "the solver failed on board 0" in caplog.text


def test_a_store_that_is_away_is_no_failure_of_the_solver(
    solver: Solver, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Analyst()
    monkeypatch.setattr(asked, "_shared", Away())
    asked.start()
    solver.let.set()
    with asked._changed:
        asked._waiting.extend(DEALS[1:])
        asked._changed.notify()
    with asked._changed:
        assert asked._changed.wait_for(lambda: not asked._waiting, 60)
    assert solver.asked == [1, 2, 3]
    assert caplog.text == ""


def test_what_one_process_has_worked_out_no_other_works_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    makes = Makeable(MappingProxyType({(seat, each): 7 for seat in Seat for each in Denomination}))
    found, asked = Possible(makes, Par(90, (parse_outcome("1NT N ="),))), list[int]()

    def solved(deal: Diagram) -> Possible:
        asked.append(deal.board)
        return found

    monkeypatch.setattr(analyst, "_analysis", solved)
    monkeypatch.setattr(double_dummy, "is_available", lambda: True)
    with desk_at(tmp_path / "store.db") as desk:
        monkeypatch.setattr(type(desk.store), "is_shared", True)
        one, other = (new_server(desk, ServerOptions()).analyst for _ in range(2))
        one.start()
        one.possible(DEALS[1:2])
        assert until_known(one, DEALS[1:2]) == {DEALS[1]: found}
        other._started = True  # without a thread: it works nothing out
        assert other.possible(DEALS[1:2]) == {DEALS[1]: found}
    assert asked == [1]


class Away:
    """A desk whose store gives no answer."""

    @property
    def store(self) -> object:
        """It is away."""
        raise Faults([Fault("The store gives no answer", "")])


def test_a_board_says_that_it_is_being_worked_out_and_is_not_kept_so(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = visit()
    ready = {"yet": False}

    def possible(self: Analyst, deals: Iterable[Diagram], then: Iterable[Diagram] = ()) -> dict[Diagram, Possible]:
        return {deal: Possible(waits=not ready["yet"]) for deal in DEALS[:1]}

    monkeypatch.setattr(Analyst, "possible", possible)
    monkeypatch.setattr("amends.web.screens.reading.boards.diagrams", lambda *_: tuple(DEALS[:1]))
    first = visitor.get("EV/boards/1")
    assert "is being worked out" in first.text
    assert "etag" not in first.headers
    ready["yet"] = True
    visitor.server.analyst.finished += 1
    second = visitor.get("EV/boards/1")
    assert "is being worked out" not in second.text
    assert second.headers["etag"]


@pytest.mark.skipif(sys.platform != "linux", reason="threads have a priority of their own on Linux alone")
def test_deals_are_worked_out_behind_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    own, found = os.getpriority(os.PRIO_PROCESS, 0), list[int]()

    def priority(_: Diagram) -> Possible:
        found.append(os.getpriority(os.PRIO_PROCESS, get_native_id()))
        return Possible()

    monkeypatch.setattr(analyst, "_analysis", priority)
    monkeypatch.setattr(double_dummy, "is_available", lambda: True)
    asked = Analyst()
    asked.start()
    asked.possible(DEALS[:1])
    until_known(asked, DEALS[:1])
    assert found == [BEHIND_REQUESTS]
    assert os.getpriority(os.PRIO_PROCESS, 0) == own
