"""A poll's shares, without the votes for disallowed calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.faults import refuse
from amends.formats.reading import Given
from amends.regulations import Regulation
from amends.rulings.polls.poll import Poll, poll_findings, shares

KIND = "poll"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The share of each action that is allowed, and whether enough players were asked."""
    votes, disallowed = given.needed("votes"), given.raw("disallowed", [])
    if not isinstance(votes, dict) or not all(isinstance(count, int) for count in votes.values()):
        raise refuse(f"votes = {votes!r}", "a table of actions and whole numbers")
    poll = Poll.of(votes)
    findings = poll_findings([poll], regulation)
    return {"shares": shares(poll, disallowed), "findings": [str(finding) for finding in findings]}
