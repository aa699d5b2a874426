"""Numbers for "nobody": some programs print who sits out as a table against a pair that does not exist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from amends.awards import Artificial, Award, Grade, NotScored, Unit
from amends.bridge import BySide, Side
from amends.event.published import PublishedLine
from amends.formats.common.building import SIT_OUT, Sat

_SHARES = {Grade.PLUS: Fraction(60, 100), Grade.AVERAGE: Fraction(50, 100), Grade.MINUS: Fraction(40, 100)}


def without_phantoms(rows: Sequence[Sat]) -> tuple[list[Sat], set[str]]:
    """The rows of pairs with nobody in place of numbers that never played, and these numbers.

    Such a number has no result at all, was given nothing or 0 on every board, of which it has more than one, and its
    opponents were given something.
    What they were given is a fixed figure: nobody was scheduled to play, so it does not follow the session score.
    """
    absent: Counter[tuple[str, str]] = Counter()
    present: set[tuple[str, str]] = set()
    for row in rows:
        for side, name in row.seated():
            if _is_absent(row, side):
                absent[row.section, name] += 1
            else:
                present.add((row.section, name))
    phantoms = {number for number, times in absent.items() if times > 1} - present
    if not phantoms:
        return list(rows), set()
    return [_sitting_out(row, phantoms) for row in rows], {name for _, name in phantoms}


def _is_absent(row: Sat, side: Side) -> bool:
    """Whether nothing says that somebody sat there, and the others were given something."""
    own, other = row.awards[side], row.awards[side.other]
    given = isinstance(other, Artificial) and other.grade != 0
    return isinstance(row.result, NotScored) and given and (own is None or _is_nothing(own))


def _is_nothing(award: Award) -> bool:
    return isinstance(award, NotScored) or (isinstance(award, Artificial) and award.grade == 0)


def _sitting_out(row: Sat, phantoms: set[tuple[str, str]]) -> Sat:
    absent = BySide.of(lambda side: any((row.section, name) in phantoms for name in (row.ns, row.ew)[side is Side.EW]))
    if not any(absent):
        return row
    awards: BySide[Award | None] = BySide.of(lambda side: None if absent[side] else _fixed(row.awards[side]))
    line = row.published or PublishedLine()
    points = BySide.of(lambda side: None if absent[side] else line.points[side])
    percent = BySide.of(lambda side: None if absent[side] else line.percent[side])
    published = PublishedLine(line.score, points, percent) if row.published else None
    ns, ew = ("",) if absent.ns else row.ns, ("",) if absent.ew else row.ew
    return replace(row, ns=ns, ew=ew, result=SIT_OUT, awards=awards, published=published)


def _fixed(award: Award | None) -> Award | None:
    if isinstance(award, Artificial) and isinstance(award.grade, Grade):
        return Artificial(_SHARES[award.grade], Unit.PERCENT)
    return award
