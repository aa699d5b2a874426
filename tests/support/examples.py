"""How many examples hypothesis tries: AMENDS_EXAMPLES is quick (a tenth), usual, or long."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

HOW_MANY = os.environ.get("AMENDS_EXAMPLES", "usual")
FEWEST = 5


def number(usual: int, long: int = 0) -> int:
    """So many examples; `long` are those of `make test-long`, where that tries more."""
    if HOW_MANY not in ("quick", "usual", "long"):
        raise ValueError(f"AMENDS_EXAMPLES is {HOW_MANY!r}; expected quick, usual or long")
    return {"quick": max(FEWEST, usual // 10), "usual": usual, "long": max(usual, long)}[HOW_MANY]


def examples(usual: int, *, long: int = 0, **more: Any) -> settings:
    """A property is tried with so many: `@examples(60)`; the others with 100."""
    return settings(max_examples=number(usual, long), **more)
