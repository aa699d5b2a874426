"""Differences in points as IMPs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from amends.formats.reading import Given
from amends.laws import law78
from amends.regulations import Regulation

KIND = "imps"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The IMPs of each difference."""
    return {"imps": [Fraction(law78.imps(difference)) for difference in given.numbers("differences")]}
