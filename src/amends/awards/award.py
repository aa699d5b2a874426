"""The closed union of awards; `str` of each is the notation that `parse_award` reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from amends import exact
from amends.bridge import Outcome, Points, Side
from amends.faults import Fault, Faults, refuse

_WHOLE = Fraction(1)
"""The weight of a result that is the only one: recognised before fractions are compared, which is slow."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """One result, or several with weights (12C1(c)), as they were entered.

    Scoring demands that the weights are positive and add up to exactly 1; what was entered may be otherwise, so that
    a check can say so.

    >>> from amends.awards import parse_award
    >>> str(parse_award('60% 4H N 10; 2/5 4H N -1'))
    '60% 4H N =; 40% 4H N -1'
    """

    parts: tuple[tuple[Fraction, Outcome], ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Mixture:
        """A mixture of one: a plain result."""
        return cls(((_WHOLE, outcome),))

    @property
    def plain(self) -> Outcome | None:
        """The one result, if it is one with all the weight."""
        if len(self.parts) != 1:
            return None
        weight, outcome = self.parts[0]
        return outcome if weight is _WHOLE or weight == 1 else None

    def faults(self) -> Iterable[Fault]:
        """What scoring cannot accept about the weights."""
        for weight, outcome in self.parts:
            if weight <= 0:
                yield Fault(f"weight {exact.percentage(weight)} on {outcome}", "a weight above 0")
        total = sum((weight for weight, _ in self.parts), Fraction(0))
        if total != 1:
            yield Fault(
                f"weights that add up to {exact.percentage(total)} in {str(self)!r}",
                "weights that add up to exactly 100%",
            )

    def checked(self) -> Mixture:
        """Itself; raises all that is wrong with the weights."""
        if not self._adds_up() and (faults := tuple(self.faults())):
            raise Faults(faults)
        return self

    def _adds_up(self) -> bool:
        """Whether nothing is wrong with the weights; in whole numbers, which are faster than fractions."""
        unit = lcm(*(weight.denominator for weight, _ in self.parts))
        shares = [weight.numerator * (unit // weight.denominator) for weight, _ in self.parts]
        return sum(shares) == unit and min(shares, default=0) > 0

    def __str__(self) -> str:
        if self.plain is not None:
            return str(self.plain)
        return "; ".join(f"{exact.percentage(weight)} {outcome}" for weight, outcome in self.parts)


class Grade(StrEnum):
    """The artificial scores of Law 12C2(a); they follow the session score by 12C2(c)."""

    PLUS = "A+"
    AVERAGE = "A"
    MINUS = "A-"


class Unit(Enum):
    """What a fixed artificial score is counted in."""

    PERCENT = "%"
    IMPS = " IMP"


@dataclass(frozen=True, slots=True)
class Artificial:
    """An artificial adjusted score (12C2): a grade, or a fixed figure that never follows the session score.

    >>> str(Artificial(Grade.PLUS)), str(Artificial(Fraction(3, 5), Unit.PERCENT))
    ('A+', '60%')
    """

    grade: Grade | Fraction
    unit: Unit | None = None

    def __post_init__(self) -> None:
        if isinstance(self.grade, Grade) != (self.unit is None):
            raise refuse(f"{self.grade!r} with the unit {self.unit}", "a grade without a unit, or a figure with one")
        if self.unit is Unit.PERCENT and not 0 <= self.grade <= 1:  # type: ignore[operator]  # a Fraction
            raise refuse(f"{exact.show(Fraction(self.grade) * 100)}%", "a percentage from 0% to 100%")

    def __str__(self) -> str:
        if isinstance(self.grade, Grade):
            return str(self.grade)
        if self.unit is Unit.PERCENT:
            return f"{exact.show(self.grade * 100)}%"
        return f"{'+' if self.grade > 0 else ''}{exact.show(self.grade)} IMP"


@dataclass(frozen=True, slots=True)
class NotScored:
    """No score. A board not played was expected in the field; a sit-out was not."""

    expected: bool = True

    def __str__(self) -> str:
        return "np" if self.expected else "sit-out"


@dataclass(frozen=True, slots=True)
class Redress:
    """12C1(e): a side contributed to its own damage; both sides' scores follow from three results.

    `side` is the non-offending side. `actual` is what happened, `normal` what would have happened without the
    infraction, `expected` what was to be expected after the infraction with normal play.
    """

    side: Side
    actual: Mixture
    normal: Mixture
    expected: Mixture

    def __str__(self) -> str:
        return f"{self.side.value} actual {self.actual} | normal {self.normal} | expected {self.expected}"


@dataclass(frozen=True, slots=True)
class BetterOf:
    """The better of two awards for the side that has it (86B2; a fielded psyche in some regulations)."""

    one: Mixture | Artificial
    other: Mixture | Artificial

    def __str__(self) -> str:
        return f"better of {self.one} | {self.other}"


@dataclass(frozen=True, slots=True)
class Complement:
    """86B2: what is left of the board when the other side has its figure; it follows from a ruling."""

    def __str__(self) -> str:
        return "complement"


@dataclass(frozen=True, slots=True)
class Published:
    """A figure that a file insists on, and what the field is shown of the row."""

    points: Fraction
    shows: Mixture | None = None

    def __str__(self) -> str:
        return f"published {exact.show(self.points)}" + (f" | {self.shows}" if self.shows else "")


Award: TypeAlias = Mixture | Artificial | NotScored | Redress | BetterOf | Complement | Published
"""What one side is awarded on a board."""


GRADES = {Grade.PLUS: "average plus", Grade.AVERAGE: "average", Grade.MINUS: "average minus"}


def in_words(award: Award) -> str:
    """An award as a director says it.

    >>> from amends.awards import parse_award
    >>> in_words(parse_award('better of A+ | 4H N -1')), in_words(parse_award('60% +620; 40% 4S E ='))
    ('the better of average plus and 4♥ N −1', '60% NS +620; 40% 4♠ E =')
    """
    match award:
        case Mixture():
            if award.plain is not None:
                return _outcome(award.plain)
            return "; ".join(f"{exact.percentage(weight)} {_outcome(outcome)}" for weight, outcome in award.parts)
        case Artificial(grade=grade):
            if isinstance(grade, Grade):
                return GRADES[grade]
            return f"a fixed {str(award).replace('-', '−')}{'s' if award.unit is Unit.IMPS else ''}"
        case NotScored():
            return "not scored" if award.expected else "sit-out"
        case Redress():
            normal, expected = in_words(award.normal), in_words(award.expected)
            return f"redress for {award.side.words}: normal {normal}, expected {expected}"
        case BetterOf():
            return f"the better of {in_words(award.one)} and {in_words(award.other)}"
        case Complement():
            return "what the opponents' figure leaves"
        case Published():
            return f"{exact.show(award.points)} as published"


def _outcome(outcome: object) -> str:
    return f"NS {exact.signed(outcome.ns)}" if isinstance(outcome, Points) else outcome.symbols  # type: ignore[attr-defined]
