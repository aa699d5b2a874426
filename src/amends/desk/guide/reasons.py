"""A proposed reason for the slip, built from the answers: plain sentences, and no accusation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amends.awards import Mixture
from amends.bridge import Side
from amends.event import Ruling
from amends.event.case import Irregularity, PollTaken
from amends.laws.law12 import Responsibility
from amends.regulations import Regulation
from amends.rulings.checks.disallowed import is_disallowed
from amends.rulings.polls.poll import logical_alternatives, outcome_of, steps
from amends.wording.award_text import action_words

_SUGGESTED = {
    Irregularity.UNAUTHORISED_INFORMATION: "the unauthorised information",
    Irregularity.EXTRANEOUS_INFORMATION: "the extraneous information",
}

_FAULT = {
    Responsibility.NONE: "was not at fault",
    Responsibility.PARTLY: "was partly at fault",
    Responsibility.DIRECT: "was directly at fault",
}


def proposed_reason(
    irregularities: Sequence[Irregularity], ruling: Ruling, polls: Sequence[PollTaken], regulation: Regulation
) -> str:
    """Why the ruling is given, as far as the answers tell; the director changes it as they like."""
    return " ".join(_sentences(irregularities, ruling, polls, regulation))


def _sentences(
    irregularities: Sequence[Irregularity], ruling: Ruling, polls: Sequence[PollTaken], regulation: Regulation
) -> Iterator[str]:
    if ruling.fault is not None:
        yield "No result could be obtained."
        yield "; ".join(f"{side.words} {_FAULT[ruling.fault[side]]}" for side in Side) + "."
        return
    struck = ", ".join(action_words(contract) for contract in ruling.disallowed)
    source = next((_SUGGESTED[each] for each in irregularities if each in _SUGGESTED), "")
    if struck and source:
        yield f"{struck} could have been suggested by {source}."
    yield from _alternatives(ruling, polls, regulation)
    outcomes = _outcomes(ruling)
    if not outcomes:
        return
    if Irregularity.REVOKE in irregularities:
        yield f"Without the revoke: {outcomes}."
    elif Irregularity.MISINFORMATION in irregularities or Irregularity.MISINFORMED_PLAY in irregularities:
        yield f"Likely with the right information: {outcomes}."
    elif struck:
        yield f"Likely without {struck}: {outcomes}."
    else:
        yield f"Likely: {outcomes}."


def _alternatives(ruling: Ruling, polls: Sequence[PollTaken], regulation: Regulation) -> Iterator[str]:
    """The logical alternatives to a struck call, and how many chose each."""
    for poll in polls:
        calls = [action for action in poll.counted if outcome_of(action) is None and len(steps(action)) == 1]
        if not calls and "pass" not in {action.casefold() for action in poll.counted}:
            continue
        for each in logical_alternatives(poll, regulation):
            if each.is_logical and not is_disallowed(each.action, ruling.disallowed):
                words = action_words(each.action)
                chose = f"{each.chosen} of {each.asked} chose it"
                yield f"{words[:1].upper()}{words[1:]} is a logical alternative: {chose}."


def _outcomes(ruling: Ruling) -> str:
    """The outcomes that were weighed, for whichever side."""
    found = ruling.self_inflicted.normal if ruling.self_inflicted else None
    mixtures = [found] if found else [award for award in ruling.awards if isinstance(award, Mixture)]
    names = dict.fromkeys(outcome.symbols for mixture in mixtures for _, outcome in mixture.parts)
    *others, last = names or ("",)
    return f"{', '.join(others)} or {last}" if others else last
