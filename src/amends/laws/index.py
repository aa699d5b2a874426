"""The index of the Laws: every clause, what it is about in our words, and where the program deals with it.

`CLAUSES` has the clauses that amends calculates, forbids by or cites, by their numbers of 2017. `index` has all
clauses of an edition by the numbers of that edition.

>>> print(CLAUSES['12C1(c)'].role, CLAUSES['12C1(c)'].function)
calculates amends.laws.law12.weighted
>>> print(index(1997)['12C3'].function)
amends.laws.law12.weighted
>>> print(index(2017)['39A'].role, '-', index(2017)['39A'].words)
lists - calls after the last pass
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files

from amends.laws.clauses import law_words, listed, spell
from amends.laws.editions import clause as clause_in


class ClauseRole(StrEnum):
    """What amends does with a clause."""

    CALCULATES = "calculates"  # a figure follows from it
    FORBIDS = "forbids"  # a finding about a ruling rests on it: forbidden, or unusual without a reason
    CITES = "cites"  # the director applies it; a ruling may name it
    LISTS = "lists"  # a ruling may name it; amends does nothing with it


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: its number, a line on what it is about, and the dotted name of its function ("" for none)."""

    number: str
    words: str
    role: ClauseRole
    function: str = ""


CLAUSES = {
    number: Clause(number, entry["words"], ClauseRole(entry["role"]), entry.get("function", ""))
    for number, entry in tomllib.loads((files(__package__) / "index.toml").read_text(encoding="utf-8")).items()
}
"""The clauses by their numbers, in the order of the Laws."""


@cache
def index(edition: int) -> dict[str, Clause]:
    """All clauses of an edition, by the numbers of that edition, in the order of the Laws.

    A clause that amends only lists has the words of its law.
    """
    known: dict[str, Clause] = {}
    for entry in CLAUSES.values():
        number = clause_in(entry.number, edition)
        known.setdefault(number, replace(entry, number=number))
    return {
        number: known.get(number) or Clause(number, law_words()[parts[0]], ClauseRole.LISTS)
        for parts in listed(edition)
        for number in [spell(parts)]
    }
