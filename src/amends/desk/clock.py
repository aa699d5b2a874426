"""What time it is: the one place that asks."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present moment in UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def local(at: datetime) -> datetime:
    """A moment as the clock on the wall shows it; a time without a zone is one already."""
    return at if at.tzinfo is None else at.astimezone()


def shown(at: datetime, beside: datetime | None = None) -> str:
    """A moment in words: the day too, unless it is that of the moment it stands beside."""
    here = local(at)
    same_day = beside is not None and local(beside).date() == here.date()
    return f"{here:%H:%M}" if same_day else f"{here:%Y-%m-%d %H:%M}"
