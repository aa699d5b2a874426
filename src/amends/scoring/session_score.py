"""12C2(c) over a window of boards: what a contestant's artificial scores are worth, given its score on the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import explain
from amends.awards import Artificial
from amends.explain import Explained
from amends.laws.law12 import c2_artificial
from amends.regulations import Regulation


@dataclass(frozen=True, slots=True)
class Claim:
    """An artificial score before the session score is looked at.

    `flat` is a share of the board's `top` at matchpoints; at IMPs it is IMPs, and the top is None.
    """

    award: Artificial
    flat: Explained
    top: Explained | None = None

    @property
    def available(self) -> Fraction:
        """What could be had on the board: matchpoints, or one board."""
        return self.top.value if self.top else Fraction(1)

    def points(self, figure: Explained) -> Explained:
        """A figure like the flat one, in points of the board."""
        if self.top is None:
            return figure
        return explain.product("share of the top", figure, self.top, clause=figure.clause or "12C2(a)")


@dataclass(frozen=True, slots=True)
class Window:
    """A contestant's real boards in the session, match or stage that 12C2(c) looks at.

    `available` is what could be had on them: matchpoints, or at IMPs the number of boards.
    """

    total: Explained
    available: Explained


def settled(claims: Sequence[Claim | None], window: Window, regulation: Regulation) -> list[Explained | None]:
    """Each artificial score of the window once it has followed the session score; not yet in points of the board."""
    figures: list[Explained | None] = []
    for place, claim in enumerate(claims):
        if claim is None:
            figures.append(None)
            continue
        rest = [other for index, other in enumerate(claims) if index != place and other is not None]
        figures.append(c2_artificial.session_award(claim.award, claim.flat, _others(window, rest, regulation)))
    return figures


def _others(window: Window, claims: Sequence[Claim], regulation: Regulation) -> Explained | None:
    """The score a board on the other boards; None where the rule is off or there is no real board."""
    if regulation.session_score == "off" or not window.available.value:
        return None
    total, available = window.total, window.available
    if regulation.session_basis == "other-boards" and claims:
        flats = [claim.points(claim.flat) for claim in claims]
        total = explain.total("total on the other boards", total, *flats)
        more = explain.given(sum((claim.available for claim in claims), Fraction(0)), "their artificial scores")
        available = explain.total("available on the other boards", available, more)
    return explain.quotient("score on the other boards", total, available, clause="12C2(c)")
