"""The checks of a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.faults import Faults
from amends.formats.assembling import with_laws
from amends.formats.reading import Given
from amends.formats.ruling_tables import read_ruling
from amends.regulations import Regulation
from amends.rulings.checks.of_ruling import check, verdict
from amends.rulings.consequences.on_board import lone_context

KIND = "check"
NOBODY_VULNERABLE = 1
"""The board of a ruling that names none."""


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The gravest verdict, and the clauses of all findings."""
    table = given.needed("ruling")
    if isinstance(table, Mapping):
        table = {"board": NOBODY_VULNERABLE, **table}
    (ruling,), faults = with_laws([read_ruling(Given(table, "ruling"))], regulation.edition)
    if faults:
        raise Faults(faults)
    findings = check(ruling, lone_context(ruling, regulation))
    return {
        "verdict": verdict(findings).value,
        "clauses": frozenset(finding.clause for finding in findings),
        "findings": [str(finding) for finding in findings],
    }
