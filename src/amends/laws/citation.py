"""Laws as people cite them: a clause in any spelling, or the words of a regulation."""

from __future__ import annotations

from collections.abc import Iterable

from amends.faults import Faults, refuse
from amends.laws.clauses import EDITIONS, Parts, is_clause, is_listed, nearest, parse, spell
from amends.laws.editions import REGULATION, clause


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
