"""Weights and votes while they are set: from the form, and to and from the draft that stores them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from amends import exact
from amends.bridge import Outcome
from amends.bridge.outcome import parse_outcome
from amends.bridge.tricks import TrickNotation
from amends.bridge.typed import read_typed
from amends.desk.guide import Kind, Question
from amends.desk.guide.questions import read_outcomes
from amends.faults import Faults, Refusal
from amends.rulings.polls.poll import read_polls
from amends.web.forms.form import SentForm

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
        raise Refusal(f"The result lacks {', '.join(missing)}.", "Press all keys of a result, or type it.")
    return parse_outcome(f"{level}{suit}{form.text('double')} {by} {tricks}")


# Votes


MOST_ACTIONS = 20


@dataclass(frozen=True, slots=True)
class Polling:
    """Actions with their votes so far; those nobody chose stay on the screen."""

    votes: tuple[tuple[str, int], ...] = ()

    @property
    def asked(self) -> int:
        """How many have answered."""
        return sum(count for _, count in self.votes)

    @property
    def answer(self) -> str:
        """As an answer to the guide; "" where nobody was asked."""
        return "; ".join(f"{action}*{count}" for action, count in self.votes if count)

    @property
    def kept(self) -> str:
        """As a draft keeps it: with those nobody chose."""
        return "; ".join(f"{action}*{count}" for action, count in self.votes)

    def with_action(self, action: str, count: int = 0) -> Polling:
        """With one more action; one that is there already stays."""
        name = " ".join(action.split())
        if not name or any(sign in name for sign in ";*"):
            raise Refusal(f'"{action}" is no action.', 'Type an action or a result, such as "pass" or "4H N =".')
        if any(each == name for each, _ in self.votes):
            return self
        if len(self.votes) >= MOST_ACTIONS:
            raise Refusal(f"A poll has at most {MOST_ACTIONS} actions.")
        read_polls([[f"{name}*1"]])
        return Polling((*self.votes, (name, count)))

    def voted(self, place: int, votes: int) -> Polling:
        """With votes more, or fewer, for an action."""
        if not 0 <= place < len(self.votes):
            raise Refusal("There is no such action.", "Choose one of those above.")
        return Polling(
            tuple(
                (action, max(0, count + votes) if index == place else count)
                for index, (action, count) in enumerate(self.votes)
            )
        )


def polling_of(kept: str) -> Polling:
    """The poll that a draft keeps, or that was answered; an empty one where that cannot be read."""
    votes: list[tuple[str, int]] = []
    for piece in filter(None, (each.strip() for each in kept.split(";"))):
        action, _, count = piece.rpartition("*")
        if not action or not count.strip().isdecimal():
            return Polling()
        votes.append((action.strip(), int(count)))
    return Polling(tuple(votes))


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
            raise Refusal(f"At most {MOST} outcomes can be weighed.", "Consider an artificial score (12C1(d)).")
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
            raise Refusal("There is no such outcome.", "Choose one of those above.")
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
        raise Refusal(f"{text} is no weight.", "Weights are 0% to 100%.")
    return weight


UNFINISHED = "~"
"""Before the key of a question: what is being set there, and was not answered yet."""

LITERAL = ("split", "table")
"""Answers about outcomes that are no outcomes."""


@dataclass(frozen=True, slots=True)
class Editing:
    """What is being set."""

    weighing: Weighing = Weighing()
    polling: Polling = Polling()
    typed: str = ""
    """A result or an action that is typed and not added yet."""

    def kept(self, question: Question) -> str:
        """As a draft keeps it."""
        if question.kind is Kind.POLL:
            return self.polling.kept
        parts = (f"{weight} {outcome}" for weight, outcome in self.weighing.parts)
        return "; ".join([self.weighing.step, *parts])

    def answer(self, question: Question) -> str:
        """As an answer."""
        return self.polling.answer if question.kind is Kind.POLL else self.weighing.answer


def editing_of(question: Question, answers: Mapping[str, str], answer: str = "") -> Editing:
    """What was being set at a question; else its answer, else what is proposed."""
    kept = answers.get(UNFINISHED + question.key, "")
    if question.kind is Kind.POLL:
        return Editing(polling=polling_of(kept or answer or question.default))
    if kept:
        return Editing(_weighing(kept))
    return Editing(_proposed(answer) or _proposed(question.default) or Weighing())


def _proposed(text: str) -> Weighing | None:
    if not text or text in LITERAL:
        return None
    try:
        found = weighing_of(text)
    except Faults:
        return None
    steps = [weight.denominator for weight, _ in found.parts]
    return replace(found, step="6" if any(each % 3 == 0 for each in steps) else USUAL)


def _weighing(kept: str) -> Weighing:
    step, *parts = kept.split("; ")
    weighted = (part.partition(" ") for part in parts)
    outcomes = tuple((Fraction(weight), parse_outcome(outcome)) for weight, _, outcome in weighted)
    return Weighing(outcomes, step if step in STEPS else USUAL)


def after_press(question: Question, form: SentForm, notation: TrickNotation) -> Editing:
    """What a form says is being set, after the button that was pressed."""
    typed = "" if form.text("do") == "add" else typed_in(form)
    if question.kind is Kind.POLL:
        return Editing(polling=_polled(form, notation), typed=typed)
    return Editing(weighing=_weighed(form, notation), typed=typed)


def typed_in(form: SentForm) -> str:
    """The result or action that stands in the field of a form."""
    return form.text("action-typed") or form.text("typed")


def as_sent(question: Question, form: SentForm, notation: TrickNotation) -> Editing:
    """What a form says is being set, as it stands; a result that is typed and not added yet counts too."""
    if question.kind is Kind.POLL:
        return Editing(polling=_poll(form))
    weighing = _weights(form)
    if form.text("typed") or (not weighing.parts and form.text("level")):
        weighing = weighing.with_outcome(pressed(form, notation))
    return Editing(weighing=weighing)


def _weights(form: SentForm) -> Weighing:
    outcomes, weights = form.texts("outcome"), form.texts("weight")
    if len(outcomes) != len(weights):
        raise Refusal("Each outcome needs a weight.", "Load the page again.")
    parts = tuple((read_weight(weight), parse_outcome(out)) for weight, out in zip(weights, outcomes, strict=True))
    step = form.text("step", USUAL)
    return Weighing(parts, step if step in STEPS else USUAL)


def _weighed(form: SentForm, notation: TrickNotation) -> Weighing:
    weighing = _weights(form)
    what, _, where = form.text("do").partition(":")
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


def _poll(form: SentForm) -> Polling:
    actions, counts = form.texts("action"), form.texts("votes")
    if len(actions) != len(counts) or not all(count.isdecimal() and len(count) < 4 for count in counts):
        raise Refusal("Each action needs a number of votes.")
    return Polling(tuple(zip(actions, map(int, counts), strict=True)))


def _polled(form: SentForm, notation: TrickNotation) -> Polling:
    polling = _poll(form)
    what, _, where = form.text("do").partition(":")
    match what:
        case "more":
            return polling.voted(_place(where), 1)
        case "less":
            return polling.voted(_place(where), -1)
        case "chip":
            return polling.with_action(where, 1)
        case "add" if form.text("action-typed"):
            return polling.with_action(form.text("action-typed"), 1)
        case "add":
            return polling.with_action(str(pressed(form, notation)), 1)
        case _:
            return polling


def _place(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise Refusal("There is no such button.", "Load the page again.")
    return int(text)
