"""12C1(e) (12C1(b) in 2007): a non-offending side that has contributed to its own damage.

Redress is given for the damage that the infraction caused, not for what the side did to itself. Three results are
compared in the unit of scoring, in the non-offending side's view: A, what happened; B, normal, without the infraction;
C, what was to be expected after the infraction with normal play.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from amends import exact, explain
from amends.explain import Explained

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
