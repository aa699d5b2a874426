"""How players write the tricks of a result: all of them, those over or under the contract, or "made" and "down"."""

from __future__ import annotations

import re
from enum import StrEnum

from amends.bridge.outcome import Outcome, Result, parse_outcome
from amends.faults import Faults


class TrickNotation(StrEnum):
    """The three ways in use; the value is what a setting says."""

    TOTAL = "total"
    EUROPEAN = "european"
    AMERICAN = "american"

    @property
    def words(self) -> str:
        """How it looks, for a list to choose from."""
        return {"total": "4♥ N 10", "european": "4♥ N =", "american": "4♥ N made 4"}[self.value]


def result_words(outcome: Outcome, notation: TrickNotation = TrickNotation.EUROPEAN) -> str:
    """An outcome as players who write tricks in this way write it.

    >>> from amends.bridge.outcome import parse_outcome
    >>> [result_words(parse_outcome('4Hx N -1'), notation) for notation in TrickNotation]
    ['4♥x N 9', '4♥x N −1', '4♥x N down 1']
    >>> result_words(parse_outcome('4H N +1'), TrickNotation.AMERICAN)
    '4♥ N made 5'
    """
    if not isinstance(outcome, Result) or notation is TrickNotation.EUROPEAN:
        return outcome.symbols
    return f"{outcome.contract.symbols} {outcome.declarer.value} {_tricks(outcome, notation)}"


def _tricks(result: Result, notation: TrickNotation) -> str:
    if notation is TrickNotation.TOTAL:
        return str(result.tricks)
    return f"made {result.tricks - 6}" if result.over >= 0 else f"down {-result.over}"


_SHOWN = re.compile(r"(?<![\w.,])[1-7](?:[♣♦♥♠]|NT)x{0,2} [NESW] (?:=|[+−][0-9]{1,2})(?![\w%=]|[.,][0-9])")


def in_notation(text: str, notation: TrickNotation) -> str:
    """Running words in which every result that we show ("4♥x N −1", "3NT E =") is written in this way.

    Scores and all other words stay as they are.

    >>> in_notation('60% 4♥ N =; 40% 4♥ N −1', TrickNotation.TOTAL)
    '60% 4♥ N 10; 40% 4♥ N 9'
    >>> in_notation('4♠ E +1, NS −450', TrickNotation.AMERICAN)
    '4♠ E made 5, NS −450'
    """
    return text if notation is TrickNotation.EUROPEAN else _SHOWN.sub(lambda found: _written(found[0], notation), text)


def _written(shown: str, notation: TrickNotation) -> str:
    try:
        return result_words(parse_outcome(shown), notation)
    except Faults:
        return shown  # more tricks than there are: no words of ours
