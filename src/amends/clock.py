"""What time it is, and how times are shown: the one place that asks the clock."""

from __future__ import annotations

from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

WAITING_SINCE: ContextVar[float | None] = ContextVar("waiting_since", default=None)
"""Since when somebody waits for what is being done (`time.monotonic`); None where nobody does."""


def now() -> datetime:
    """The present moment in UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


def now_exactly() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


def local(at: datetime) -> datetime:
    """A moment as the clock on the wall shows it; a time without a zone is one already."""
    try:
        return at if at.tzinfo is None else at.astimezone()
    except (OverflowError, ValueError):  # the first or the last day of the calendar
        return at


def minutes_after(at: datetime, minutes: int) -> datetime:
    """A moment some minutes later; the last moment of the calendar where it ends before."""
    try:
        return at + timedelta(minutes=minutes)
    except OverflowError:
        return datetime.max.replace(microsecond=0, tzinfo=at.tzinfo)


def shown_time(at: datetime, beside: datetime | None = None) -> str:
    """A moment in words, with the day unless it is the day of the moment it stands beside.

    >>> shown_time(datetime(2026, 11, 13, 19, 32), datetime(2026, 11, 13, 19, 2))
    '19:32'
    >>> shown_time(datetime(2026, 11, 14, 1, 42), datetime(2026, 11, 13, 19, 2))
    '2026-11-14 01:42'
    """
    here = local(at)
    same_day = beside is not None and local(beside).date() == here.date()
    return f"{here:%H:%M}" if same_day else f"{here:%Y-%m-%d %H:%M}"
