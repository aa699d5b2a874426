"""The editions of the Laws: under which number a clause of 2017 stands in 2007 and 1997."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from amends.explain import Explained

T = TypeVar("T", Explained, Explained | None)

_BEFORE: dict[str, dict[int, str]] = {
    "12C1": {1997: "12C2"},
    "12C1(a)": {1997: "12C2"},
    "12C1(c)": {1997: "12C3"},
    "12C1(d)": {1997: "12C2"},
    "12C1(e)": {2007: "12C1(b)", 1997: "12C2"},
    "12C1(e)(i)": {2007: "12C1(b)", 1997: "12C2"},
    "12C2(a)": {1997: "12C1"},
    "12C2(b)": {2007: "86A", 1997: "86A"},
    "12C2(c)": {1997: "88"},
    "12C2(d)": {2007: "12C2", 1997: "12C1"},
    "12C3": {1997: "12C3"},
    "12C4": {1997: "86B"},
    "86B1": {2007: "86D", 1997: "86C"},
    "86B2": {2007: "86D", 1997: "86C"},
}


def clause(number: str, edition: int) -> str:
    """The clause of 2017 in the numbering of an edition.

    >>> clause('12C1(e)', 2007), clause('84D', 2007)
    ('12C1(b)', '84D')
    """
    return _BEFORE.get(number, {}).get(edition, number)


def in_edition(figure: T, edition: int) -> T:
    """An explanation with its clauses in the numbering of an edition."""
    if figure is None or edition == 2017:
        return figure
    parts = tuple(in_edition(part, edition) for part in figure.parts)
    return replace(figure, clause=clause(figure.clause, edition), parts=parts)
