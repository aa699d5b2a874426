"""One contestant's session: artificial scores, penalties, total."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from amends import explain
from amends.awards import Artificial, NotScored
from amends.explain import Explained
from amends.faults import refuse
from amends.formats.reading import Given, read_award
from amends.laws import law90
from amends.laws.law12 import c2_artificial
from amends.regulations import Regulation
from amends.scoring.session_score import Claim, Window, limited, settled

KIND = "session"


def evaluate(given: Given, regulation: Regulation) -> Mapping[str, Any]:
    """What each artificial score is worth, the total, and at matchpoints the percentage."""
    unit = given.text("unit")
    if unit not in ("matchpoints", "imps"):
        raise refuse(f"unit = {unit!r}", "matchpoints or imps")
    top = given.number("top") if unit == "matchpoints" else Fraction(1)
    boards, total = given.whole("real_boards"), given.number("real_total")
    awards = [read_award(award, "awards") for award in given.items("awards")]
    if not all(isinstance(award, Artificial | NotScored) for award in awards):
        raise refuse(f"awards = {[str(award) for award in awards]}", "artificial scores, or np")
    flat = c2_artificial.share if unit == "matchpoints" else c2_artificial.imps
    board = explain.given(top, "top") if unit == "matchpoints" else None
    given_claims = [
        Claim(award, flat(award, regulation), board) if isinstance(award, Artificial) else None for award in awards
    ]
    claims = [claim if isinstance(claim, Claim) else None for claim in limited(given_claims, regulation)]
    window = Window(explain.given(total, "real boards"), explain.given(boards * top, "available"))
    figures = settled(claims, window, regulation)
    return _sums(given, unit, top, boards, total, figures)


def _sums(
    given: Given, unit: str, top: Fraction, boards: int, total: Fraction, figures: list[Explained | None]
) -> Mapping[str, Any]:
    amounts = given.raw("penalties", [])
    penalties = sum((law90.penalty(str(amount), unit, top).value for amount in amounts), Fraction(0))
    scored = [figure.value for figure in figures if figure is not None]
    final = total + sum(scored, Fraction(0)) * top - penalties
    result: dict[str, Any] = {"awards": [figure.value if figure else None for figure in figures], "total": final}
    available = top * (boards + len(scored))
    if unit == "matchpoints" and available:
        result["percent"] = final / available * 100
    return result
