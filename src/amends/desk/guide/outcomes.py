"""The score that is assigned (12C1): one result or several with weights, for both sides or for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from amends.awards import Award, Mixture
from amends.bridge import BySide, Result, Side, Vulnerable
from amends.desk.guide.polls import Asked, refuse_unreachable
from amends.desk.guide.questions import Choice, Kind, Question, Steps, ask, read_outcomes
from amends.event import Event, Ruling, TableResult
from amends.faults import refuse
from amends.laws.editions import clause
from amends.reports.awarded import result_line
from amends.rulings.checks.disallowed import is_disallowed

SPLIT, TABLE = "split", "table"
MOST_CHOICES = 12
"""The results at other tables that are offered."""

_EACH_ITS_OWN = "Nobody is non-offending: each side has an award of its own, with weights of its own."
_OTHER_TABLES = "Results at other tables may help with the weights; they never decide whether there was damage."
_HINT = 'a result ("4H N ="), or several with weights: "60% 4H N =; 40% 4H N -1"'


def assigned(event: Event, row: TableResult, ruling: Ruling, known: Asked, without: Mixture | None) -> Steps[Ruling]:
    """The ruling with its awards, and a reason for each result that a disallowed call led to."""
    vulnerable = event.conditions(row.board)
    law = clause("12C1(c)", event.regulation.edition)
    offending = ruling.non_offending == BySide(False, False)
    choices = (*field_choices(event, row, vulnerable), Choice(SPLIT, "a score of its own for each side"))
    question = Question(
        key="outcomes",
        kind=Kind.OUTCOMES,
        words="Which score do you assign?",
        law=law,
        choices=choices,
        default=_default(known, without) or (SPLIT if offending else ""),
        hint=" ".join([*_proposals(known), f"{_HINT}; split for each side its own"]),
        polled=known.polled,
        struck=known.disallowed,
        note=" ".join([*([_EACH_ITS_OWN] if offending else []), *([_OTHER_TABLES] if len(choices) > 1 else [])]),
    )
    award = yield from ask(question, lambda text: None if text.casefold() == SPLIT else read_outcomes(text))
    awards: BySide[Award | None] = BySide(award, award)
    if award is None:
        awards = yield from _split(row, known, choices[:-1], law)
    ruled = replace(ruling, awards=awards, disallowed=known.disallowed)
    return (yield from _legal_routes(ruled, law))


def _default(known: Asked, without: Mixture | None) -> str:
    """What the polls propose; else what was expected."""
    if known.for_both is not None:
        return str(known.for_both)
    if any(known.proposed(side) for side in Side):
        return SPLIT
    return str(without) if without is not None else ""


def _proposals(known: Asked) -> list[str]:
    """What stands before the hint: the judgement about what was likely, and that an empty answer is the proposal."""
    judged = [each for each in (known.polled.proposals if known.polled else ()) if each.judged]
    empty = ["The empty answer is what the poll proposes; else"] if known.for_both is not None else []
    return [*(f"{each.side.words}: {each.judgement}." for each in judged), *empty]


def _split(row: TableResult, known: Asked, choices: tuple[Choice, ...], law: str) -> Steps[BySide[Award | None]]:
    """An award for each side; "table" leaves a side what it has."""
    played = isinstance(row.result, Mixture)
    keeps = (Choice(TABLE, "the table result"),) if played else ()
    found: list[Mixture | None] = []
    for side in Side:
        proposed = known.proposed(side)
        question = Question(
            key=f"outcomes-{side.value.lower()}",
            kind=Kind.OUTCOMES,
            words=f"Which score for {side.words}?",
            law=law,
            choices=(*keeps, *choices),
            default=str(proposed) if proposed is not None else TABLE if played and any(found) else "",
            hint=f"{_HINT}{'; table for the table result' if played else ''}",
            polled=known.polled,
            struck=known.disallowed,
        )
        found.append((yield from ask(question, lambda text: _side(text, played, found))))
    return BySide(found[0], found[1])


def _side(text: str, played: bool, before: Sequence[Mixture | None]) -> Mixture | None:
    if text.casefold() != TABLE or not played:
        return read_outcomes(text)
    if before and before[0] is None:
        raise refuse("the table result for both sides", "another score for at least one of them")
    return None


def _legal_routes(ruling: Ruling, law: str) -> Steps[Ruling]:
    routes: dict[str, str] = {}
    outcomes = [outcome for award in ruling.awards if isinstance(award, Mixture) for _, outcome in award.parts]
    for outcome in dict.fromkeys(outcomes):
        if isinstance(outcome, Result) and is_disallowed(outcome, ruling.disallowed):
            question = Question(
                key=f"legal-route {outcome}",
                words=f"{outcome.symbols} came from a call that was not allowed. How could it be reached legally?",
                law=law,
                hint="the legal way to it; if there is none, go back and leave the result out",
            )
            routes[str(outcome)] = yield from ask(question, partial(_route, outcome.symbols))
    return replace(ruling, legal_route=routes)


def _route(result: str, text: str) -> str:
    if not any(sign.isalnum() for sign in text):
        raise refuse_unreachable(result)
    return text


def field_choices(event: Event, row: TableResult, vulnerable: Vulnerable) -> tuple[Choice, ...]:
    """The results at the other tables that played these cards, the most frequent first."""
    counts: Counter[Mixture] = Counter()
    for other in event.results:
        same_cards = other.board == row.board and other.group == row.group and other.id != row.id
        if same_cards and isinstance(other.result, Mixture) and other.result.plain is not None:
            counts[other.result] += 1
    return tuple(
        Choice(str(result), f"{result_line(result, vulnerable)}   ×{times}", times=times)
        for result, times in counts.most_common(MOST_CHOICES)
    )
