"""A figure that knows its parts, and a finding about a ruling.

An `Explained` is not a comment on a calculation but the calculation itself: its value is made from the values of its
parts by its operation, so the tree can be walked and every value found again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import prod

from amends import exact


class Operation(StrEnum):
    """How the value of a figure follows from the values of its parts."""

    GIVEN = "given"  # no parts: an input
    SAME = "same"  # the value of the one part
    SUM = "sum"
    DIFFERENCE = "difference"  # the first less the second
    PRODUCT = "product"
    QUOTIENT = "quotient"  # the first over the second
    GREATEST = "greatest"
    LEAST = "least"
    NEGATIVE = "negative"
    UP = "up"  # the first, up to a multiple of the second
    DOWN = "down"  # the first, down to a multiple of the second
    NEAREST = "nearest"  # the nearest multiple of the second, halves away from zero
    NEAREST_EVEN = "nearest-even"  # the same, halves to the even multiple
    HALF_AWAY = "half-away"  # the nearest multiple of the second, halves away from the third
    HALF_TOWARDS = "half-towards"  # the nearest multiple of the second, halves towards the third
    IMPS = "imps"  # Law 78B's scale at the one part
    IMPS_CAPPED = "imps-capped"  # the same, at most the second part
    COMPARED = "compared"  # the second part if the first is above 0, half of it at 0, nothing below
    ROOT_QUOTIENT = "root-quotient"  # the first over √(r(r−1)/2), r the second, rounded to 0.01
    SCALE = "scale"  # a victory point scale, named in the words, at the first part for the second's boards


@dataclass(frozen=True, slots=True)
class Explained:
    """A figure: its value, how it came about, from which parts, and by which clause.

    >>> half = given(Fraction(1, 2), 'weight')
    >>> print(product('half of ten', half, given(Fraction(10), 'matchpoints')).text())
    half of ten: 5
      weight: ½
      matchpoints: 10
    """

    value: Fraction
    operation: Operation
    words: str
    clause: str = ""
    parts: tuple[Explained, ...] = ()

    def walk(self) -> Iterator[Explained]:
        """The figure and all its parts, the whole before its parts."""
        return (figure for _, figure in self.lines())

    def lines(self, depth: int = 0) -> Iterator[tuple[int, Explained]]:
        """The tree as lines, each with its depth."""
        yield depth, self
        for part in self.parts:
            yield from part.lines(depth + 1)

    def sentence(self) -> str:
        """One line of the tree: what it is, the value, the clause."""
        clause = f"  [{self.clause}]" if self.clause else ""
        return f"{self.words}: {exact.mixed(self.value)}{clause}"

    def text(self) -> str:
        """The tree as text, parts indented under the figure they make."""
        return "\n".join("  " * depth + part.sentence() for depth, part in self.lines())

    def data(self) -> dict[str, object]:
        """The tree as plain data with exact values."""
        data: dict[str, object] = {
            "value": exact.show(self.value),
            "words": self.words,
            "operation": str(self.operation),
        }
        if self.clause:
            data["clause"] = self.clause
        if self.parts:
            data["parts"] = [part.data() for part in self.parts]
        return data


def given(value: Fraction | int, words: str, clause: str = "") -> Explained:
    """An input: a figure without parts."""
    return Explained(Fraction(value), Operation.GIVEN, words, clause)


def same(words: str, part: Explained, clause: str = "") -> Explained:
    """A figure that is its one part, under another name."""
    return Explained(part.value, Operation.SAME, words, clause, (part,))


def total(words: str, *parts: Explained, clause: str = "") -> Explained:
    """The sum of the parts."""
    return Explained(sum((p.value for p in parts), Fraction(0)), Operation.SUM, words, clause, parts)


def difference(words: str, one: Explained, other: Explained, clause: str = "") -> Explained:
    """The first part less the second."""
    return Explained(one.value - other.value, Operation.DIFFERENCE, words, clause, (one, other))


def product(words: str, *parts: Explained, clause: str = "") -> Explained:
    """The product of the parts."""
    return Explained(prod((p.value for p in parts), start=Fraction(1)), Operation.PRODUCT, words, clause, parts)


def quotient(words: str, one: Explained, other: Explained, clause: str = "") -> Explained:
    """The first part divided by the second."""
    return Explained(one.value / other.value, Operation.QUOTIENT, words, clause, (one, other))


def rounded(
    operation: Operation, words: str, part: Explained, unit: Explained, average: Fraction | None = None
) -> Explained:
    """The part rounded to a multiple of the unit by one of the rounding operations."""
    parts: tuple[Explained, ...] = (part, unit)
    match operation:
        case Operation.UP:
            value = exact.up(part.value, unit.value)
        case Operation.DOWN:
            value = exact.down(part.value, unit.value)
        case Operation.NEAREST:
            value = exact.nearest(part.value, unit.value)
        case Operation.NEAREST_EVEN:
            value = exact.nearest_even(part.value, unit.value)
        case _:
            middle = average or Fraction(0)
            parts = (part, unit, given(middle, "average"))
            value = exact.rounded(
                part.value, f"{operation}-from-average".replace("towards-from", "towards"), unit.value, middle
            )
    return Explained(value, operation, words, "", parts)


def greatest(words: str, *parts: Explained, clause: str = "") -> Explained:
    """The greatest of the parts."""
    return Explained(max(p.value for p in parts), Operation.GREATEST, words, clause, parts)


def least(words: str, *parts: Explained, clause: str = "") -> Explained:
    """The least of the parts."""
    return Explained(min(p.value for p in parts), Operation.LEAST, words, clause, parts)


def negative(words: str, part: Explained, clause: str = "") -> Explained:
    """The part as the other side sees it."""
    return Explained(-part.value, Operation.NEGATIVE, words, clause, (part,))


class Verdict(StrEnum):
    """How grave a finding is."""

    ALLOWED = "allowed"
    UNUSUAL = "unusual"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check says of a ruling, with its clause and a sentence a director understands."""

    verdict: Verdict
    clause: str
    words: str

    def __str__(self) -> str:
        return f"{self.verdict} {self.clause}"
