"""Dealer and vulnerability of board numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.bridge import dealer, vulnerability
from amends.faults import refuse
from amends.formats.reading import Given
from amends.regulations import Regulation

KIND = "boards"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Who deals and who is vulnerable."""
    numbers = given.items("numbers")
    if not all(isinstance(number, int) for number in numbers):
        raise refuse(f"numbers = {numbers!r}", "whole numbers")
    return {
        "dealer": [dealer(number).value for number in numbers],
        "vulnerable": [vulnerability(number).value for number in numbers],
    }
