"""Values of settings as people type and read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from amends import exact
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
