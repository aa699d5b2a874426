"""The editions of the Laws: under which number a clause of 2017 stands in 2007 and 1997, and which words they use."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import TypeVar

from amends.explain import Explained
from amends.faults import Faults, refuse
from amends.laws.clauses import EDITIONS, Parts, is_clause, is_listed, nearest, parse, spell

T = TypeVar("T", Explained, Explained | None)

REGULATION = "regulation"
"""What is cited where an edition has no clause: the regulation of the event."""

LIKELY_PROBABLE = "likely/probable"
"""The most favourable likely result for one side, the most unfavourable probable one for the other; not in 2017."""

NEED_NOT_BALANCE = "need not balance"
"""That the scores of the two sides need not balance; a clause of its own in 2007 alone."""

_BEFORE: dict[str, dict[str, str]] = tomllib.loads((files(__package__) / "editions.toml").read_text(encoding="utf-8"))
"""Where a number of 2017 differs in an older edition; what is below it moves with it."""

_SELF_INFLICTED = {
    2017: "extremely serious error or gambling action",
    2007: "serious error, or wild or gambling action",
    1997: "irrational, wild or gambling action",
}


@lru_cache(maxsize=4096)
def clause(number: str, edition: int) -> str:
    """The clause of 2017 in the numbering of an edition: the nearest one it has, or "regulation" where it has none.

    >>> clause('12C1(e)', 2007), clause('84D', 2007), clause('16D2(c)', 2007), clause('12C2(d)', 2007)
    ('12C1(b)', '84D', '16C2(c)', 'regulation')
    >>> clause(LIKELY_PROBABLE, 2007)
    '12C1(e)'
    """
    if number in _BEFORE:
        return _BEFORE[number].get(str(edition)) or _within(number, edition)
    return _within(number, edition) if edition != 2017 else number


def _within(number: str, edition: int) -> str:
    """A clause without an entry of its own: below the nearest one that has an entry, as deep as the edition goes."""
    parts = parse(number)
    if not is_clause(parts, 2017):
        return number  # words, such as the name of a regulation
    for depth in range(len(parts) - 1, 0, -1):
        moved = _BEFORE.get(spell(parts[:depth]), {}).get(str(edition))
        if moved == REGULATION:
            return REGULATION
        if moved:
            parts, least = (*parse(moved), *parts[depth:]), len(parse(moved))
            break
    else:
        least = 1
    deep = (parts[:depth] for depth in range(len(parts), least - 1, -1))
    return next((spell(each) for each in deep if is_listed(each, edition)), number)


def self_inflicted_words(edition: int) -> str:
    """What a side must have done for damage to be of its own making, in the words of an edition.

    >>> self_inflicted_words(2007)
    'serious error, or wild or gambling action'
    """
    return _SELF_INFLICTED[edition]


def in_edition(figure: T, edition: int) -> T:
    """An explanation with its clauses in the numbering of an edition."""
    if figure is None or edition == 2017:
        return figure
    parts = tuple(in_edition(part, edition) for part in figure.parts)
    return replace(figure, clause=clause(figure.clause, edition), parts=parts)


def read_law(text: str, edition: int) -> str:
    """A citation in one spelling: a clause of the edition, or other words, which cite a regulation, as they are.

    >>> read_law('law 12 c1 (C)', 2017), read_law('16b1a', 2017), read_law('White Book 8.12', 2017)
    ('12C1(c)', '16B1(a)', 'White Book 8.12')
    >>> read_law('12C5', 2017)
    Traceback (most recent call last):
    amends.faults.Faults: found 12C5; expected a clause of the Laws of 2017, such as 12C4 or 12C3
    """
    words = text.strip()
    parts = parse(words)
    if not words:
        raise refuse("nothing", "a clause of the Laws, or a regulation")
    if not parts:
        return words
    if not is_clause(parts, edition):
        raise _unknown(words, parts, edition)
    return spell(parts)


def is_regulation(law: str) -> bool:
    """Whether a citation is of a regulation: words that are no clause.

    >>> is_regulation('EBU regulation on psyches'), is_regulation('12C2')
    (True, False)
    """
    return bool(law.strip()) and not parse(law) and not law.strip()[0].isdigit()


def cites(laws: Iterable[str], *numbers: str, edition: int) -> bool:
    """Whether one of the laws is one of these clauses of 2017, or below it; the laws are in the edition's numbering.

    Where the edition has no such clause, any regulation will do. What cannot be read cites nothing.

    >>> cites(['12C1(e)(i)'], '12C1(e)', edition=2017), cites(['12c1b'], '12C1(e)', edition=2007)
    (True, True)
    >>> cites(['12C1'], '12C1(e)', edition=2017), cites(['White Book 8.12'], '12C2(d)', edition=2007)
    (False, True)
    """
    wanted = [clause(number, edition) for number in numbers]
    clauses = [parse(number) for number in wanted if number != REGULATION]
    for law in laws:
        parts = parse(law)
        if not parts and law.strip() and REGULATION in wanted:
            return True
        if any(parts[: len(each)] == each for each in clauses) and is_clause(parts, edition):
            return True
    return False


def _unknown(text: str, parts: Parts, edition: int) -> Faults:
    """The refusal of a clause that the edition has not, with those that may be meant."""
    number = spell(parts)
    moved = clause(number, edition)
    near = [spell(each) for each in nearest(parts, edition)]
    if moved == REGULATION:
        instead = "or the regulation"
    elif is_listed(parse(moved), edition):
        instead = f"such as {' or '.join(list(dict.fromkeys([moved, *near]))[:2])}"
    else:
        instead = f"such as {' or '.join(near)}"
    years = [str(year) for year in EDITIONS if is_listed(parts, year)]
    elsewhere = f"; {number} is of {' and '.join(years)}" if years else ""
    return refuse(text, f"a clause of the Laws of {edition}, {instead}{elsewhere}")
