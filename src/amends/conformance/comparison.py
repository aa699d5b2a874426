"""What came out against what a case expects: only what is named there, exact figures exactly, decimals as decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from amends import exact
from amends.faults import Faults
from amends.formats.common.toml_table import read_number

LEAST_PLACES, MOST_PLACES = 2, 9
"""A decimal is compared at as many places as it has, but at no fewer and no more than these."""

AMONG = "clauses"
"""The key whose values need only be among those that came out."""

_MOST_SHOWN = 120
_DECIMAL = re.compile(
    r"(?P<number>[+-]?\d{0,60}(?:\.(?P<places>\d{1,60}))?)(?:[eE](?P<exponent>[+-]?\d{1,2}))?(?P<percent>%?)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class DecimalFigure:
    """A figure that was written with a decimal point: its value, and how many places it has."""

    value: Fraction
    places: int
    percent: bool = False

    def is_near(self, expected: Fraction, *, of_percent: bool = False) -> bool:
        """Whether the expected figure, rounded to the places of this one, may be this one: halves go either way.

        `of_percent`: the expected figure is a percentage, so that two places of a percentage are the least.
        """
        places = min(max(self.places, LEAST_PLACES), MOST_PLACES)
        if self.percent:
            places += 2
        elif of_percent:
            places = max(places, LEAST_PLACES + 2)
        return abs(self.value - expected) <= Fraction(1, 2 * 10**places)


def read_decimal(text: str) -> DecimalFigure | None:
    """The figure of a text with a decimal point or an exponent, as programs print them; None for any other text.

    >>> read_decimal("66.110"), read_decimal("595/9"), read_decimal("7")
    (DecimalFigure(value=Fraction(6611, 100), places=3, percent=False), None, None)
    >>> read_decimal("-2.5e-3").places
    4
    """
    found = _DECIMAL.fullmatch(exact.plain_minus(text).strip())
    if found is None or not (found["places"] or found["exponent"]) or found["number"] in ("", "+", "-"):
        return None
    exponent = int(found["exponent"] or 0)
    value = exact.number(found["number"]) * Fraction(10) ** exponent
    places = max(0, len(found["places"] or "") - exponent)
    return DecimalFigure(value / 100 if found["percent"] else value, places, bool(found["percent"]))


def differences(where: str, expected: object, actual: object) -> Iterator[str]:
    """Each place where what came out is not what was expected."""
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        yield from _in_table(where, expected, actual)
    elif isinstance(actual, Mapping) and "ns" in actual:
        for side in ("ns", "ew"):  # one number where each side has its own: it is said of both
            yield from differences(f"{where}.{side}", expected, actual.get(side))
    elif isinstance(actual, list | frozenset) and isinstance(expected, list):
        yield from _in_list(where, expected, actual)
    elif not _is_same(expected, actual, where):
        yield f"{where}: expected {shown(expected)}, came out {shown(actual)}"


def _in_table(where: str, expected: Mapping[str, object], actual: Mapping[object, object]) -> Iterator[str]:
    """Each key of a table whose value is not what was expected; a score is the same key however it is written."""
    for key, value in expected.items():
        place = f"{where}.{key}"
        own_key = key if key in actual else _same_number(key, actual)
        if own_key is None:
            yield f"{place}: expected {shown(value)}, came out nothing"
        else:
            yield from differences(place, value, actual[own_key])


def _same_number(key: str, keys: Mapping[object, object]) -> object | None:
    value = _number(key)
    return None if value is None else next((own for own in keys if _number(own) == value), None)


def _in_list(where: str, expected: list[object], actual: list[object] | frozenset[object]) -> Iterator[str]:
    if where.partition(".")[0] == AMONG or isinstance(actual, frozenset):
        for one in expected:
            if one not in actual:
                yield f"{where}: expected {one}, came out {', '.join(sorted(map(str, actual))) or 'nothing'}"
        return
    if len(actual) != len(expected):
        yield f"{where}: expected {exact.many(len(expected), 'value')}, came out {len(actual)}"
    for number, (one, other) in enumerate(zip(expected, actual, strict=False), 1):
        yield from differences(f"{where}[{number}]", one, other)


def _is_same(expected: object, actual: object, where: str) -> bool:
    if actual is None:
        return expected == "np"
    if isinstance(actual, Fraction):
        return isinstance(expected, str | int) and read_number(expected, where) == actual
    if expected == actual and not isinstance(actual, bool):
        return True
    figure = _number(expected)
    if figure is None or not isinstance(actual, str | int):
        return False
    decimal = read_decimal(actual) if isinstance(actual, str) else None
    if decimal is not None:
        return decimal.is_near(figure, of_percent=str(expected).endswith("%"))
    return figure == _number(actual)


def _number(value: object) -> Fraction | None:
    try:
        return exact.number(value) if isinstance(value, str | int) else None
    except Faults:
        return None


def shown(value: object) -> str:
    """A value as a line of the report has it."""
    if isinstance(value, Fraction):
        return exact.show(value)
    try:
        text = "np" if value is None else str(value)
    except RecursionError:
        return "something nested too deeply"
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]} …"
