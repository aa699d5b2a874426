"""12C1(a) to (c): assigned adjusted scores, weighted where several results were possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from amends import exact, explain
from amends.awards import Artificial, Grade, Unit
from amends.explain import Explained
from amends.faults import refuse
from amends.regulations import Regulation

CLAUSE = "12C1(e)"


class Damage(StrEnum):
    """Whose doing the damage was."""

    NONE = "no-damage"  # B is no better than A
    SELF_INFLICTED = "self-inflicted"  # A < B ≤ C: the infraction cost nothing
    CONSEQUENT = "consequent"  # C ≤ A < B: the infraction cost all of it
    PARTIAL = "partial"  # A < C < B: some of each


def damage(actual: Fraction, normal: Fraction, expected: Fraction) -> Damage:
    """Which of the four cases it is.

    >>> damage(Fraction(-8), Fraction(2), Fraction(-6)).value
    'partial'
    """
    if normal <= actual:
        return Damage.NONE
    if normal <= expected:
        return Damage.SELF_INFLICTED
    return Damage.CONSEQUENT if expected <= actual else Damage.PARTIAL


@dataclass(frozen=True, slots=True)
class SelfInflicted:
    """The case, the three figures it was judged on, and the non-offending side's score."""

    damage: Damage
    actual: Explained
    normal: Explained
    expected: Explained
    non_offending: Explained


_WORDS = {
    Damage.SELF_INFLICTED: "all damage self-inflicted: the actual score",
    Damage.CONSEQUENT: "all damage caused by the infraction: the normal score",
    Damage.PARTIAL: "actual score and the damage caused by the infraction",
}


def redress(actual: Explained, normal: Explained, expected: Explained) -> SelfInflicted:
    """The non-offending side's score: A + min(max(B − C, 0), B − A), or A where there is no damage.

    The WBF commentary's example 7, in IMPs: what happened −8, normal +2, expected −6.

    >>> figures = [explain.given(n, words) for n, words in ((-8, 'actual'), (2, 'normal'), (-6, 'expected'))]
    >>> str(redress(*figures).non_offending.value)
    '0'
    """
    case = damage(actual.value, normal.value, expected.value)
    if case is Damage.NONE:
        words = f"normal, {exact.mixed(normal.value)}, is no better than {exact.mixed(actual.value)}: the actual score"
        return SelfInflicted(case, actual, normal, expected, explain.same(words, actual, "12B1"))
    caused = explain.greatest(
        "damage caused by the infraction",
        explain.difference("normal less expected", normal, expected, CLAUSE),
        explain.given(0, "never less than nothing"),
        clause=CLAUSE,
    )
    whole = explain.difference("damage on the board: normal less actual", normal, actual, "12B1")
    given_back = explain.least("redress, at most the damage on the board", caused, whole, clause=CLAUSE)
    figure = explain.total(_WORDS[case], actual, given_back, clause=CLAUSE)
    return SelfInflicted(case, actual, normal, expected, figure)


def self_inflicted_part(actual: Explained, normal: Explained, expected: Explained) -> Explained:
    """The part of the damage that a side did to itself: max(0, min(B, C) − A).

    >>> figures = [explain.given(n, words) for n, words in ((-9, 'actual'), (0, 'normal'), (-8, 'expected'))]
    >>> str(self_inflicted_part(*figures).value)
    '1'
    """
    best = explain.least("normal, or expected where that is less", normal, expected)
    lost = explain.difference("less what happened", best, actual)
    nothing = explain.given(0, "never less than nothing")
    return explain.greatest("self-inflicted damage", lost, nothing, clause=CLAUSE)


def less_self_inflicted(normal: Explained, parts: Sequence[Explained], floor: Explained | None) -> Explained:
    """Teams, rulings in both rooms: the normal score of the board less what the team did to itself in each room.

    `floor` is the score with both table results, for a team that is the damaged side in both rooms.
    """
    figure = normal
    for part in parts:
        figure = explain.difference("less the self-inflicted damage", figure, part, CLAUSE)
    if floor is None:
        return figure
    return explain.greatest("never less than with both table results", figure, floor, clause=CLAUSE)


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


def knockout_average(own: Explained, opponents: Explained, top: Fraction = Fraction(0)) -> Explained:
    """Each contestant's score is calculated by itself, and each gets the average of the two.

    `top` is what two balanced scores add up to: 0 at IMPs. The WBF commentary's example 6, −11 and +4:

    >>> str(knockout_average(explain.given(-11, 'own'), explain.given(4, 'theirs')).value)
    '-15/2'
    """
    if own.value + opponents.value == top:
        return own
    words = "the opponents' score, seen from this side"
    if top:
        seen = explain.difference(words, explain.given(top, "the board"), opponents)
    else:
        seen = explain.negative(words, opponents)
    both = explain.total("the two scores together", own, seen)
    half = explain.given(Fraction(1, 2), "half")
    words = "each team's score calculated separately, the average given to both"
    return explain.product(words, half, both, clause="12C4")


def weighted(words: str, parts: Iterable[tuple[Fraction, str, Explained]]) -> Explained:
    """12C1(c): each result scored first, then weighted, then added up. A part is weight, result and its figure.

    >>> made, down = explain.given(10, 'IMPs'), explain.given(-6, 'IMPs')
    >>> str(weighted('the board', [(Fraction(2, 3), '+620', made), (Fraction(1, 3), '-100', down)]).value)
    '14/3'
    """
    lines = [
        explain.product(
            f"{exact.percentage(weight)} of {result}",
            explain.given(weight, f"weight of {result}"),
            figure,
            clause="12C1(c)",
        )
        for weight, result, figure in parts
    ]
    return explain.total(words, *lines, clause="12C1(c)")
