"""12C2(a): artificial scores by responsibility."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.faults import refuse
from amends.formats.reading import Given
from amends.laws.law12.c2_artificial import Responsibility, by_responsibility
from amends.regulations import Regulation
from amends.rulings.checks.of_ruling import responsibility_findings

KIND = "artificial"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """Each side's grade, and what there is to say about the two together."""
    ns, ew = (by_responsibility(fault) for fault in read_responsibility(given, ("ns", "ew")))
    agency = given.raw("outside_agency", False)
    findings = responsibility_findings(ns, ew, bool(agency), regulation)
    return {"ns": str(ns), "ew": str(ew), "findings": [str(finding) for finding in findings]}


def read_responsibility(given: Given, names: tuple[str, str]) -> tuple[Responsibility, Responsibility]:
    """Both contestants' responsibility from the table `fault`."""
    fault = Given(given.needed("fault"), given.place("fault"))
    words = [fault.text(name).lower() for name in names]
    fault.done()
    known = [responsibility.value for responsibility in Responsibility]
    for word in words:
        if word not in known:
            raise refuse(f"fault = {word!r}", f"one of {', '.join(known)}", fault.where)
    return Responsibility(words[0]), Responsibility(words[1])
