"""Figures as reports show them."""

from __future__ import annotations

from fractions import Fraction

from amends import exact
from amends.awards import Award, Mixture, NotScored, Redress
from amends.bridge import BySide, Points, Vulnerable
from amends.event import Event, Form
from amends.laws import law77


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


def score_of(percent: Fraction | None, total: Fraction | None) -> tuple[str, Fraction | None]:
    """A total as a ranking shows it, and the figure that is shown: the percentage to two places, else the total."""
    if percent is not None:
        kept = exact.nearest(percent, Fraction(1, 100))
        return exact.decimal(kept).replace("-", "−"), kept
    return shown(total), total


def change_of(before: Fraction | None, after: Fraction | None, exactly: Fraction | None, percent: bool) -> str:
    """A change with its sign, which adds up with the two figures that are shown; "" where there is none.

    A change too small to be seen still has the sign of the exact one.

    >>> change_of(Fraction('48.95'), Fraction('53.12'), Fraction('4.166'), True)
    '+4.17'
    >>> change_of(Fraction(50), Fraction(50), Fraction(-1, 1000), True)
    '−0.00'
    """
    if before is None or after is None or not exactly:
        return ""
    size = abs(after - before)
    figure = exact.decimal(size) if percent else exact.mixed(size)
    return f"{'+' if exactly > 0 else '−'}{figure}"


UNITS = {"matchpoints": "MP", "imps": "IMPs", "points": "points", "vp": "VP"}
"""The units of figures, as heads of columns have them."""


def total_unit(event: Event, percent: bool) -> str:
    """What totals are counted in: "%" where there are percentages."""
    if percent:
        return "%"
    if event.form is Form.SWISS_PAIRS:
        return "VP"
    if event.form is Form.TEAMS:
        return "MP" if event.scoring == "bam" else "IMPs" if event.knockout else "VP"
    return {"matchpoints": "MP", "total-points": "points"}.get(event.scoring, "IMPs")


def result_cells(award: Award, vulnerable: Vulnerable) -> list[tuple[str, str]]:
    """An award as lines of result and N-S score; a weighted one in the Maastricht form."""
    if isinstance(award, Redress):
        named = (("12C1(e), happened", award.actual), ("normal", award.normal), ("expected", award.expected))
        return [(f"{name}: {_short(mixture)}", "") for name, mixture in named]
    if not isinstance(award, Mixture):
        if isinstance(award, NotScored):
            return [("not scored" if award.expected else "sit-out", "")]
        return [(str(award).replace("-", "−"), "")]
    if award.plain is not None:
        return [(award.plain.symbols, exact.signed(law77.points(award.plain, vulnerable)))]
    scored = [(law77.points(outcome, vulnerable), weight, outcome) for weight, outcome in award.parts]
    lines: list[tuple[str, str]] = []
    for points, weight, outcome in sorted(scored, key=lambda part: -part[0]):
        plus = "plus " if lines else ""
        result = "" if isinstance(outcome, Points) else f" ({outcome.symbols})"
        lines.append((f"{plus}{exact.percentage(weight)} of {exact.signed(points)}{result}", ""))
    return lines


def _short(mixture: Mixture) -> str:
    """A mixture in one line, as players write it."""
    if mixture.plain is not None:
        return mixture.plain.symbols
    return "; ".join(f"{exact.percentage(weight)} {outcome.symbols}" for weight, outcome in mixture.parts)


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
