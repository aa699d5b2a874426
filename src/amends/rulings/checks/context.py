"""What the checks of a ruling know besides the ruling itself, and who is non-offending by it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from amends.awards import Award
from amends.bridge import BySide, Vulnerable
from amends.event.ruling import Ruling
from amends.laws.citation import cites
from amends.laws.law12.c2_artificial import Responsibility
from amends.regulations import Regulation


@dataclass(frozen=True, slots=True)
class Effect:
    """Both sides' figures on the board, with the table result and with the ruling."""

    before: BySide[Fraction | None]
    after: BySide[Fraction | None]


@dataclass(frozen=True, slots=True)
class Context:
    """What the checks know besides the ruling itself."""

    vulnerable: Vulnerable
    regulation: Regulation
    teams: bool = False
    result: Award | None = None
    effect: Effect | None = None
    beyond_limit: BySide[bool] = BySide(False, False)  # noqa: RUF009  (frozen)
    no_damage: bool = False
    """Whether 12C1(e) finds that the normal result is no better than the table result."""
    sit_out: bool = False
    """Whether nobody was scheduled to play against the contestant: a sit-out, or a bye."""


def innocent_sides(ruling: Ruling, edition: int = 2017) -> BySide[bool] | None:
    """Who is non-offending: as the ruling says, else as 12C1(e), 82C or `fault` does; None where nothing does."""
    if ruling.non_offending is not None:
        return ruling.non_offending
    if ruling.self_inflicted:
        return BySide.of(lambda side: ruling.self_inflicted is not None and side is ruling.self_inflicted.side)
    if cites(ruling.laws, "82C", edition=edition):
        return BySide(True, True)
    return ruling.fault.map(lambda fault: fault is Responsibility.NONE) if ruling.fault else None
