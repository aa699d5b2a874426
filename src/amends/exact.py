"""Exact numbers: the one door through which they come in, are rounded, and go out.

Inside amends every figure is a `Fraction` or an integer over a known unit. Rounding is a named step that a regulation
asks for, never a side effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Context, Decimal
from fractions import Fraction
from math import ceil, floor

from amends.faults import refuse

ROUNDINGS = ("exact", "favour-non-offending", "half-away-from-average", "half-towards-average")
"""The policies by which a ruled row is rounded."""

IRRATIONAL = Context(prec=60)
"""Roots and logarithms are made in this context; the scale that uses one says how it is rounded."""

_VULGAR = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6), "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
}  # fmt: skip
_VULGAR_SIGN = {value: sign for sign, value in _VULGAR.items()}

_NUMBER = re.compile(
    r"""(?P<sign>[+-]?)
        (?: (?P<over>\d{1,60})/(?P<under>\d{1,60})
          | (?P<whole>\d{0,60})(?P<point>\.\d{1,60})?
            (?:\ ?(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]) | \ (?P<part>\d{1,60})/(?P<whole_of>\d{1,60}))?
        )\ ?(?P<percent>%?)""",
    re.VERBOSE | re.ASCII,
)


def number(text: str | int) -> Fraction:
    """The exact value of a number as people write it.

    >>> [str(number(text)) for text in ('17/2', '8.5', '66.67%', '−3', '12⅓', '18 5/6')]
    ['17/2', '17/2', '6667/10000', '-3', '37/3', '113/6']
    """
    if isinstance(text, int) and not isinstance(text, bool):
        return Fraction(text)
    found = _NUMBER.fullmatch(plain_minus(text).strip()) if isinstance(text, str) else None
    if found is None or not any(found[name] for name in ("over", "whole", "point", "vulgar")):
        raise refuse(repr(text), 'a number such as "17/2", "8.5", "66.67%" or "-3"')
    if found["over"]:
        value = _quotient(found["over"], found["under"], text)
    else:
        value = Fraction((found["whole"] or "0") + (found["point"] or ""))
        if found["vulgar"]:
            value += _VULGAR[found["vulgar"]]
        elif found["part"]:
            value += _quotient(found["part"], found["whole_of"], text)
    value = -value if found["sign"] == "-" else value
    return value / 100 if found["percent"] else value


def _quotient(over: str, under: str, text: object) -> Fraction:
    if int(under) == 0:
        raise refuse(repr(text), "a fraction whose lower part is not 0")
    return Fraction(int(over), int(under))


def plain_minus(text: str) -> str:
    """The text with typographic minus signs and dashes as the plain one."""
    return text.replace("−", "-").replace("–", "-").replace("‐", "-")


def show(value: Fraction) -> str:
    """The exact text of a number, which `number` reads back: "37/3", "8.5"."""
    if value.denominator == 1:
        return str(value.numerator)
    places = _places(value.denominator)
    return decimal(value, places) if places is not None and places <= 4 else f"{value.numerator}/{value.denominator}"


def _places(denominator: int) -> int | None:
    """How many decimals a fraction with this lower part needs; None when no number of them is enough."""
    places = 0
    while denominator % 10 == 0:
        denominator //= 10
        places += 1
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
            places += 1
    return places if denominator == 1 else None


def mixed(value: Fraction) -> str:
    """The number as players read it: 12⅓, −4 2/7, +3.

    >>> mixed(Fraction(37, 3)), mixed(Fraction(-17, 2)), mixed(Fraction(113, 7)), mixed(Fraction(57, 5))
    ('12⅓', '−8½', '16 1/7', '11⅖')
    """
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    if rest == 0:
        return f"{sign}{whole}"
    if rest in _VULGAR_SIGN:
        return f"{sign}{whole or ''}{_VULGAR_SIGN[rest]}"
    places = _places(rest.denominator)
    if places is not None and places <= 4:
        return decimal(value, places).replace("-", "−")
    return f"{sign}{f'{whole} ' if whole else ''}{rest.numerator}/{rest.denominator}"


def decimal(value: Fraction, places: int = 2) -> str:
    """The number with a fixed count of decimals, halves away from zero: for display only.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(-1, 8)), decimal(Fraction(-1, 1000))
    ('0.67', '-0.13', '0.00')
    """
    # In whole numbers: pages show hundreds of these, and a step with fractions takes as long as ten without.
    over, under = value.numerator, value.denominator
    steps = (2 * abs(over) * 10**places + under) // (2 * under)
    digits = f"{steps:0{places + 1}d}"
    sign = "-" if over < 0 and steps else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def brief(value: Fraction, places: int = 2) -> str:
    """The number with at most so many decimals, without zeros at the end.

    >>> brief(Fraction(47, 2)), brief(Fraction(2, 3)), brief(Fraction(12))
    ('23.5', '0.67', '12')
    """
    text = decimal(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def many(number: int, one: str, several: str = "") -> str:
    """A number of things in words; `several` where that is not just an s more.

    >>> many(1, 'board'), many(3, 'board'), many(2, 'entry', 'entries')
    ('1 board', '3 boards', '2 entries')
    """
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def and_list(words: Iterable[str]) -> str:
    """Words as a sentence lists them.

    >>> and_list(["North", "East", "South"])
    'North, East and South'
    """
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def ordinal(number: int) -> str:
    """A small number as the place in a row.

    >>> ordinal(3), ordinal(11)
    ('third', '11th')
    """
    words = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[number] if 0 < number < len(words) else f"{number}th"


def signed(points: int) -> str:
    """A score with its sign, as it stands on a traveller: +420, −50, 0."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def percentage(value: Fraction) -> str:
    """A share as an exact percentage where that is short, otherwise as the fraction: "60%", "12.5%", "1/3"."""
    hundredfold = value * 100
    places = _places(hundredfold.denominator)
    return f"{show(hundredfold)}%" if places is not None and places <= 4 else show(value)


def nearest(value: Fraction, unit: Fraction) -> Fraction:
    """The nearest multiple of the unit, halves away from zero."""
    steps = abs(value) / unit
    return unit * floor(steps + Fraction(1, 2)) * (-1 if value < 0 else 1)


def nearest_even(value: Fraction, unit: Fraction) -> Fraction:
    """The nearest multiple of the unit, halves to the even multiple."""
    return unit * round(value / unit)  # a Fraction is rounded exactly


def up(value: Fraction, unit: Fraction) -> Fraction:
    """The next multiple of the unit that is not smaller."""
    return unit * ceil(value / unit)


def down(value: Fraction, unit: Fraction) -> Fraction:
    """The next multiple of the unit that is not greater."""
    return unit * floor(value / unit)


def rounded(
    value: Fraction,
    policy: str,
    unit: Fraction,
    average: Fraction = Fraction(0),
    favoured: bool | None = None,
) -> Fraction:
    """The value rounded by a policy of `ROUNDINGS`.

    `average` is what both sides would have on an average board; `favoured` says whether the fraction goes up
    (a non-offending side) or down; None: nobody is favoured, and *favour-non-offending* leaves the value alone.

    >>> str(rounded(Fraction('11.405'), 'favour-non-offending', Fraction(1, 2), favoured=True))
    '23/2'
    >>> str(rounded(Fraction('7.25'), 'half-away-from-average', Fraction(1, 2), average=Fraction(11)))
    '7'
    """
    if policy == "exact" or (policy == "favour-non-offending" and favoured is None):
        return value
    if policy == "favour-non-offending":
        return up(value, unit) if favoured else down(value, unit)
    steps = value / unit
    whole, rest = floor(steps), steps - floor(steps)
    if rest != Fraction(1, 2):
        return unit * (whole + (rest > Fraction(1, 2)))
    away = policy == "half-away-from-average"
    if value == average:
        return nearest(value, unit)  # neither way is away from the average: away from zero
    return unit * (whole + ((value > average) == away))


def root(value: Fraction) -> Decimal:
    """The square root to 60 digits."""
    return IRRATIONAL.sqrt(to_decimal(value))


def over_root(value: Fraction, radicand: Fraction, unit: Fraction) -> Fraction:
    """The value over a square root, rounded to the unit, halves away from zero."""
    quotient = IRRATIONAL.divide(
        Decimal(value.numerator), IRRATIONAL.multiply(Decimal(value.denominator), root(radicand))
    )
    return nearest(Fraction(quotient), unit)


def to_decimal(value: Fraction) -> Decimal:
    """The value as a decimal of 60 digits, for the scales that are not rational."""
    return IRRATIONAL.divide(Decimal(value.numerator), Decimal(value.denominator))
