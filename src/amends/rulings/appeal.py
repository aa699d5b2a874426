"""How long a ruling may be appealed (92B)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from amends.event.history import GivenRuling, Publication
from amends.event.notations import by_the_wall, minutes_after
from amends.regulations import Regulation


def deadline(given: GivenRuling, publications: Sequence[Publication], regulation: Regulation) -> datetime:
    """Until when a ruling may be appealed: the regulation's minutes, from the ruling or from the results that show it.

    92B ends the right to appeal with the correction period, which begins when the score is there to be looked at; a
    ruling that was given later has its own time.
    """
    begins = by_the_wall(given.ruling.time) if given.ruling.time else given.made.at
    shown = [each.made.at for each in publications if each.made.seq > given.made.seq]
    return minutes_after(max([begins, *shown[:1]]), regulation.appeal_minutes)
