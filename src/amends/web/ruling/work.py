"""What is being set on a screen, weights or a poll, from the form and back into the draft that keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from amends.bridge.outcome import parse_outcome
from amends.bridge.tricks import TrickNotation
from amends.desk.guide import Kind, Question
from amends.faults import Faults, refuse
from amends.web.forms.form import SentForm
from amends.web.ruling.keypad import pressed
from amends.web.ruling.polling import Polling, lenient
from amends.web.ruling.weighing import STEPS, USUAL, Weighing, read_weight, weighing_of

UNFINISHED = "~"
"""Before the key of a question: what is being set there, and was not answered yet."""

LITERAL = ("split", "table")
"""Answers about outcomes that are no outcomes."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is being set."""

    weighing: Weighing = Weighing()  # noqa: RUF009  (frozen)
    polling: Polling = Polling()  # noqa: RUF009  (frozen)
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


def work_of(question: Question, answers: Mapping[str, str], answer: str = "") -> Work:
    """What was being set at a question; else its answer, else what is proposed."""
    kept = answers.get(UNFINISHED + question.key, "")
    if question.kind is Kind.POLL:
        return Work(polling=lenient(kept or answer or question.default))
    if kept:
        return Work(_weighing(kept))
    return Work(_proposed(answer) or _proposed(question.default) or Weighing())


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
    found = []
    for part in parts:
        weight, _, outcome = part.partition(" ")
        found.append((Fraction(weight), parse_outcome(outcome)))
    return Weighing(tuple(found), step if step in STEPS else USUAL)


def changed(question: Question, form: SentForm, notation: TrickNotation) -> Work:
    """What a form says is being set, after the button that was pressed."""
    typed = "" if form.text("do") == "add" else typed_in(form)
    if question.kind is Kind.POLL:
        return Work(polling=_polled(form, notation), typed=typed)
    return Work(weighing=_weighed(form, notation), typed=typed)


def typed_in(form: SentForm) -> str:
    """The result or action that stands in the field of a form."""
    return form.text("action-typed") or form.text("typed")


def said(question: Question, form: SentForm, notation: TrickNotation) -> Work:
    """What a form says is being set, as it stands; a result that is typed and not added yet counts too."""
    if question.kind is Kind.POLL:
        return Work(polling=_poll(form))
    weighing = _weights(form)
    if form.text("typed") or (not weighing.parts and form.text("level")):
        weighing = weighing.with_outcome(pressed(form, notation))
    return Work(weighing=weighing)


def _weights(form: SentForm) -> Weighing:
    outcomes, weights = form.texts("outcome"), form.texts("weight")
    if len(outcomes) != len(weights):
        raise refuse("outcomes and weights that do not fit", "a weight for each outcome")
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
        case "more":
            return weighing.more(_place(where))
        case "less":
            return weighing.less(_place(where))
        case "rest":
            return weighing.rest(_place(where))
        case "remove":
            return weighing.without(_place(where))
        case "equal":
            return weighing.equal()
        case _:
            return weighing


def _poll(form: SentForm) -> Polling:
    actions, counts = form.texts("action"), form.texts("votes")
    if len(actions) != len(counts) or not all(count.isdecimal() and len(count) < 4 for count in counts):
        raise refuse("actions and votes that do not fit", "a number of votes for each action")
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
        raise refuse(repr(text), "one of the buttons")
    return int(text)
