"""12C2(c) over a window of boards: what a contestant's artificial scores are worth, given its score on the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from amends import explain
from amends.awards import Artificial, Award
from amends.explain import Explained
from amends.laws.law12 import c2_artificial
from amends.regulations import Regulation


@dataclass(frozen=True, slots=True)
class Window:
    """A contestant's real boards in the session, match or stage that 12C2(c) looks at.

    `available` is what could be had on them: matchpoints, or at IMPs the number of boards. `top` is one board of that.
    """

    unit: str
    total: Explained
    available: Explained
    top: Fraction


def flat(award: Artificial, unit: str, regulation: Regulation) -> Explained:
    """The flat value: a share of a board at matchpoints, IMPs otherwise."""
    return (c2_artificial.share if unit == "matchpoints" else c2_artificial.imps)(award, regulation)


def settled(awards: Sequence[Award], window: Window, regulation: Regulation) -> list[Explained | None]:
    """The value of each artificial score of the window, as a share or in IMPs; None for any other award."""
    flats = [flat(award, window.unit, regulation) if isinstance(award, Artificial) else None for award in awards]
    figures: list[Explained | None] = []
    for place, (award, figure) in enumerate(zip(awards, flats, strict=True)):
        if figure is None or not isinstance(award, Artificial):
            figures.append(None)
            continue
        rest = [other for index, other in enumerate(flats) if index != place and other is not None]
        figures.append(c2_artificial.session_award(award, figure, _others(window, rest, regulation)))
    return figures


def _others(window: Window, artificial: Sequence[Explained], regulation: Regulation) -> Explained | None:
    """The score a board on the other boards; None where the rule is off or there is no real board."""
    if regulation.session_score == "off" or not window.available.value:
        return None
    total, available = window.total, window.available
    if regulation.session_basis == "other-boards" and artificial:
        top = explain.given(window.top, "one board")
        flats = [explain.product("artificial score at its flat value", figure, top) for figure in artificial]
        total = explain.total("total on the other boards", total, *flats)
        more = explain.given(window.top * len(artificial), "their artificial scores")
        available = explain.total("available on the other boards", available, more)
    return explain.quotient("score on the other boards", total, available, clause="12C2(c)")
