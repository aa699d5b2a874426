"""Dealer and vulnerability of board numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.bridge import dealer, vulnerability
from amends.formats.reading import Given
from amends.regulations import Regulation

KIND = "boards"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Who deals and who is vulnerable."""
    numbers = [int(number) for number in given.numbers("numbers")]
    return {
        "dealer": [dealer(number).value for number in numbers],
        "vulnerable": [vulnerability(number).value for number in numbers],
    }
