"""What a scorer types for a table: a result that can occur there, or that the board was not played."""

from __future__ import annotations

from amends.awards import Award, Mixture, NotScored
from amends.bridge import Outcome, Points, TrickNotation, Vulnerable
from amends.bridge.tricks import result_words
from amends.bridge.typed import read_typed, tidied
from amends.faults import Faults, refuse
from amends.laws.law77 import possible_scores

NOT_PLAYED = ("np", ".", "not played")
"""What stands for a board that was not played, or whose result is not known yet."""

SIT_OUT = ("sit-out", "sit out", "bye")
"""What stands for a round without opponents."""


def read_line(text: str, notation: TrickNotation, vulnerable: Vulnerable) -> Mixture | NotScored:
    """What was typed for a table that played a board at this vulnerability.

    >>> [str(read_line(text, TrickNotation.EUROPEAN, Vulnerable.NONE)) for text in ('4hn=', '.', 'bye')]
    ['4H N =', 'np', 'sit-out']
    """
    tidy = tidied(text)
    if tidy in NOT_PLAYED:
        return NotScored(expected=True)
    if tidy in SIT_OUT:
        return NotScored(expected=False)
    try:
        return Mixture.of(typed_result(text, notation, vulnerable))
    except Faults as trouble:
        if tidy[:1].isdigit() or tidy[:1] in ("+", "-") or not tidy:
            raise
        [fault] = trouble.faults
        raise refuse(fault.found, f'{fault.expected}; "np" or "." where it was not played') from None


def typed_result(text: str, notation: TrickNotation, vulnerable: Vulnerable) -> Outcome:
    """The result that was typed; points that no contract is worth at this vulnerability are refused."""
    outcome = read_typed(text, notation)
    if isinstance(outcome, Points):
        check_points(outcome, vulnerable)
    return outcome


def check_points(score: Points, vulnerable: Vulnerable) -> None:
    """Refuse points that cannot occur; where the other side could have them, that is said."""
    possible = possible_scores(vulnerable)
    if score.ns in possible:
        return
    turned = Points(-score.ns)
    hint = f"; {turned.symbols} can be: the sign is that of N-S" if turned.ns in possible else ""
    raise refuse(f"{score.symbols} with {vulnerable.words}", f"a score that some contract is worth{hint}")


def as_typed(award: Award, notation: TrickNotation) -> str:
    """What `read_line` reads back, to stand in a field that is typed in; nothing where a result is missing.

    An award that nobody can type stands in its notation.
    """
    if isinstance(award, NotScored):
        return "" if award.expected else str(award)
    if isinstance(award, Mixture) and award.plain is not None:
        return result_words(award.plain, notation)
    return str(award)
