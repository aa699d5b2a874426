"""A weighted award in the Maastricht form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from amends.formats.reading import Given
from amends.regulations import Regulation
from amends.wording.award_text import maastricht

KIND = "maastricht"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """The lines."""
    return {"lines": maastricht(given.mixture("award"), given.vulnerable())}
