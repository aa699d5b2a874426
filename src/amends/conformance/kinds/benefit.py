"""84D: the most and the least that may be awarded for a poll's shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.formats.reading import Given, read_number
from amends.laws import law84
from amends.regulations import Regulation

KIND = "benefit"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The bounds of each share; a list of stages is multiplied first."""
    stages = [entry if isinstance(entry, list) else [entry] for entry in given.items("favourable")]
    shares = [law84.compound([read_number(share, "favourable") for share in entry]) for entry in stages]
    return {
        "limit": [law84.limit(share, regulation) for share in shares],
        "least": [law84.least(share, regulation) for share in shares],
    }
