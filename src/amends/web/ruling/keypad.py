"""A result from the keys that were pressed, or as it was typed."""

from __future__ import annotations

from amends.bridge import Outcome
from amends.bridge.outcome import parse_outcome
from amends.bridge.tricks import TrickNotation
from amends.bridge.typed import read_typed
from amends.faults import refuse
from amends.web.forms.form import SentForm

SUITS = (("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠"), ("NT", "NT"))
DOUBLES = (("", "–"), ("x", "×"), ("xx", "××"))
DECLARERS = tuple((seat, seat) for seat in "NESW")
TRICKS = tuple(
    (each, each.replace("-", "−"))
    for each in (*(f"{down:+d}" for down in range(-6, 0)), "=", *(f"+{over}" for over in range(1, 7)))
)
"""Results further down are typed."""


def pressed(form: SentForm, notation: TrickNotation) -> Outcome:
    """The result that a form says: typed, or by keys."""
    if typed := form.text("typed"):
        return read_typed(typed, notation)
    if form.text("level") == "pass":
        return parse_outcome("pass")
    level, suit, by, tricks = (form.text(name) for name in ("level", "suit", "by", "tricks"))
    missing = [
        what
        for what, found in (("the level", level), ("the suit", suit), ("who declared", by), ("the tricks", tricks))
        if not found
    ]
    if missing:
        raise refuse(f"a result without {', '.join(missing)}", "all keys of a result, or one that is typed")
    return parse_outcome(f"{level}{suit}{form.text('double')} {by} {tricks}")
