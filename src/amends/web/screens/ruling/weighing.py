"""Weights while they are set: from the form, and to and from the draft that stores them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact
from amends.bridge import Outcome
from amends.bridge.outcome import parse_outcome
from amends.bridge.tricks import TrickNotation
from amends.bridge.typed import read_typed
from amends.desk.guide.questions import read_outcomes
from amends.event.limits import LARGEST_DENOMINATOR, MOST_OUTCOMES
from amends.faults import Faults, Refusal
from amends.web.forms.form import SentForm
from amends.web.forms.texts import text as _

# Keys


SUITS = (("C", "♣"), ("D", "♦"), ("H", "♥"), ("S", "♠"), ("NT", "NT"))
DOUBLES = (("", "–"), ("x", "×"), ("xx", "××"))
DECLARERS = tuple((seat, seat) for seat in "NESW")
TRICKS = tuple(
    (each, each.replace("-", "−"))
    for each in (*(f"{down:+d}" for down in range(-6, 0)), "=", *(f"+{over}" for over in range(1, 7)))
)
"""Results further down are typed."""


def pressed(form: SentForm, notation: TrickNotation) -> Outcome:
    """The result that a form says: typed, or by keys."""
    if typed := form.text("typed"):
        return read_typed(typed, notation)
    if form.text("level") == "pass":
        return parse_outcome("pass")
    level, suit, by, tricks = (form.text(name) for name in ("level", "suit", "by", "tricks"))
    keys = {"the level": level, "the suit": suit, "who declared": by, "the tricks": tricks}
    missing = [name for name, key in keys.items() if not key]
    if missing:
        raise Refusal(
            _("The result lacks %(names)s.", names=", ".join(missing)), _("Press all keys of a result, or type it.")
        )
    return parse_outcome(f"{level}{suit}{form.text('double')} {by} {tricks}")


# Weights


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
            raise Refusal(
                _("At most %(most)s outcomes can be weighed.", most=MOST), _("Consider an artificial score (12C1(d)).")
            )
        count = len(self.parts) + 1
        shrunk = tuple((weight * Fraction(count - 1, count), each) for weight, each in self.parts)
        if len({weight for weight, _ in self.parts}) <= 1:
            return replace(self, parts=(*shrunk, (Fraction(1, count), outcome)))
        return replace(self, parts=(*self.parts, (max(Fraction(0), 1 - self.total), outcome)))

    def without(self, place: int) -> Weighing:
        """Without one; its weight goes to the heaviest of those that are left."""
        weight = self._at(place)
        rest = tuple(part for index, part in enumerate(self.parts) if index != place)
        return _given(replace(self, parts=rest), weight, None)

    def more(self, place: int) -> Weighing:
        """The next multiple of a step for one, taken from the heaviest other: from 60% by sixths it is 2/3."""
        step = STEPS[self.step]
        return self._moved(place, (self._at(place) // step + 1) * step)

    def less(self, place: int) -> Weighing:
        """The multiple of a step before for one, given to the heaviest other."""
        step = STEPS[self.step]
        return self._moved(place, (-(-self._at(place) // step) - 1) * step)

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
            raise Refusal(_("There is no such outcome."), _("Choose one of those above."))
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


def weighing_of(answer: str, step: str = USUAL) -> Weighing:
    """The weighing that an answer is; an empty one has no outcome."""
    return Weighing(read_outcomes(answer).parts if answer else (), step)


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
        raise Refusal(_("%(text)s is no weight.", text=text), _("Weights are 0%% to 100%%."))
    if weight.denominator > LARGEST_DENOMINATOR:
        raise Refusal(_("%(text)s is too fine a weight.", text=text), _("Write it with fewer digits."))
    return weight


# In a form, and in a draft


LITERAL = ("split", "table")
"""Answers about outcomes that are no outcomes."""


def weighing_kept(weighing: Weighing) -> str:
    """As a draft keeps it."""
    return "; ".join([weighing.step, *(f"{weight} {outcome}" for weight, outcome in weighing.parts)])


def kept_weighing(kept: str) -> Weighing | None:
    """The weighing that a draft keeps; None where it cannot be read."""
    step, *parts = kept.split("; ")
    weighted = (part.partition(" ") for part in parts[: MOST_OUTCOMES + 1])
    try:
        outcomes = tuple((Fraction(weight), parse_outcome(outcome)) for weight, _, outcome in weighted)
    except (Faults, ValueError, ZeroDivisionError):
        return None
    return Weighing(outcomes, step if step in STEPS else USUAL) if len(outcomes) <= MOST_OUTCOMES else None


def proposed_weighing(text: str) -> Weighing | None:
    """The weighing that an answer or a proposal is, in steps that suit it; None where it is none."""
    if not text or text in LITERAL:
        return None
    try:
        found = weighing_of(text)
    except Faults:
        return None
    thirds = any(weight.denominator % 3 == 0 for weight, _ in found.parts)
    return replace(found, step="6" if thirds else USUAL)


def sent_weighing(form: SentForm, name: str) -> Weighing | None:
    """The weighing of an editor as its form has it; None where the form has no such editor."""
    if not form.ticked(f"editor {name}"):
        return None
    outcomes, weights = form.texts(f"outcome {name}"), form.texts(f"weight {name}")
    if len(outcomes) != len(weights):
        raise Refusal(_("Each outcome needs a weight."), _("Load the page again."))
    if len(outcomes) > MOST_OUTCOMES:
        raise Refusal(_("At most %(most)s outcomes can be weighed.", most=MOST_OUTCOMES), _("Load the page again."))
    parts = tuple((read_weight(weight), parse_outcome(out)) for weight, out in zip(weights, outcomes, strict=True))
    step = form.text("step", USUAL)
    return Weighing(parts, step if step in STEPS else USUAL)


def pressed_weighing(form: SentForm, name: str, notation: TrickNotation) -> Weighing | None:
    """The weighing of an editor after the button that was pressed, which may be another editor's."""
    weighing = sent_weighing(form, name)
    what, _, rest = form.text("do").partition(":")
    editor, _, where = rest.partition(":")
    if weighing is None or editor != name:
        return weighing
    match what:
        case "add":
            return weighing.with_outcome(pressed(form, notation))
        case "chip":
            return weighing.with_outcome(parse_outcome(where))
        case "equal":
            return weighing.equal()
        case "more" | "less" | "rest" | "remove":
            steps = {"more": weighing.more, "less": weighing.less, "rest": weighing.rest, "remove": weighing.without}
            return steps[what](_place(where))
        case _:
            return weighing


def _place(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise Refusal(_("There is no such button."), _("Load the page again."))
    return int(text)
