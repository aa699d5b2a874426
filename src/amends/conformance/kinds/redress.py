"""12C1(e) on figures already scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends import explain
from amends.formats.reading import Given
from amends.laws.law12.c1e_self_inflicted import Damage, redress
from amends.regulations import Regulation

KIND = "redress"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The case, and each side's figure."""
    actual, normal, expected = (explain.given(given.number(key), key) for key in ("actual", "normal", "expected"))
    top = given.number("top", 0)
    result = redress(actual, normal, expected)
    kept = actual if result.damage is Damage.NONE else normal
    return {
        "case": result.damage.value,
        "non_offending": result.non_offending.value,
        "offending": top - kept.value,
    }
