"""Artificial scores as people write them: "AVE+", "average minus", "A60%"; pairs, N-S first: "A60/40", "60%/40%".

With the letter A a figure is a grade (60 is A+, 50 is A, 40 is A-), which follows the session score (12C2(c)). Without
it a percentage is fixed.
"""

from __future__ import annotations

import re
from math import gcd

from amends import exact
from amends.awards.award import Artificial, Grade, Unit
from amends.bridge import BySide

_WORDS = re.compile(
    r"A(?:VERAGE|VE|VG|V)?\s*(?P<sign>\+|-|PLUS|MINUS)|A(?:VERAGE|VE|VG)?|A\s*(?P<figure>40|50|60)\s*%?", re.IGNORECASE
)
_GRADES: dict[str | None, Grade] = {
    **dict.fromkeys(("+", "PLUS", "60"), Grade.PLUS),
    **dict.fromkeys((None, "50"), Grade.AVERAGE),
    **dict.fromkeys(("-", "MINUS", "40"), Grade.MINUS),
}
_FIGURES = re.compile(r"A\s*+(\d\d)\s*+%?\s*+/\s*+(\d\d)\s*+%?|A(\d\d)(\d\d)", re.IGNORECASE | re.ASCII)
_FIXED = re.compile(
    r"(\d{2,3}(?:\.\d{1,4})?)\s*/\s*(\d{2,3}(?:\.\d{1,4})?)"
    r"|(\d{1,3}(?:\.\d{1,4})?)\s*%\s*/\s*(\d{1,3}(?:\.\d{1,4})?)\s*%",
    re.ASCII,
)
_ONE_SIGN = re.compile(r"(\d{2,3}(?:\.\d{1,4})?)\s*+(%?)\s*+/\s*+(\d{2,3}(?:\.\d{1,4})?)\s*+(%?)", re.ASCII)


def read_grade(text: str) -> Artificial | None:
    """The grade that a text says; None where it says none.

    >>> [str(read_grade(text)) for text in ('AVE+', 'Av-', 'average', 'Average plus', 'A40%', 'A55')]
    ['A+', 'A-', 'A', 'A+', 'A-', 'None']
    """
    found = _WORDS.fullmatch(text.strip())
    return Artificial(_GRADES[(found["sign"] or found["figure"] or "").upper() or None]) if found else None


def read_pair(text: str) -> BySide[Artificial] | None:
    """The two artificial scores that a text gives, N-S first; None where it is no such pair.

    >>> [' '.join(map(str, read_pair(text))) for text in ('A60/40', 'A40%/60%', 'A5060', 'AVE+/AVE-', '60/40')]
    ['A+ A-', 'A- A+', 'A A+', 'A+ A-', '60% 40%']
    >>> print(read_pair('A55/45'), read_pair('60/40%'), read_pair('1/3'))
    None None None
    """
    if found := _FIGURES.fullmatch(text.strip()):
        grades = [_GRADES.get(figure) for figure in found.groups() if figure]
        ns, ew = (Artificial(grade) if grade else None for grade in grades)
    elif found := _FIXED.fullmatch(text.strip()):
        ns, ew = (Artificial(exact.number(figure) / 100, Unit.PERCENT) for figure in found.groups() if figure)
    else:
        left, _, right = text.partition("/")
        ns, ew = read_grade(left), read_grade(right)
    return BySide(ns, ew) if ns and ew else None


def is_one_sign_short(text: str, of_both: bool = False) -> bool:
    """Whether a text is a pair with one "%" only ("60/40%"), and not the fraction of a percent that it looks like.

    Ours are fractions in lowest terms. Where an award is for both sides, figures that add up to 100 are a pair, too.

    >>> [is_one_sign_short(text) for text in ('60/40%', '60%/40', '51/49%')], is_one_sign_short('51/49%', True)
    ([True, True, False], True)
    """
    found = _ONE_SIGN.fullmatch(text.strip())
    if found is None or bool(found[2]) == bool(found[4]):
        return False
    if found[2] or "." in text:
        return True
    ns, ew = int(found[1]), int(found[3])
    return gcd(ns, ew) > 1 or (of_both and ns + ew == 100)
