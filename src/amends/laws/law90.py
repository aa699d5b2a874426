"""Laws 90 and 91: penalties. Taken from a contestant's own total after scoring; nobody else is touched."""

from __future__ import annotations

from fractions import Fraction

from amends import exact, explain
from amends.explain import Explained
from amends.faults import refuse


def penalty(amount: str, unit: str, top: Fraction | None, words: str = "penalty", clause: str = "90") -> Explained:
    """A penalty in the unit of the event: "10%" of a top, "3 IMP", "1 VP", or a bare figure.

    >>> str(penalty('10%', 'matchpoints', Fraction(22)).value)
    '11/5'
    """
    text = exact.plain_minus(amount).strip()
    if text.startswith("-"):
        raise refuse(f"a penalty of {amount}", "a penalty without a sign: it is taken from the total")
    if text.endswith("%"):
        if unit != "matchpoints" or top is None:
            example = {"imps": "3 IMP", "vp": "1 VP"}.get(unit, "a bare figure")
            raise refuse(f"a penalty of {amount} in an event scored in {unit}", f"a penalty such as {example}")
        share = explain.given(exact.number(text), f"{text} of a top")
        return explain.product(words, share, explain.given(top, "top of a board"), clause=clause)
    number, _, said = text.partition(" ")
    if unit_named(said) not in ("", unit):
        raise refuse(f"a penalty of {amount} in an event scored in {unit}", f"a penalty in {unit}")
    return explain.given(exact.number(number), f"{words} of {amount}", clause)


def unit_of(amount: str) -> str:
    """The unit that an amount names; "" for a bare figure. A percentage is of a top: matchpoints.

    >>> unit_of('3 IMP'), unit_of('10%'), unit_of('2.5')
    ('imps', 'matchpoints', '')
    """
    text = amount.strip()
    return "matchpoints" if text.endswith("%") else unit_named(text.partition(" ")[2])


_UNITS = {"": "", "IMP": "imps", "IMPS": "imps", "VP": "vp", "VPS": "vp", "MP": "matchpoints", "MPS": "matchpoints"}


def unit_named(word: str) -> str:
    """The unit that stands behind a figure: "IMP", "VP", "MP"; "" where none does."""
    if word.strip().upper() not in _UNITS:
        raise refuse(f"the unit {word.strip()!r}", "IMP, VP, MP or nothing behind the figure")
    return _UNITS[word.strip().upper()]
