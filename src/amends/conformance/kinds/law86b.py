"""86B2: two teams' IMPs on a board that cannot be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends import explain
from amends.conformance.kinds.artificial import read_responsibility
from amends.formats.reading import Given
from amends.laws.law86 import non_comparable
from amends.regulations import Regulation

KIND = "law86b"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each team's IMPs."""
    home, away = read_responsibility(given, ("home", "away"))
    assigned = explain.given(given.number("assigned"), "assigned score") if given.has("assigned") else None
    given.raw("assigned")
    seen = None if assigned is None else explain.negative("assigned score", assigned)
    return {
        "home": non_comparable(home, away, assigned, regulation).value,
        "away": non_comparable(away, home, seen, regulation).value,
    }
