"""Outcomes and their weights while a director sets them: steps of 5 %, of thirds and sixths, and the sum kept."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact
from amends.awards import Mixture
from amends.bridge import Outcome
from amends.desk.guide.questions import read_outcomes
from amends.faults import refuse

STEPS = {"5": Fraction(1, 20), "10": Fraction(1, 10), "6": Fraction(1, 6), "3": Fraction(1, 3)}
"""By how much a press of a button changes a weight."""
USUAL = "5"
MOST = 12
"""So many outcomes at the most; more than four are a hint that no such weighing is sensible (12C1(d))."""


@dataclass(frozen=True, slots=True)
class Weighing:
    """Outcomes with weights; unlike those of an award they need not add up yet."""

    parts: tuple[tuple[Fraction, Outcome], ...] = ()
    step: str = USUAL

    @property
    def total(self) -> Fraction:
        """What the weights add up to."""
        return sum((weight for weight, _ in self.parts), Fraction(0))

    @property
    def complete(self) -> bool:
        """Whether they add up to the whole."""
        return bool(self.parts) and self.total == 1

    @property
    def answer(self) -> str:
        """As an answer to the guide; outcomes without a weight are left out."""
        kept = [(weight, outcome) for weight, outcome in self.parts if weight]
        if len(kept) == 1 and kept[0][0] == 1:
            return str(kept[0][1])
        return "; ".join(f"{exact.percentage(weight)} {outcome}" for weight, outcome in kept)

    def with_outcome(self, outcome: Outcome) -> Weighing:
        """With one more: the first has everything, a further one an equal share; one that is there stays."""
        if any(each == outcome for _, each in self.parts):
            return self
        if len(self.parts) >= MOST:
            raise refuse(f"more than {MOST} outcomes", "fewer, or an artificial score (12C1(d))")
        count = len(self.parts) + 1
        shrunk = tuple((weight * Fraction(count - 1, count), each) for weight, each in self.parts)
        equal = len({weight for weight, _ in self.parts}) <= 1
        if equal:
            return replace(self, parts=(*shrunk, (Fraction(1, count), outcome)))
        return replace(self, parts=(*self.parts, (max(Fraction(0), 1 - self.total), outcome)))

    def without(self, place: int) -> Weighing:
        """Without one; its weight goes to the heaviest of those that are left."""
        weight = self._at(place)
        rest = tuple(part for index, part in enumerate(self.parts) if index != place)
        return _given(replace(self, parts=rest), weight, None)

    def more(self, place: int) -> Weighing:
        """One step more for one, taken from the heaviest other."""
        return self._moved(place, _up(self._at(place), STEPS[self.step]))

    def less(self, place: int) -> Weighing:
        """One step less for one, given to the heaviest other."""
        return self._moved(place, _down(self._at(place), STEPS[self.step]))

    def rest(self, place: int) -> Weighing:
        """What the others leave."""
        others = self.total - self._at(place)
        return self._set(place, max(Fraction(0), 1 - others))

    def equal(self) -> Weighing:
        """The same for all."""
        count = len(self.parts)
        return replace(self, parts=tuple((Fraction(1, count), outcome) for _, outcome in self.parts))

    def _at(self, place: int) -> Fraction:
        if not 0 <= place < len(self.parts):
            raise refuse("an outcome that is not there", "one of those above")
        return self.parts[place][0]

    def _set(self, place: int, weight: Fraction) -> Weighing:
        parts = tuple((weight, out) if index == place else (old, out) for index, (old, out) in enumerate(self.parts))
        return replace(self, parts=parts)

    def _moved(self, place: int, weight: Fraction) -> Weighing:
        """With another weight for one, and the sum kept where it was whole."""
        old, new = self._at(place), max(Fraction(0), min(Fraction(1), weight))
        changed = self._set(place, new)
        if self.total != 1 or len(self.parts) == 1:
            return changed if len(self.parts) > 1 else self._set(place, Fraction(1))
        return _given(changed, old - new, place)


def _given(weighing: Weighing, weight: Fraction, but: int | None) -> Weighing:
    """A weight given to (or taken from) the heaviest others, one after the other until all of it is placed."""
    parts = list(weighing.parts)
    left = weight
    for index in sorted((each for each in range(len(parts)) if each != but), key=lambda each: -parts[each][0]):
        had, outcome = parts[index]
        now = max(Fraction(0), had + left)
        parts[index] = (now, outcome)
        left -= now - had
        if not left:
            break
    return replace(weighing, parts=tuple(parts))


def _up(weight: Fraction, step: Fraction) -> Fraction:
    """The next multiple of a step above a weight: from 60% by sixths it is 2/3."""
    return (weight // step + 1) * step


def _down(weight: Fraction, step: Fraction) -> Fraction:
    return (-((-weight) // step) - 1) * step


def weighing_of(answer: str, step: str = USUAL) -> Weighing:
    """The weighing that an answer is; an empty one has no outcome."""
    if not answer:
        return Weighing(step=step)
    mixture: Mixture = read_outcomes(answer)
    return Weighing(mixture.parts, step)


def read_weight(text: str) -> Fraction:
    """A weight as it is typed: "60%", "60", "1/3", "2/3"; a bare number above 1 is a percentage.

    >>> [str(read_weight(text)) for text in ('60%', '60', '1/3', '1', '33.3')]
    ['3/5', '3/5', '1/3', '1', '333/1000']
    """
    said = text.strip().replace(",", ".")
    if not said:
        return Fraction(0)
    number = exact.number(said)
    weight = number if "%" in said or "/" in said or number <= 1 else number / 100
    if not 0 <= weight <= 1:
        raise refuse(f"the weight {text}", "a weight from 0% to 100%")
    return weight
