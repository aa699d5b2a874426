"""The checks of a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.formats.reading import Given
from amends.formats.ruling_tables import read_ruling
from amends.regulations import Regulation
from amends.rulings.checks import check, verdict
from amends.rulings.effect import lone_context

KIND = "check"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The gravest verdict, and the clauses of all findings."""
    ruling = read_ruling(Given(given.needed("ruling"), "ruling"))
    findings = check(ruling, lone_context(ruling, regulation))
    return {
        "verdict": verdict(findings).value,
        "clauses": frozenset(finding.clause for finding in findings),
        "findings": [str(finding) for finding in findings],
    }
