"""12C4: pairs of scores, each in its own view, averaged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends import explain
from amends.faults import refuse
from amends.formats.reading import Given, read_number
from amends.laws.law12.c4_knockout import knockout_average
from amends.regulations import Regulation

KIND = "knockout"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The home team's figure of each pair."""
    home = []
    for pair in given.items("pairs"):
        if not isinstance(pair, list) or len(pair) != 2:
            raise refuse(repr(pair), "a pair [home, away]", "pairs")
        own, theirs = (explain.given(read_number(value, "pairs"), "score") for value in pair)
        home.append((knockout_average(own, theirs) if regulation.knockout_average else own).value)
    return {"home": home}
