"""Awards in the words of players and of the Laws, for explanations and slips; the notation of files is `str`."""

from __future__ import annotations

from amends import exact
from amends.awards.award import (
    Artificial,
    Award,
    BetterOf,
    Complement,
    Grade,
    Mixture,
    NotScored,
    Published,
    Redress,
    Unit,
)
from amends.bridge import Points

GRADES = {Grade.PLUS: "average plus", Grade.AVERAGE: "average", Grade.MINUS: "average minus"}


def in_words(award: Award) -> str:
    """An award as a director says it.

    >>> from amends.awards import parse_award
    >>> in_words(parse_award('better of A+ | 4H N -1')), in_words(parse_award('60% +620; 40% 4S E ='))
    ('the better of average plus and 4♥ N −1', '60% NS +620; 40% 4♠ E =')
    """
    match award:
        case Mixture():
            if award.plain is not None:
                return _outcome(award.plain)
            return "; ".join(f"{exact.percentage(weight)} {_outcome(outcome)}" for weight, outcome in award.parts)
        case Artificial(grade=grade):
            if isinstance(grade, Grade):
                return GRADES[grade]
            return f"a fixed {str(award).replace('-', '−')}{'s' if award.unit is Unit.IMPS else ''}"
        case NotScored():
            return "not scored" if award.expected else "sit-out"
        case Redress():
            normal, expected = in_words(award.normal), in_words(award.expected)
            return f"redress for {award.side.words}: normal {normal}, expected {expected}"
        case BetterOf():
            return f"the better of {in_words(award.one)} and {in_words(award.other)}"
        case Complement():
            return "what the opponents' figure leaves"
        case Published():
            return f"{exact.show(award.points)} as published"


def _outcome(outcome: object) -> str:
    return f"NS {exact.signed(outcome.ns)}" if isinstance(outcome, Points) else outcome.symbols  # type: ignore[attr-defined]
