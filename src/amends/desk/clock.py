"""What time it is: the one place that asks."""

from __future__ import annotations

from datetime import UTC, datetime

from amends.reports.times import local
from amends.reports.times import shown_time as shown

__all__ = ["local", "now", "shown"]


def now() -> datetime:
    """The present moment in UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)
