"""Law 79C: errors in the score, and the correction period."""

from __future__ import annotations

from datetime import datetime

from amends.clock import minutes_after
from amends.regulations import Regulation


def correction_ends(published: datetime, regulation: Regulation) -> datetime:
    """79C1: until when an error may be put right; `published` is when an official score first contained it.

    >>> from amends.regulations import default
    >>> str(correction_ends(datetime(2026, 11, 13, 23, 0), default().having(correction_minutes=30)))
    '2026-11-13 23:30:00'
    """
    return minutes_after(published, regulation.correction_minutes)
