"""The clauses of the Laws 1 to 93 in each edition: which there are, how they are spelled, which are near a number.

The data is `clauses.toml`. A clause is a path of its parts: 12C1(e)(i) is ('12', 'C', '1', 'e', 'i').

>>> parse('law 12 c1 (E)'), spell(('12', 'C', '1', 'e', 'i'))
(('12', 'C', '1', 'e'), '12C1(e)(i)')
>>> is_clause(parse('12C1(f)'), 2007), is_clause(parse('12C1(f)'), 2017)
(True, False)
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

EDITIONS = (2017, 2007, 1997)
"""The editions, newest first."""

Parts = tuple[str, ...]

_CITATION = re.compile(r"\s*+(?:laws?|l)?[\s.]*+([0-9]++)(.*)", re.IGNORECASE | re.DOTALL)
_SEPARATORS = " \t.,()[]"
_BETWEEN = f"[{re.escape(_SEPARATORS)}]*"
_LEVELS = [
    re.compile(f"{_BETWEEN}({part}){_BETWEEN}", re.IGNORECASE)
    for part in ("[a-z]", "[0-9]{1,2}", "[a-z]", "[ivx]+|[0-9]{1,2}")
]
"""What stands at each depth below a law: 12 C 1 (e) (i)."""

_NUMBER = re.compile(r"[0-9]+(?:[A-H]|(?=\())(?:\(?[0-9]{1,2}\)?(?:\([a-z]\)(?:\([ivx0-9]+\))?)?)?")
"""What the number of a clause may look like."""
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_STAR = "*"


def parse(text: str) -> Parts:
    """The parts of a citation in any spelling; () for words. A rest that is no part of a clause is the last part.

    >>> parse('16b1a'), parse('Law 12 C.1.(c)'), parse('7NT'), parse('White Book 8.12')
    (('16', 'B', '1', 'a'), ('12', 'C', '1', 'c'), ('7', 'N', 'T'), ())
    """
    citation = _CITATION.fullmatch(text)
    if citation is None:
        return ()
    parts, rest = [citation[1].lstrip("0") or "0"], citation[2].strip()
    for depth, level in enumerate(_LEVELS):
        if part := level.match(rest):
            parts.append(part[1].upper() if depth == 0 else part[1].lower())
            rest = rest[part.end() :]
        elif depth > 0:
            break
    rest = rest.strip(_SEPARATORS)
    return (*parts, rest) if rest else tuple(parts)


def spell(clause: Parts) -> str:
    """The one spelling of a clause.

    >>> spell(('16', 'B')), spell(('16', 'B', '1', 'a')), spell(('71', '1'))
    ('16B', '16B1(a)', '71(1)')
    """
    law, *parts = clause
    bare = 2 if parts and parts[0].isalpha() else 0
    return law + "".join(parts[:bare]) + "".join(f"({part})" for part in parts[bare:])


def is_clause(clause: Parts, edition: int) -> bool:
    """Whether an edition has a clause; below a star of the outline every number will do."""
    outline = clauses(edition)
    if clause in outline:
        return True
    above = (clause[:depth] for depth in range(1, len(clause)))
    return any((*part, _STAR) in outline for part in above) and _NUMBER.fullmatch(spell(clause)) is not None


def is_listed(clause: Parts, edition: int) -> bool:
    """Whether the outline of an edition names a clause; what a star leaves open is not listed."""
    return clause in clauses(edition)


def listed(edition: int) -> Iterator[Parts]:
    """Every clause that the outlines of an edition name, in the order of the Laws."""
    return (clause for clause in clauses(edition) if clause[-1] != _STAR)


def nearest(clause: Parts, edition: int, most: int = 2) -> list[Parts]:
    """The clauses of an edition that are most like one it has not.

    >>> [spell(each) for each in nearest(parse('12C1(f)'), 2017)]
    ['12C1(e)', '12C1(d)']
    """
    above = next((clause[:depth] for depth in range(len(clause) - 1, 0, -1) if is_listed(clause[:depth], edition)), ())
    if above and not _NUMBER.fullmatch(spell(clause)):
        return [above]  # words after a clause
    beside = [each for each in listed(edition) if len(each) == len(above) + 1 and each[:-1] == above]
    wanted = _place(clause, len(above))
    return sorted(beside, key=lambda each: abs(_place(each, len(above)) - wanted))[:most] or [above]


@cache
def law_words() -> dict[str, str]:
    """What each law is about, in our words."""
    return {law: str(table["words"]) for law, table in _tables().items()}


@cache
def clauses(edition: int) -> dict[Parts, None]:
    """The outlines of an edition as paths, in the order of the Laws; a last part `*` is a star of the outline."""
    newer = EDITIONS[: EDITIONS.index(edition) + 1]
    found: dict[Parts, None] = {}
    for law, table in _tables().items():
        outline = next(str(table[str(year)]) for year in reversed(newer) if str(year) in table)
        paths = {(law, *part[:depth]) for part in _spread(outline) for depth in range(len(part) + 1)} | {(law,)}
        found.update(dict.fromkeys(sorted(paths, key=_order)))
    return found


def _spread(outline: str) -> Iterator[Parts]:
    """The clauses of an outline, without the number of the law.

    >>> list(_spread('A-B C1(a-b) *'))
    [('A',), ('B',), ('C', '1', 'a'), ('C', '1', 'b'), ('*',)]
    """
    for word in outline.split():
        star = word.endswith(_STAR)
        *before, last = re.findall(r"[A-Z0-9](?:-[A-Z0-9])?|[ivx]+-[ivx]+(?=\))|[a-z]+(?:-[a-z]+)?", word) or [""]
        first, _, end = last.partition("-")
        for part in _between(first, end or first):
            yield (*before, *((part,) if part else ()), *((_STAR,) if star else ()))


def _between(first: str, last: str) -> list[str]:
    """The parts from one to another: letters, digits or Roman numbers."""
    if last in _ROMAN and first == "i":
        return list(_ROMAN[: _ROMAN.index(last) + 1])
    return [chr(sign) for sign in range(ord(first), ord(last) + 1)] if first else [""]


def _order(clause: Parts) -> list[int]:
    return [_place(clause, depth) for depth in range(len(clause))]


def _place(clause: Parts, depth: int) -> int:
    """Where a part of a clause stands among its neighbours."""
    part = clause[depth]
    if part.isdecimal():
        return int(part[:4])
    return _ROMAN.index(part) if depth == len(_LEVELS) and part in _ROMAN else ord(part[0])


@cache
def _tables() -> dict[str, dict[str, object]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
