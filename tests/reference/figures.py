"""Exact numbers: reading them, and the few ways of rounding that the rules name."""

import math
import re
from decimal import Decimal
from fractions import Fraction

# Irrational scales need 50 digits (RULES.md, notation); ten more keep the last ones safe.
DIGITS = 60

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(/\d+)?|[+-]?\.\d+")


def plain(text: str) -> str:
    """Return the text without outer blanks, with the typographical minus made an ordinary one."""
    return text.strip().replace("−", "-")


def number(value: object) -> Fraction:
    """Read a number of a case, "17/2", "8.5", "64%" (16/25) or an integer; floats are refused."""
    if isinstance(value, bool) or not isinstance(value, (int, str, Fraction)):
        raise ValueError(f"not an exact number: {value!r}")
    if not isinstance(value, str):
        return Fraction(value)
    text = plain(value)
    if text.endswith("%"):
        return number(text[:-1]) / 100
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"not a number: {value!r}")
    if "/" in text:
        above, below = text.split("/")
        return Fraction(above) / Fraction(below)
    return Fraction(text)


def whole(value: object) -> int:
    """Read a number that must be whole."""
    exact = number(value)
    if exact.denominator != 1:
        raise ValueError(f"not a whole number: {value!r}")
    return exact.numerator


def percentage(value: object) -> Fraction:
    """Read a percentage with or without its sign, "64" or "64%", as 64."""
    if isinstance(value, str):
        return number(plain(value).removesuffix("%"))
    return number(value)


def to_decimal(value: Fraction) -> Decimal:
    """Divide out a fraction, to the digits of the decimal context in force."""
    return Decimal(value.numerator) / Decimal(value.denominator)


def up(value: Fraction, unit: Fraction) -> Fraction:
    """Round up to a multiple of the unit."""
    return math.ceil(value / unit) * unit


def down(value: Fraction, unit: Fraction) -> Fraction:
    """Round down to a multiple of the unit."""
    return math.floor(value / unit) * unit


def is_half(value: Fraction, unit: Fraction) -> bool:
    """Tell whether the value lies exactly between two multiples of the unit."""
    return value - down(value, unit) == unit / 2


def nearest(value: Fraction, unit: Fraction) -> Fraction:
    """Round to the nearest multiple of the unit, halves away from zero."""
    if is_half(value, unit):
        return up(value, unit) if value > 0 else down(value, unit)
    return down(value + unit / 2, unit)


def nearest_even(value: Fraction, unit: Fraction) -> Fraction:
    """Round to the nearest multiple of the unit, halves to the even multiple."""
    if is_half(value, unit):
        below = down(value, unit)
        return below if (below / unit) % 2 == 0 else below + unit
    return nearest(value, unit)


def by_average(value: Fraction, unit: Fraction, average: Fraction, away: bool) -> Fraction:
    """Round to the nearest unit; only an exact half looks at the average (section 13)."""
    if not is_half(value, unit) or value == average:
        # A half that *is* the average has no side to go to: as everywhere else, away from zero.
        return nearest(value, unit)
    return up(value, unit) if (value > average) == away else down(value, unit)
