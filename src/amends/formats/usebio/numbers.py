"""The numbers of pairs, teams and players as files have them: `7`, `7NS`, `1 NS` and `(A) 7 NS` are all seen."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from amends.bridge import Side
from amends.faults import refuse
from amends.formats.seating import is_nobody

LONGEST = 200
"""The most characters of a number."""

_SECTION = re.compile(r"\(([^()]+)\) ?(.+)")
_DIRECTED = re.compile(r"(.*\d) ?(NS|EW|N/S|E/W|N-S|E-W)", re.IGNORECASE)
_UNKNOWN = re.compile(r"\s{0,9}unknown ?:.*", re.IGNORECASE | re.DOTALL)


class Number(NamedTuple):
    """A number in its parts."""

    number: str
    side: Side | None = None
    section: str = ""


@lru_cache(maxsize=16384)
def parsed(text: str) -> Number:
    """The number of a pair as files have it; of one that the file does not know, an empty one.

    >>> [tuple(parsed(text)) for text in ('7', '(A) 7 NS', 'unknown: A')]
    [('7', None, ''), ('7', <Side.NS: 'NS'>, 'A'), ('', None, '')]
    """
    tidy = plain(text).number
    if is_unknown(tidy):
        return Number("")
    in_brackets = _SECTION.fullmatch(tidy)
    section, rest = in_brackets.groups() if in_brackets else ("", tidy)
    directed = _DIRECTED.fullmatch(rest)
    if directed:
        return Number(directed[1], Side.parse(directed[2]), section)
    return Number("" if is_nobody(rest) else rest, None, section)


@lru_cache(maxsize=16384)
def plain(text: str, sections: tuple[str, ...] = ()) -> Number:
    """The number of a team or a player, which has no direction; what stands in brackets may be one of the sections."""
    tidy = " ".join(text.split())
    if not fits(tidy):
        raise refuse(f"the number {tidy!r}", f"at most {LONGEST} characters")
    in_brackets = _SECTION.fullmatch(tidy)
    if in_brackets and in_brackets[1] in sections:
        return Number(in_brackets[2], None, in_brackets[1])
    return Number("" if is_nobody(tidy) else tidy)


def fits(text: str) -> bool:
    """Whether a text is short enough for a number."""
    return len(text) <= LONGEST


def is_unknown(text: str) -> bool:
    """Whether a program says in place of a number that it does not know the pair ("unknown: B")."""
    return _UNKNOWN.fullmatch(text) is not None


def direction(text: str) -> Side | None:
    """A direction that a list gives; None for none."""
    short = text.upper().replace("/", "").replace("-", "").replace(" ", "")
    return {"NS": Side.NS, "N": Side.NS, "EW": Side.EW, "E": Side.EW}.get(short)
