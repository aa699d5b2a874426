"""12C2: artificial adjusted scores, by responsibility, and as they follow the session score."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from amends import exact, explain
from amends.awards import Artificial, Grade, Unit
from amends.explain import Explained
from amends.faults import refuse
from amends.regulations import Regulation


class Responsibility(StrEnum):
    """A contestant's share in the irregularity."""

    NONE = "none"
    PARTLY = "partly"
    DIRECT = "direct"


def by_responsibility(responsibility: Responsibility) -> Grade:
    """12C2(a): average plus for no fault, average for part of it, average minus for direct fault."""
    return {
        Responsibility.NONE: Grade.PLUS,
        Responsibility.PARTLY: Grade.AVERAGE,
        Responsibility.DIRECT: Grade.MINUS,
    }[responsibility]


def exceeds_the_board(ns: Grade, ew: Grade, regulation: Regulation) -> bool:
    """12C2(a): whether two artificial scores add up to more than 100%, as only an outside agency can justify."""
    return share(Artificial(ns), regulation).value + share(Artificial(ew), regulation).value > 1


@lru_cache(maxsize=1024)
def share(award: Artificial, regulation: Regulation) -> Explained:
    """12C2(a): the share of the available matchpoints, before the session score is looked at."""
    if award.unit is Unit.IMPS:
        raise refuse(f"{award} at matchpoints", "A+, A, A- or a percentage")
    if not isinstance(award.grade, Grade):
        return explain.given(award.grade, f"fixed percentage {award}", "12C2(a)")
    percent = {
        Grade.PLUS: regulation.average_plus_percent,
        Grade.AVERAGE: Fraction(50),
        Grade.MINUS: regulation.average_minus_percent,
    }[award.grade]
    return explain.given(percent / 100, f"{award}, {exact.show(percent)}%", "12C2(a)")


@lru_cache(maxsize=1024)
def imps(award: Artificial, regulation: Regulation) -> Explained:
    """12C2(b): the IMPs of an artificial score, before the session score is looked at."""
    if award.unit is Unit.PERCENT:
        raise refuse(f"{award} at IMPs", "A+, A, A- or a figure such as +3 IMP")
    if not isinstance(award.grade, Grade):
        return explain.given(award.grade, f"fixed {award}", "12C2(b)")
    sign = {Grade.PLUS: 1, Grade.AVERAGE: 0, Grade.MINUS: -1}[award.grade]
    return explain.given(sign * regulation.average_plus_imps, f"{award} at IMPs", "12C2(b)")


def lowest(awards: Sequence[Artificial], regulation: Regulation, *, board_a_match: bool) -> Artificial:
    """The lowest of a team's artificial scores on one board, by their values before the session score is looked at.

    >>> from amends.regulations import default
    >>> str(lowest([Artificial(Grade.PLUS), Artificial(Grade.AVERAGE)], default(), board_a_match=False))
    'A'
    """
    flat = share if board_a_match else imps
    return min(awards, key=lambda award: flat(award, regulation).value)


def session_award(award: Artificial, flat: Explained, others: Explained | None) -> Explained:
    """12C2(c): average plus is lifted, average minus lowered, to the score on the other boards of the session.

    `flat` and `others` are in one unit: shares of the available matchpoints, or IMPs a board; None: no other board.

    >>> plus = Artificial(Grade.PLUS)
    >>> str(session_award(plus, explain.given(3, 'A+'), explain.given(4, 'the other boards')).value)
    '4'
    """
    if others is None or award.grade not in (Grade.PLUS, Grade.MINUS):
        return flat
    if award.grade is Grade.PLUS:
        return explain.greatest("A+, at least the score on the other boards", flat, others, clause="12C2(c)")
    return explain.least("A-, at most the score on the other boards", flat, others, clause="12C2(c)")
