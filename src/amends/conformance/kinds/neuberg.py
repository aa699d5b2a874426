"""Matchpoints factored, on the scale of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends import explain
from amends.faults import refuse
from amends.formats.reading import Given
from amends.regulations import Regulation
from amends.scoring.methods.factoring import FACTORINGS

KIND = "neuberg"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each figure factored from `actual` results to `expected` ones."""
    expected, actual = given.whole("expected"), given.whole("actual")
    if not 1 <= actual <= expected:
        raise refuse(
            f"actual = {actual}, expected = {expected}",
            "at least one actual result, at most the expected ones",
        )
    factoring = FACTORINGS[regulation.factoring](expected, 1, actual)
    scale, results = 2 // regulation.matchpoints_per_win, explain.given(actual, "actual results")
    return {
        "matchpoints": [
            factoring.explain(explain.given(value * scale, "matchpoints"), results).value / scale
            for value in given.numbers("matchpoints")
        ]
    }
