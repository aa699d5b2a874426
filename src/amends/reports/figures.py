"""Figures as reports show them."""

from __future__ import annotations

from fractions import Fraction

from amends import exact
from amends.awards import Award, Mixture
from amends.bridge import BySide, Vulnerable
from amends.laws import law77
from amends.reports.maastricht import maastricht


def shown(value: Fraction | None) -> str:
    """A figure as players read it; a dash where there is none."""
    return "–" if value is None else exact.mixed(value)


def percent(value: Fraction | None) -> str:
    """A percentage to two places."""
    return "–" if value is None else exact.decimal(value).replace("-", "−")


def signed(value: Fraction | None) -> str:
    """IMPs with their sign."""
    return f"+{shown(value)}" if value is not None and value > 0 else shown(value)


def precise(value: Fraction | None) -> str | None:
    """The exact text for data."""
    return None if value is None else exact.show(value)


def result_cells(award: Award, vulnerable: Vulnerable) -> list[tuple[str, str]]:
    """An award as lines of result and N-S score; a weighted one in the Maastricht form."""
    if not isinstance(award, Mixture):
        return [(str(award), "")]
    if award.plain is not None:
        return [(award.plain.symbols, exact.signed(law77.points(award.plain, vulnerable)))]
    return [(line.replace("-", "−"), "") for line in maastricht(award, vulnerable)]


def award_lines(awards: BySide[Award], vulnerable: Vulnerable) -> list[tuple[str, str]]:
    """Both sides' awards, once where they are the same."""
    if awards.ns == awards.ew:
        return result_cells(awards.ns, vulnerable)
    ns = [
        (f"N-S: {result}" if place == 0 else result, score)
        for place, (result, score) in enumerate(result_cells(awards.ns, vulnerable))
    ]
    ew = [
        (f"E-W: {result}" if place == 0 else result, score)
        for place, (result, score) in enumerate(result_cells(awards.ew, vulnerable))
    ]
    return ns + ew
