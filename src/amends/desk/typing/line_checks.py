"""What a line that is being typed means, what is wrong with it, and whether it deserves a second look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from amends import exact
from amends.awards import Award, Mixture
from amends.bridge import Outcome, Result, TrickNotation, Vulnerable
from amends.desk.typing.cells import read_line
from amends.faults import Fault, Faults
from amends.laws import law77

FAR = 800
"""A score so far from every other of its board may be a slip of the pen; a slam that one pair alone bid is not."""

ENOUGH = 3
"""With fewer other results nothing can be said."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was typed comes to: an award with its N-S score, or faults; `doubt` is a reason to look once more."""

    award: Award | None = None
    score: int | None = None
    doubt: str = ""
    faults: tuple[Fault, ...] = ()


NOTHING = Meaning()


def meaning(text: str, notation: TrickNotation, vulnerable: Vulnerable, others: Sequence[Outcome] = ()) -> Meaning:
    """What a text in the field of a result means, beside the results of the other tables.

    >>> said = meaning('4hn=', TrickNotation.EUROPEAN, Vulnerable.NS)
    >>> str(said.award), said.score
    ('4H N =', 620)
    """
    if not text.strip():
        return NOTHING
    try:
        return meaning_of(read_line(text, notation, vulnerable), vulnerable, others)
    except Faults as trouble:
        return Meaning(faults=trouble.faults)


def meaning_of(award: Award, vulnerable: Vulnerable, others: Sequence[Outcome] = ()) -> Meaning:
    """What an award means, beside the results of the other tables."""
    plain = award.plain if isinstance(award, Mixture) else None
    if plain is None:
        return Meaning(award)
    return Meaning(award, law77.points(plain, vulnerable), doubt(plain, others, vulnerable))


def doubt(outcome: Outcome, others: Sequence[Outcome], vulnerable: Vulnerable) -> str:
    """Why a result deserves a second look; "" for one like others. It may be right all the same.

    >>> from amends.bridge.outcome import parse_outcome
    >>> others = [parse_outcome(text) for text in ('4H N =', '4H S +1', '3H N +1', '4S E -1')]
    >>> doubt(parse_outcome('4H E -1'), others, Vulnerable.NONE)
    'elsewhere ♥ was played by N-S alone (3 tables)'
    """
    score = law77.points(outcome, vulnerable)
    scores = [law77.points(each, vulnerable) for each in others]
    if isinstance(outcome, Result):
        suit, side = outcome.contract.denomination, outcome.declarer.side
        same = [each for each in others if isinstance(each, Result) and each.contract.denomination is suit]
        if len(same) >= ENOUGH and all(each.declarer.side is side.other for each in same):
            return f"elsewhere {suit.symbol} was played by {side.other.words} alone ({len(same)} tables)"
    if score and score not in scores and (turned := scores.count(-score)) >= ENOUGH:
        return f"{turned} other tables have {exact.signed(-score)}: is the side right?"
    if len(scores) >= ENOUGH and min(abs(score - each) for each in scores) >= FAR:
        least, most = (exact.signed(each) for each in (min(scores), max(scores)))
        return f"the other tables have {least} to {most}" if least != most else f"all other tables have {least}"
    return ""
