"""A ruled figure begins with its ruling: what it replaced, what was awarded, by which clause."""

from __future__ import annotations

from amends import explain
from amends.awards import Artificial, Award, BetterOf, Complement, Mixture, NotScored, Redress
from amends.awards.award import in_words
from amends.bridge import Side
from amends.event import Row
from amends.explain import Explained
from amends.laws.editions import clause


def beginning_with_ruling(
    figure: Explained | None, row: Row, side: Side, edition: int, field: bool
) -> Explained | None:
    """The figure of a ruled row under the ruling that gave it; any other figure as it is.

    `field`: the board is compared in a field, so that after a split each direction has its own comparisons.
    """
    if figure is None or row.ruling is None:
        return figure
    award = row.awards[side]
    if award == row.table.result and row.awards[side.other] == award:
        return explain.same(f"ruling {row.ruling}: the table result, {in_words(award)}, stands", figure)
    happened = f"in place of {in_words(row.table.result)}" if isinstance(row.table.result, Mixture) else "no result"
    words = f"ruling {row.ruling}, {happened}: {side.words} {_given(award, row, side)}"
    if field and is_split(row):
        words += "; each direction is compared with its own awards"
    return explain.same(words, figure, clause(_clause_of(award, row.awards[side.other]), edition))


def _given(award: Award, row: Row, side: Side) -> str:
    if isinstance(award, Redress):
        return "damaged by the infraction, and in part by themselves" if award.side is side else "offending"
    return f"keep {in_words(award)}" if award == row.table.result else f"get {in_words(award)}"


def is_split(row: Row) -> bool:
    """Whether the two sides have different results."""
    ns, ew = row.awards
    return ns != ew and all(isinstance(award, Mixture) for award in (ns, ew))


def _clause_of(award: Award, other: Award) -> str:
    """The clause of 2017 by which an award is given; `other` is what the other side gets."""
    if isinstance(award, Complement) or isinstance(other, Complement):
        return "86B2"
    match award:
        case Mixture(plain=None):
            return "12C1(c)"
        case Redress():
            return "12C1(e)"
        case Artificial() | NotScored():
            return "12C2(a)"
        case BetterOf():
            return ""
        case _:
            return "12C1(a)"
