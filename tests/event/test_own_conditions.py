"""A ruling that says who was vulnerable is worth that, whatever the board's number says."""

from __future__ import annotations

import pytest

from amends import BySide, Event, Ruling, TableReference, TableResult, parse_award, score
from amends.bridge import Vulnerable


@pytest.mark.parametrize(
    ("vulnerable", "matchpoints"),
    [(None, "4"), (Vulnerable.NONE, "2"), (Vulnerable.NS, "4")],
)
def test_an_assigned_score_is_worth_what_its_own_vulnerability_makes_it(
    vulnerable: Vulnerable | None, matchpoints: str
) -> None:
    # Board 2: N-S are vulnerable. One down is -100, and -50 where nobody is.
    results = [
        TableResult(f"2/{pair}", parse_award(result), BySide((str(pair),), (str(pair + 10),)), board=2)
        for pair, result in enumerate(("4H N =", "4H N -1", "-60"), 1)
    ]
    ruling = Ruling("1", 2, TableReference(ns="1"), BySide.both(parse_award("4H N -1")), vulnerable=vulnerable)
    standings = score(Event(results=tuple(results), rulings=(ruling,)))
    [line] = standings.lines("3")
    assert str(line.figure) == matchpoints
