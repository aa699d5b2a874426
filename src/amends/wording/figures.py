"""Figures as reports show them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from amends import exact
from amends.event import Event, Form
from amends.faults import Faults
from amends.regulations.settings import settings


def value_of(key: str, text: str) -> object:
    """A text as the type that a setting takes; the text itself where it is none, for the setting to refuse.

    >>> value_of('poll_minimum', '7'), value_of('standard_penalty', 'imps:3,vp:1')
    (7, {'imps': '3', 'vp': '1'})
    """
    candidates: list[object] = [text]
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text):
        candidates.append(int(text))
    if text in ("true", "false"):
        candidates.append(text == "true")
    if ":" in text:  # matchpoints:1/2,imps:1
        candidates.append(dict(part.split(":", 1) for part in text.split(",") if ":" in part))
    schema = settings().get(key)
    for candidate in candidates:
        try:
            if schema:
                schema.read(candidate)
                return candidate
        except Faults:
            continue
    return candidates[-1] if isinstance(candidates[-1], dict) else text


def value_text(value: object) -> str:
    """A value as it can be typed.

    >>> value_text({'imps': Fraction(1, 3)}), value_text(True)
    ('imps:1/3', 'true')
    """
    if isinstance(value, Mapping):
        return ",".join(f"{unit}:{value_text(figure)}" for unit, figure in value.items())
    if isinstance(value, bool):
        return str(value).lower()
    return exact.show(value) if isinstance(value, Fraction) else str(value)


def figure_text(value: Fraction | None) -> str:
    """A figure as players read it: 12⅓, or with two decimals where no sign has the fraction; a dash for none.

    >>> figure_text(Fraction(37, 3)), figure_text(Fraction(553, 23))
    ('12⅓', '24.04')
    """
    if value is None:
        return "–"
    text = exact.mixed(value)
    return exact.decimal(value).replace("-", "−") if "/" in text else text


def percent(value: Fraction | None) -> str:
    """A percentage to two places."""
    return "–" if value is None else exact.decimal(value).replace("-", "−")


def signed(value: Fraction | None) -> str:
    """IMPs with their sign."""
    return f"+{figure_text(value)}" if value is not None and value > 0 else figure_text(value)


def precise(value: Fraction | None) -> str | None:
    """The exact text for data."""
    return None if value is None else exact.show(value)


def score_of(percent: Fraction | None, total: Fraction | None) -> tuple[str, Fraction | None]:
    """A total as a ranking shows it, and the figure that is shown: the percentage to two places, else the total."""
    if percent is not None:
        kept = exact.nearest(percent, Fraction(1, 100))
        return exact.decimal(kept).replace("-", "−"), kept
    return figure_text(total), total


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


def total(event: Event, value: Fraction | None) -> str:
    """A total as a list of places shows it: victory points always with two decimals."""
    return percent(value) if total_unit(event, percent=False) == "VP" else figure_text(value)


UNITS = {"matchpoints": "MP", "imps": "IMPs", "points": "points", "vp": "VP"}
"""The units of figures, as heads of columns have them."""


def total_unit(event: Event, percent: bool) -> str:
    """What totals are counted in: "%" where there are percentages."""
    if percent:
        return "%"
    if event.form is Form.SWISS_PAIRS:
        return "VP"
    if event.form is Form.TEAMS:
        return "MP" if event.scoring != "imps" else "IMPs" if event.knockout else "VP"
    return {"matchpoints": "MP", "total-points": "points"}.get(event.scoring, "IMPs")
