"""12C2(c) and (d) over a window of boards: what a contestant's artificial scores are worth, given its other boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from amends import exact, explain
from amends.awards import Artificial, Award, BetterOf, Grade, Mixture, NotScored
from amends.bridge import BySide
from amends.event import Row
from amends.explain import Explained
from amends.laws import law12
from amends.regulations import Regulation


@dataclass(frozen=True, slots=True)
class Claim:
    """An artificial score before the session score is looked at.

    `flat` is a share of the board's `top` at matchpoints; at IMPs it is IMPs, and the top is None.
    """

    award: Artificial
    flat: Explained
    top: Explained | None = None

    @property
    def available(self) -> Fraction:
        """What could be had on the board: matchpoints, or one board."""
        return self.top.value if self.top else Fraction(1)

    @property
    def is_average_plus(self) -> bool:
        """Whether 12C2(d) counts it: a fixed percentage is no average plus."""
        return self.award.grade is Grade.PLUS

    def points(self, figure: Explained) -> Explained:
        """A figure like the flat one, in points of the board."""
        if self.top is None:
            return figure
        return explain.product("share of the top", figure, self.top, clause=figure.clause or "12C2(a)")

    def as_average(self, number: int, regulation: Regulation) -> Claim:
        """12C2(d): the claim as average, because it is average plus number `number` of the session."""
        average = Artificial(Grade.AVERAGE)
        flat = (law12.imps if self.top is None else law12.share)(average, regulation)
        words = f"{exact.ordinal(number)} average plus of the session, counts as average"
        return replace(self, award=average, flat=explain.same(words, flat, "12C2(d)"))


@dataclass(frozen=True, slots=True)
class Alternative:
    """The better of an artificial score and a result, before it is decided (86B2, a fielded psyche).

    `result` is the result's figure in points of the board as if it stood, None where there is none; `others` is the
    score on the boards of the window that are neither artificial nor a better-of.
    """

    claim: Claim
    result: Explained | None
    others: Explained | None

    def prefers_result(self, settled: Claim | NotScored) -> bool:
        """Whether the result is better than what stands against it."""
        if self.result is None or isinstance(settled, NotScored):
            return self.result is not None
        lifted = law12.session_award(settled.award, settled.flat, self.others)
        return self.result.value > settled.points(lifted).value


Settled: TypeAlias = Claim | NotScored | None
"""An artificial score; a board that is not scored; None where the result counts."""


def limited(given: Sequence[Claim | Alternative | None], regulation: Regulation) -> list[Settled]:
    """12C2(d) over a contestant's boards of one session, in the order in which they were given.

    Averages plus beyond the limit become averages, or are not scored. A better-of is decided here, once: it counts
    where average plus is taken, and beyond the limit the choice is between the result and what comes after the limit.
    """
    limit, taken = regulation.average_plus_limit, 0
    result: list[Settled] = []
    for each in given:
        claim = each.claim if isinstance(each, Alternative) else each
        settled: Settled = claim
        if claim is not None and claim.is_average_plus and limit and taken >= limit:
            after = regulation.after_limit
            settled = claim.as_average(taken + 1, regulation) if after == "average" else NotScored()
        if isinstance(each, Alternative) and settled is not None and each.prefers_result(settled):
            settled = None
        if claim is not None and claim.is_average_plus and settled is not None:
            taken += 1
        result.append(settled)
    return result


def result_taken(figure: Explained, words: str, beyond: bool, regulation: Regulation) -> Explained:
    """The figure of a better-of whose result was taken; beyond the limit of 12C2(d) it was not held against A+."""
    if not beyond:
        return explain.same(words, figure)
    instead = "the result is better than average" if regulation.after_limit == "average" else "the result stands"
    return explain.same(f"beyond the limit of averages plus, {instead}", figure, "12C2(d)")


@dataclass(frozen=True, slots=True)
class Window:
    """A contestant's real boards in the session, match or stage that 12C2(c) looks at.

    `available` is what could be had on them: matchpoints, or at IMPs the number of boards.
    """

    total: Explained
    available: Explained


def settled(claims: Sequence[Claim | None], window: Window, regulation: Regulation) -> list[Explained | None]:
    """Each artificial score of the window once it has followed the session score; not yet in points of the board."""
    figures: list[Explained | None] = []
    for place, claim in enumerate(claims):
        if claim is None:
            figures.append(None)
            continue
        rest = [other for index, other in enumerate(claims) if index != place and other is not None]
        figures.append(law12.session_award(claim.award, claim.flat, others(window, rest, regulation)))
    return figures


def others(window: Window, claims: Sequence[Claim], regulation: Regulation) -> Explained | None:
    """The score a board on the other boards; None where the rule is off or there is no real board."""
    if regulation.session_score == "off" or not window.available.value:
        return None
    total, available = window.total, window.available
    if regulation.session_basis == "other-boards" and claims:
        flats = [claim.points(claim.flat) for claim in claims]
        total = explain.total("total on the other boards", total, *flats)
        more = explain.given(sum((claim.available for claim in claims), Fraction(0)), "their artificial scores")
        available = explain.total("available on the other boards", available, more)
    return explain.quotient("score on the other boards", total, available, clause="12C2(c)")


def is_choice(award: Award) -> bool:
    """Whether an award is the better of an artificial score and a result, in either order."""
    return isinstance(award, BetterOf) and isinstance(award.one, Mixture) != isinstance(award.other, Mixture)


def parts(award: BetterOf) -> tuple[Artificial, Mixture]:
    """The artificial score and the result of a choice."""
    one, other = (award.one, award.other) if isinstance(award.one, Artificial) else (award.other, award.one)
    assert isinstance(one, Artificial)
    assert isinstance(other, Mixture)
    return one, other


def has_choices(rows: Iterable[Row]) -> bool:
    """Whether anything is to be decided."""
    for row in rows:
        awards = row.awards
        ns, ew = awards.ns, awards.ew
        if (isinstance(ns, BetterOf) and is_choice(ns)) or (
            ew is not ns and isinstance(ew, BetterOf) and is_choice(ew)
        ):
            return True
    return False


def with_results(rows: Sequence[Row]) -> list[Row]:
    """The rows with every choice at its result, as if it stood."""
    return [replace(row, awards=row.awards.map(_result)) if has_choices([row]) else row for row in rows]


def _result(award: Award) -> Award:
    return parts(award)[1] if isinstance(award, BetterOf) and is_choice(award) else award


def decided(row: Row, taken: BySide[list[Artificial | None]]) -> Row:
    """The row once its choices are made; `taken` has what each contestant of a side takes, None for the result.

    Where the two players of an individual choose otherwise the row shows its result.
    """
    awards: list[Award] = []
    for award, each in zip(row.awards, taken, strict=True):
        if not isinstance(award, BetterOf) or not is_choice(award):
            awards.append(award)
        elif each and None not in each:
            awards.append(each[0])  # type: ignore[arg-type]  # no None
        else:
            awards.append(parts(award)[1])
    return replace(row, awards=BySide(awards[0], awards[1]))
