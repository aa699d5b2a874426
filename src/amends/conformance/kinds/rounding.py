"""Figures rounded by a policy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends import exact
from amends.faults import refuse
from amends.formats.reading import Given
from amends.regulations import Regulation

KIND = "rounding"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each value rounded."""
    policy, favour = given.text("policy", regulation.rounding), given.text("in_favour_of", "")
    if policy not in exact.ROUNDINGS:
        raise refuse(f"the policy {policy!r}", f"one of {', '.join(exact.ROUNDINGS)}")
    if favour not in ("", "up", "down"):
        raise refuse(f"in_favour_of = {favour!r}", "up or down")
    unit, average = given.number("unit", 1), given.number("average", 0)
    if unit <= 0:
        raise refuse(f"unit = {exact.show(unit)}", "a unit above 0")
    favoured = {"": None, "up": True, "down": False}[favour]
    return {"values": [exact.rounded(value, policy, unit, average, favoured) for value in given.numbers("values")]}
