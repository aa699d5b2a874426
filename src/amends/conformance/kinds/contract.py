"""Results as North-South points."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from amends.awards import Mixture
from amends.faults import refuse
from amends.formats.reading import Given, read_award
from amends.laws import law77
from amends.regulations import Regulation

KIND = "contract"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The points of each result."""
    vulnerable = given.vulnerable()
    points = []
    for text in given.items("results"):
        award = read_award(text, "results")
        outcome = award.plain if isinstance(award, Mixture) else None
        if outcome is None:
            raise refuse(repr(text), "one result", "results")
        points.append(Fraction(law77.points(outcome, vulnerable)))
    return {"ns": points}
