"""The app says on the pages of an event that the clock of the machine is behind, to who can enter something."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from amends.desk.commands.penalties import penalising
from amends.event.ruling import Penalty
from support.desks import NAME, START
from support.web.house import House

WORDS = "The clock of this machine is behind"


def test_a_clock_that_was_set_back_is_said_once_something_is_entered(fresh: House) -> None:
    chief, nobody = fresh.client("chief"), fresh.client()
    assert WORDS not in chief.get(f"{fresh.event}/ranking").text
    behind = replace(fresh.desk, clock=lambda: START - timedelta(hours=3))
    behind.confirm(behind.open(NAME), penalising(Penalty("3", "10%", reason="late")))
    assert chief.get(f"{fresh.event}/ranking").text.count(WORDS) == 1
    assert WORDS not in nobody.get(f"{fresh.event}/ranking").text
