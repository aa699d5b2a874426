"""Law 92: the right to appeal, and its time limit."""

from __future__ import annotations

from datetime import datetime

from amends.clock import minutes_after
from amends.regulations import Regulation


def review_ends(published: datetime, regulation: Regulation) -> datetime:
    """92B: until when a ruling may be appealed; `published` is when an official score first contained it.

    >>> from amends.regulations import default
    >>> str(review_ends(datetime(2026, 11, 13, 23, 0), default().having(appeal_minutes=30)))
    '2026-11-13 23:30:00'
    """
    return minutes_after(published, regulation.appeal_minutes)
