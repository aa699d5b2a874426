"""The answers so far in a few words each, as they stand above the question."""

from __future__ import annotations

from collections.abc import Callable

from amends.awards import Mixture, parse_award
from amends.desk.guide import Kind, Question
from amends.faults import Faults
from amends.rulings.polls.votes import read_polls
from amends.wording.award_text import action_words, award_words, poll_words

_SIDES = {
    "ns": "N-S non-offending",
    "ew": "E-W non-offending",
    "both": "both non-offending",
    "none": "nobody non-offending",
}
_NAMED: dict[str, Callable[[str], str]] = {
    "board": lambda answer: f"Board {answer.casefold().removeprefix('board').strip()}",
    "non-offending": lambda answer: _SIDES.get(answer, answer),
    "self-inflicted": lambda answer: "partly self-inflicted" if answer == "yes" else "not self-inflicted",
    "own-afterwards": lambda answer: "afterwards" if answer == "yes" else "not afterwards",
    "own-unrelated": lambda answer: "unrelated" if answer == "yes" else "related",
    "own-serious": lambda answer: "serious or gambling" if answer == "yes" else "not serious enough",
    "assigned-imps": lambda answer: f"assigned {answer} IMPs for N-S",
    "assigned-result": lambda answer: f"assigned {_award(answer)}",
    "psyche-penalty": lambda answer: "no penalty" if answer == "none" else "the standard penalty",
    "replace": lambda answer: "replaces a ruling" if answer == "yes" else "the ruling stays",
    "without": lambda answer: f"expected {_award(answer)}",
    "after": lambda answer: f"after it {_award(answer)}",
    "claim": lambda answer: f"claim: {_award(answer)}",
    "outside-agency": lambda answer: "outside agency" if answer == "yes" else "no outside agency",
    "favourable": lambda answer: "clearly favourable" if answer == "yes" else "not clearly favourable",
    "outcomes-ns": lambda answer: f"N-S {_award(answer)}",
    "outcomes-ew": lambda answer: f"E-W {_award(answer)}",
}


def chip_words(question: Question, answer: str) -> str:
    """An answer in a few words."""
    if question.key in _NAMED:
        return _NAMED[question.key](answer)
    if question.noun:
        return {"yes": question.noun, "no": f"no {question.noun}"}.get(answer, "not sure yet")
    if question.key.startswith("fault-"):
        side = "N-S" if question.key.endswith("ns") else "E-W"
        return (
            f"{side} {'not at fault' if answer == 'none' else 'partly at fault' if answer == 'partly' else 'at fault'}"
        )
    if question.key == "disallowed":
        return (
            f"{', '.join(map(action_words, map(str.strip, answer.split(','))))} not allowed"
            if answer
            else "no call struck"
        )
    if question.kind is Kind.POLL:
        return _poll(answer)
    if question.kind is Kind.OUTCOMES:
        return "a score for each side" if answer == "split" else _award(answer)
    for choice in question.choices:
        if choice.value == answer:
            return choice.words.partition(" · ")[0].partition(": ")[0]
    return answer if len(answer) <= 60 else f"{answer[:57]} …"


def _award(answer: str) -> str:
    try:
        award = parse_award(answer)
    except Faults:
        return answer
    return award_words(award) if isinstance(award, Mixture) else answer


def _poll(answer: str) -> str:
    if not answer:
        return "nobody polled"
    try:
        return "; ".join(poll_words(dict(poll.votes)) for poll in read_polls([[answer]]))
    except Faults:
        return answer
