"""Awards as somebody types them who writes tricks in another way: "60% 4H N made 4; 40% 4H N down 1"."""

from __future__ import annotations

import re

from amends.bridge.tricks import TrickNotation
from amends.bridge.typed import read_typed
from amends.faults import Faults

_PIECE = re.compile(
    r"(?P<before>\s*(?:better of\s+)?(?:\d+(?:\.\d+)?\s*%\s*|\d+/\d+\s+)?)(?P<outcome>.*?)(?P<after>\s*)",
    re.IGNORECASE | re.DOTALL,
)
_FIGURE = re.compile(r"[0-9]*")


def from_notation(text: str, notation: TrickNotation) -> str:
    """The same award in our own notation; what is no result stays as it is.

    >>> from_notation('60% 4H N made 4; 40% 4H N down 1', TrickNotation.AMERICAN)
    '60% 4H N =; 40% 4H N -1'
    >>> [from_notation(text, TrickNotation.TOTAL) for text in ('better of A+ | 4HN10', 'A60/40', '60%', '+3 IMP')]
    ['better of A+ | 4H N =', 'A60/40', '60%', '+3 IMP']
    """
    return "".join(part if place % 2 else _piece(part, notation) for place, part in enumerate(re.split("([;|])", text)))


def _piece(text: str, notation: TrickNotation) -> str:
    found = _PIECE.fullmatch(text)
    if found is None or _FIGURE.fullmatch(found["outcome"]):
        return text
    try:
        return f"{found['before']}{read_typed(found['outcome'], notation)}{found['after']}"
    except Faults:
        return text
