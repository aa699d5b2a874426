"""Questions as data, and how an answer is read: every answer is a text, as it is typed or as a form sends it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, TypeVar

from amends.awards import Mixture, parse_awards
from amends.event.limits import within_limits
from amends.faults import Refusal
from amends.rulings.polls.weights import Polled

T = TypeVar("T")

MOST_CHARACTERS = 4000
"""The longest answer."""

YES, NO = "yes", "no"

Answers: TypeAlias = Mapping[str, str]
"""The answers so far by the keys of their questions, in the order in which they were given."""


class Kind(StrEnum):
    """What sort of answer a question wants."""

    CHOICE = "choice"
    TEXT = "text"
    OUTCOMES = "outcomes"  # a result, or several with weights: "60% 4H N =; 40% 4H N -1"
    POLL = "poll"  # votes: "4H N =*3; 4H N -1*3"
    TABLE = "table"  # one of the choices, or who sat there: "7", "7 16", "table 3", "open"


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: the text that gives it, what people read, and what it is called for short.

    `times` is how often it was had at other tables, where it is a result.
    """

    value: str
    words: str
    short: str = ""
    times: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question. Of a CHOICE one of the choices is an answer; of the other kinds the choices are proposals.

    An empty answer means the default; where there is none it is allowed only if the question is optional.
    """

    key: str
    words: str
    kind: Kind = Kind.TEXT
    law: str = ""
    choices: tuple[Choice, ...] = ()
    default: str = ""
    hint: str = ""
    optional: bool = False
    polled: Polled | None = None
    """What the polls come to, for who draws it."""
    struck: tuple[str, ...] = ()
    """Contracts that came from a call or play that was not allowed."""
    note: str = ""
    """What is to be kept in mind, or what the answers so far lead to; shown before the question."""
    noun: str = ""
    """What a yes or no is about, for its short form: "infraction", "error"."""


Steps: TypeAlias = Generator[Question, str, T]
"""Questions that are asked one after the other until something is known."""


def ask(question: Question, read: Callable[[str], T]) -> Steps[T]:
    """Ask a question; what its answer says."""
    return read((yield question))


def choose(question: Question) -> Steps[str]:
    """Ask for one of the choices."""
    return (yield from ask(replace(question, kind=Kind.CHOICE), str))


def choose_yes(question: Question) -> Steps[bool]:
    """Ask for yes or no."""
    return (yield from choose(question)) == YES


def settled(question: Question, answer: str) -> str:
    """An answer as it counts: the default where it is empty, a choice by its own name; refused where it is none."""
    text = answer.strip()
    if len(text) > MOST_CHARACTERS:
        raise Refusal(f"The answer has {len(text)} characters.", f"{MOST_CHARACTERS} is the most.")
    if any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in text):
        raise Refusal("The answer has half a character.", "Please type it again.")
    if not text:
        if not question.default and not question.optional:
            raise Refusal(_please(question))
        return question.default
    return _chosen(question, text) if question.kind is Kind.CHOICE else text


def _chosen(question: Question, text: str) -> str:
    """The choice that a text means: its value or short name, or a beginning that only one of them has."""
    said = _letters(text)
    for choice in question.choices:
        if said and said in (_letters(choice.value), choice.short):
            return choice.value
    beginning = [
        choice.value
        for choice in question.choices
        if said and (_letters(choice.value).startswith(said) or _letters(choice.words).startswith(said))
    ]
    if len(beginning) != 1:
        raise Refusal(f"{text!r} is none of the answers.", _please(question))
    return beginning[0]


def _letters(text: str) -> str:
    """What is compared: "Slow play", "slow-play"; "N-S", "ns"."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def _please(question: Question) -> str:
    if question.kind is not Kind.CHOICE:
        return f"Please answer: {question.hint}." if question.hint else "Please answer."
    *others, last = (choice.value for choice in question.choices)
    return f"Please answer {', '.join(others)} or {last}." if others else f"Please answer {last}."


def read_outcomes(text: str) -> Mixture:
    """A result, or several with weights that add up."""
    awards = parse_awards(text)
    if not isinstance(awards.ns, Mixture):
        said = " and ".join(dict.fromkeys(map(str, awards)))
        raise Refusal(f"{said} is no result.", 'Give one, or several with weights: "60% 4H N =; 40% 4H N -1".')
    return within_limits(awards.ns).checked()
